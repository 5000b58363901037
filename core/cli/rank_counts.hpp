// World sizes as people write them on the command line: "4", or "2,4,8" where several may be given.
#pragma once

#include <string_view>
#include <vector>

namespace zerolab {

// Each throws an input Error that quotes the text and says the limits, where it is not a whole
// number from 1 to `largest` (or several, separated by commas).
int parse_rank_count(std::string_view text, int largest);
std::vector<int> parse_rank_counts(std::string_view text, int largest);

}  // namespace zerolab
