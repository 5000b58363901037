#include "viz/playback/totals.hpp"

#include <numeric>
#include <utility>

namespace zerolab {

namespace {

auto count_moves(const Story& story, const std::vector<std::uint32_t>& order) {
  return [&](std::vector<Moved>& moved, std::size_t i) {
    add_traffic(story.moves()[order[i]], moved);
  };
}

auto set_bytes(const Story& story, const std::vector<std::uint32_t>& order) {
  return [&](std::vector<CategoryBytes>& memory, std::size_t i) {
    const MemoryChange& change = story.memory_changes()[order[i]];
    bytes_of(memory[static_cast<std::size_t>(change.rank)], change.category) = change.bytes;
  };
}

std::size_t ranks_of(const Story& story) {
  return static_cast<std::size_t>(story.world_size());
}

}  // namespace

Totals::Totals(const Story& story, std::vector<std::uint32_t> move_order,
               std::vector<std::uint32_t> change_order)
    : move_order_(std::move(move_order)),
      change_order_(std::move(change_order)),
      moved_(std::vector<Moved>(ranks_of(story)), move_order_.size(),
             keyframe_interval(story.world_size()), count_moves(story, move_order_)),
      memory_(std::vector<CategoryBytes>(ranks_of(story)), change_order_.size(),
              keyframe_interval(story.world_size()), set_bytes(story, change_order_)) {}

void Totals::show(const Story& story, std::size_t moves_done, std::size_t changes_done,
                  PlaybackState& state) {
  state.moved = moved_.after(moves_done, count_moves(story, move_order_));
  state.memory = memory_.after(changes_done, set_bytes(story, change_order_));
}

std::vector<std::uint32_t> order_of_beats(std::size_t count) {
  std::vector<std::uint32_t> order(count);
  std::iota(order.begin(), order.end(), 0U);
  return order;
}

}  // namespace zerolab
