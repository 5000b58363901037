#include "exercises/grader/reports.hpp"

#include <nlohmann/json.hpp>

#include "core/base/error.hpp"
#include "core/base/units.hpp"
#include "exercises/check/classroom.hpp"

namespace zerolab::exercises {

namespace {

using Json = nlohmann::ordered_json;

std::string cut(std::string text) {
  if (text.size() <= max_report_text) return text;
  text.resize(max_report_text);
  return printable(text) + "\n… and more";
}

bool counts(const GroupReport& group) {
  return group.max_points > 0;
}

bool is_full(const GroupReport& group) {
  return group.points >= group.max_points;
}

// How the process came to its end is no hidden data: which signal, which system call.
std::string ending_words(const ExamReport& report) {
  switch (report.worst) {
    case Ending::crashed:
    case Ending::ended_early:
    case Ending::endless:
    case Ending::out_of_memory:
    case Ending::forbidden: return report.detail + "\n";
    case Ending::finished:
    case Ending::deadlock:
    case Ending::mismatch:
    case Ending::unreceived:
    case Ending::unwritten:
    case Ending::threw:
    case Ending::flood:
    case Ending::not_run: return {};
  }
  throw InvariantError("an Ending without words");
}

// What a student should look at in this group; empty where all is well.
std::string nudges(const Grade& grade, const GroupReport& group) {
  if (is_full(group)) return {};
  if (!grade.not_run.empty()) return grade.not_run + "\n";
  std::string text;
  for (const Finding& finding : group.findings) text += finding.nudge + "\n";
  if (!text.empty()) return text + ending_words(grade.report);
  if (grade.report.worst != Ending::finished) {
    return fmt::format("nothing counts: {}\n", to_string(grade.report.worst));
  }
  return "counts once the values are right\n";
}

std::string score_line(const Grade& grade) {
  return fmt::format("exercise {:02}: {:g} of {:g} points ({})", grade.report.exercise,
                     grade.report.points, grade.report.max_points, grade.verdict);
}

std::string not_run_text(const Grade& grade) {
  return fmt::format("{}\n{}", grade.not_run,
                     grade.diagnostics.empty() ? "" : "\n" + grade.diagnostics);
}

std::string with_ending(std::string text, const ExamReport& report) {
  const std::string ending = ending_words(report);
  return ending.empty() ? text : text + "\n" + ending;
}

std::string failure_text(const Grade& grade) {
  if (!grade.not_run.empty()) return not_run_text(grade);
  return with_ending(to_text(grade.report, Detail::nudges), grade.report);
}

}  // namespace

std::string title_of(Group group) {
  switch (group) {
    case Group::values: return "values: every rank holds the right numbers";
    case Group::counts: return "counts: the right messages, of the right sizes";
    case Group::deadlock: return "deadlock: it ends, in whichever order messages are delivered";
    case Group::edges: return "edges: one rank, few elements, sizes that N does not divide";
    case Group::memory: return "memory: nothing beside the buffer is touched, little is allocated";
  }
  throw InvariantError("a Group without a title");
}

std::string what_to_look_at(const Grade& grade) {
  if (!grade.not_run.empty()) return cut(not_run_text(grade));
  std::string text = with_ending(findings_text(grade.report, Detail::nudges), grade.report);
  text.erase(0, text.find_first_not_of('\n'));
  return cut(std::move(text));
}

std::string report_text(const Grade& grade) {
  return cut(
      fmt::format("{}: {}\n\n{}\n{} rank processes, {:.1f} s of computing, {:.1f} s in all\n",
                  grade.submission.name, score_line(grade), failure_text(grade), grade.processes,
                  grade.cpu_seconds, grade.wall_seconds));
}

namespace {

// `share`: what a point of the exercise is worth.
void add_tests(const Grade& grade, double share, Json& tests) {
  int number = 0;
  for (const GroupReport& group : grade.report.groups) {
    if (!counts(group)) continue;
    tests.push_back({{"score", group.points * share},
                     {"max_score", group.max_points * share},
                     {"status", is_full(group) ? "passed" : "failed"},
                     {"name", title_of(group.group)},
                     {"number", fmt::format("{}.{}", grade.report.exercise, ++number)},
                     {"output", cut(nudges(grade, group))},
                     {"tags", {std::string(to_string(group.group))}},
                     {"visibility", "visible"}});
  }
}

void add_waiting(const ExerciseInfo& exercise, double points_each, Json& tests) {
  tests.push_back({{"score", 0},
                   {"max_score", points_each},
                   {"status", "failed"},
                   {"name", fmt::format("exercise {:02}: {}", exercise.number, exercise.title)},
                   {"number", fmt::format("{}", exercise.number)},
                   {"output", "not graded: grading ended before this exercise was reached\n"},
                   {"tags", Json::array()},
                   {"visibility", "visible"}});
}

Json page_of(std::string output, double wall_seconds) {
  return {{"output", cut(std::move(output))}, {"output_format", "text"},
          {"test_output_format", "text"},     {"test_name_format", "text"},
          {"execution_time", wall_seconds},   {"visibility", "visible"},
          {"stdout_visibility", "hidden"}};
}

}  // namespace

std::string gradescope_json(const Grade& grade) {
  Json json = page_of(score_line(grade) + "\n\n" + failure_text(grade), grade.wall_seconds);
  json["extra_data"] = {{"verdict", grade.verdict},
                        {"fingerprint", grade.fingerprint},
                        {"cpu_seconds", grade.cpu_seconds}};
  json["tests"] = Json::array();
  add_tests(grade, 1, json["tests"]);
  return json.dump(2) + "\n";
}

std::string gradescope_json(const GradescopePage& page) {
  std::string output = page.opening;
  Json exercises = Json::array();
  for (const Grade& grade : page.grades) {
    output += score_line(grade) + "\n\n" + failure_text(grade) + "\n";
    exercises.push_back({{"exercise", grade.report.exercise},
                         {"verdict", grade.verdict},
                         {"fingerprint", grade.fingerprint},
                         {"cpu_seconds", grade.cpu_seconds}});
  }
  for (const ExerciseInfo& exercise : page.waiting) {
    output += fmt::format("exercise {:02}: not graded\n", exercise.number);
  }
  Json json = page_of(std::move(output), page.wall_seconds);
  json["extra_data"] = {{"exercises", std::move(exercises)}};
  json["tests"] = Json::array();
  for (const Grade& grade : page.grades) {
    add_tests(grade, page.points_each / grade.report.max_points, json["tests"]);
  }
  for (const ExerciseInfo& exercise : page.waiting) {
    add_waiting(exercise, page.points_each, json["tests"]);
  }
  return json.dump(2) + "\n";
}

std::string classroom_json(const Grade& grade) {
  std::vector<ClassroomTest> tests;
  for (const GroupReport& group : grade.report.groups) {
    if (!counts(group)) continue;
    tests.push_back({title_of(group.group), group.points, is_full(group), cut(nudges(grade, group)),
                     std::string(to_string(group.group)), grade.submission.file.filename().string(),
                     grade.wall_seconds});
  }
  return classroom_report(grade.report.passed(), grade.report.max_points, tests);
}

}  // namespace zerolab::exercises
