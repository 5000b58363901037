#include "tests/exercises/mutants/matrix.hpp"

#include <algorithm>
#include <cctype>

#include <fmt/ranges.h>

#include "core/base/error.hpp"
#include "core/base/table.hpp"

namespace zerolab::exercises::mutants {

namespace {

const GroupReport& group_of(const ExamReport& report, Group group) {
  return report.groups[static_cast<std::size_t>(group)];
}

bool contains(std::string text, std::string word) {
  const auto lower = [](std::string& s) {
    std::ranges::transform(s, s.begin(), [](unsigned char c) { return std::tolower(c); });
  };
  lower(text);
  lower(word);
  return text.find(word) != std::string::npos;
}

bool says_all(const std::string& text, const std::vector<std::string>& words) {
  return std::ranges::all_of(words, [&](const auto& word) { return contains(text, word); });
}

std::string cell(const GroupReport& group) {
  if (group.max_points == 0) return "";
  return fmt::format("{:g}{}", group.points, group.failed > 0 ? "" : group.passed > 0 ? "" : " -");
}

std::string verdict_of(const Row& row) {
  if (row.report.worst != Ending::finished) return std::string(to_string(row.report.worst));
  return row.report.passed() ? "passed" : "";
}

std::string message_cell(const Row& row) {
  if (row.candidate.kind != Kind::mutant) return "";
  const bool sentence = says_all(row.sentences(), row.candidate.says);
  const bool nudge = says_all(row.nudges(), row.candidate.says);
  return sentence && nudge ? "both" : sentence ? "visible" : nudge ? "hidden" : "NO";
}

void judge_mutant(Row& row) {
  const GroupReport& group = group_of(row.report, row.candidate.loses);
  const std::string name(to_string(row.candidate.loses));
  if (row.report.worst != Ending::finished) {
    row.complaint = fmt::format("should lose {}, ended as {}: {}", name,
                                to_string(row.report.worst), row.report.detail);
  } else if (group.max_points == 0) {
    row.complaint = fmt::format("should lose {}, for which the exercise has no points", name);
  } else if (group.points > 0) {
    row.complaint = fmt::format("should lose {}, has {:g} points of it", name, group.points);
  } else if (!says_all(row.sentences(), row.candidate.says) &&
             !says_all(row.nudges(), row.candidate.says)) {
    row.complaint = fmt::format("should say \"{}\"", fmt::join(row.candidate.says, "\" and \""));
  }
}

}  // namespace

std::string Row::sentences() const {
  std::string text;
  for (const Finding& finding : group_of(report, candidate.loses).findings) {
    text += fmt::format("{}{}", text.empty() ? "" : "; ", finding.sentence);
  }
  return text;
}

std::string Row::nudges() const {
  std::string text;
  for (const Finding& finding : group_of(report, candidate.loses).findings) {
    text += fmt::format("{}{}", text.empty() ? "" : "; ", finding.nudge);
  }
  return text;
}

std::string Row::message() const {
  return fmt::format("{}\n  visible: {}\n  hidden:  {}\n", candidate.name, sentences(), nudges());
}

void judge(Row& row) {
  const ExamReport& report = row.report;
  switch (row.candidate.kind) {
    case Kind::mutant: judge_mutant(row); return;
    case Kind::valid:
    case Kind::solution:
      if (!report.passed()) {
        row.complaint = fmt::format("should have all {:g} points, has {:g}:\n{}", report.max_points,
                                    report.points, to_text(report, Detail::full));
      }
      return;
    case Kind::starter:
      if (report.points != 0 || report.worst != Ending::unwritten) {
        row.complaint = fmt::format("should have no points and be unwritten; has {:g}, ended as {}",
                                    report.points, to_string(report.worst));
      }
      return;
  }
  throw InvariantError("an answer of no kind");
}

std::string messages_of(const std::vector<Row>& rows) {
  std::string text;
  for (const Row& row : rows) {
    if (row.candidate.kind == Kind::mutant) text += row.message();
  }
  return text;
}

std::string to_text(const std::vector<Row>& rows, const ExerciseInfo& exercise) {
  std::vector<Table::Column> columns{{"answer", Align::left}};
  for (const Group group : all_groups) columns.push_back({std::string(to_string(group))});
  columns.push_back({"points"});
  columns.push_back({"loses", Align::left});
  columns.push_back({"said by", Align::left});
  columns.push_back({"visible test", Align::left});
  columns.push_back({"", Align::left});
  Table table(columns);
  std::string complaints;
  int let_through = 0;
  for (const Row& row : rows) {
    std::vector<std::string> cells{row.candidate.name};
    for (const GroupReport& group : row.report.groups) cells.push_back(cell(group));
    const bool mutant = row.candidate.kind == Kind::mutant;
    cells.push_back(fmt::format("{:g}", row.report.points));
    cells.push_back(mutant ? std::string(to_string(row.candidate.loses)) : verdict_of(row));
    cells.push_back(message_cell(row));
    cells.push_back(!row.passes_visible ? "" : *row.passes_visible ? "passes" : "fails");
    cells.push_back(row.complaint.empty() ? "" : "<- WRONG");
    table.add_row(cells);
    if (mutant && row.passes_visible.value_or(false)) ++let_through;
    if (row.complaint.empty()) continue;
    complaints += fmt::format("\n{}: {}\n{}", row.candidate.name, row.complaint,
                              mutant ? row.message() : std::string());
  }
  return fmt::format("{}: {} of the mutants pass the visible test\n{}{}", exercise.label(),
                     let_through, table.to_string(), complaints);
}

}  // namespace zerolab::exercises::mutants
