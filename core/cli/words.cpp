#include "core/cli/words.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include "core/base/names.hpp"
#include "core/base/units.hpp"
#include "core/schedule/build.hpp"

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

std::string algorithm_names() {
  return fmt::format("{}\n(hierarchical:4: nodes of 4 ranks); of broadcast and reduce {}",
                     fmt::join(algorithms_for(Collective::all_reduce), ", "),
                     fmt::join(algorithms_for(Collective::broadcast), ", "));
}

}  // namespace zerolab
