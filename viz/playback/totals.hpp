// Each rank's traffic and memory after the first changes of a trace, in whichever order.
#pragma once

#include <cstdint>
#include <vector>

#include "viz/playback/playback.hpp"
#include "viz/playback/replay.hpp"

namespace zerolab {

// Counts one done move.
inline void add_traffic(const ChunkMove& move, std::vector<Moved>& moved) {
  Moved& sender = moved[static_cast<std::size_t>(move.source)];
  ++sender.sent_messages;
  sender.sent_elements += move.elements;
  Moved& receiver = moved[static_cast<std::size_t>(move.destination)];
  ++receiver.received_messages;
  receiver.received_elements += move.elements;
}

class Totals {
 public:
  // The orders hold indices into Story::moves and Story::memory_changes.
  Totals(const Story& story, std::vector<std::uint32_t> move_order,
         std::vector<std::uint32_t> change_order);

  // Shows moved and memory in the state.
  void show(const Story& story, std::size_t moves_done, std::size_t changes_done,
            PlaybackState& state);

  const std::vector<std::uint32_t>& change_order() const { return change_order_; }

 private:
  std::vector<std::uint32_t> move_order_;
  std::vector<std::uint32_t> change_order_;
  Replay<std::vector<Moved>> moved_;
  Replay<std::vector<CategoryBytes>> memory_;
};

// 0, 1, … count-1: the order of the beats.
std::vector<std::uint32_t> order_of_beats(std::size_t count);

}  // namespace zerolab
