// A small course in a temporary folder, and the student's program run in it.
#pragma once

#include <string>
#include <string_view>

#include "tests/cli/run_program.hpp"

namespace zerolab::exercises::test {

class Course {
 public:
  // Exercises 01-shard and 03-reduce_scatter, with three hints each, as handed out; a solution of
  // the first only.
  Course();

  // lab LINE, in this course.
  zerolab::test::ProgramResult lab(std::string_view line) const;

  // From now on `lab check 01` finds a check program that leaves this report, prints `printed` and
  // ends with `status`. An empty report: it leaves none.
  void set_check(std::string_view report, std::string_view printed, int status) const;

  std::string read(std::string_view path) const;
  void write(std::string_view path, std::string_view content) const;
  std::filesystem::path path(std::string_view name) const { return folder_.path(name); }

 private:
  zerolab::test::TemporaryFolder folder_;
};

}  // namespace zerolab::exercises::test
