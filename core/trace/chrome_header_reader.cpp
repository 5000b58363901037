// The header out of the object `otherData`, as chrome_header_writer.cpp wrote it.
#include <limits>

#include "core/trace/check.hpp"
#include "core/trace/chrome_fields.hpp"
#include "core/trace/json_value.hpp"

namespace zerolab {

namespace {

using simdjson::dom::element;
using simdjson::dom::object;

constexpr std::int64_t lowest = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t highest = std::numeric_limits<std::int64_t>::max();

std::int64_t integer(object from, std::string_view key, const std::string& where,
                     std::int64_t low = lowest, std::int64_t high = highest) {
  return to_integer(member(from, key, where), fmt::format("{}.{}", where, key), low, high);
}

std::string text(object from, std::string_view key, const std::string& where) {
  return std::string(to_text(member(from, key, where), fmt::format("{}.{}", where, key)));
}

UnitInfo read_unit(object unit, const std::string& where) {
  return {text(unit, "name", where), static_cast<std::size_t>(integer(unit, "elements", where, 0))};
}

CollectiveInfo read_collective(object from, const std::string& where) {
  CollectiveInfo info;
  info.purpose = text(from, "purpose", where);
  info.collective =
      to_enum(member(from, "collective", where), where + ".collective", parse_collective);
  info.algorithm = text(from, "algorithm", where);
  element root;
  if (from["root"].get(root) == simdjson::SUCCESS) {
    info.root = static_cast<int>(to_integer(root, where + ".root", 0, max_trace_world_size - 1));
  }
  info.element_count = static_cast<std::size_t>(integer(from, "element_count", where, 0));
  info.chunk_count =
      static_cast<int>(integer(from, "chunk_count", where, 1, max_trace_chunk_count));
  info.dtype = to_enum(member(from, "dtype", where), where + ".dtype", parse_dtype);
  return info;
}

CategoryBytes read_bytes(object from, std::string_view key, const std::string& where) {
  const std::string place = fmt::format("{}.{}", where, key);
  const object by_name = to_object(member(from, key, where), place);
  CategoryBytes bytes{};
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    bytes[i] = integer(by_name, to_string(all_memory_categories[i]), place);
  }
  return bytes;
}

RankPrediction read_prediction(object from, const std::string& where) {
  return {integer(from, "sent_elements", where), integer(from, "received_elements", where),
          read_bytes(from, "at_rest_bytes", where), read_bytes(from, "peak_bytes", where)};
}

// The list `key` of the header, each item an object that `read(item, where)` restores.
template <typename Item>
std::vector<Item> read_list(object from, std::string_view key,
                            Item (*read)(object, const std::string&)) {
  std::vector<Item> items;
  const std::string place = fmt::format("otherData.{}", key);
  for (const element item : to_array(member(from, key, "otherData"), place)) {
    const std::string where = fmt::format("{}[{}]", place, items.size());
    items.push_back(read(to_object(item, where), where));
  }
  return items;
}

// otherData, where the file is a zerolab trace.
object zerolab_header(element root) {
  if (root.is_array()) {
    throw Fault{
        "a Chrome trace without a header (a bare list), not a zerolab trace; only a file "
        "that zerolab wrote holds what is needed to play it"};
  }
  const object file = to_object(root, "the file");
  element records;
  if (file["traceEvents"].get(records) != simdjson::SUCCESS) {
    throw Fault{"JSON, but no trace: 'traceEvents' is missing"};
  }
  object other_data;
  std::string_view format;
  if (file["otherData"].get(other_data) != simdjson::SUCCESS ||
      other_data["format"].get(format) != simdjson::SUCCESS || format != trace_format) {
    throw Fault{
        fmt::format("a Chrome trace, but not a zerolab trace: otherData.format is not "
                    "'{}'; only a file that zerolab wrote holds what is needed to play it",
                    trace_format)};
  }
  return other_data;
}

}  // namespace

TraceHeader read_header(element root) {
  const object other_data = zerolab_header(root);
  TraceHeader header;
  // Before all else: what another version holds need not look like this one's.
  header.version = static_cast<int>(integer(other_data, "version", "otherData", 0, 1'000'000));
  if (header.version != trace_version) throw Fault{"otherData." + header_fault(header)};
  header.world_size =
      static_cast<int>(integer(other_data, "world_size", "otherData", 1, max_trace_world_size));
  header.clock = text(other_data, "clock", "otherData");
  for (const auto& [key, value] :
       to_object(member(other_data, "config", "otherData"), "otherData.config")) {
    header.config.emplace_back(key, to_text(value, fmt::format("otherData.config.{}", key)));
  }
  header.units = read_list<UnitInfo>(other_data, "units", read_unit);
  header.plan = text(other_data, "plan", "otherData");
  header.collectives = read_list<CollectiveInfo>(other_data, "collectives", read_collective);
  header.predicted = read_list<RankPrediction>(other_data, "predicted", read_prediction);
  const std::string fault = header_fault(header);
  if (!fault.empty()) throw Fault{"otherData." + fault};
  return header;
}

}  // namespace zerolab
