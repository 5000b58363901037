#include "exercises/grader/pages.hpp"

#include <algorithm>

#include <fmt/core.h>

#include "exercises/grader/reports.hpp"

namespace zerolab::exercises {

namespace {

constexpr std::string_view style = R"(
  body { font: 17px/1.5 Inter, "Helvetica Neue", Arial, sans-serif; color: #222; background: #fff;
         max-width: 60rem; margin: 2.5rem auto; padding: 0 1.5rem; }
  h1 { font-size: 1.5rem; margin: 0 0 .25rem; } h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; }
  table { border-collapse: collapse; margin: 1rem 0; }
  th, td { padding: .3rem 1.2rem .3rem 0; text-align: left; vertical-align: top;
           border-bottom: 1px solid #ddd; }
  th { font-weight: 600; } td.number { text-align: right; font-variant-numeric: tabular-nums; }
  .muted { color: #666; } pre { font: 14px/1.4 "JetBrains Mono", monospace; font-variant-ligatures: none; background: #f5f5f5;
  padding: .8rem 1rem; overflow-x: auto; } iframe { width: 100%; aspect-ratio: 16 / 10;
  border: 1px solid #ccc; } a { color: #0072b2; }
)";

std::string page(const std::string& title, const std::string& body) {
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<title>{}</title>\n<style>{}</style>\n</head>\n<body>\n{}</body>\n</html>\n",
      markup_text(title), style, body);
}

std::string points_table(const ExamReport& report) {
  std::string rows;
  for (const GroupReport& group : report.groups) {
    if (group.max_points <= 0) continue;
    const bool full = group.points >= group.max_points;
    const bool counted = group.failed > 0 || group.skipped == 0;
    rows += fmt::format(
        "<tr><td>{}</td><td>{}</td><td class=\"number\">{:g}</td><td class=\"number\">{:g}</td>"
        "</tr>\n",
        full      ? "✓"
        : counted ? "✗"
                  : "not counted",
        markup_text(title_of(group.group)), group.points, group.max_points);
  }
  return "<table>\n<tr><th></th><th>group</th><th>points</th><th>of</th></tr>\n" + rows +
         "</table>\n";
}

std::string run_section(const std::string& run_page) {
  if (run_page.empty()) return "";
  return fmt::format(
      "<h2>The run, at the first step that is wrong</h2>\n"
      "<p>Yours beside the right one. Arrow keys go step by step. It is a run with sizes that "
      "anybody can draw; none of the hidden ones is shown.</p>\n"
      "<iframe src=\"{0}\" title=\"the run\"></iframe>\n<p><a href=\"{0}\">on a page of its "
      "own</a></p>\n",
      markup_text(run_page));
}

}  // namespace

std::string student_page(const Grade& grade, const std::string& run_page) {
  const std::string title =
      fmt::format("{}: exercise {:02}", grade.submission.name, grade.report.exercise);
  std::string body = fmt::format(
      "<h1>{}</h1>\n<p>{:g} of {:g} points <span class=\"muted\">({})</span></p>\n",
      markup_text(title), grade.report.points, grade.report.max_points, markup_text(grade.verdict));
  body += points_table(grade.report);
  if (grade.verdict != "passed") {
    body += "<h2>What to look at</h2>\n<pre>" + markup_text(what_to_look_at(grade)) + "</pre>\n";
  }
  return page(title, body + run_section(run_page));
}

std::string class_page(const ExerciseInfo& exercise, const std::vector<ClassRow>& rows,
                       const std::vector<bool>& has_page) {
  const std::string title = fmt::format("Exercise {:02}: {}", exercise.number, exercise.title);
  double sum = 0;
  std::string lines;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const ClassRow& row = rows[i];
    sum += row.total;
    const std::string name = markup_text(row.name);
    lines += fmt::format(
        "<tr><td>{}</td><td class=\"number\">{:g}</td><td "
        "class=\"number\">{:g}</td><td>{}</td></tr>"
        "\n",
        has_page[i] ? fmt::format("<a href=\"{0}/report.html\">{0}</a>", name) : name, row.total,
        row.max_points,
        markup_text(row.note.empty() ? row.verdict : row.verdict + ": " + row.note));
  }
  const double mean = rows.empty() ? 0 : sum / static_cast<double>(rows.size());
  return page(
      title,
      fmt::format("<h1>{}</h1>\n<p>{} submissions, {:.1f} of {:g} points in the mean</p>\n"
                  "<table>\n<tr><th>name</th><th>points</th><th>of</th><th>verdict</th></tr>\n{}"
                  "</table>\n",
                  markup_text(title), rows.size(), mean, exercise.total_points(), lines));
}

}  // namespace zerolab::exercises
