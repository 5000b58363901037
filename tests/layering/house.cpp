// The tables of house.hpp. To add a module or a backend, add its row here and in core/README.md.
#include "tests/layering/house.hpp"

namespace zerolab::layering {

const std::vector<Layer>& layers() {
  static const std::vector<Layer> table{
      {"core/base", {}},
      {"core/schedule", {"core/base"}},
      {"core/device", {"core/base"}},
      {"core/transport", {"core/base", "core/device"}},
      {"core/trace", {"core/base"}},
      {"core/execute",
       {"core/base", "core/schedule", "core/device", "core/transport", "core/trace"}},
      {"core/model", {"core/base", "core/device"}},
      {"core/zero/plan", {"core/base", "core/schedule"}},
      {"core/deepspeed", {"core/base", "core/schedule", "core/zero/plan"}},
      {"core/profile", {"core/base", "core/schedule", "core/trace", "core/zero/plan"}},
      {"core/offload",
       {"core/base", "core/schedule", "core/device", "core/transport", "core/execute"}},
      {"core/zero/engine",
       {"core/base", "core/schedule", "core/device", "core/transport", "core/trace", "core/execute",
        "core/model", "core/zero/plan"}},
      {"core/cli", {"core"}},
      {"viz", {"core/base", "core/schedule", "core/trace", "core/zero/plan"}},
      {"exercises", {"core", "viz", "tests/catch.hpp"}},
      {"solutions", {"core", "viz", "exercises", "tests/catch.hpp"}},
  };
  return table;
}

const std::vector<BackendFolder>& backend_folders() {
  static const std::vector<BackendFolder> table{
      {"core/transport", "core/transport/registry.cpp", {"core/cli", "exercises/grader"}},
      {"core/device", "core/device/registry.cpp", {"core/cli", "core/transport/nccl"}},
  };
  return table;
}

const std::vector<VendorHeader>& vendor_headers() {
  static const std::vector<VendorHeader> table{
      {R"((.*/)?mpi(-ext)?\.h)", {"core/transport/mpi", "tests/transport/mpi"}},
      {R"((.*/)?nccl\.h)", {"core/transport/nccl", "tests/transport/nccl"}},
      {R"((.*/)?cuda[^/]*\.h)",
       {"core/device/cuda", "core/transport/nccl", "tests/device/cuda", "tests/transport/nccl"}},
  };
  return table;
}

const std::vector<std::string_view>& feature_files() {
  static const std::vector<std::string_view> table{
      "core/transport/registry.cpp", "core/device/registry.cpp", "viz/imgui_compat.hpp",
      "exercises/grader/system_calls.cpp"};
  return table;
}

const std::vector<std::string_view>& top_level_names() {
  static const std::vector<std::string_view> table{"CMakeLists.txt", "CMakePresets.json",
                                                   "LICENSE",        "README.md",
                                                   "build",          "core",
                                                   "exercises",      "lab",
                                                   "lessons",        "solutions",
                                                   "tests",          "viz"};
  return table;
}

const std::vector<std::string_view>& output_endings() {
  static const std::vector<std::string_view> table{".json", ".json.gz", ".svg",
                                                   ".png",  ".html",    ".mp4"};
  return table;
}

}  // namespace zerolab::layering
