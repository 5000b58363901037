#include "viz/playback/playback.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "viz/playback/views.hpp"

namespace zerolab {

namespace {

std::array<int, 3> operation_of(const Beat& beat) {
  return {beat.train_step, beat.micro_step, beat.plan_op};
}

std::vector<std::size_t> begins_of_operations(const std::vector<Beat>& beats) {
  std::vector<std::size_t> begins;
  for (std::size_t b = 0; b < beats.size(); ++b) {
    if (b == 0 || operation_of(beats[b - 1]) != operation_of(beats[b])) begins.push_back(b);
  }
  return begins;
}

std::vector<std::size_t> begins_of_collectives(const std::vector<Beat>& beats) {
  std::vector<std::size_t> begins;
  int before = -1;
  for (std::size_t b = 0; b < beats.size(); ++b) {
    const int id = beats[b].collective_id;
    if (id >= 0 && id != before) begins.push_back(b);
    if (id >= 0) before = id;
  }
  return begins;
}

double first_after(const std::vector<std::size_t>& beats, double logical_time, std::size_t end) {
  const auto next = std::upper_bound(
      beats.begin(), beats.end(), logical_time,
      [](double time, std::size_t beat) { return time < static_cast<double>(beat); });
  return static_cast<double>(next == beats.end() ? end : *next);
}

double last_before(const std::vector<std::size_t>& beats, double logical_time) {
  const auto next = std::lower_bound(
      beats.begin(), beats.end(), logical_time,
      [](std::size_t beat, double time) { return static_cast<double>(beat) < time; });
  return next == beats.begin() ? 0 : static_cast<double>(*std::prev(next));
}

}  // namespace

Playback::Playback(Trace trace)
    : story_(std::move(trace)),
      logical_(std::make_unique<LogicalView>(story_)),
      measured_(std::make_unique<MeasuredView>(story_)),
      collective_begins_(begins_of_collectives(story_.beats())),
      operation_begins_(begins_of_operations(story_.beats())) {}

Playback::~Playback() = default;
Playback::Playback(Playback&&) noexcept = default;
Playback& Playback::operator=(Playback&&) noexcept = default;

const PlaybackState& Playback::at(double logical_time) {
  return logical_->at(story_, logical_time);
}

const PlaybackState& Playback::at_measured(std::int64_t time_ns) {
  return measured_->at(story_, time_ns);
}

double Playback::next_beat(double logical_time) const {
  return std::clamp(std::floor(logical_time) + 1, 0.0, static_cast<double>(story_.beats().size()));
}

double Playback::previous_beat(double logical_time) const {
  return std::clamp(std::ceil(logical_time) - 1, 0.0, static_cast<double>(story_.beats().size()));
}

double Playback::next_collective(double logical_time) const {
  return first_after(collective_begins_, logical_time, story_.beats().size());
}

double Playback::previous_collective(double logical_time) const {
  return last_before(collective_begins_, logical_time);
}

double Playback::next_operation(double logical_time) const {
  return first_after(operation_begins_, logical_time, story_.beats().size());
}

double Playback::previous_operation(double logical_time) const {
  return last_before(operation_begins_, logical_time);
}

double Playback::logical_of(std::int64_t time_ns) const {
  return measured_->time().logical_of(story_, time_ns);
}

std::int64_t Playback::measured_of(double logical_time) const {
  return measured_->time().measured_of(story_, logical_time);
}

}  // namespace zerolab
