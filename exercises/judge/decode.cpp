#include "exercises/judge/decode.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "exercises/judge/combine_seen.hpp"
#include "exercises/judge/endings.hpp"
#include "exercises/judge/input.hpp"
#include "exercises/judge/messages.hpp"
#include "exercises/judge/mistake.hpp"
#include "exercises/judge/values.hpp"

namespace zerolab::exercises {

namespace {

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

// The whole number that a value means. The average of exercise 7 may have been made by multiplying
// with 1/N, which is off in the last bit.
double whole(float value, double scale) {
  const double number = static_cast<double>(value) / scale;
  const double nearest = std::round(number);
  return std::abs(number - nearest) < 0.01 ? nearest : unknown;
}

int total(const Origins& origins) {
  int sum = 0;
  for (const int count : origins) sum += count;
  return sum;
}

// The one rank that is in it; -1: none or several.
int only_origin(const Origins& origins) {
  int only = -1;
  for (std::size_t rank = 0; rank < origins.size(); ++rank) {
    if (origins[rank] == 0) continue;
    if (only >= 0) return -1;
    only = static_cast<int>(rank);
  }
  return only;
}

// Which element of the buffer a value of the run with Input::places is, if its origins are known.
std::optional<std::size_t> element_of(const Case& run, float value, double scale,
                                      const Origins& origins) {
  const int count = total(origins);
  if (count == 0) return std::nullopt;
  const double place = whole(value, scale * count);
  const double last = static_cast<double>(run.elements);
  if (std::isnan(place) || place < 1 || place > last) return std::nullopt;
  const auto element = static_cast<std::size_t>(place) - 1;
  if (run.exercise != 2) return element;
  const int owner = only_origin(origins);
  if (owner < 0) return std::nullopt;
  return static_cast<std::size_t>(owner) * run.elements + element;
}

// Exercise 7: N, or 1 where the ranks divide before the sum. A rank's first message holds its own
// input only, and says which; where it is empty, the other ranks' do.
double message_scale(const RunRecord& origins) {
  for (std::size_t rank = 0; rank < origins.ranks.size(); ++rank) {
    for (const LoggedCall& call : origins.ranks[rank].calls) {
      if (call.sends.empty()) continue;
      const std::vector<float>& first = call.sends.front().values;
      if (first.empty()) break;
      const bool divided = whole(first.front(), 1) == std::ldexp(1.0, 2 * static_cast<int>(rank));
      return divided ? 1 : input_scale(origins.run);
    }
  }
  return input_scale(origins.run);
}

class Decoder {
 public:
  Decoder(const RunRecord& origins, const RunRecord& places)
      : origins_(origins), places_(places), slots_(slots_of(origins.run)) {
    run_ = without_values(origins);
  }

  DecodedRun decode() {
    const std::vector<DecodedMessage> other = without_values(places_).messages;
    const double scale = message_scale(origins_);
    std::vector<Codes> carried;
    for (DecodedMessage& message : run_.messages) {
      Codes codes;
      for (const float value : values_of(origins_, message)) {
        codes.push_back(whole(value, scale));
        message.unreadable += std::isnan(value) ? 1 : 0;
      }
      set_origins(codes, message);
      const auto same = std::ranges::find_if(other, [&](const DecodedMessage& m) {
        return m.source == message.source && m.destination == message.destination &&
               m.step == message.step && m.elements == message.elements;
      });
      if (same != other.end()) set_range(codes, values_of(places_, *same), scale, message);
      carried.push_back(std::move(codes));
    }
    see_combines(carried, rank_codes(), run_);
    hold();
    fill_empty();
    set_end_fault();
    return std::move(run_);
  }

 private:
  int ranks() const { return origins_.run.ranks; }

  void set_origins(const Codes& codes, DecodedMessage& message) const {
    if (codes.empty()) return;
    const bool even = std::ranges::all_of(codes, [&](double code) { return code == codes[0]; });
    if (even) message.origins = origins_of(codes[0], ranks());
  }

  void set_range(const Codes& codes, const std::vector<float>& places, double scale,
                 DecodedMessage& message) const {
    if (codes.empty()) return;
    std::optional<std::size_t> first;
    for (std::size_t i = 0; i < codes.size(); ++i) {
      const std::optional<Origins> origins = origins_of(codes[i], ranks());
      if (!origins) return;
      const auto element = element_of(origins_.run, places[i], scale, *origins);
      if (!element || (i > 0 && *element != *first + i)) return;
      if (i == 0) first = element;
    }
    message.range = Range{*first, *first + codes.size()};
    for (std::size_t slot = 0; slot < slots_.size(); ++slot) {
      if (slots_[slot] != *message.range) continue;
      message.bucket = static_cast<int>(slot) / ranks();
      message.chunk = static_cast<int>(slot) % ranks();
    }
  }

  std::vector<RankCodes> rank_codes() const {
    const Case& run = origins_.run;
    std::vector<RankCodes> all;
    for (int rank = 0; rank < ranks(); ++rank) {
      RankCodes codes;
      for (const float value : input_buffer(run, rank)) {
        codes.before.push_back(whole(value, input_scale(run)));
      }
      const std::vector<float>& block = origins_.ranks[static_cast<std::size_t>(rank)].block;
      if (!block.empty()) {
        for (const float value : buffer_of(run, rank, block))
          codes.after.push_back(whole(value, 1));
      }
      all.push_back(std::move(codes));
    }
    return all;
  }

  // What the rank holds in a slot, where all of its elements say the same and are in their places.
  std::optional<Origins> held(const std::vector<float>& codes, const std::vector<float>& places,
                              Range slot) const {
    std::optional<Origins> all;
    for (std::size_t i = slot.begin; i < slot.end; ++i) {
      const std::optional<Origins> origins = origins_of(whole(codes[i], 1), ranks());
      if (!origins || (all && *all != *origins)) return std::nullopt;
      if (element_of(origins_.run, places[i], 1, *origins) != i) return std::nullopt;
      all = origins;
    }
    return all;
  }

  void hold() {
    for (int rank = 0; rank < ranks(); ++rank) {
      const auto r = static_cast<std::size_t>(rank);
      std::vector<std::optional<Origins>> of_rank(slots_.size());
      const std::vector<float>& block = origins_.ranks[r].block;
      if (!block.empty() && r < places_.ranks.size() && !places_.ranks[r].block.empty()) {
        const std::vector<float> codes = buffer_of(origins_.run, rank, block);
        const std::vector<float> places = buffer_of(origins_.run, rank, places_.ranks[r].block);
        for (std::size_t slot = 0; slot < slots_.size(); ++slot) {
          of_rank[slot] = held(codes, places, slots_[slot]);
        }
      }
      run_.held.push_back(std::move(of_rank));
    }
  }

  // An empty message is the chunk that is due in its step, where that is empty.
  void fill_empty() {
    const std::vector<RightRun> rights = right_runs(run_.run);
    if (rights.empty()) return;
    const RightRun& right = closest(rights, run_);
    for (DecodedMessage& message : run_.messages) {
      const RightMessage* due = right.at(message.source, message.step);
      if (message.elements > 0 || due == nullptr || !due->range.empty() ||
          due->destination != message.destination) {
        continue;
      }
      message.range = due->range;
      message.bucket = due->slot / ranks();
      message.chunk = due->slot % ranks();
      message.origins = due->origins;
      if (message.delivered) message.added = due->combine == Combine::add;
    }
    for (std::size_t rank = 0; rank < run_.held.size(); ++rank) {
      for (std::size_t slot = 0; slot < slots_.size(); ++slot) {
        if (!slots_[slot].empty() || !run_.returned[rank]) continue;
        if (!right.held[rank][slot].empty()) run_.held[rank][slot] = right.held[rank][slot];
      }
    }
  }

  void set_end_fault() {
    std::optional<Wrong> wrong = wrong_end(origins_);
    if (!wrong) wrong = wrong_results(origins_);
    if (!wrong) wrong = wrong_results(places_);
    if (!wrong) return;
    run_.end_fault = FirstWrong{-1, wrong->rank, wrong->sentence,
                                std::string(nudge(wrong->mistake)), aspect_of(wrong->mistake)};
  }

  const RunRecord& origins_;
  const RunRecord& places_;
  std::vector<Range> slots_;
  DecodedRun run_;
};

}  // namespace

std::optional<Origins> origins_of(double code, int ranks) {
  if (std::isnan(code) || code < 0 || code >= std::ldexp(1.0, 2 * ranks)) return std::nullopt;
  auto rest = static_cast<std::int64_t>(code);
  Origins origins;
  for (int rank = 0; rank < ranks; ++rank) {
    origins.push_back(static_cast<int>(rest % 4));
    rest /= 4;
  }
  return origins;
}

DecodedRun decode(const RunRecord& origins, const RunRecord& places) {
  return Decoder(origins, places).decode();
}

std::string digits(const std::optional<std::vector<int>>& origins) {
  if (!origins) return "?";
  std::string text;
  for (auto count = origins->rbegin(); count != origins->rend(); ++count) {
    text += *count <= 9 ? std::to_string(*count) : "+";
  }
  return text;
}

}  // namespace zerolab::exercises
