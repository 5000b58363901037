#include "viz/playback/stops.hpp"

#include <algorithm>
#include <array>
#include <cmath>

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

double first_after(const std::vector<std::size_t>& beats, double time, double end) {
  const auto next = std::upper_bound(
      beats.begin(), beats.end(), time,
      [](double value, std::size_t beat) { return value < static_cast<double>(beat); });
  return next == beats.end() ? end : static_cast<double>(*next);
}

double last_before(const std::vector<std::size_t>& beats, double time) {
  const auto next = std::lower_bound(
      beats.begin(), beats.end(), time,
      [](std::size_t beat, double value) { return static_cast<double>(beat) < value; });
  return next == beats.begin() ? 0 : static_cast<double>(*std::prev(next));
}

}  // namespace

Stops::Stops(const std::vector<Beat>& beats)
    : beat_count_(beats.size()),
      collective_begins_(begins_of_collectives(beats)),
      operation_begins_(begins_of_operations(beats)) {}

double Stops::next_beat(double time) const {
  return std::clamp(std::floor(time) + 1, 0.0, last());
}

double Stops::previous_beat(double time) const {
  return std::clamp(std::ceil(time) - 1, 0.0, last());
}

double Stops::next_collective(double time) const {
  return first_after(collective_begins_, time, last());
}

double Stops::previous_collective(double time) const {
  return last_before(collective_begins_, time);
}

double Stops::next_operation(double time) const {
  return first_after(operation_begins_, time, last());
}

double Stops::previous_operation(double time) const {
  return last_before(operation_begins_, time);
}

}  // namespace zerolab
