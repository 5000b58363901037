// The state after the first k of a list of changes, for any k: one goes forward from the last
// answer or from the nearest keyframe, whichever is closer.
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace zerolab {

// `apply` is called as apply(State&, i) for change i, and is the same in every call.
template <typename State>
class Replay {
 public:
  // A keyframe stands in front of every `interval`-th change.
  template <typename Apply>
  Replay(State initial, std::size_t change_count, std::size_t interval, const Apply& apply)
      : interval_(interval), current_(std::move(initial)) {
    keyframes_.push_back(current_);
    for (; position_ < change_count; ++position_) {
      if (position_ > 0 && position_ % interval == 0) keyframes_.push_back(current_);
      apply(current_, position_);
    }
  }

  template <typename Apply>
  const State& after(std::size_t count, const Apply& apply) {
    const std::size_t frame = std::min(count / interval_, keyframes_.size() - 1);
    if (count < position_ || frame * interval_ > position_) {
      current_ = keyframes_[frame];
      position_ = frame * interval_;
    }
    for (; position_ < count; ++position_) apply(current_, position_);
    return current_;
  }

 private:
  std::size_t interval_;
  std::vector<State> keyframes_;
  State current_;
  std::size_t position_ = 0;
};

// Keyframes that are reached in some microseconds, and together no more memory than the
// changes, each of which touches one rank of the state.
inline std::size_t keyframe_interval(int world_size) {
  return std::max<std::size_t>(1024, static_cast<std::size_t>(world_size));
}

}  // namespace zerolab
