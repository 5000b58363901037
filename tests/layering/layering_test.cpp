// The tree obeys the house, and each rule is seen to fire: a rule that cannot fail proves nothing.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>

#include "tests/catch.hpp"
#include "tests/layering/rules.hpp"

namespace zerolab::layering {

namespace {

namespace fs = std::filesystem;

using Files = std::map<std::string, std::string>;  // path → content

// A tree of made-up files, gone at the end of the test.
class Tree {
 public:
  explicit Tree(const Files& files) {
    std::string pattern = (fs::temp_directory_path() / "zerolab_layering_XXXXXX").string();
    REQUIRE(mkdtemp(pattern.data()) != nullptr);
    root_ = pattern;
    for (const auto& [path, content] : files) {
      fs::create_directories((root_ / path).parent_path());
      std::ofstream(root_ / path) << content;
    }
  }
  ~Tree() { fs::remove_all(root_); }
  Tree(const Tree&) = delete;
  Tree& operator=(const Tree&) = delete;

  const fs::path& root() const { return root_; }

 private:
  fs::path root_;
};

// All findings, one per line.
std::string findings_in(const fs::path& root) {
  std::string text;
  for (const Finding& finding : check_tree(root)) text += to_string(finding) + "\n";
  return text;
}

std::string findings_of(const Files& files) {
  return findings_in(Tree(files).root());
}

// What a C++ file with one #include, on its second line, is found guilty of.
std::string findings_of_include(const std::string& path, const std::string& included) {
  return findings_of({{path, "// A file.\n#include " + included + "\n"}});
}

std::string lines(int count) {
  std::string text = "// A file.\n";
  for (int i = 1; i < count; ++i) text += "\n";
  return text;
}

}  // namespace

TEST_CASE("the repository obeys the house") {
  const std::string findings = findings_in(ZEROLAB_SOURCE_ROOT);
  INFO(findings);
  CHECK(findings.empty());
}

TEST_CASE("the check reads the sources of every part") {
  const auto files = read_tree(ZEROLAB_SOURCE_ROOT);
  const auto holds = [&](const std::string& path) {
    return std::any_of(files.begin(), files.end(),
                       [&](const SourceFile& file) { return file.path == path; });
  };
  CHECK(holds("core/schedule/ring.hpp"));
  CHECK(holds("core/transport/registry.cpp"));
  CHECK(holds("tests/layering/rules.cpp"));
  CHECK(holds("core/options.cmake"));
  CHECK(holds("tests/CMakeLists.txt"));
  CHECK(holds("lab"));
  CHECK(holds(".ci/run"));
}

TEST_CASE("a tree in order has no findings") {
  CHECK(
      findings_of({
          {"CMakeLists.txt", "project(p)\n"},
          {"README.md", "# p\n"},
          {"lab", "#!/usr/bin/env bash\n"},
          {".gitignore", "/build/\n"},
          {"demo.stage0.trace.json.gz", "an output"},
          {"core/base/a.hpp", "// A.\n#include <vector>\n#include <fmt/core.h>\n"},
          {"core/schedule/a.hpp", "// A.\n#include \"core/base/a.hpp\"\n"},
          {"core/zero/plan/a.hpp", "// A.\n#include \"core/schedule/a.hpp\"\n"},
          {"core/zero/engine/a.hpp",
           "// A.\n#include \"core/zero/plan/a.hpp\"\n#include \"core/transport/transport.hpp\"\n"},
          {"core/cli/a.cpp", "// A.\n#include \"core/transport/threads/run_ranks.hpp\"\n"},
          {"core/transport/registry.cpp",
           "// A.\n#ifdef ZEROLAB_HAS_MPI\n#include "
           "\"core/transport/mpi/mpi_transport.hpp\"\n#endif\n"},
          {"core/transport/mpi/mpi_transport.hpp", "// A.\n#include <mpi.h>\n"},
          {"viz/scene/a.hpp", "// A.\n#include \"core/zero/plan/a.hpp\"\n#include <imgui.h>\n"},
          {"exercises/01-ring/a_test.cpp", "// A.\n#include \"tests/catch.hpp\"\n"},
          {"build/release/a.cpp", "#include <mpi.h>\n"},
          {".cache/a.cpp", "#include <mpi.h>\n"},
      }) == "");
}

TEST_CASE("an include against the table is found") {
  using test::ContainsSubstring;
  CHECK(findings_of_include("core/base/a.hpp", "\"core/schedule/ring.hpp\"") ==
        "core/base/a.hpp:2: includes \"core/schedule/ring.hpp\": besides itself, core/base may "
        "include nothing of ours\n");
  CHECK(findings_of_include("core/schedule/a.hpp", "\"core/device/device.hpp\"") ==
        "core/schedule/a.hpp:2: includes \"core/device/device.hpp\": besides itself, core/schedule "
        "may include core/base\n");
  for (const auto& [path, included] : std::vector<std::pair<std::string, std::string>>{
           {"core/device/a.cpp", "core/transport/transport.hpp"},
           {"core/transport/a.cpp", "core/schedule/schedule.hpp"},
           {"core/trace/a.cpp", "core/schedule/schedule.hpp"},
           {"core/execute/a.cpp", "core/zero/plan/plan.hpp"},
           {"core/model/a.cpp", "core/transport/transport.hpp"},
           {"core/zero/plan/a.cpp", "core/zero/engine/engine.hpp"},
           {"core/zero/plan/a.cpp", "core/model/gpt.hpp"},
           {"core/zero/engine/a.cpp", "core/cli/command.hpp"},
           {"core/cli/a.cpp", "viz/playback/state.hpp"},
           {"core/cli/a.cpp", "tests/catch.hpp"},
           {"viz/a.cpp", "core/transport/transport.hpp"},
           {"viz/a.cpp", "core/zero/engine/engine.hpp"},
           {"exercises/01-ring/ring.cpp", "solutions/01-ring/ring.cpp"},
           {"exercises/01-ring/ring.cpp", "tests/hidden/01-ring/values.hpp"},
       }) {
    INFO(path << " includes " << included);
    CHECK_THAT(findings_of_include(path, "\"" + included + "\""),
               ContainsSubstring(path + ":2: includes \"" + included + "\""));
    CHECK_THAT(findings_of_include(path, "<" + included + ">"), ContainsSubstring(path + ":2"));
  }
  CHECK_THAT(findings_of({{"core/base/a.cu", "// A.\n  #  include\t\"core/cli/a.hpp\"\n"}}),
             ContainsSubstring("core/base/a.cu:2"));
  CHECK_THAT(findings_of({{"core/basement/a.cpp", "// A.\n"}}),
             ContainsSubstring("core/basement/a.cpp: lies in no layer"));
}

TEST_CASE("a backend known beyond its registry is found") {
  using test::ContainsSubstring;
  const std::string threads = "\"core/transport/threads/thread_transport.hpp\"";
  for (const std::string path :
       {"core/zero/engine/a.cpp", "core/execute/a.cpp", "core/transport/label.cpp",
        "core/transport/mpi/mpi_transport.cpp"}) {
    CHECK_THAT(findings_of_include(path, threads), ContainsSubstring("a backend is known to"));
  }
  CHECK(findings_of_include("core/transport/registry.cpp", threads) == "");
  CHECK(findings_of_include("core/transport/threads/a.cpp", threads) == "");
  CHECK_THAT(findings_of_include("core/model/a.cpp", "\"core/device/cpu/cpu_device.hpp\""),
             ContainsSubstring("a backend is known to core/device/registry.cpp only"));
}

TEST_CASE("a header not named from the root is found") {
  CHECK(findings_of_include("core/schedule/a.cpp", "\"ring.hpp\"") ==
        "core/schedule/a.cpp:2: includes \"ring.hpp\": write our headers from the repository root, "
        "others as <ring.hpp>\n");
  CHECK(findings_of_include("tests/schedule/a_test.cpp", "\"../catch.hpp\"") != "");
}

TEST_CASE("a vendor header out of its folder is found") {
  using test::ContainsSubstring;
  CHECK(findings_of_include("core/transport/threads/a.cpp", "<mpi.h>") ==
        "core/transport/threads/a.cpp:2: includes <mpi.h>: it belongs in core/transport/mpi, "
        "tests/transport/mpi only\n");
  CHECK_THAT(findings_of_include("core/cli/a.cpp", "<openmpi/mpi.h>"), ContainsSubstring("mpi.h"));
  CHECK_THAT(findings_of_include("core/transport/mpi/a.cpp", "<nccl.h>"),
             ContainsSubstring("nccl"));
  CHECK_THAT(findings_of_include("tests/model/a_test.cpp", "<cuda_runtime.h>"),
             ContainsSubstring("includes <cuda_runtime.h>"));
  CHECK_THAT(findings_of_include("core/device/cpu/a.cpp", "<cuda.h>"), ContainsSubstring("cuda.h"));
  CHECK(findings_of_include("core/device/cuda/a.cu", "<cuda_runtime.h>") == "");
  CHECK(findings_of_include("core/transport/nccl/a.cpp", "<nccl.h>") == "");
}

TEST_CASE("a feature switch out of the registries is found") {
  for (const std::string condition :
       {"#if ZEROLAB_HAS_MPI", "#ifdef ZEROLAB_HAS_MPI", "#ifndef ZEROLAB_HAS_MPI",
        "#  elif defined(ZEROLAB_HAS_MPI)", "#if defined(__linux__) && defined(ZEROLAB_HAS_MPI)"}) {
    INFO(condition);
    CHECK(findings_of({{"core/execute/a.cpp", "// A.\n\n" + condition + "\n#endif\n"}}) ==
          "core/execute/a.cpp:3: a feature #if: only core/transport/registry.cpp, "
          "core/device/registry.cpp, viz/imgui_compat.hpp, exercises/grader/system_calls.cpp may "
          "hold one; add a folder and a CMake target instead\n");
    CHECK(findings_of({{"viz/imgui_compat.hpp", "// A.\n" + condition + "\n#endif\n"}}) == "");
  }
  CHECK(findings_of({{"core/execute/a.cpp", "// A.\n#ifdef __linux__\n#endif\n"}}) == "");
}

TEST_CASE("a file without an opening comment is found") {
  const std::string complaint = ":1: does not open with a comment that says what it is\n";
  CHECK(findings_of({{"core/base/a.cpp", "#include <vector>\n// Late.\n"}}) ==
        "core/base/a.cpp" + complaint);
  CHECK(findings_of({{"viz/a.hpp", ""}}) == "viz/a.hpp" + complaint);
  CHECK(findings_of({{"core/base/a.cpp", "/* A. */\n"}}) == "");
  CHECK(findings_of({{"core/base/a.cpp", "#include \"core/base/a.hpp\"\n"}}) == "");
  CHECK(findings_of({{"core/base/a.hpp", "#include \"core/base/a.hpp\"\n"}}) ==
        "core/base/a.hpp" + complaint);
  CHECK(findings_of({{"core/base/a.cpp", "#include \"core/base/b.hpp\"\n"}}) ==
        "core/base/a.cpp" + complaint);
}

TEST_CASE("a file over the length is found unless it says why") {
  const std::string complaint =
      "401 lines, 400 allowed: split it, or say \"Long because …\" in its first comment\n";
  CHECK(findings_of({{"core/base/a.cpp", lines(400)}}) == "");
  CHECK(findings_of({{"core/base/a.cpp", lines(401)}}) == "core/base/a.cpp:401: " + complaint);
  CHECK(findings_of({{"core/base/a.cpp", "// Long because it is a table.\n" + lines(400)}}) == "");
  CHECK(findings_of({{"core/base/a.cpp", lines(400) + "// Long because\n"}}) ==
        "core/base/a.cpp:401: " + complaint);
  CHECK(findings_of({{"core/a.cmake", lines(401)}}) == "core/a.cmake:401: " + complaint);
  CHECK(findings_of({{"tests/CMakeLists.txt", lines(401)}}) ==
        "tests/CMakeLists.txt:401: " + complaint);
  CHECK(findings_of({{"lab", "#!/usr/bin/env bash\n" + lines(400)}}) == "lab:401: " + complaint);
  CHECK(findings_of({{".ci/run", "#!/bin/sh\n" + lines(400)}}) == ".ci/run:401: " + complaint);
}

TEST_CASE("a stray entry at the top is found") {
  using test::ContainsSubstring;
  CHECK_THAT(findings_of({{"scripts/a.txt", ""}}),
             ContainsSubstring("scripts: does not belong at the top of the repository"));
  CHECK_THAT(findings_of({{"NOTES.md", ""}}), ContainsSubstring("NOTES.md: does not belong"));
  CHECK_THAT(findings_of({{"out.json/a", ""}}), ContainsSubstring("out.json: does not belong"));
}

}  // namespace zerolab::layering
