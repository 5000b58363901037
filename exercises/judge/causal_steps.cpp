#include "exercises/judge/causal_steps.hpp"

#include <algorithm>

namespace zerolab::exercises {

namespace {

// step[later] >= step[earlier] + gap
struct Bound {
  std::size_t earlier = 0;
  std::size_t later = 0;
  int gap = 0;
};

bool overlap(const DecodedMessage& a, const DecodedMessage& b) {
  if (!a.range || !b.range) return false;
  if (a.range->empty() || b.range->empty()) return a.chunk == b.chunk && a.bucket == b.bucket;
  return !intersect(*a.range, *b.range).empty();
}

void add_bounds(const DecodedRun& run, std::size_t a, std::size_t b, std::vector<Bound>& bounds) {
  const DecodedMessage& first = run.messages[a];
  const DecodedMessage& second = run.messages[b];
  if (first.source == second.source && first.destination == second.destination &&
      first.step < second.step) {
    bounds.push_back({a, b, 1});
  }
  if (!overlap(first, second)) return;
  if (first.destination == second.source && first.delivered &&
      first.receive_call < second.send_call) {
    bounds.push_back({a, b, 1});
  }
  if (first.source == second.destination && second.delivered &&
      first.send_call <= second.receive_call) {
    bounds.push_back({a, b, 0});
  }
  if (first.destination == second.destination && first.delivered && second.delivered &&
      first.receive_call < second.receive_call) {
    bounds.push_back({a, b, 1});
  }
}

}  // namespace

std::vector<int> causal_steps(const DecodedRun& run) {
  std::vector<int> steps;
  for (const DecodedMessage& message : run.messages) steps.push_back(message.step);
  std::vector<Bound> bounds;
  for (std::size_t a = 0; a < run.messages.size(); ++a) {
    for (std::size_t b = 0; b < run.messages.size(); ++b) {
      if (a != b) add_bounds(run, a, b, bounds);
    }
  }
  // What a rank does later cannot come before: no circle of bounds has a gap, so this settles. The
  // limit is for records that contradict themselves.
  bool changed = true;
  for (std::size_t round = 0; changed && round <= run.messages.size(); ++round) {
    changed = false;
    for (const Bound& bound : bounds) {
      const int least = steps[bound.earlier] + bound.gap;
      if (steps[bound.later] >= least) continue;
      steps[bound.later] = least;
      changed = true;
    }
  }
  return steps;
}

}  // namespace zerolab::exercises
