// The header as the object `otherData`. What it holds is read back by chrome_header_reader.cpp.
#include "core/trace/chrome_fields.hpp"
#include "core/trace/json_text.hpp"

namespace zerolab {

namespace {

// Appends `open`, the items one to a line, and `close`.
template <typename Items, typename AppendItem>
void append_list(std::string& text, char open, const Items& items, char close, AppendItem append) {
  text += open;
  bool first = true;
  for (const auto& item : items) {
    text += first ? "\n" : ",\n";
    first = false;
    append(item);
  }
  text += close;
}

void append_bytes(std::string& text, std::string_view key, const CategoryBytes& bytes) {
  text += ",\"";
  text += key;
  text += "\":{";
  for (std::size_t i = 0; i < all_memory_categories.size(); ++i) {
    if (i > 0) text += ',';
    append_string(text, to_string(all_memory_categories[i]));
    text += ':';
    append_integer(text, bytes[i]);
  }
  text += '}';
}

void append_collective(std::string& text, const CollectiveInfo& info) {
  text += "{\"purpose\":";
  append_string(text, info.purpose);
  text += ",\"collective\":";
  append_string(text, to_string(info.collective));
  text += ",\"algorithm\":";
  append_string(text, info.algorithm);
  if (info.root) {
    text += ",\"root\":";
    append_integer(text, *info.root);
  }
  text += ",\"element_count\":";
  append_integer(text, info.element_count);
  text += ",\"chunk_count\":";
  append_integer(text, info.chunk_count);
  text += ",\"dtype\":";
  append_string(text, to_string(info.dtype));
  text += '}';
}

}  // namespace

void append_header(std::string& text, const TraceHeader& header) {
  text += "{\n\"format\":";
  append_string(text, trace_format);
  text += ",\n\"version\":";
  append_integer(text, header.version);
  text += ",\n\"world_size\":";
  append_integer(text, header.world_size);
  text += ",\n\"clock\":";
  append_string(text, header.clock);
  text += ",\n\"config\":";
  append_list(text, '{', header.config, '}', [&](const auto& entry) {
    append_string(text, entry.first);
    text += ':';
    append_string(text, entry.second);
  });
  text += ",\n\"units\":";
  append_list(text, '[', header.units, ']', [&](const UnitInfo& unit) {
    text += "{\"name\":";
    append_string(text, unit.name);
    text += ",\"elements\":";
    append_integer(text, unit.elements);
    text += '}';
  });
  text += ",\n\"plan\":";
  append_string(text, header.plan);
  text += ",\n\"collectives\":";
  append_list(text, '[', header.collectives, ']',
              [&](const CollectiveInfo& info) { append_collective(text, info); });
  text += ",\n\"predicted\":";
  append_list(text, '[', header.predicted, ']', [&](const RankPrediction& predicted) {
    text += "{\"sent_elements\":";
    append_integer(text, predicted.sent_elements);
    text += ",\"received_elements\":";
    append_integer(text, predicted.received_elements);
    append_bytes(text, "at_rest_bytes", predicted.at_rest_bytes);
    append_bytes(text, "peak_bytes", predicted.peak_bytes);
    text += '}';
  });
  text += '}';
}

}  // namespace zerolab
