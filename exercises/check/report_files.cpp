#include "exercises/check/report_files.hpp"

#include <algorithm>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/trace/chrome.hpp"
#include "exercises/judge/zero/judge_zero.hpp"

namespace zerolab::exercises {

namespace {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

std::string_view name_of(Aspect aspect) {
  switch (aspect) {
    case Aspect::values: return "values";
    case Aspect::counts: return "counts";
    case Aspect::deadlock: return "deadlock";
    case Aspect::memory: return "memory";
    case Aspect::safety: return "safety";
  }
  return "";
}

Json json_of(const GroupReport& group) {
  Json findings = Json::array();
  for (const Finding& finding : group.findings) {
    findings.push_back({{"aspect", name_of(finding.aspect)},
                        {"rank", finding.rank},
                        {"sentence", finding.sentence}});
  }
  return {{"group", to_string(group.group)},
          {"points", group.points},
          {"max_points", group.max_points},
          {"passed", group.passed},
          {"failed", group.failed},
          {"skipped", group.skipped},
          {"case", group.failing ? Json(to_text(group.failing->run)) : Json(nullptr)},
          {"findings", findings}};
}

Json json_of(const std::optional<FirstWrong>& wrong) {
  if (!wrong) return nullptr;
  return {{"step", wrong->step}, {"rank", wrong->rank}, {"sentence", wrong->sentence}};
}

// As zerolab-viz's --at reads it: while the wrong message is under way; the end, where all messages
// are right and the result is not.
std::string moment_of(const FirstWrong& wrong, const DecodedRun& decoded) {
  int steps = 0;
  for (const DecodedMessage& message : decoded.messages) {
    steps = std::max(steps, message.step + 1);
  }
  double time = wrong.step < 0 ? steps : wrong.step + 0.5;
  if (const auto arrival = first_wrong_arrival(decoded)) time = std::min(time, *arrival + 0.5);
  // A deadlock is of all ranks in the circle.
  const bool pins = wrong.rank >= 0 && decoded.ending != Ending::deadlock;
  return fmt::format("time={:g}{}", time, pins ? fmt::format(" pin-rank={}", wrong.rank) : "");
}

}  // namespace

std::string to_json(const ExamReport& report, std::optional<std::uint64_t> fresh_seed) {
  Json json{{"schema", "zerolab/1"},
            {"command", "check"},
            {"config",
             {{"exercise", report.exercise},
              {"fresh_seed", fresh_seed ? Json(*fresh_seed) : Json(nullptr)}}},
            {"ranks", Json::array()},
            {"passed", report.passed()},
            {"points", report.points},
            {"max_points", report.max_points},
            {"ending", to_string(report.worst)},
            {"detail", report.detail},
            {"groups", Json::array()}};
  for (const GroupReport& group : report.groups) json["groups"].push_back(json_of(group));
  json["first_wrong"] = report.decoded ? json_of(first_wrong(*report.decoded)) : Json(nullptr);
  json["text"] = to_text(report, Detail::full);
  // What a student's exception says need not be UTF-8.
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

bool write_traces(const fs::path& folder, const ExamReport& report) {
  const fs::path mine = folder / "mine.trace.json.gz";
  const fs::path right = folder / "right.trace.json.gz";
  const fs::path at = folder / "at.txt";
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) throw input_error("cannot make the folder {}: {}", folder.string(), error.message());
  for (const fs::path& old : {mine, right, at}) fs::remove(old, error);
  if (report.zero) {
    const std::optional<DrawnRun> drawn = draw_zero(*report.zero);
    if (!drawn) return false;
    write_trace(mine, drawn->student);
    write_trace(right, drawn->right);
    write_file(at, at_text(*drawn) + "\n");
    return true;
  }
  if (!report.decoded) return false;
  const std::optional<FirstWrong> wrong = first_wrong(*report.decoded);
  if (!wrong) return false;
  write_trace(mine, student_trace(*report.decoded));
  write_trace(right, right_trace(*report.decoded));
  write_file(at, moment_of(*wrong, *report.decoded) + "\n");
  return true;
}

}  // namespace zerolab::exercises
