// Small phrases that several subcommands print.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace zerolab {

// "1 rank", "4 ranks", "1,000 elements".
std::string counted(std::int64_t count, std::string_view noun);

// "reduce-scatter, all-gather, …": what --collective may be.
std::string collective_names();

// "ring, …; of broadcast and reduce chain, …": what --algorithm may be, in two lines.
std::string algorithm_names();

}  // namespace zerolab
