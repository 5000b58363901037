// The JUnit form of a grade (reports.hpp).
#include <ctime>

#include <fmt/core.h>
#include <unistd.h>

#include "exercises/grader/reports.hpp"

namespace zerolab::exercises {

namespace {

std::string now() {
  const std::time_t time = std::time(nullptr);
  char text[sizeof "2000-01-01T00:00:00"];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S", std::gmtime(&time));
  return text;
}

std::string host() {
  char name[256] = "";
  gethostname(name, sizeof name - 1);
  return name;
}

std::string message_of(const Grade& grade, const GroupReport& group) {
  if (!grade.not_run.empty()) return grade.not_run;
  std::string text;
  for (const Finding& finding : group.findings) text += finding.nudge + "\n";
  return text.empty() ? grade.verdict : text;
}

}  // namespace

std::string markup_text(std::string_view text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '&': result += "&amp;"; break;
      case '<': result += "&lt;"; break;
      case '>': result += "&gt;"; break;
      case '"': result += "&quot;"; break;
      case '\n': result += "&#10;"; break;
      case '\t': result += "&#9;"; break;
      default:
        if (static_cast<unsigned char>(c) >= 0x20) result += c;
    }
  }
  return result;
}

std::string junit_xml(const Grade& grade) {
  const std::string suite = fmt::format("exercise {:02}", grade.report.exercise);
  std::string cases;
  int tests = 0;
  int failures = 0;
  for (const GroupReport& group : grade.report.groups) {
    if (group.max_points <= 0) continue;
    ++tests;
    const bool passed = group.points >= group.max_points;
    cases += fmt::format("    <testcase classname=\"{}\" name=\"{}\" time=\"0\" status=\"run\"",
                         markup_text(suite), markup_text(title_of(group.group)));
    if (passed) {
      cases += "/>\n";
      continue;
    }
    ++failures;
    cases += fmt::format(
        ">\n      <failure message=\"{:g} of {:g} points\" type=\"{}\">{}</failure>\n"
        "    </testcase>\n",
        group.points, group.max_points, markup_text(to_string(group.group)),
        markup_text(message_of(grade, group)));
  }
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
      "  <testsuite name=\"{}\" errors=\"0\" failures=\"{}\" skipped=\"0\" tests=\"{}\" "
      "hostname=\"{}\" time=\"{:.3f}\" timestamp=\"{}\">\n{}  </testsuite>\n</testsuites>\n",
      markup_text(suite), failures, tests, markup_text(host()), grade.wall_seconds, now(), cases);
}

}  // namespace zerolab::exercises
