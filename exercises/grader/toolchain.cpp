#include "exercises/grader/toolchain.hpp"

#include "core/base/words.hpp"

namespace zerolab::exercises {

namespace {

std::vector<std::string> options(const char* text) {
  std::vector<std::string> list;
  for (const std::string_view word : words_of(text)) list.emplace_back(word);
  return list;
}

}  // namespace

Toolchain built_toolchain() {
  return {ZEROLAB_GRADER_ROOT,
          ZEROLAB_GRADER_COMPILER,
          options(ZEROLAB_GRADER_COMPILE_OPTIONS),
          options(ZEROLAB_GRADER_LINK_OPTIONS),
          ZEROLAB_GRADER_RANK_OBJECTS,
          ZEROLAB_GRADER_STATIC != 0};
}

}  // namespace zerolab::exercises
