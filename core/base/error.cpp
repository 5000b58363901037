#include "core/base/error.hpp"

namespace zerolab {

void require(bool holds, std::string_view invariant) {
  if (!holds) throw InvariantError(fmt::format("broken invariant: {}", invariant));
}

}  // namespace zerolab
