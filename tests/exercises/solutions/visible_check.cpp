#include "tests/exercises/solutions/visible_check.hpp"

#include <array>
#include <cstdio>

#include <fmt/core.h>
#include <sys/wait.h>

#include "tests/catch.hpp"

namespace zerolab::test {

Checked visible_check(const char* kind, int exercise, const std::string& arguments) {
  const std::string command =
      fmt::format("{}/zerolab_{}_{:02} --json - {}", ZEROLAB_PROGRAMS, kind, exercise, arguments);
  FILE* pipe = popen(command.c_str(), "r");
  REQUIRE(pipe != nullptr);
  std::string output;
  std::array<char, 4096> buffer;
  for (std::size_t count; (count = fread(buffer.data(), 1, buffer.size(), pipe)) > 0;) {
    output.append(buffer.data(), count);
  }
  const int status = pclose(pipe);
  REQUIRE(WIFEXITED(status));
  return {WEXITSTATUS(status), nlohmann::json::parse(output)};
}

}  // namespace zerolab::test
