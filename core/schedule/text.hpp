// A schedule as text that reads back: one line per transfer.
//
//   # a ring of two
//   collective reduce-scatter
//   algorithm ring
//   ranks 2
//   chunks 2
//   step 0: 0 -> 1 chunk 1 add
//   step 0: 1 -> 0 chunk 0 add
//
// broadcast and reduce also have a line "root R". '#' starts a comment; blank lines do not count.
#pragma once

#include <string>
#include <string_view>

#include "core/schedule/schedule.hpp"

namespace zerolab {

// One transfer: "step 0: 0 -> 1 chunk 1 add".
std::string to_text(const Transfer& transfer);

// parse_schedule(to_text(s)) == s for every schedule.
std::string to_text(const Schedule& schedule);

// Throws an input Error "NAME line 7: …" that quotes the line and says what was expected. Ranks
// and chunks are checked for being numbers only: whether they make sense is what verify says.
Schedule parse_schedule(std::string_view text, std::string_view name_for_errors);

}  // namespace zerolab
