#include "core/cli/words.hpp"

#include <fmt/core.h>

#include "core/base/names.hpp"
#include "core/base/units.hpp"

namespace zerolab {

std::string counted(std::int64_t count, std::string_view noun) {
  return fmt::format("{} {}{}", with_separators(count), noun, count == 1 ? "" : "s");
}

std::string collective_names() {
  std::string names;
  for (const Collective collective : all_collectives) {
    names += fmt::format("{}{}", names.empty() ? "" : ", ", to_string(collective));
  }
  return names;
}

}  // namespace zerolab
