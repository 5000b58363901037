// Runs the built zerolab program as a user does, and reads its --json.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

namespace zerolab::test {

struct ProgramResult {
  int exit_status = -1;  // 128 + n for a program ended by signal n
  std::string out;       // standard output
  std::string error;     // standard error
};

// `words`: a program's path and its arguments. No input, no terminal; in the current folder.
ProgramResult run_command(std::vector<std::string> words);

// The zerolab program.
ProgramResult run_program(const std::vector<std::string>& arguments);

// The same, for a line without quotes: run_program("memory --table").
ProgramResult run_program(std::string_view line);

// The object that `line` (with --json in it) prints. Fails the test where the exit status is not
// `exit_status`, where standard error is not empty, or where the object has not the shape that all
// commands share: {schema, command, config: {…}, ranks: [{rank: 0, …}, …], …}, in which every
// {measured, predicted} has a whole predicted number and a measured one or null.
nlohmann::json run_json(std::string_view line, int exit_status = 0);

// What bad input does: status 2, one line on standard error that opens "zerolab COMMAND: " and
// contains `part`, nothing on standard output. Where `hint` is set a second line, "Try '… --help'."
// must follow: the usage itself was wrong.
enum class Hint { none, help };
void check_refused(std::string_view line, const std::string& part, Hint hint = Hint::none);

// A folder that goes, with what is in it, at the end of the scope.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  std::filesystem::path path(std::string_view name) const { return folder_ / name; }

  // A file in it with this content, with the folders that it needs; its path.
  std::string file(std::string_view name, std::string_view content) const;

 private:
  std::filesystem::path folder_;
};

}  // namespace zerolab::test
