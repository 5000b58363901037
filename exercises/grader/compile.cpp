#include "exercises/grader/compile.hpp"

#include <csignal>

#include <sys/wait.h>

#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/base/units.hpp"
#include "exercises/grader/foreign_text.hpp"
#include "exercises/grader/given_headers.hpp"
#include "exercises/grader/household.hpp"
#include "exercises/grader/run_program.hpp"

namespace zerolab::exercises {

namespace {

constexpr double cpu_seconds = 20;
constexpr double patience_seconds = 120;  // a compiler that neither computes nor ends
constexpr std::int64_t memory_bytes = 1'500'000'000;
constexpr std::int64_t file_bytes = 64'000'000;
constexpr std::size_t max_preprocessed = 32'000'000;

// Where compilers, their parts and the system's headers and libraries are.
std::vector<std::filesystem::path> toolchain_folders(const Toolchain& toolchain) {
  std::vector<std::filesystem::path> folders{
      "/usr/bin",     "/usr/lib",     "/usr/lib32",     "/usr/lib64",
      "/usr/libexec", "/usr/include", "/usr/local/lib", "/usr/local/include",
      "/lib",         "/lib32",       "/lib64",         "/bin"};
  // A compiler elsewhere lies in PREFIX/bin.
  const std::filesystem::path real = std::filesystem::canonical(toolchain.compiler);
  const std::filesystem::path prefix = real.parent_path().parent_path();
  if (prefix != "/usr" && prefix != "/" && prefix != "/usr/lib") folders.push_back(prefix);
  return folders;
}

SandboxPlan compiler_plan(const Toolchain& toolchain, const Protections& protections,
                          const PrivateTree& tree) {
  SandboxPlan plan;
  plan.protections = protections;
  plan.system_calls = SystemCalls::compiler;
  constexpr int processes_of_a_compiler = 20;
  constexpr int open_files = 256;
  plan.limits = {cpu_seconds, memory_bytes, file_bytes, open_files, processes_of_a_compiler};
  for (const auto& folder : toolchain_folders(toolchain)) {
    plan.paths.push_back({folder, true, false, true});
  }
  plan.paths.push_back({"/etc/ld.so.cache"});
  plan.paths.push_back({"/dev/null", true, true});
  plan.paths.push_back({tree.path()});
  plan.paths.push_back({tree.build(), true, true});
  plan.user = 0;
  plan.directory = tree.path();
  plan.program = std::filesystem::canonical(toolchain.compiler);
  plan.environment = {"PATH=/usr/bin:/bin", "LC_ALL=C", "TMPDIR=" + tree.build().string()};
  plan.arguments = {toolchain.compiler.string()};
  return plan;
}

void append(std::vector<std::string>& to, const std::vector<std::string>& more) {
  to.insert(to.end(), more.begin(), more.end());
}

bool ended_well(const ProgramEnd& end) {
  return !end.overdue && WIFEXITED(end.status) && WEXITSTATUS(end.status) == 0;
}

bool says(const ProgramEnd& end, std::string_view words) {
  return end.output.find(words) != std::string::npos;
}

// In the words of GCC and of binutils.
std::string why_not_compiled(const ProgramEnd& end) {
  const bool by_signal = WIFSIGNALED(end.status);
  if (end.overdue || says(end, "CPU time limit exceeded") ||
      (by_signal && (WTERMSIG(end.status) == SIGXCPU || WTERMSIG(end.status) == SIGKILL))) {
    return fmt::format("takes more than {} s to compile", cpu_seconds);
  }
  if (says(end, "out of memory") || says(end, "memory exhausted") || says(end, "bad_alloc") ||
      says(end, "annot allocate memory")) {
    return fmt::format("takes more than {} to compile", format_bytes(memory_bytes));
  }
  if (says(end, "File size limit exceeded") || says(end, "File too large") ||
      (by_signal && WTERMSIG(end.status) == SIGXFSZ)) {
    return fmt::format("makes an object file of more than {}", format_bytes(file_bytes));
  }
  return "does not compile";
}

std::string why_not_linked(const ProgramEnd& end, const ExerciseInfo& exercise) {
  if (says(end, "multiple definition of `main'")) {
    return "has a main of its own; the grader calls the function";
  }
  if (says(end, "multiple definition of")) return "defines what the grader has already";
  if (says(end, fmt::format("undefined reference to `{}(", exercise.name))) {
    return fmt::format("does not define {} as its header declares it", exercise.name);
  }
  if (says(end, "undefined reference")) return "uses what is not defined";
  return "cannot be linked";
}

// The trusted half is no student's business: of the linker's words keep those that name symbols.
std::string linker_words(const std::string& output) {
  std::string kept;
  for (std::size_t begin = 0; begin < output.size();) {
    const std::size_t end = std::min(output.find('\n', begin), output.size());
    const std::string line = output.substr(begin, end - begin);
    begin = end + 1;
    for (const char* words : {"undefined reference to", "multiple definition of"}) {
      const std::size_t found = line.find(words);
      if (found == std::string::npos) continue;
      kept += line.substr(found, line.find(';', found) - found) + "\n";
    }
  }
  return kept;
}

std::string readable(const std::string& output) {
  std::string text = printable(output);
  if (text.size() > max_diagnostics) text.resize(max_diagnostics);
  return printable(text);  // the cut may have gone through a character
}

void fill(PrivateTree& tree, const std::string& content, const ExerciseInfo& exercise,
          const Toolchain& toolchain) {
  for (const auto& header : given_headers(toolchain.root, exercise)) {
    tree.add(std::filesystem::path("include") / header, read_file(toolchain.root / header));
  }
  tree.add(exercise.file, content);
  const auto trusted = [&](const char* name, const char* ending) {
    return read_file(toolchain.rank_objects /
                     fmt::format("{}_{:02}.{}", name, exercise.number, ending));
  };
  tree.add("rank.o", trusted("rank", "o"));
  if (exercise.number > 1) tree.add("earlier.a", trusted("before", "a"));
}

}  // namespace

Compilation compile_answer(const std::string& content, const ExerciseInfo& exercise,
                           const Toolchain& toolchain, const Protections& protections,
                           PrivateTree& tree) {
  fill(tree, content, exercise, toolchain);
  const SandboxPlan plan = compiler_plan(toolchain, protections, tree);
  const auto run = [&](const std::vector<std::string>& arguments, std::size_t output_bytes) {
    SandboxPlan with_arguments = plan;
    append(with_arguments.arguments, arguments);
    return run_program(with_arguments, output_bytes, patience_seconds);
  };
  std::vector<std::string> compile = toolchain.compile_options;
  append(compile, {"-I", "include", exercise.file});
  if (!protections.files) {
    std::vector<std::string> preprocess{"-E"};
    append(preprocess, compile);
    const ProgramEnd text = run(preprocess, max_preprocessed);
    if (!ended_well(text)) return {std::nullopt, why_not_compiled(text), readable(text.output)};
    std::vector<std::filesystem::path> allowed = toolchain_folders(toolchain);
    allowed.emplace_back("include");
    if (auto reason = why_foreign(text.output, exercise.file, allowed)) {
      return {std::nullopt, std::move(*reason), {}};
    }
  }
  append(compile, {"-c", "-o", "build/answer.o"});
  const ProgramEnd compiled = run(compile, 4 * max_diagnostics);
  if (!ended_well(compiled)) {
    return {std::nullopt, why_not_compiled(compiled), readable(compiled.output)};
  }
  // The trusted half first: of inline functions that both have, its own are taken.
  std::vector<std::string> link{"-o", "build/rank", "rank.o", "build/answer.o"};
  if (exercise.number > 1) link.emplace_back("earlier.a");
  append(link, toolchain.link_options);
  const ProgramEnd linked = run(link, 4 * max_diagnostics);
  if (!ended_well(linked)) {
    return {std::nullopt, why_not_linked(linked, exercise), readable(linker_words(linked.output))};
  }
  return {tree.take_program("rank"), {}, {}};
}

}  // namespace zerolab::exercises
