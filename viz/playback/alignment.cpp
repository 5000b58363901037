#include "viz/playback/alignment.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "core/base/error.hpp"

namespace zerolab {

namespace {

// What a beat is, and the how-manieth of that kind it is in its run.
using BeatKey = std::tuple<Beat::Kind, int, int, int, int, int, int>;

std::vector<BeatKey> keys_of(const std::vector<Beat>& beats) {
  std::map<BeatKey, int> met;
  std::vector<BeatKey> keys;
  keys.reserve(beats.size());
  for (const Beat& beat : beats) {
    BeatKey key{beat.kind,       beat.collective_id, beat.step, beat.train_step,
                beat.micro_step, beat.plan_op,       0};
    // A collective in which nothing moves stands beside the first step of one in which something
    // does.
    if (beat.collective_id >= 0) {
      key = {Beat::Kind::step, beat.collective_id, std::max(beat.step, 0), 0, 0, 0, 0};
    }
    std::get<6>(key) = met[key]++;
    keys.push_back(key);
  }
  return keys;
}

bool is_earlier_step(const Beat& a, const Beat& b) {
  return a.collective_id == b.collective_id && a.step < b.step;
}

// Whose beat comes by itself while both runs stand at different ones: the run's whose beat the
// other one does not have; of two such the earlier step's.
Side comes_alone(const Beat& left, bool left_is_in_right, const Beat& right,
                 bool right_is_in_left) {
  if (left_is_in_right) return Side::right;
  if (right_is_in_left) return Side::left;
  return is_earlier_step(right, left) ? Side::right : Side::left;
}

}  // namespace

Alignment::Alignment(const Story& left, const Story& right) {
  if (left.world_size() != right.world_size()) {
    throw input_error(
        "a run of {} ranks cannot stand beside one of {}: give two traces of the same world size",
        left.world_size(), right.world_size());
  }
  const std::vector<BeatKey> left_keys = keys_of(left.beats());
  const std::vector<BeatKey> right_keys = keys_of(right.beats());
  std::map<BeatKey, std::size_t> in_left;
  std::map<BeatKey, std::size_t> in_right;
  for (std::size_t b = 0; b < left_keys.size(); ++b) in_left[left_keys[b]] = b;
  for (std::size_t b = 0; b < right_keys.size(); ++b) in_right[right_keys[b]] = b;
  const auto is_still_to_come = [](const std::map<BeatKey, std::size_t>& keys, const BeatKey& key,
                                   std::size_t from) {
    const auto found = keys.find(key);
    return found != keys.end() && found->second >= from;
  };
  std::size_t l = 0;
  std::size_t r = 0;
  while (l < left_keys.size() || r < right_keys.size()) {
    if (r == right_keys.size()) {
      pairs_.push_back({l++, std::nullopt});
    } else if (l == left_keys.size()) {
      pairs_.push_back({std::nullopt, r++});
    } else if (left_keys[l] == right_keys[r]) {
      pairs_.push_back({l++, r++});
    } else if (comes_alone(left.beats()[l], is_still_to_come(in_right, left_keys[l], r),
                           right.beats()[r],
                           is_still_to_come(in_left, right_keys[r], l)) == Side::left) {
      pairs_.push_back({l++, std::nullopt});
    } else {
      pairs_.push_back({std::nullopt, r++});
    }
  }
  for (std::size_t p = 0; p < pairs_.size(); ++p) {
    const BeatPair& pair = pairs_[p];
    beats_.push_back(pair.left ? left.beats()[*pair.left] : right.beats()[*pair.right]);
    for (const Side side : both_sides) {
      const auto s = static_cast<std::size_t>(side);
      before_[s].push_back(pair_of_[s].size());
      if (pair.of(side)) pair_of_[s].push_back(p);
    }
  }
}

double Alignment::time_of(Side side, double time) const {
  const auto s = static_cast<std::size_t>(side);
  const auto pair = static_cast<std::size_t>(std::max(std::floor(time), 0.0));
  if (pair >= pairs_.size()) return static_cast<double>(pair_of_[s].size());
  const double fraction = std::max(time, 0.0) - static_cast<double>(pair);
  return static_cast<double>(before_[s][pair]) + (pairs_[pair].of(side) ? fraction : 0);
}

double Alignment::common_of(Side side, std::size_t beat) const {
  const std::vector<std::size_t>& pair_of = pair_of_[static_cast<std::size_t>(side)];
  if (beat < pair_of.size()) return static_cast<double>(pair_of[beat]);
  return pair_of.empty() ? 0 : static_cast<double>(pair_of.back() + 1);
}

std::optional<std::size_t> Alignment::shown(double time) const {
  if (pairs_.empty() || time <= 0) return std::nullopt;
  const double pair = std::ceil(time) - 1;
  return std::min(static_cast<std::size_t>(pair), pairs_.size() - 1);
}

bool Alignment::has_ended(Side side, double time) const {
  const auto pair = shown(time);
  const std::vector<std::size_t>& pair_of = pair_of_[static_cast<std::size_t>(side)];
  return pair && (pair_of.empty() || pair_of.back() < *pair);
}

}  // namespace zerolab
