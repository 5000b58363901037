#include "core/schedule/build.hpp"

#include <algorithm>

#include <fmt/ranges.h>

#include "core/base/error.hpp"
#include "core/schedule/chain.hpp"
#include "core/schedule/ring.hpp"

namespace zerolab {

std::vector<std::string_view> algorithms_for(Collective collective) {
  switch (collective) {
    case Collective::reduce_scatter:
    case Collective::all_gather:
    case Collective::all_reduce: return {"ring"};
    case Collective::broadcast:
    case Collective::reduce: return {"chain"};
  }
  throw InvariantError("a Collective without algorithms");
}

Schedule build_schedule(Collective collective, std::string_view algorithm, int world_size,
                        std::optional<int> root) {
  if (world_size < 1 || world_size > max_schedule_ranks) {
    throw input_error("{} ranks: a schedule is built for 1 to {} ranks", world_size,
                      max_schedule_ranks);
  }
  const auto known = algorithms_for(collective);
  if (std::find(known.begin(), known.end(), algorithm) == known.end()) {
    throw input_error("{} has no algorithm '{}': it may be {}", to_string(collective), algorithm,
                      fmt::join(known, ", "));
  }
  if (root && !has_root(collective)) {
    throw input_error("{} has no root, but root {} was given: leave it out", to_string(collective),
                      *root);
  }
  if (has_root(collective) && (!root || *root < 0 || *root >= world_size)) {
    throw input_error("{} of {} ranks needs a root from 0 to {}, got {}", to_string(collective),
                      world_size, world_size - 1, root ? std::to_string(*root) : "none");
  }
  switch (collective) {
    case Collective::reduce_scatter: return ring_reduce_scatter(world_size);
    case Collective::all_gather: return ring_all_gather(world_size);
    case Collective::all_reduce: return ring_all_reduce(world_size);
    case Collective::broadcast: return chain_broadcast(world_size, *root, world_size);
    case Collective::reduce: return chain_reduce(world_size, *root, world_size);
  }
  throw InvariantError("a Collective without a builder");
}

Schedule build_schedule(Collective collective, int world_size, std::optional<int> root) {
  return build_schedule(collective, algorithms_for(collective).front(), world_size, root);
}

}  // namespace zerolab
