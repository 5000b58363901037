#include "core/schedule/hierarchical.hpp"

#include "core/base/error.hpp"
#include "core/schedule/algorithm.hpp"

namespace zerolab {

namespace {

// Appends the rings' steps to a schedule, one phase after the other.
class HierarchicalBuilder {
 public:
  HierarchicalBuilder(Collective collective, int world_size, int ranks_per_node)
      : places_(ranks_per_node), nodes_(world_size / std::max(1, ranks_per_node)) {
    require(world_size >= 1 && ranks_per_node >= 1, "a schedule has at least one rank, a node too");
    require(nodes_ * places_ == world_size, "nodes of g ranks make up the world");
    schedule_ = {collective,   to_string(AlgorithmName{Algorithm::hierarchical, ranks_per_node}),
                 world_size,   world_size,
                 std::nullopt, {}};
  }

  HierarchicalBuilder& reduce_scatter_within() {
    ring_within(-1, Combine::add);
    return *this;
  }
  HierarchicalBuilder& reduce_scatter_across() {
    ring_across(-1, Combine::add);
    return *this;
  }
  HierarchicalBuilder& all_gather_across() {
    ring_across(0, Combine::copy);
    return *this;
  }
  HierarchicalBuilder& all_gather_within() {
    ring_within(0, Combine::copy);
    return *this;
  }

  Schedule finished() { return std::move(schedule_); }

 private:
  int rank_at(int node, int place) const { return node * places_ + place; }

  // In step s place l sends shard l+first-s, chunk by chunk, to the next place of its node.
  void ring_within(int first, Combine combine) {
    for (int s = 0; s < places_ - 1; ++s, ++step_) {
      for (int rank = 0; rank < schedule_.world_size; ++rank) {
        const int node = rank / places_;
        const int place = rank % places_;
        const int shard = wrap(place + first - s, places_);
        for (int k = 0; k < nodes_; ++k) {
          schedule_.transfers.push_back(
              {step_, rank, rank_at(node, wrap(place + 1, places_)), rank_at(k, shard), combine});
        }
      }
    }
  }

  // In step s node k sends chunk k+first-s of the place's shard to the same place of the next node.
  void ring_across(int first, Combine combine) {
    for (int s = 0; s < nodes_ - 1; ++s, ++step_) {
      for (int rank = 0; rank < schedule_.world_size; ++rank) {
        const int node = rank / places_;
        const int place = rank % places_;
        schedule_.transfers.push_back({step_, rank, rank_at(wrap(node + 1, nodes_), place),
                                       rank_at(wrap(node + first - s, nodes_), place), combine});
      }
    }
  }

  int places_;
  int nodes_;
  int step_ = 0;
  Schedule schedule_;
};

}  // namespace

Schedule hierarchical_reduce_scatter(int world_size, int ranks_per_node) {
  return HierarchicalBuilder(Collective::reduce_scatter, world_size, ranks_per_node)
      .reduce_scatter_within()
      .reduce_scatter_across()
      .finished();
}

Schedule hierarchical_all_gather(int world_size, int ranks_per_node) {
  return HierarchicalBuilder(Collective::all_gather, world_size, ranks_per_node)
      .all_gather_across()
      .all_gather_within()
      .finished();
}

Schedule hierarchical_all_reduce(int world_size, int ranks_per_node) {
  return HierarchicalBuilder(Collective::all_reduce, world_size, ranks_per_node)
      .reduce_scatter_within()
      .reduce_scatter_across()
      .all_gather_across()
      .all_gather_within()
      .finished();
}

int default_ranks_per_node(int world_size) {
  int largest = 1;
  for (int g = 1; g * g <= world_size; ++g) {
    if (world_size % g == 0) largest = g;
  }
  return largest;
}

}  // namespace zerolab
