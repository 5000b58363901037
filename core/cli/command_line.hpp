// The program's words and options, without the templates of CLI11: command_line.cpp alone pays for
// compiling them.
//
// A subcommand is one function that describes itself on a Command: its options, an example, and
// what runs it. Status 0: fine; 1: it failed, also where measured and predicted differ; 2: wrong
// usage or input. Errors are thrown; CommandLine prints them and chooses the status.
#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace zerolab {

// One subcommand. An option's current value is its default, and shown in the help unless it is
// empty. All values must outlive the parse: keep them in what `runs` captures.
class Command {
 public:
  Command(CLI::App& app, int& status) : app_(app), status_(status) {}

  void option(const char* name, int& value, const std::string& help);
  void option(const char* name, float& value, const std::string& help);
  void option(const char* name, std::uint64_t& value, const std::string& help);
  void option(const char* name, std::string& value, const std::string& help);
  void option(const char* name, std::optional<int>& value, const std::string& help);
  void option(const char* name, std::vector<std::string>& values, const std::string& help);
  void flag(const char* name, bool& value, const std::string& help);

  void require(std::initializer_list<const char*> names);
  void exclude(const char* name, std::initializer_list<const char*> others);

  // Shown at the end of the help.
  void example(const std::string& text);

  // What the command does; its result is the exit status.
  void runs(std::function<int()> action);

 private:
  CLI::App& app_;
  int& status_;
};

class CommandLine {
 public:
  CommandLine(const std::string& name, const std::string& description, const std::string& footer);
  ~CommandLine();
  CommandLine(const CommandLine&) = delete;
  CommandLine& operator=(const CommandLine&) = delete;

  Command add(const std::string& word, const std::string& description);

  // Parses, runs the command, prints "zerolab WORD: MESSAGE" on standard error where something is
  // wrong, and returns the exit status.
  int run(int argc, char* argv[]);

 private:
  void check_word(int argc, char* argv[]) const;
  std::string called() const;

  std::unique_ptr<CLI::App> app_;
  int status_ = 0;
};

}  // namespace zerolab
