// What exercises/zero says by an exception, without the data of the run.
#include <array>
#include <utility>

#include "exercises/judge/zero/judge_zero.hpp"

namespace zerolab::exercises {

namespace {

struct ThrownWords {
  std::string_view opening;  // of a part of what was thrown
  std::string_view nudge;
};

constexpr std::array thrown_words{
    ThrownWords{"the forward pass goes from",
                "a unit's forward pass runs where another one is due: from the first unit to the "
                "last, each once, also one without elements"},
    ThrownWords{"the forward pass is over",
                "a unit's forward pass runs once more after all have: each runs once"},
    ThrownWords{"the backward pass goes from",
                "a unit's backward pass runs where another one is due: from the last unit to the "
                "first, each once, also one without elements"},
    ThrownWords{"the backward pass is over",
                "a unit's backward pass runs once more after all have: each runs once"},
    ThrownWords{"that it did not hand out",
                "the arena is given back what it did not hand out, or has been given back already"},
    ThrownWords{"a block is given back as a whole",
                "the arena is given back a part of a block: it takes back whole ones"},
    ThrownWords{" is given ",
                "a unit is given a span of another size than its own: forward and backward take "
                "whole units"}};

}  // namespace

std::optional<std::string> thrown_nudge(const RunRecord& record) {
  if (record.ending != Ending::threw) return std::nullopt;
  for (const auto& [opening, nudge] : thrown_words) {
    if (record.detail.find(opening) != std::string::npos) return std::string(nudge);
  }
  return std::nullopt;
}

}  // namespace zerolab::exercises
