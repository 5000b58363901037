// What a rank leaves out because it is empty: a message of no elements, or all that comes after a
// tensor of none.
#include <algorithm>

#include <fmt/core.h>

#include "exercises/judge/traffic.hpp"

namespace zerolab::exercises {

namespace {

// All messages go to the right neighbour, and nobody waits for another.
bool runs_to_its_end(const Comparison& look) {
  std::size_t to_neighbours = 0;
  for (const auto& messages : look.sent) to_neighbours += messages.size();
  return look.ranks() > 1 && to_neighbours == look.run.messages.size() &&
         look.run.awaited.empty() &&
         std::ranges::all_of(look.run.returned, [](bool returned) { return returned; });
}

// The messages are those that are due but for the empty ones; the first of these is told.
std::optional<Wrong> empty_messages(const Comparison& look) {
  const RightMessage* first = nullptr;
  for (int source = 0; source < look.ranks(); ++source) {
    int sent = 0;
    for (int step = 0; step < look.right.steps(); ++step) {
      const RightMessage* due = look.right.at(source, step);
      const DecodedMessage* message = look.sent_at(source, sent);
      if (message != nullptr && message->elements == due->range.size()) {
        ++sent;
      } else if (!due->range.empty()) {
        return std::nullopt;
      } else if (first == nullptr || step < first->step) {
        first = due;
      }
    }
    if (look.sent_at(source, sent) != nullptr) return std::nullopt;
  }
  if (first == nullptr) return std::nullopt;
  const std::string what = chunk_words(look.run.run, first->slot);
  return Wrong{Mistake::empty_left_out, first->step, first->source,
               fmt::format("{} rank {} leaves out {}, which {} empty here: it is sent all the "
                           "same, as an empty message, so that all ranks make {} step{}",
                           at_step(look, first->step), first->source, what,
                           look.run.run.exercise == 2 ? "are" : "is", look.right.steps(),
                           look.right.steps() == 1 ? "" : "s")};
}

// Exercise 7: the elements before the first empty tensor are reduced, and none after it.
std::optional<Wrong> after_empty_tensor(const Comparison& look) {
  const Case& run = look.run.run;
  const auto empty = std::ranges::find(run.tensors, std::size_t{0});
  std::size_t before = 0;
  for (auto tensor = run.tensors.begin(); tensor != empty; ++tensor) before += *tensor;
  if (empty == run.tensors.end() || before == run.elements) return std::nullopt;
  const std::size_t buckets = (before + run.bucket_elements - 1) / run.bucket_elements;
  const std::size_t steps = buckets * static_cast<std::size_t>(look.right.steps_of_bucket);
  if (steps >= static_cast<std::size_t>(look.right.steps()) ||
      std::ranges::any_of(look.sent, [&](const auto& sent) { return sent.size() != steps; })) {
    return std::nullopt;
  }
  return Wrong{Mistake::empty_tensor_ends, static_cast<int>(steps), 0,
               fmt::format("every rank stops after {} of {} messages: tensor {} is empty, and the "
                           "list goes on behind it",
                           steps, look.right.steps(), empty - run.tensors.begin())};
}

}  // namespace

std::optional<Wrong> left_out(const Comparison& look) {
  if (!runs_to_its_end(look)) return std::nullopt;
  std::optional<Wrong> wrong = empty_messages(look);
  if (!wrong && look.run.run.exercise == 7) wrong = after_empty_tensor(look);
  return wrong;
}

}  // namespace zerolab::exercises
