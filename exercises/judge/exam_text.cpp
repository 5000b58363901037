// The report of an exam for people.
#include <algorithm>
#include <set>

#include <fmt/core.h>

#include "core/base/table.hpp"
#include "exercises/judge/exam.hpp"
#include "exercises/judge/wrapping.hpp"
#include "exercises/judge/zero/judge_zero.hpp"

namespace zerolab::exercises {

namespace {

std::string result_of(const GroupReport& group) {
  const int total = group.passed + group.failed + group.skipped;
  if (group.failed > 0) return fmt::format("{} of {} wrong", group.failed, total);
  if (group.skipped > 0) return group.passed > 0 ? "stopped" : "not counted";
  return fmt::format("{} right", group.passed);
}

std::string points_table(const ExamReport& report) {
  Table table({{"", Align::left}, {"points"}, {"of"}, {"runs", Align::left}});
  for (const GroupReport& group : report.groups) {
    if (group.max_points == 0) continue;
    table.add_row({std::string(to_string(group.group)), fmt::format("{:g}", group.points),
                   fmt::format("{:g}", group.max_points), result_of(group)});
  }
  table.add_row(
      {"total", fmt::format("{:g}", report.points), fmt::format("{:g}", report.max_points), ""});
  return table.to_string();
}

// In this group, whatever the numbers in its sentence.
const Finding* same_finding(const GroupReport& group, const Finding& finding) {
  const auto found = std::ranges::find(group.findings, finding.nudge, &Finding::nudge);
  return found == group.findings.end() ? nullptr : &*found;
}

// The findings of the groups that failed, each with all the groups that it cost, in the words of
// the case that is shown below, where it is one of theirs.
std::string groups_text(const ExamReport& report, Detail detail) {
  const bool full = detail == Detail::full;
  const GroupReport* shown = shown_failure(report);
  std::string text;
  std::set<std::string> said;
  for (const GroupReport& group : report.groups) {
    for (const Finding& finding : group.findings) {
      if (!said.insert(finding.nudge).second) continue;
      std::string title;
      for (const GroupReport& other : report.groups) {
        if (!same_finding(other, finding)) continue;
        title += (title.empty() ? "" : ", ") + std::string(to_string(other.group));
      }
      const Finding* of_shown = shown ? same_finding(*shown, finding) : nullptr;
      const GroupReport& told = of_shown ? *shown : group;
      if (full && told.failing) title += fmt::format(" ({})", describe(told.failing->run));
      const Finding& words = of_shown ? *of_shown : finding;
      text += fmt::format("\n{}\n{}", title,
                          wrapped(full ? words.sentence : words.nudge, "  - ", "    "));
    }
  }
  return text;
}

// What the names of deliveries mean, of those that the text has.
std::string delivery_words(std::string_view text) {
  std::string words;
  if (text.find("buffered") != std::string_view::npos) {
    words += wrapped("buffered: a send returns at once", "", "  ");
  }
  if (text.find("rendezvous") != std::string_view::npos) {
    words += wrapped("rendezvous: a send ends only when its receiver takes the message", "", "  ");
  }
  return words.empty() ? words : "\n" + words;
}

bool is_same_run(const Case& a, Case b) {
  b.input = a.input;
  return a == b;
}

}  // namespace

const GroupReport* shown_failure(const ExamReport& report) {
  const Case* shown = report.decoded ? &report.decoded->run
                      : report.zero  ? &report.zero->run
                                     : nullptr;
  const GroupReport* first = nullptr;
  for (const GroupReport& group : report.groups) {
    if (!group.failing) continue;
    if (shown && is_same_run(*shown, group.failing->run)) return &group;
    if (!first) first = &group;
  }
  return first;
}

std::string to_text(const ExamReport& report, Detail detail) {
  return fmt::format("exercise {:02}\n{}", report.exercise, points_table(report)) +
         findings_text(report, detail);
}

std::string findings_text(const ExamReport& report, Detail detail) {
  std::string text;
  if (report.worst != Ending::finished) {
    text += fmt::format("\nno points: {}\n", to_string(report.worst));
  }
  const std::string findings = groups_text(report, detail);
  text += findings;
  if (detail == Detail::full) text += delivery_words(findings);
  if (report.not_reached > 0) {
    text += fmt::format(
        "\nthe time was used up: {} case{} not run, whose groups have no points; what was done "
        "before counts\n",
        report.not_reached, report.not_reached == 1 ? " was" : "s were");
  }
  const bool values_failed = report.groups[0].failed > 0;
  if (report.worst == Ending::finished && values_failed && report.groups[2].skipped > 0) {
    text += "\ndeadlock and memory count only where the values are right\n";
  }
  if (detail == Detail::full && report.decoded) {
    text += fmt::format("\nfirst step that is wrong, with {}\n\n{}", describe(report.decoded->run),
                        comparison_text(*report.decoded));
  }
  if (detail == Detail::full && report.zero) {
    const std::string calls = calls_text(*report.zero);
    if (!calls.empty()) text += fmt::format("\nwith {}\n\n{}", describe(report.zero->run), calls);
  }
  return text;
}

}  // namespace zerolab::exercises
