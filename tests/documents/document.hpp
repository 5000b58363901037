// A Markdown document read as a list of commands with the output that it promises.
//
//     ```console                       a block that is run: each line after "$ " is a command for
//     $ ./lab counts --ranks 4         bash (lines that end in "\" go on), the lines below it its
//     rank 0 sends …                   output, standard error included
//     ```
//
//     ```console exit=2                the last command of the block ends with this exit status
//     ```console no-run                shown, never run: installing, building, long training
//     <!-- volatile: [0-9.]+ tokens/s -->
//                                      stands before a block, once or more: whatever this regular
//                                      expression (ECMAScript) matches may differ
//     ...                              alone on a line of the output: any number of lines
//
// What looks like a command and is neither run nor marked no-run is a problem: so are blocks of sh
// or bash, and "$ " or "./lab " at the start of a line in any other block.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace zerolab::documents {

struct Command {
  std::size_t line = 0;  // in the document, from 1
  std::string text;
  int exit_status = 0;
  std::vector<std::string> expected;
  std::vector<std::string> volatile_patterns;
};

struct Problem {
  std::size_t line = 0;
  std::string message;
};

struct Document {
  std::vector<Command> commands;
  std::vector<Problem> problems;
};

Document parse(std::string_view markdown);

// Without the '\n's; what follows the last '\n' counts as a line if there is something.
std::vector<std::string> split_lines(std::string_view text);

}  // namespace zerolab::documents
