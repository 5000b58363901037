// A table for people: columns aligned, headers above, nothing drawn but one rule.
// Widths count code points, so that Ψ takes one column.
#pragma once

#include <string>
#include <vector>

namespace zerolab {

enum class Align { left, right };

class Table {
 public:
  struct Column {
    std::string title;
    Align align = Align::right;
  };

  explicit Table(std::vector<Column> columns);

  // One cell per column.
  void add_row(std::vector<std::string> cells);

  // A blank line between groups of rows.
  void add_gap();

  // The whole table, each line indented by `indent` blanks and ended by '\n'; no trailing blanks.
  std::string to_string(int indent = 2) const;

 private:
  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;  // an empty row is a gap
};

}  // namespace zerolab
