#include "exercises/judge/zero/nan_sent.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "exercises/judge/zero/calls.hpp"

namespace zerolab::exercises {

namespace {

bool sends_nan(const LoggedCall& call) {
  return std::ranges::any_of(call.sends, [](const LoggedMessage& message) {
    return std::ranges::any_of(message.values, [](float value) { return std::isnan(value); });
  });
}

}  // namespace

std::optional<NanSent> first_nan_sent(const RunRecord& record) {
  std::optional<NanSent> first;
  const auto order = [](const NanSent& nan) { return std::tuple(nan.place, nan.step, nan.rank); };
  for (std::size_t rank = 0; rank < record.ranks.size(); ++rank) {
    const RankResult& result = record.ranks[rank];
    const std::vector<SeenCall> seen = seen_calls(result);
    for (std::size_t place = 0; place < seen.size(); ++place) {
      for (std::size_t c = seen[place].first; c < seen[place].end; ++c) {
        if (!sends_nan(result.calls[c])) continue;
        const NanSent nan{place, seen[place].kind, static_cast<int>(c - seen[place].first),
                          static_cast<int>(rank)};
        if (!first || order(nan) < order(*first)) first = nan;
      }
    }
  }
  return first;
}

}  // namespace zerolab::exercises
