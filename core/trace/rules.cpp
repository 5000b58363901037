// Plays the records as Perfetto's importer does: sorted by time, in the file's order at equal
// times, with one stack of open slices per lane; a flow binds to the top of its lane's stack
// (google/perfetto, src/trace_processor: slice_tracker.cc, flow_tracker.cc).
#include "core/trace/rules.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <utility>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace zerolab {

namespace {

using Json = nlohmann::json;

struct Record {
  std::size_t index = 0;  // in traceEvents
  char phase = 0;
  std::pair<std::int64_t, std::int64_t> lane;  // pid, tid
  std::int64_t begin = 0;                      // ns
  std::int64_t end = 0;                        // ns; of a slice
  const Json* json = nullptr;
};

struct FlowState {
  const Json* start = nullptr;
  bool finished = false;
};

class Checker {
 public:
  std::vector<std::string> check(const Json& root) {
    if (!root.is_object()) return {"the file is not an object"};
    if (!root.contains("otherData") || !root["otherData"].is_object()) say("otherData is missing");
    if (!root.contains("traceEvents") || !root["traceEvents"].is_array()) {
      say("traceEvents is missing");
      return std::move(violations_);
    }
    const Json& events = root["traceEvents"];
    for (std::size_t i = 0; i < events.size(); ++i) read(i, events[i]);
    std::stable_sort(records_.begin(), records_.end(),
                     [](const Record& a, const Record& b) { return a.begin < b.begin; });
    for (const Record& record : records_) play(record);
    for (const auto& [id, flow] : flows_) {
      if (!flow.finished) say("flow {}: a start without a finish", id);
    }
    return std::move(violations_);
  }

 private:
  template <typename... Args>
  void say(fmt::format_string<Args...> format, Args&&... args) {
    violations_.push_back(fmt::format(format, std::forward<Args>(args)...));
  }

  // A time in µs as ns, or false and a violation.
  bool time(std::size_t i, const Json& json, const char* field, std::int64_t& ns) {
    if (!json.contains(field) || !json[field].is_number()) {
      say("record {}: {} is not a number", i, field);
      return false;
    }
    const double exact = json[field].get<double>() * 1000;
    if (!(std::abs(exact) < 0x1p52)) {
      say("record {}: {} is out of range", i, field);
      return false;
    }
    ns = std::llround(exact);
    if (std::abs(exact - static_cast<double>(ns)) > 1e-3 + std::abs(exact) * 0x1p-50) {
      say("record {}: {} is not a whole number of nanoseconds", i, field);
    }
    return true;
  }

  void read(std::size_t i, const Json& json) {
    if (!json.is_object() || !json.contains("ph") || !json["ph"].is_string() ||
        json["ph"].get_ref<const std::string&>().size() != 1) {
      say("record {}: ph is not one letter", i);
      return;
    }
    Record record;
    record.index = i;
    record.phase = json["ph"].get_ref<const std::string&>()[0];
    record.json = &json;
    if (record.phase == 'M') return;  // Names have no time.
    for (const char* field : {"pid", "tid"}) {
      if (!json.contains(field) || !json[field].is_number_integer()) {
        say("record {}: {} is not a whole number", i, field);
        return;
      }
    }
    record.lane = {json["pid"].get<std::int64_t>(), json["tid"].get<std::int64_t>()};
    if (!time(i, json, "ts", record.begin)) return;
    if (record.phase == 'C') return counter(i, json);
    if (record.phase == 'X') {
      std::int64_t duration = 0;
      if (!time(i, json, "dur", duration)) return;
      if (duration < 0) return say("record {}: dur is negative", i);
      record.end = record.begin + duration;
    } else if (record.phase != 's' && record.phase != 'f') {
      return;
    }
    records_.push_back(record);
  }

  void counter(std::size_t i, const Json& json) {
    if (!json.contains("args") || !json["args"].is_object() || json["args"].empty()) {
      return say("record {}: a counter without args", i);
    }
    for (const auto& [key, value] : json["args"].items()) {
      if (!value.is_number()) say("record {}: the counter's {} is not a number", i, key);
    }
  }

  void play(const Record& record) {
    std::vector<std::int64_t>& open = open_ends_[record.lane];
    if (record.phase == 'X') {
      while (!open.empty() && open.back() <= record.begin) open.pop_back();
      if (!open.empty() && open.back() < record.end) {
        say("record {}: overlaps a slice on pid {} tid {} without nesting in it", record.index,
            record.lane.first, record.lane.second);
      }
      open.push_back(record.end);
      return;
    }
    if (open.empty() || open.back() < record.begin) {
      say("record {}: a flow's {} that no slice in front of it encloses", record.index,
          record.phase == 's' ? "start" : "finish");
    }
    const Json& json = *record.json;
    if (!json.contains("id") || !json["id"].is_number_integer()) {
      return say("record {}: a flow's id is not a whole number", record.index);
    }
    if (record.phase == 's') {
      start(record, json["id"].dump());
    } else {
      finish(record, json["id"].dump());
    }
  }

  void start(const Record& record, const std::string& id) {
    FlowState& flow = flows_[id];
    if (flow.start != nullptr) return say("flow {}: the id is used twice", id);
    flow.start = record.json;
  }

  void finish(const Record& record, const std::string& id) {
    const Json& json = *record.json;
    const auto found = flows_.find(id);
    if (found == flows_.end()) return say("flow {}: a finish before or without its start", id);
    FlowState& flow = found->second;
    if (flow.finished) return say("flow {}: the id is used twice", id);
    flow.finished = true;
    for (const char* field : {"cat", "name"}) {
      if (!json.contains(field) || !flow.start->contains(field) ||
          json[field] != (*flow.start)[field]) {
        say("flow {}: start and finish differ in {}", id, field);
      }
    }
    if (!json.contains("bp") || json["bp"] != "e") {
      say("flow {}: the finish lacks \"bp\":\"e\"", id);
    }
  }

  std::vector<std::string> violations_;
  std::vector<Record> records_;  // slices and flows
  std::map<std::pair<std::int64_t, std::int64_t>, std::vector<std::int64_t>> open_ends_;
  std::map<std::string, FlowState> flows_;  // by id
};

}  // namespace

std::vector<std::string> check_chrome_rules(std::string_view json) {
  const Json root = Json::parse(json.begin(), json.end(), nullptr, /*allow_exceptions=*/false);
  if (root.is_discarded()) return {"not valid JSON"};
  return Checker().check(root);
}

}  // namespace zerolab
