// The one sentence about a decoded run: traffic first, then how it ended.
#include <algorithm>
#include <utility>

#include "exercises/judge/messages.hpp"
#include "exercises/judge/mistake.hpp"
#include "exercises/judge/traffic.hpp"

namespace zerolab::exercises {

namespace {

// Every message is right, and the end is not.
std::optional<FirstWrong> after_right_messages(const DecodedRun& decoded) {
  std::optional<FirstWrong> fault = decoded.end_fault;
  if (!fault) return fault;
  const auto is = [&](Mistake mistake) { return fault->nudge == nudge(mistake); };
  if (is(Mistake::result_own_only)) {
    fault->sentence += "; all messages are right, so what arrived last was not added";
  } else if (is(Mistake::result_overwritten)) {
    fault->sentence +=
        "; all messages are right, so what arrived last replaced it instead of being added";
  } else if (is(Mistake::result_twice) || is(Mistake::result_incomplete)) {
    fault->sentence += "; all messages are right, so look at what was done with the last";
  }
  return fault;
}

}  // namespace

std::optional<int> first_wrong_arrival(const DecodedRun& decoded) {
  const std::vector<RightRun> rights = right_runs(decoded.run);
  if (rights.empty()) return std::nullopt;
  const int ranks = decoded.run.ranks;
  const std::vector<RightMessage>& due = closest(rights, decoded).messages;
  std::optional<int> first;
  for (const DecodedMessage& message : decoded.messages) {
    if (!message.delivered || !message.added || (first && *first <= message.step)) continue;
    const bool is_wrong = std::ranges::any_of(due, [&](const RightMessage& right) {
      return right.step == message.step && agrees(message, right, ranks) &&
             (right.combine == Combine::add) != *message.added;
    });
    if (is_wrong) first = message.step;
  }
  return first;
}

std::optional<FirstWrong> first_wrong(const DecodedRun& decoded) {
  // A run whose end is right, and whose counts are, is right whatever else it did.
  const std::vector<RightRun> rights = right_runs(decoded.run);
  if (rights.empty()) return decoded.end_fault;
  if (!decoded.end_fault && counts_are_right(decoded, rights)) return std::nullopt;
  const std::optional<Wrong> wrong = wrong_traffic({decoded, closest(rights, decoded)});
  if (!wrong) return after_right_messages(decoded);
  return FirstWrong{wrong->step, wrong->rank, wrong->sentence, std::string(nudge(wrong->mistake)),
                    aspect_of(wrong->mistake)};
}

}  // namespace zerolab::exercises
