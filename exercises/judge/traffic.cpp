#include "exercises/judge/traffic.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include <fmt/core.h>

#include "exercises/judge/messages.hpp"

namespace zerolab::exercises {

Comparison::Comparison(const DecodedRun& decoded, const RightRun& closest_right)
    : run(decoded), right(closest_right), sent(static_cast<std::size_t>(decoded.run.ranks)) {
  for (const DecodedMessage& message : run.messages) {  // by step
    if (message.destination != right_of(message.source) || ranks() == 1) continue;
    sent[static_cast<std::size_t>(message.source)].push_back(&message);
  }
}

const DecodedMessage* Comparison::sent_at(int source, int step) const {
  const auto& messages = sent[static_cast<std::size_t>(source)];
  const auto index = static_cast<std::size_t>(step);
  return step >= 0 && index < messages.size() ? messages[index] : nullptr;
}

std::string at_step(const Comparison& look, int step) {
  const int steps = look.right.steps_of_bucket;
  if (look.run.run.exercise != 7 || steps == 0 || step >= look.right.steps()) {
    return fmt::format("at step {}", step);
  }
  return fmt::format("in bucket {}, at step {}", step / steps, step % steps);
}

std::string chunk_words(const Case& run, int slot) {
  if (run.exercise == 2) return fmt::format("rank {}'s numbers", slot);
  if (run.exercise == 7) {
    return fmt::format("chunk {} of bucket {}", slot % run.ranks, slot / run.ranks);
  }
  return fmt::format("chunk {}", slot);
}

std::string count_words(std::size_t elements) {
  return fmt::format("{} element{}", elements, elements == 1 ? "" : "s");
}

std::string range_words(Range range) {
  if (range.empty()) return "no elements";
  if (range.size() == 1) return fmt::format("element {}", range.begin);
  return fmt::format("elements {} to {}", range.begin, range.end - 1);
}

std::string as_all_do(bool all) {
  return all ? "; every rank does so" : "";
}

std::string numbering_words(const Case& run, int shift) {
  const int back = run.ranks - shift;
  const std::string off = shift <= back ? fmt::format("+{}", shift) : fmt::format("-{}", back);
  if (run.exercise == 4) {
    return fmt::format("every rank begins with chunk r{} instead of its own, chunk r", off);
  }
  return fmt::format("every rank's chunks are off by {}, so that chunk r{} ends on rank r",
                     std::min(shift, back), off);
}

std::optional<Wrong> wrong_traffic(const Comparison& look) {
  std::optional<Wrong> wrong = left_out(look);
  if (!wrong) wrong = wrong_link(look);
  if (wrong) return wrong;
  int steps = look.right.steps();
  for (const auto& messages : look.sent) steps = std::max(steps, static_cast<int>(messages.size()));
  for (int step = 0; step < steps; ++step) {
    wrong = wrong_size(look, step);
    if (!wrong) wrong = wrong_content(look, step);
    if (!wrong) wrong = wrong_count(look, step);
    if (wrong) return wrong;
  }
  return std::nullopt;
}

namespace {

struct LinkTotal {
  std::size_t messages = 0;
  std::size_t elements = 0;
  friend bool operator==(const LinkTotal&, const LinkTotal&) = default;
};
using LinkTotals = std::map<std::pair<int, int>, LinkTotal>;

LinkTotals totals_of(const DecodedRun& run) {
  LinkTotals totals;
  for (const DecodedMessage& message : run.messages) {
    LinkTotal& total = totals[{message.source, message.destination}];
    ++total.messages;
    total.elements += message.elements;
  }
  return totals;
}

LinkTotals totals_of(const RightRun& right) {
  LinkTotals totals;
  for (const RightMessage& message : right.messages) {
    LinkTotal& total = totals[{message.source, message.destination}];
    ++total.messages;
    total.elements += message.range.size();
  }
  return totals;
}

}  // namespace

bool counts_are_right(const DecodedRun& run, const std::vector<RightRun>& rights) {
  const LinkTotals totals = totals_of(run);
  return std::ranges::any_of(rights,
                             [&](const RightRun& right) { return totals == totals_of(right); });
}

}  // namespace zerolab::exercises
