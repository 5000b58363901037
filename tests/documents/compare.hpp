// Compares what a command printed with what a document promises.
#pragma once

#include <string>
#include <vector>

namespace zerolab::documents {

// A line as it is compared. Blanks at its end do not count. Each match of a volatile pattern
// becomes "#". Where there are such patterns, columns may have other widths: runs of blanks count
// as one, those at the start as none, and so do rules of three or more "-" or "─".
std::string normalized(std::string line, const std::vector<std::string>& volatile_patterns);

// One line of a comparison, as `diff -u` marks it: ' ' both, '-' expected only, '+' actual only.
struct DiffLine {
  char mark;
  std::string text;
};

// The shortest comparison; "..." among `expected` stands for any number of lines.
// Both have as many lines as they have; blank ones at the end do not count.
std::vector<DiffLine> difference(std::vector<std::string> expected, std::vector<std::string> actual,
                                 const std::vector<std::string>& volatile_patterns);

// No line is marked '-' or '+'.
bool is_same(const std::vector<DiffLine>& diff);

// The changed lines, each with up to three unchanged ones around it, one per line of the text.
std::string to_string(const std::vector<DiffLine>& diff);

}  // namespace zerolab::documents
