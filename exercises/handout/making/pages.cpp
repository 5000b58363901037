#include "exercises/handout/making/pages.hpp"

#include "core/base/error.hpp"

namespace zerolab::exercises {

namespace {

constexpr std::string_view line_mark = "<!-- instructors -->";
constexpr std::string_view begin_mark = "<!-- instructors: begin -->";
constexpr std::string_view end_mark = "<!-- instructors: end -->";

}  // namespace

std::string page_for_students(std::string_view page, std::string_view name) {
  std::string kept;
  int begun_at = 0;  // the line; 0: no block is open
  for (int number = 1; !page.empty(); ++number) {
    const std::size_t end = page.find('\n');
    const std::size_t size = end == std::string_view::npos ? page.size() : end + 1;
    const std::string_view line = page.substr(0, size);
    page.remove_prefix(size);
    const bool begins = line.find(begin_mark) != std::string_view::npos;
    const bool ends = line.find(end_mark) != std::string_view::npos;
    if (begins && begun_at > 0) {
      throw input_error("{} line {}: the block for instructors of line {} is still open", name,
                        number, begun_at);
    }
    if (ends && begun_at == 0) {
      throw input_error("{} line {}: no block for instructors is open here", name, number);
    }
    const bool is_left_out =
        begun_at > 0 || begins || line.find(line_mark) != std::string_view::npos;
    if (begins) begun_at = number;
    if (ends) begun_at = 0;
    // Where a block was cut out between two blank lines, one is enough.
    const bool is_second_blank = line == "\n" && kept.ends_with("\n\n");
    if (!is_left_out && !is_second_blank) kept += line;
  }
  if (begun_at > 0) {
    throw input_error("{} line {}: the block for instructors that begins here has no end", name,
                      begun_at);
  }
  return kept;
}

}  // namespace zerolab::exercises
