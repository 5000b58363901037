#include "viz/playback/playback.hpp"

#include <utility>

#include "viz/playback/views.hpp"

namespace zerolab {

Playback::Playback(Trace trace)
    : story_(std::move(trace)),
      logical_(std::make_unique<LogicalView>(story_)),
      measured_(std::make_unique<MeasuredView>(story_)),
      stops_(story_.beats()) {}

Playback::~Playback() = default;
Playback::Playback(Playback&&) noexcept = default;
Playback& Playback::operator=(Playback&&) noexcept = default;

const PlaybackState& Playback::at(double logical_time) {
  return logical_->at(story_, logical_time);
}

const PlaybackState& Playback::at_measured(std::int64_t time_ns) {
  return measured_->at(story_, time_ns);
}

double Playback::logical_of(std::int64_t time_ns) const {
  return measured_->time().logical_of(story_, time_ns);
}

std::int64_t Playback::measured_of(double logical_time) const {
  return measured_->time().measured_of(story_, logical_time);
}

}  // namespace zerolab
