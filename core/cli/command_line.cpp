#include "core/cli/command_line.hpp"

#include <cstdio>

#include <CLI/CLI.hpp>
#include <fmt/core.h>

#include "core/base/error.hpp"

namespace zerolab {

void Command::option(const char* name, int& value, const std::string& help) {
  app_.add_option(name, value, help)->capture_default_str();
}

void Command::option(const char* name, float& value, const std::string& help) {
  app_.add_option(name, value, help)->capture_default_str();
}

void Command::option(const char* name, std::uint64_t& value, const std::string& help) {
  app_.add_option(name, value, help)->capture_default_str();
}

void Command::option(const char* name, std::string& value, const std::string& help) {
  CLI::Option* option = app_.add_option(name, value, help);
  if (!value.empty()) option->capture_default_str();
}

void Command::option(const char* name, std::optional<int>& value, const std::string& help) {
  app_.add_option_function<int>(
      name, [&value](int given) { value = given; }, help);
}

void Command::option(const char* name, std::vector<std::string>& values, const std::string& help) {
  app_.add_option(name, values, help);
}

void Command::flag(const char* name, bool& value, const std::string& help) {
  app_.add_flag(name, value, help);
}

void Command::require(std::initializer_list<const char*> names) {
  for (const char* name : names) app_.get_option(name)->required();
}

void Command::exclude(const char* name, std::initializer_list<const char*> others) {
  for (const char* other : others) app_.get_option(name)->excludes(app_.get_option(other));
}

void Command::example(const std::string& text) {
  app_.footer(text);
}

void Command::runs(std::function<int()> action) {
  app_.callback([&status = status_, action = std::move(action)] { status = action(); });
}

CommandLine::CommandLine(const std::string& name, const std::string& description,
                         const std::string& footer)
    : app_(std::make_unique<CLI::App>(description)) {
  app_->name(name);
  app_->require_subcommand(1);
  app_->footer(footer);
}

CommandLine::~CommandLine() = default;

Command CommandLine::add(const std::string& word, const std::string& description) {
  return {*app_->add_subcommand(word, description), status_};
}

// The subcommand that was called, for messages.
std::string CommandLine::called() const {
  const auto subcommands = app_->get_subcommands();
  return subcommands.empty() ? app_->get_name()
                             : app_->get_name() + " " + subcommands.front()->get_name();
}

// Says which words there are where the first is none of them: CLI11 would only ask for one.
void CommandLine::check_word(int argc, char* argv[]) const {
  std::string known;
  for (const CLI::App* command : app_->get_subcommands([](const CLI::App*) { return true; })) {
    if (argc > 1 && command->get_name() == argv[1]) return;
    known += (known.empty() ? "" : ", ") + command->get_name();
  }
  if (argc <= 1) throw input_error("which command? It may be {}; see --help", known);
  if (argv[1][0] != '-') {
    throw input_error("unknown command '{}': it may be {}; see --help", argv[1], known);
  }
}

int CommandLine::run(int argc, char* argv[]) {
  try {
    check_word(argc, argv);
    app_->parse(argc, argv);
  } catch (const CLI::Success& wanted_help) {
    return app_->exit(wanted_help);
  } catch (const CLI::ParseError& error) {
    fmt::print(stderr, "{}: {}\nTry '{} --help'.\n", called(), error.what(), called());
    return 2;
  } catch (const Error& error) {
    std::fflush(stdout);
    fmt::print(stderr, "{}: {}\n", called(), error.what());
    return error.kind() == ErrorKind::input ? 2 : 1;
  } catch (const std::exception& error) {
    std::fflush(stdout);
    fmt::print(stderr, "{}: {}\nThis is a defect of zerolab, not of what you asked for.\n",
               called(), error.what());
    return 1;
  }
  if (std::fflush(stdout) != 0) {
    fmt::print(stderr, "{}: cannot write to standard output\n", called());
    return 1;
  }
  return status_;
}

}  // namespace zerolab
