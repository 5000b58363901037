// N ranks as N threads of one process. Sends are rendezvous: a send returns when the receiver has
// read, or added, the elements straight out of the sender's memory; nothing is buffered.
#pragma once

#include "core/transport/registry.hpp"

namespace zerolab {

inline constexpr int max_thread_ranks = 256;

// See registry.hpp. World sizes 1 … max_thread_ranks.
void check_thread_ranks(int world_size);
void run_thread_ranks(int world_size, const RankMain& rank_main);

}  // namespace zerolab
