// The rows of the section zero_optimization, and those of all other sections. See key_table.hpp.
#pragma once

#include <span>

#include "core/deepspeed/key_table.hpp"

namespace zerolab {

std::span<const KeyRow> zero_rows();
std::span<const KeyRow> other_rows();

}  // namespace zerolab
