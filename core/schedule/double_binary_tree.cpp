#include "core/schedule/double_binary_tree.hpp"

#include <algorithm>
#include <bit>

#include "core/base/error.hpp"

namespace zerolab {

namespace {

// An edge of a tree, between places.
struct Edge {
  int parent;
  int child;
  int depth;  // of the child; the root's is 0
  bool right;
};

// The place in first … last with the most trailing zero bits.
int top_of(int first, int last) {
  int top = first;
  for (int bit = 1; bit <= last; bit *= 2) {
    if (last / bit * bit >= first) top = last / bit * bit;
  }
  return top;
}

// The edges of the tree over the places first … last, whose top is at `depth`.
void append_edges(std::vector<Edge>& edges, int first, int last, int depth) {
  const int top = top_of(first, last);
  if (first < top) {
    edges.push_back({top, top_of(first, top - 1), depth + 1, false});
    append_edges(edges, first, top - 1, depth + 1);
  }
  if (top < last) {
    edges.push_back({top, top_of(top + 1, last), depth + 1, true});
    append_edges(edges, top + 1, last, depth + 1);
  }
}

int depth_of(const std::vector<Edge>& edges) {
  int depth = 0;
  for (const Edge& edge : edges) depth = std::max(depth, edge.depth);
  return depth;
}

}  // namespace

int place_in_tree(int tree, int rank, int world_size) {
  if (tree == 0) return rank + 1;
  if (world_size % 2 == 0) return world_size - rank;
  return rank == 0 ? world_size : rank;
}

int default_tree_chunks(int world_size) {
  return world_size + world_size % 2;
}

Schedule double_binary_tree_all_reduce(int world_size, int chunk_count) {
  require(world_size >= 1 && chunk_count >= 1, "a tree has at least one rank and one chunk");
  Schedule schedule{
      Collective::all_reduce, "double-binary-tree", world_size, chunk_count, std::nullopt, {}};
  std::vector<Edge> edges;
  append_edges(edges, 1, world_size, 0);
  const int depth = depth_of(edges);
  const int only_child = std::has_single_bit(static_cast<unsigned>(world_size)) ? 1 : 0;

  for (const int tree : {0, 1}) {
    std::vector<int> rank_at(static_cast<std::size_t>(world_size) + 1);  // [place]
    for (int rank = 0; rank < world_size; ++rank) {
      rank_at[static_cast<std::size_t>(place_in_tree(tree, rank, world_size))] = rank;
    }
    for (int chunk = tree; chunk < chunk_count; chunk += 2) {
      const int j = chunk / 2;
      for (const Edge& edge : edges) {
        const int parent = rank_at[static_cast<std::size_t>(edge.parent)];
        const int child = rank_at[static_cast<std::size_t>(edge.child)];
        const int side = edge.right ? 1 : 0;
        const int up = 2 * (j + depth - edge.depth) + side;
        const int down = edge.depth == 1 && only_child
                             ? up + 1
                             : 2 * (j + depth + edge.depth - 1 - only_child) + side;
        schedule.transfers.push_back({up, child, parent, chunk, Combine::add});
        schedule.transfers.push_back({down, parent, child, chunk, Combine::copy});
      }
    }
  }
  std::stable_sort(schedule.transfers.begin(), schedule.transfers.end(),
                   [](const Transfer& a, const Transfer& b) { return a.step < b.step; });
  return schedule;
}

}  // namespace zerolab
