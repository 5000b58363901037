#include "core/cli/lessons.hpp"

namespace zerolab {

std::string lesson_file(const std::string& name) {
  return ZEROLAB_LESSONS_DIR "/" + name;
}

}  // namespace zerolab
