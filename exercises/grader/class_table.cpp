#include "exercises/grader/class_table.hpp"

#include <charconv>

#include "core/base/error.hpp"

namespace zerolab::exercises {

namespace {

constexpr std::string_view header =
    "name,exercise,fingerprint,values,counts,deadlock,edges,memory,points,max_points,verdict,note";
constexpr std::size_t columns = 12;

std::string quoted(const std::string& text) {
  if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
  std::string result = "\"";
  for (const char c : text) {
    result += c;
    if (c == '"') result += c;
  }
  return result + "\"";
}

// One record from `begin` on, which moves to the next.
std::vector<std::string> read_record(const std::string& text, std::size_t& begin) {
  std::vector<std::string> cells(1);
  bool within_quotes = false;
  for (; begin < text.size(); ++begin) {
    const char c = text[begin];
    if (within_quotes) {
      if (c != '"') {
        cells.back() += c;
      } else if (begin + 1 < text.size() && text[begin + 1] == '"') {
        cells.back() += text[++begin];
      } else {
        within_quotes = false;
      }
    } else if (c == '"') {
      within_quotes = true;
    } else if (c == ',') {
      cells.emplace_back();
    } else if (c == '\n') {
      ++begin;
      break;
    } else if (c != '\r') {
      cells.back() += c;
    }
  }
  return cells;
}

double number(const std::string& cell, const std::string& where) {
  double value = 0;
  const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
  if (error != std::errc{} || end != cell.data() + cell.size()) {
    throw input_error("{}: '{}' is no number", where, cell);
  }
  return value;
}

}  // namespace

ClassRow row_of(const Grade& grade) {
  ClassRow row{grade.submission.name, grade.report.exercise,   grade.fingerprint, {},
               grade.report.points,   grade.report.max_points, grade.verdict,     grade.not_run};
  for (std::size_t i = 0; i < all_groups.size(); ++i) {
    row.points[i] = grade.report.groups[i].points;
  }
  return row;
}

std::string to_csv(const std::vector<ClassRow>& rows) {
  std::string text(header);
  text += '\n';
  for (const ClassRow& row : rows) {
    text += fmt::format("{},{},{}", quoted(row.name), row.exercise, row.fingerprint);
    for (const double points : row.points) text += fmt::format(",{:g}", points);
    text += fmt::format(",{:g},{:g},{},{}\n", row.total, row.max_points, quoted(row.verdict),
                        quoted(row.note));
  }
  return text;
}

std::vector<ClassRow> parse_csv(const std::string& text, const std::string& file) {
  std::vector<ClassRow> rows;
  int line = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::string where = fmt::format("{}: record {}", file, ++line);
    const std::vector<std::string> cells = read_record(text, begin);
    if (cells.size() != columns) {
      throw input_error("{} has {} cells, it should have {}; move the file away to grade afresh",
                        where, cells.size(), columns);
    }
    if (line == 1) continue;
    ClassRow row{cells[0], static_cast<int>(number(cells[1], where)), cells[2], {}, 0, 0, cells[10],
                 cells[11]};
    for (std::size_t i = 0; i < row.points.size(); ++i) {
      row.points[i] = number(cells[3 + i], where);
    }
    row.total = number(cells[8], where);
    row.max_points = number(cells[9], where);
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace zerolab::exercises
