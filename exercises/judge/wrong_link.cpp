// Who talks to whom, and how often.
#include <algorithm>
#include <set>

#include <fmt/core.h>

#include "exercises/judge/traffic.hpp"

namespace zerolab::exercises {

namespace {

bool is_rank(const Comparison& look, int rank) {
  return rank >= 0 && rank < look.ranks();
}

std::optional<Wrong> no_such_rank(const Comparison& look) {
  const auto wrong = [&](int step, int rank, const char* does, int peer) {
    const std::string why = peer == rank && look.ranks() == 1
                                ? "with one rank there is nobody else, and nothing to send"
                            : peer == rank
                                ? "a rank sends nothing to itself"
                                : fmt::format(
                                      "the ranks are 0 to {}: after the last comes rank 0, "
                                      "before rank 0 the last",
                                      look.ranks() - 1);
    return Wrong{Mistake::no_such_rank, step, rank,
                 fmt::format("{} rank {} {} rank {}{}; {}", at_step(look, step), rank, does, peer,
                             peer == rank ? ", itself" : "", why)};
  };
  for (const DecodedMessage& message : look.run.messages) {
    if (is_rank(look, message.destination) && message.destination != message.source) continue;
    return wrong(message.step, message.source, "sends to", message.destination);
  }
  for (const AwaitedMessage& awaited : look.run.awaited) {
    if (is_rank(look, awaited.from) && awaited.from != awaited.rank) continue;
    return wrong(awaited.step, awaited.rank, "receives from", awaited.from);
  }
  return std::nullopt;
}

// The rank that has a part in every message, where there are others than ring neighbours; -1: none.
int root_of(const Comparison& look) {
  const auto& messages = look.run.messages;
  for (int root = 0; root < look.ranks(); ++root) {
    if (std::ranges::all_of(messages, [&](const DecodedMessage& m) {
          return m.source == root || m.destination == root;
        })) {
      return root;
    }
  }
  return -1;
}

Mistake pattern_of(const Comparison& look) {
  const auto& messages = look.run.messages;
  const auto goes_left = [&](const DecodedMessage& m) {
    return m.destination == look.left_of(m.source);
  };
  const auto goes_right = [&](const DecodedMessage& m) {
    return m.destination == look.right_of(m.source);
  };
  if (look.ranks() > 2 && std::ranges::all_of(messages, goes_left)) return Mistake::wrong_direction;
  if (look.ranks() > 2 && messages.size() > 1 && root_of(look) >= 0) return Mistake::root_gather;
  // Among three ranks the neighbours are all there are.
  if (look.ranks() > 3 && std::ranges::all_of(messages, [&](const DecodedMessage& m) {
        return goes_left(m) || goes_right(m);
      })) {
    return Mistake::both_directions;
  }
  std::vector<std::set<int>> peers(static_cast<std::size_t>(look.ranks()));
  for (const DecodedMessage& m : messages) {
    peers[static_cast<std::size_t>(m.source)].insert(m.destination);
  }
  const bool several = std::ranges::any_of(peers, [](const auto& of) { return of.size() > 1; });
  return several ? Mistake::direct_exchange : Mistake::not_the_neighbour;
}

std::string why(const Comparison& look, Mistake mistake, const DecodedMessage& message) {
  const std::string neighbour = fmt::format("on the ring rank {} sends to rank {} only",
                                            message.source, look.right_of(message.source));
  if (mistake == Mistake::wrong_direction) {
    return fmt::format(
        "messages go the other way round: rank {} sends to rank {} and receives from rank {}",
        message.source, look.right_of(message.source), look.left_of(message.source));
  }
  if (mistake == Mistake::root_gather) {
    return fmt::format("every message goes to or from rank {}, which carries the whole load; {}",
                       root_of(look), neighbour);
  }
  if (mistake == Mistake::both_directions) {
    return fmt::format("that is its left neighbour, and messages go both ways; {}", neighbour);
  }
  if (mistake == Mistake::direct_exchange) {
    return fmt::format("it sends directly to several ranks; {}", neighbour);
  }
  return neighbour;
}

std::optional<Wrong> not_the_neighbour(const Comparison& look) {
  const auto& messages = look.run.messages;
  const auto elsewhere = [&](const DecodedMessage& m) {
    return m.destination != look.right_of(m.source);
  };
  auto first = std::ranges::find_if(messages, elsewhere);
  if (first == messages.end()) return std::nullopt;
  const Mistake mistake = pattern_of(look);
  if (mistake == Mistake::root_gather) {  // it begins with what the root collects
    const int root = root_of(look);
    const auto collected = std::ranges::find_if(
        messages, [&](const DecodedMessage& m) { return elsewhere(m) && m.destination == root; });
    if (collected != messages.end()) first = collected;
  }
  return Wrong{
      mistake, first->step, first->source,
      fmt::format("{} rank {} sends {} to rank {}; {}", at_step(look, first->step), first->source,
                  count_words(first->elements), first->destination, why(look, mistake, *first))};
}

std::optional<Wrong> receives_elsewhere(const Comparison& look) {
  for (const AwaitedMessage& awaited : look.run.awaited) {
    if (awaited.from == look.left_of(awaited.rank)) continue;
    return Wrong{
        Mistake::receives_elsewhere, awaited.step, awaited.rank,
        fmt::format("rank {} waits for a message from rank {}; on the ring rank {} receives "
                    "from rank {} only",
                    awaited.rank, awaited.from, awaited.rank, look.left_of(awaited.rank))};
  }
  return std::nullopt;
}

// All have returned, and nobody has sent anything.
std::optional<Wrong> no_messages(const Comparison& look) {
  if (!look.run.messages.empty() || !look.run.awaited.empty() || look.right.messages.empty() ||
      std::ranges::find(look.run.returned, true) == look.run.returned.end()) {
    return std::nullopt;
  }
  return Wrong{Mistake::no_messages, 0, 0,
               fmt::format("no rank sends anything; rank 0 should send {} to rank 1 at step 0",
                           chunk_words(look.run.run, look.right.at(0, 0)->slot))};
}

}  // namespace

std::optional<Wrong> wrong_link(const Comparison& look) {
  std::optional<Wrong> wrong = no_such_rank(look);
  if (!wrong) wrong = no_messages(look);
  if (!wrong) wrong = not_the_neighbour(look);
  if (!wrong) wrong = receives_elsewhere(look);
  return wrong;
}

namespace {

std::optional<Wrong> too_many(const Comparison& look, int source, int step) {
  const auto count = look.sent[static_cast<std::size_t>(source)].size();
  const bool all = std::ranges::all_of(
      look.sent, [&](const auto& messages) { return messages.size() == count; });
  const int due = look.right.steps();
  const auto& sent = look.sent[static_cast<std::size_t>(source)];
  if (look.run.run.exercise == 7 && std::all_of(sent.begin() + step, sent.end(),
                                                [](const auto* m) { return m->elements == 0; })) {
    return Wrong{
        Mistake::empty_bucket, step, source,
        fmt::format("rank {} sends {} messages instead of {}, and the last {} are empty: "
                    "after the last bucket nothing is left to reduce{}",
                    source, count, due, count - static_cast<std::size_t>(due), as_all_do(all))};
  }
  if (look.run.run.exercise == 7) {
    return Wrong{Mistake::buckets_too_many, step, source,
                 fmt::format("rank {} sends {} messages instead of {}: there are {} buckets of {} "
                             "steps each{}",
                             source, count, due, due / std::max(look.right.steps_of_bucket, 1),
                             look.right.steps_of_bucket, as_all_do(all))};
  }
  return Wrong{Mistake::too_many_messages, step, source,
               fmt::format("rank {} sends {} messages instead of {}: after step {} every rank has "
                           "what it should have{}",
                           source, count, due, due - 1, as_all_do(all))};
}

std::string steps_words(const Case& run) {
  if (run.exercise == 5) return fmt::format("2(N-1) = {}", 2 * (run.ranks - 1));
  return fmt::format("N-1 = {}", run.ranks - 1);
}

std::optional<Wrong> too_few(const Comparison& look, int source, int step) {
  const auto count = look.sent[static_cast<std::size_t>(source)].size();
  const bool all = std::ranges::all_of(
      look.sent, [&](const auto& messages) { return messages.size() == count; });
  const RightMessage& missing = *look.right.at(source, step);
  const int steps = look.right.steps_of_bucket;
  if (look.run.run.exercise == 5 && all && count == static_cast<std::size_t>(steps) / 2) {
    return Wrong{Mistake::first_half_only, step, source,
                 fmt::format("every rank stops after {} messages, the reduce-scatter; the "
                             "all-gather is missing: {} rank {} should send {} to rank {}",
                             count, at_step(look, step), source,
                             chunk_words(look.run.run, missing.slot), missing.destination)};
  }
  if (look.run.run.exercise == 7 && count % static_cast<std::size_t>(steps) == 0) {
    const Range bucket = bucket_range(look.run.run, step / steps);
    return Wrong{
        Mistake::buckets_left_out, step, source,
        fmt::format("rank {} sends nothing for bucket {} ({}){}{}", source, step / steps,
                    range_words(bucket), bucket.end == look.run.run.elements ? ", the last" : "",
                    as_all_do(all))};
  }
  const std::string waits = all ? std::string()
                                : fmt::format("; rank {} still waits for {}", missing.destination,
                                              chunk_words(look.run.run, missing.slot));
  return Wrong{
      Mistake::too_few_messages, step, source,
      fmt::format("rank {} stops after {} message{}; a ring of {} ranks needs {} steps: {} "
                  "it should still send {} to rank {}{}{}",
                  source, count, count == 1 ? "" : "s", look.ranks(), steps_words(look.run.run),
                  at_step(look, step), chunk_words(look.run.run, missing.slot), missing.destination,
                  waits, as_all_do(all))};
}

}  // namespace

std::optional<Wrong> wrong_count(const Comparison& look, int step) {
  for (int source = 0; source < look.ranks(); ++source) {
    const DecodedMessage* message = look.sent_at(source, step);
    const RightMessage* due = look.right.at(source, step);
    if (message != nullptr && due == nullptr) return too_many(look, source, step);
    // A rank that has not returned may still have been going to send it.
    if (message == nullptr && due != nullptr && look.returned(source)) {
      return too_few(look, source, step);
    }
  }
  return std::nullopt;
}

}  // namespace zerolab::exercises
