// Output goes through unnamed temporary files rather than pipes: nothing to poll, no full pipe to
// wait for.
#include "tests/cli/run_program.hpp"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/catch.hpp"

namespace zerolab::test {

namespace {

// A file without a name, read back after the child has written it.
class Capture {
 public:
  Capture() : file_(std::tmpfile()) {
    if (file_ == nullptr) throw std::runtime_error("cannot make a temporary file");
  }
  ~Capture() { std::fclose(file_); }
  Capture(const Capture&) = delete;
  Capture& operator=(const Capture&) = delete;

  int descriptor() const { return fileno(file_); }

  std::string text() const {
    std::rewind(file_);
    std::string text;
    std::array<char, 4096> part;
    while (const std::size_t count = std::fread(part.data(), 1, part.size(), file_)) {
      text.append(part.data(), count);
    }
    return text;
  }

 private:
  std::FILE* file_;
};

// In the child, between fork and exec: system calls only.
[[noreturn]] void become(char* const* arguments, int out, int error) {
  const int input = open("/dev/null", O_RDONLY);
  if (dup2(input, STDIN_FILENO) >= 0 && dup2(out, STDOUT_FILENO) >= 0 &&
      dup2(error, STDERR_FILENO) >= 0) {
    execv(arguments[0], arguments);
  }
  _exit(127);
}

// Every {"measured", "predicted"} in it, however deep.
void check_compared_numbers(const nlohmann::json& value) {
  if (value.is_object() && value.contains("measured")) {
    INFO(value.dump());
    CHECK(value.size() == 2);
    CHECK(value.at("predicted").is_number_integer());
    CHECK((value.at("measured").is_null() || value.at("measured").is_number_integer()));
    return;
  }
  if (!value.is_structured()) return;
  for (const nlohmann::json& part : value) check_compared_numbers(part);
}

void check_shape(const nlohmann::json& report, std::string_view command) {
  REQUIRE(report.is_object());
  CHECK(report.at("schema") == "zerolab/1");
  const std::string name = report.at("command").get<std::string>();
  CHECK(name.substr(0, name.find(' ')) == command);
  CHECK(report.at("config").is_object());
  REQUIRE(report.at("ranks").is_array());
  for (std::size_t rank = 0; rank < report.at("ranks").size(); ++rank) {
    REQUIRE(report.at("ranks").at(rank).is_object());
    CHECK(report.at("ranks").at(rank).at("rank") == rank);
  }
  check_compared_numbers(report);
}

std::string first_word(std::string_view line) {
  return std::string(line.substr(0, line.find(' ')));
}

}  // namespace

ProgramResult run_command(std::vector<std::string> words) {
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  const Capture out;
  const Capture error;
  const pid_t child = fork();
  if (child < 0) throw std::runtime_error("cannot fork");
  if (child == 0) become(pointers.data(), out.descriptor(), error.descriptor());
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), out.text(),
          error.text()};
}

ProgramResult run_program(const std::vector<std::string>& arguments) {
  std::vector<std::string> words{ZEROLAB_PROGRAM};
  words.insert(words.end(), arguments.begin(), arguments.end());
  return run_command(std::move(words));
}

ProgramResult run_program(std::string_view line) {
  std::istringstream words{std::string(line)};
  std::vector<std::string> arguments;
  for (std::string word; words >> word;) arguments.push_back(word);
  return run_program(arguments);
}

nlohmann::json run_json(std::string_view line, int exit_status) {
  INFO("zerolab " << line);
  const ProgramResult result = run_program(line);
  INFO(result.error);
  REQUIRE(result.exit_status == exit_status);
  REQUIRE(result.error.empty());
  nlohmann::json report = nlohmann::json::parse(result.out);
  check_shape(report, first_word(line));
  return report;
}

void check_refused(std::string_view line, const std::string& part, Hint hint) {
  const ProgramResult result = run_program(line);
  INFO("zerolab " << line);
  INFO(result.error);
  CHECK(result.exit_status == 2);
  CHECK(result.out.empty());
  const std::string program = "zerolab " + first_word(line);
  const std::size_t end = result.error.find('\n');
  REQUIRE(end != std::string::npos);
  const std::string message = result.error.substr(0, end);
  CHECK(message.starts_with(program + ": "));
  CHECK_THAT(message, ContainsSubstring(part));
  CHECK(result.error.substr(end + 1) ==
        (hint == Hint::help ? "Try '" + program + " --help'.\n" : ""));
}

TemporaryFolder::TemporaryFolder() {
  std::string pattern = (std::filesystem::temp_directory_path() / "zerolab_cli_XXXXXX").string();
  if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("cannot make " + pattern);
  folder_ = pattern;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;  // a leftover lies in the system's temporary folder
  std::filesystem::remove_all(folder_, ignored);
}

std::string TemporaryFolder::file(std::string_view name, std::string_view content) const {
  std::filesystem::create_directories(path(name).parent_path());
  std::ofstream(path(name), std::ios::binary) << content;
  return path(name).string();
}

}  // namespace zerolab::test
