#include "core/base/table.hpp"

#include <algorithm>

#include "core/base/error.hpp"
#include "core/base/units.hpp"

namespace zerolab {

namespace {

void append_line(std::string& out, std::string line) {
  while (!line.empty() && line.back() == ' ') line.pop_back();
  out += line;
  out += '\n';
}

}  // namespace

Table::Table(std::vector<Column> columns) : columns_(std::move(columns)) {}

void Table::add_row(std::vector<std::string> cells) {
  require(cells.size() == columns_.size(), "a table row has one cell per column");
  rows_.push_back(std::move(cells));
}

void Table::add_gap() {
  rows_.emplace_back();
}

std::string Table::to_string(int indent) const {
  std::vector<std::size_t> widths;
  for (const Column& column : columns_) widths.push_back(display_width(column.title));
  for (const auto& row : rows_) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      widths[i] = std::max(widths[i], display_width(row[i]));
    }
  }
  const std::string margin(static_cast<std::size_t>(indent), ' ');
  const auto line_of = [&](const auto& cell_at) {
    std::string line = margin;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      const std::string& cell = cell_at(i);
      const std::string padding(widths[i] - display_width(cell), ' ');
      if (i > 0) line += "  ";
      line += columns_[i].align == Align::left ? cell + padding : padding + cell;
    }
    return line;
  };
  std::string out;
  append_line(out, line_of([&](std::size_t i) -> const std::string& { return columns_[i].title; }));
  std::size_t total = 0;
  for (const std::size_t width : widths) total += width + 2;
  std::string rule = margin;
  for (std::size_t i = 2; i < total; ++i) rule += "─";
  append_line(out, rule);
  for (const auto& row : rows_) {
    if (row.empty()) {
      out += '\n';
    } else {
      append_line(out, line_of([&](std::size_t i) -> const std::string& { return row[i]; }));
    }
  }
  return out;
}

}  // namespace zerolab
