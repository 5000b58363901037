#include "tests/exercises/mutants/together.hpp"

#include <cstdio>
#include <cstdlib>
#include <set>
#include <sstream>

#include <dlfcn.h>
#include <fcntl.h>
#include <fmt/ranges.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "exercises/judge/entry.hpp"

namespace zerolab::exercises {

namespace {

using Entry = std::vector<std::int64_t> (*)(Comm&, int, const Case&, std::span<float>);
Entry entry_of_shared_object = nullptr;

}  // namespace

std::vector<std::int64_t> call_student(Comm& comm, int rank, const Case& run,
                                       std::span<float> block) {
  return entry_of_shared_object(comm, rank, run, block);
}

namespace mutants {

namespace {

struct Signature {
  const char* result;
  const char* parameters;
  const char* arguments;
};

Signature signature_of(int exercise) {
  switch (exercise) {
    case 1: return {"Shard", "std::size_t elements, int ranks, int rank", "elements, ranks, rank"};
    case 2:
      return {"void", "Comm& comm, std::span<const float> mine, std::span<float> from_left",
              "comm, mine, from_left"};
    case 3:
    case 4:
    case 5: return {"void", "Comm& comm, std::span<float> buffer", "comm, buffer"};
    case 6:
      return {"Volume", "Collective collective, std::size_t elements, int ranks, int rank",
              "collective, elements, ranks, rank"};
    case 7:
      return {"void",
              "Comm& comm, std::span<const std::span<float>> gradients, std::size_t elements",
              "comm, gradients, elements"};
    case 8:
      return {
          "void",
          "const AdamShard& shard, std::span<const Range> undecayed, const AdamW& adam, int step",
          "shard, undecayed, adam, step"};
    case 9:
      return {"void",
              "Collectives& collectives, Arena& arena, std::span<float> parameters, "
              "std::span<float> gradients, OptimizerState& state, "
              "std::span<const Range> undecayed, const AdamW& adam, int step",
              "collectives, arena, parameters, gradients, state, undecayed, adam, step"};
    case 10:
      return {"void",
              "Collectives& collectives, Arena& arena, std::span<Unit> units, "
              "std::span<const std::span<float>> shards",
              "collectives, arena, units, shards"};
    case 11:
      return {"void",
              "Collectives& collectives, Arena& arena, Unit& unit, Pass pass, "
              "std::span<const float> parameters, std::span<float> gradients",
              "collectives, arena, unit, pass, parameters, gradients"};
    case 12:
      return {"float",
              "Collectives& collectives, std::span<const float> gradients, std::size_t elements",
              "collectives, gradients, elements"};
    case 13:
      return {"StateBytes",
              "int stage, Precision precision, std::span<const std::size_t> units, int ranks, "
              "int rank",
              "stage, precision, units, ranks, rank"};
    case 14:
      return {"void",
              "Comm& comm, std::size_t elements, int old_ranks, int new_ranks, "
              "std::span<const std::span<const float>> before, "
              "std::span<const std::span<float>> after",
              "comm, elements, old_ranks, new_ranks, before, after"};
    default: throw input_error("exercise {}: its signature is not known here", exercise);
  }
}

// The #include lines of all files, each once.
std::string headers_of(const ExerciseInfo& exercise, const std::vector<Candidate>& candidates) {
  std::set<std::string> lines{
      "#include \"exercises/judge/entry.hpp\"",
      fmt::format("#include \"exercises/{}/{}.hpp\"", exercise.label(), exercise.name)};
  for (const Candidate& candidate : candidates) {
    std::istringstream content(read_file(candidate.file));
    for (std::string line; std::getline(content, line);) {
      if (line.starts_with("#include")) lines.insert(line);
    }
  }
  return fmt::format("{}\n", fmt::join(lines, "\n"));
}

std::string translation_unit(const ExerciseInfo& exercise,
                             const std::vector<Candidate>& candidates) {
  const Signature signature = signature_of(exercise.number);
  std::string text = headers_of(exercise, candidates);
  std::string cases;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    text += fmt::format("namespace answer_{} {{\n#include \"{}\"\n}}\n", i,
                        candidates[i].file.string());
    cases += fmt::format("    case {}: return answer_{}::{}({});\n", i, i, exercise.name,
                         signature.arguments);
  }
  return text + fmt::format(R"(
static int chosen = 0;
{} {}({}) {{
  switch (chosen) {{
{}  }}
  throw chosen;
}}
int visible_main(int, char**);
extern "C" {{
void choose(int answer) {{ chosen = answer; }}
int run_visible(int argc, char** argv) {{ return visible_main(argc, argv); }}
auto* entry() {{ return &zerolab::exercises::call_student; }}
}}
)",
                            signature.result, exercise.name, signature.parameters, cases);
}

class TemporaryFolder {
 public:
  TemporaryFolder() : path_(std::filesystem::temp_directory_path() / "zerolab-mutants-XXXXXX") {
    std::string name = path_.string();
    if (mkdtemp(name.data()) == nullptr) throw failure("cannot make the folder {}", name);
    path_ = name;
  }
  ~TemporaryFolder() { std::filesystem::remove_all(path_); }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

// Throws a failure with what the command printed.
void run_command(const std::string& command) {
  FILE* pipe = popen(fmt::format("{} 2>&1 </dev/null", command).c_str(), "r");
  if (pipe == nullptr) throw failure("cannot run {}", command);
  std::string output;
  char buffer[4096];
  for (std::size_t count; (count = fread(buffer, 1, sizeof buffer, pipe)) > 0;) {
    output.append(buffer, count);
  }
  if (pclose(pipe) != 0) throw failure("{}\n{}", command, output);
}

void* symbol(void* handle, const char* name) {
  void* found = dlsym(handle, name);
  if (found == nullptr) throw failure("the shared object has no {}: {}", name, dlerror());
  return found;
}

}  // namespace

Together::Together(const Compiler& compiler, const ExerciseInfo& exercise,
                   const std::vector<Candidate>& candidates) {
  const TemporaryFolder folder;
  const std::filesystem::path source = folder.path() / "answers.cpp";
  const std::filesystem::path object = folder.path() / "answers.so";
  write_file(source, translation_unit(exercise, candidates));
  // -Bsymbolic: the exercise's function is the one in the shared object, not the program's
  // reference.
  run_command(fmt::format(
      "'{}' -std=c++20 -O0 -w -fPIC -shared -Wl,-Bsymbolic -Dmain=visible_main -I'{}' '{}' "
      "'{}/exercises/entry/{:02}.cpp' '{}/visible_test.cpp' -o '{}'",
      compiler.program.string(), compiler.root.string(), source.string(), compiler.root.string(),
      exercise.number, exercise.folder.string(), object.string()));
  handle_ = dlopen(object.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle_ == nullptr) throw failure("cannot load {}: {}", object.string(), dlerror());
  choose_ = reinterpret_cast<void (*)(int)>(symbol(handle_, "choose"));
  visible_main_ = reinterpret_cast<int (*)(int, char**)>(symbol(handle_, "run_visible"));
  entry_of_shared_object = reinterpret_cast<Entry (*)()>(symbol(handle_, "entry"))();
}

Together::~Together() {
  if (handle_ != nullptr) dlclose(handle_);
}

bool Together::passes_visible_test() const {
  std::fflush(nullptr);
  const pid_t child = fork();
  if (child < 0) throw failure("cannot start a process for the visible test");
  if (child == 0) {
    const int nowhere = open("/dev/null", O_WRONLY);
    dup2(nowhere, STDOUT_FILENO);
    dup2(nowhere, STDERR_FILENO);
    char name[] = "exercise";
    char* arguments[] = {name, nullptr};
    const int status = visible_main_(1, arguments);
    std::fflush(nullptr);
    _exit(status);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

}  // namespace mutants

}  // namespace zerolab::exercises
