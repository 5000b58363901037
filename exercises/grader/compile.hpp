// An answer made into a program: compiled alone, linked with the trusted half.
//
// Both run in the sandbox, with limits of computing time, memory and output. They read the
// toolchain, the given headers and the private tree, so that #include or .incbin finds no hidden
// test; where the kernel has no Landlock, preprocessed text that came from elsewhere, or that holds
// assembly, is refused instead.
#pragma once

#include <optional>
#include <string>

#include "exercises/catalog/catalog.hpp"
#include "exercises/grader/private_tree.hpp"
#include "exercises/grader/protections.hpp"
#include "exercises/grader/toolchain.hpp"

namespace zerolab::exercises {

inline constexpr std::size_t max_diagnostics = 10'000;  // characters

struct Compilation {
  std::optional<std::filesystem::path> program;
  std::string reason;       // where there is none: "does not compile"
  std::string diagnostics;  // what the compiler printed, cut and printable
};

Compilation compile_answer(const std::string& content, const ExerciseInfo& exercise,
                           const Toolchain& toolchain, const Protections& protections,
                           PrivateTree& tree);

}  // namespace zerolab::exercises
