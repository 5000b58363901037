// `zerolab counts --compare`: the algorithms of one collective side by side.
#pragma once

#include <cstddef>
#include <optional>

#include "core/base/names.hpp"

namespace zerolab {

// Prints the tables, or one JSON object. The exit status: 1 where a count differs from its formula.
int compare_algorithms(Collective collective, int world_size, std::size_t elements,
                       std::optional<int> root, bool json);

}  // namespace zerolab
