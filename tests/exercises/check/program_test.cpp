// The program of a visible test: its exit status, its report for people and as JSON, and the traces
// of the first failure.
#include <array>
#include <cstdio>
#include <filesystem>
#include <random>
#include <string>

#include <fmt/core.h>
#include <nlohmann/json.hpp>
#include <sys/wait.h>

#include "core/base/files.hpp"
#include "core/trace/chrome.hpp"
#include "tests/catch.hpp"

namespace zerolab {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;
using test::ContainsSubstring;

struct Outcome {
  int status = -1;
  std::string output;  // of both streams
};

Outcome run(const std::string& answer, const std::string& arguments) {
  const std::string command = ZEROLAB_PROGRAMS + answer + " " + arguments + " 2>&1";
  FILE* pipe = popen(command.c_str(), "r");
  REQUIRE(pipe != nullptr);
  Outcome outcome;
  std::array<char, 4096> buffer;
  for (std::size_t count; (count = fread(buffer.data(), 1, buffer.size(), pipe)) > 0;) {
    outcome.output.append(buffer.data(), count);
  }
  const int status = pclose(pipe);
  if (WIFEXITED(status)) outcome.status = WEXITSTATUS(status);
  return outcome;
}

// A folder that is gone with this object.
class Folder {
 public:
  Folder() : path_(fs::temp_directory_path() / fmt::format("check_{}", std::random_device{}())) {
    fs::create_directories(path_);
  }
  ~Folder() { fs::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  fs::path operator/(const char* name) const { return path_ / name; }

 private:
  fs::path path_;
};

TEST_CASE("wrong usage is status 2 and says why") {
  CHECK(run("overwrite", "--help").status == 0);
  for (const char* arguments : {"--nonsense", "--fresh-seed x", "--fresh-seed -1", "--case ranks=0",
                                "--case 'exercise=4 ranks=2 elements=4'",
                                "--fresh-seed 1 --case 'exercise=3 ranks=2 elements=4'",
                                "--json /nonexistent/report.json"}) {
    INFO(arguments);
    const Outcome outcome = run("overwrite", arguments);
    CHECK(outcome.status == 2);
    CHECK_FALSE(outcome.output.empty());
  }
}

TEST_CASE("a crash is told with signal and rank after what was printed before it") {
  const Outcome outcome = run("crash", "");
  CHECK(outcome.status == 1);
  CHECK_THAT(outcome.output, ContainsSubstring("rank 1 begins"));
  CHECK_THAT(outcome.output, ContainsSubstring("SIGSEGV"));
  CHECK_THAT(outcome.output, ContainsSubstring("outside the span"));
}

TEST_CASE("one case alone is run as it is written") {
  const Outcome outcome = run("crash", "--case 'exercise=3 ranks=4 elements=8'");
  CHECK(outcome.status == 1);
  CHECK_THAT(outcome.output, ContainsSubstring("4 ranks, 8 elements"));
  CHECK_THAT(outcome.output, ContainsSubstring("rank 2: the function crashed"));
}

TEST_CASE("drawn cases can be drawn again") {
  const Outcome outcome = run("overwrite", "--fresh-seed 77");
  CHECK(outcome.status == 1);
  CHECK_THAT(outcome.output, ContainsSubstring("--fresh-seed 77"));
  CHECK(run("overwrite", "--fresh-seed 77").output == outcome.output);
  CHECK_THAT(run("overwrite", "--fresh-seed").output, ContainsSubstring("drawn with seed"));
}

TEST_CASE("the report as JSON says the same as the exit status") {
  const Outcome outcome = run("overwrite", "--json -");
  CHECK(outcome.status == 1);
  const Json report = Json::parse(outcome.output);
  CHECK(report["schema"] == "zerolab/1");
  CHECK(report["command"] == "check");
  CHECK(report["config"]["exercise"] == 3);
  CHECK(report["passed"] == false);
  CHECK(report["max_points"] == 100);
  REQUIRE(report["groups"].size() == 5);
  CHECK(report["groups"][0]["group"] == "values");
  CHECK(report["groups"][0]["points"] == 0);
  CHECK(report["groups"][0]["failed"] > 0);
  CHECK_FALSE(report["groups"][0]["findings"].empty());
  CHECK(report["first_wrong"]["step"].is_number_integer());
}

TEST_CASE("what a student throws makes no JSON that is not UTF-8") {
  const Folder folder;
  const std::string file = folder / "report.json";
  CHECK(run("thrown", "--json " + file).status == 1);
  CHECK_THAT(Json::parse(read_file(file))["text"].get<std::string>(), ContainsSubstring("bytes"));
}

TEST_CASE("the traces of a failure are there and gone once there is none") {
  const Folder folder;
  const std::string traces = folder / "traces";
  const Outcome outcome = run("overwrite", "--traces " + traces);
  CHECK_THAT(outcome.output, ContainsSubstring(traces));
  const Trace mine = read_trace(folder / "traces/mine.trace.json.gz");
  const Trace right = read_trace(folder / "traces/right.trace.json.gz");
  CHECK(mine.header.world_size == right.header.world_size);
  CHECK(mine.events != right.events);
  CHECK_THAT(read_file(folder / "traces/at.txt"), ContainsSubstring("time="));
  CHECK(run("crash", "--traces " + traces).status == 1);  // nothing that could be read
  CHECK(fs::is_empty(folder / "traces"));
}

}  // namespace
}  // namespace zerolab
