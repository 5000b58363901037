// How many elements a message has.
#include <algorithm>

#include <fmt/core.h>

#include "exercises/judge/partition.hpp"
#include "exercises/judge/traffic.hpp"

namespace zerolab::exercises {

namespace {

bool all_messages(const Comparison& look, const auto& holds) {
  for (const auto& messages : look.sent) {
    for (const DecodedMessage* message : messages) {
      if (!holds(*message)) return false;
    }
  }
  return true;
}

// The slots' ranges if the buffer were cut otherwise.
std::vector<Range> slots_of(const Case& run, Cut kind) {
  std::vector<Range> slots;
  for (int bucket = 0; bucket < bucket_count(run); ++bucket) {
    const Range range = bucket_range(run, bucket);
    for (const Range chunk : cut(kind, range.size(), run.ranks)) {
      slots.push_back({range.begin + chunk.begin, range.begin + chunk.end});
    }
  }
  return slots;
}

// Whether each message has the size, and lies in the place, that its slot has in another cut.
bool fits(const Comparison& look, Cut kind) {
  const std::vector<Range> slots = slots_of(look.run.run, kind);
  return all_messages(look, [&](const DecodedMessage& message) {
    const RightMessage* due = look.right.at(message.source, message.step);
    if (due == nullptr) return false;
    const Range chunk = slots[static_cast<std::size_t>(due->slot)];
    return message.elements == chunk.size() &&
           (!message.range || chunk.empty() || *message.range == chunk);
  });
}

// All chunks' numbers are off by the same: the sizes of the messages say so.
int fitting_shift(const Comparison& look) {
  const std::vector<Range> slots = exercises::slots_of(look.run.run);
  for (int shift = 1; shift < look.ranks(); ++shift) {
    if (all_messages(look, [&](const DecodedMessage& message) {
          const RightMessage* due = look.right.at(message.source, message.step);
          if (due == nullptr) return false;
          const int bucket = due->slot / look.ranks();
          const int slot =
              bucket * look.ranks() + wrap(due->slot % look.ranks() + shift, look.ranks());
          const Range range = slots[static_cast<std::size_t>(slot)];
          return message.elements == range.size() &&
                 (!message.range || range.empty() || *message.range == range);
        })) {
      return shift;
    }
  }
  return 0;
}

// What it sends, and what it should: by elements where they are known, else by how many.
std::string sends(const Comparison& look, const DecodedMessage& message) {
  const bool places = message.range && !message.range->empty() && look.run.run.exercise != 2;
  return fmt::format("{} rank {} sends {}", at_step(look, message.step), message.source,
                     places ? range_words(*message.range) : count_words(message.elements));
}
std::string should(const Comparison& look, const DecodedMessage& message, const RightMessage& due) {
  const std::string chunk = chunk_words(look.run.run, due.slot);
  if (look.run.run.exercise == 2) {
    return fmt::format("it should send {}, {}", chunk, count_words(due.range.size()));
  }
  if (message.range && !message.range->empty()) {
    return fmt::format("it should send {}, {}", chunk, range_words(due.range));
  }
  return fmt::format("it should send {}, which has {}", chunk, due.range.size());
}

// The length of the bucket that a step's messages are cut from: each rank sends another chunk.
std::size_t sent_in_step(const Comparison& look, int step) {
  std::size_t sum = 0;
  for (int source = 0; source < look.ranks(); ++source) {
    const DecodedMessage* message = look.sent_at(source, step);
    if (message != nullptr) sum += message->elements;
  }
  return sum;
}

Wrong other_bucket(const Comparison& look, int step, const std::string& what) {
  const Case& run = look.run.run;
  const int bucket = step / look.right.steps_of_bucket;
  const Range right = bucket_range(run, bucket);
  const std::size_t length = sent_in_step(look, step);
  std::string guess;
  if (length == run.elements && run.elements > run.bucket_elements) {
    guess = ", which is the whole list at once";
  } else if (length == run.bucket_elements) {
    guess = ", a full one; the last bucket is only as long as what is left";
  } else if (std::ranges::find(run.tensors, length) != run.tensors.end()) {
    guess = ", as long as a tensor; tensors are laid end to end, and buckets do not end with them";
  }
  return {Mistake::other_bucket, step, look.sent_at(0, step) != nullptr ? 0 : -1,
          fmt::format("{}; bucket {} has {} ({}), but the ranks reduce {} there{}", what, bucket,
                      count_words(right.size()), range_words(right), length, guess)};
}

// All elements that a rank should send, in more messages.
std::optional<Wrong> too_finely(const Comparison& look, const DecodedMessage& message,
                                const std::string& what, const std::string& right) {
  const auto& sent = look.sent[static_cast<std::size_t>(message.source)];
  const auto due = static_cast<std::size_t>(look.right.steps());
  std::size_t elements = 0;
  std::size_t elements_due = 0;
  bool announced = sent.size() == 2 * due;
  for (const DecodedMessage* one : sent) elements += one->elements;
  for (std::size_t step = 0; step < due; ++step) {
    const std::size_t size = look.right.at(message.source, static_cast<int>(step))->range.size();
    elements_due += size;
    announced = announced && sent[2 * step]->elements == 1 && sent[2 * step + 1]->elements == size;
  }
  if (announced) {
    return Wrong{
        Mistake::size_announced, message.step, message.source,
        fmt::format("{}, to announce the size of the next message; {}: every rank can work "
                    "the sizes out",
                    what, right)};
  }
  if (sent.size() > due && elements == elements_due) {
    return Wrong{Mistake::in_pieces, message.step, message.source,
                 fmt::format("{}; {}: in pieces that are {} messages instead of {}", what, right,
                             sent.size(), due)};
  }
  return std::nullopt;
}

Wrong explain(const Comparison& look, int step, const DecodedMessage& message,
              const RightMessage& due) {
  const Case& run = look.run.run;
  const int source = message.source;
  const std::string what = sends(look, message);
  const std::string right = should(look, message, due);
  const auto ranks = static_cast<std::size_t>(run.ranks);
  const Range bucket = bucket_range(run, due.slot / run.ranks);
  const std::size_t longest = (bucket.size() + ranks - 1) / ranks;
  const std::optional<Wrong> split = too_finely(look, message, what, right);
  if (split) return *split;
  if (run.exercise == 7 && sent_in_step(look, step) != bucket.size()) {
    return other_bucket(look, step, what);
  }
  if (message.elements == bucket.size() && longest < bucket.size() && run.exercise != 2) {
    return {Mistake::whole_buffer, step, source,
            fmt::format("{}, the whole buffer; {}: in each step one chunk moves", what, right)};
  }
  const auto all_have = [&](std::size_t elements) {
    return all_messages(look, [&](const DecodedMessage& m) { return m.elements == elements; });
  };
  if (longest * ranks != bucket.size() && all_have(longest)) {
    return {Mistake::padded, step, source,
            fmt::format("{}, as many as the longest chunk; {}: shorter chunks are not padded", what,
                        right)};
  }
  // Sizes alone may fit both a shifted numbering and another cut; then neither is claimed.
  const int shift = run.exercise == 2 || longest * ranks == bucket.size() ? 0 : fitting_shift(look);
  const auto other =
      std::ranges::find_if(mistaken_cuts, [&](Cut kind) { return fits(look, kind); });
  if (shift != 0 && other == mistaken_cuts.end()) {
    return {Mistake::wrong_numbering, step, source,
            fmt::format("{}; {}: {}", what, right, numbering_words(run, shift))};
  }
  if (shift == 0 && other != mistaken_cuts.end()) {
    return {*other == Cut::floor_only ? Mistake::remainder_lost : Mistake::other_cut, step, source,
            fmt::format("{}; {}: the buffer is cut into {}, and should be into {}", what, right,
                        describe(*other), describe(Cut::balanced))};
  }
  return {Mistake::wrong_size, step, source, fmt::format("{}; {}", what, right)};
}

// A receive of another size than its message, where the message is right.
std::optional<Wrong> wrong_receive(const Comparison& look, int step) {
  for (const AwaitedMessage& awaited : look.run.awaited) {
    const RightMessage* due = look.right.at(awaited.from, step);
    if (awaited.step != step || due == nullptr || awaited.elements == due->range.size()) continue;
    return Wrong{
        Mistake::sizes_disagree, step, awaited.rank,
        fmt::format("{} rank {} receives {} from rank {}, which sends {} then: {}",
                    at_step(look, step), awaited.rank, count_words(awaited.elements), awaited.from,
                    chunk_words(look.run.run, due->slot), count_words(due->range.size()))};
  }
  return std::nullopt;
}

}  // namespace

std::optional<Wrong> wrong_size(const Comparison& look, int step) {
  for (int source = 0; source < look.ranks(); ++source) {
    const DecodedMessage* message = look.sent_at(source, step);
    const RightMessage* due = look.right.at(source, step);
    if (message == nullptr || due == nullptr || message->elements == due->range.size()) continue;
    // Which chunk it is, or that it is none, says more than its size.
    if (message->chunk && look.run.run.exercise != 7) continue;
    if (message->elements > 0 && message->unreadable == message->elements) continue;
    return explain(look, step, *message, *due);
  }
  return wrong_receive(look, step);
}

}  // namespace zerolab::exercises
