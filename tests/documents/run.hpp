// Runs the commands of a document as a reader would, and compares.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "tests/documents/document.hpp"

namespace zerolab::documents {

// A temporary folder in which a document's commands run, one after the other; it goes with the
// object. It looks like the repository: its folders are there as links, and ./lab runs `program`
// and ./lab view the visualizer beside it (its commands are left out where there is none)
// (lab's own words, except help, are refused: they build, and a document marks them no-run).
// Files that commands write stay until the document ends, so that later commands can read them.
class Playground {
 public:
  Playground(const std::filesystem::path& root, const std::filesystem::path& program);
  ~Playground();
  Playground(const Playground&) = delete;
  Playground& operator=(const Playground&) = delete;

  struct Result {
    int exit_status;     // 128 + n for a command ended by signal n
    std::string output;  // standard output and standard error, as they came
  };

  // Runs a line of bash: no terminal, no input, and an environment of its own.
  Result run(const std::string& command) const;

 private:
  std::filesystem::path folder_;
  std::vector<std::string> environment_;
};

// Everything wrong with the document, each finding opening with "name:line: "; empty if nothing is.
std::string check(const std::string& name, const Document& document, const Playground& playground);

}  // namespace zerolab::documents
