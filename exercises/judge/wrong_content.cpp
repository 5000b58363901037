// Which elements a message carries, and whose inputs are in them.
//
// All messages of earlier steps are right when this is asked about a step. So what a rank had
// received before is known from the right run, and what is wrong now is this rank's own doing.
#include <algorithm>

#include <fmt/core.h>

#include "exercises/judge/messages.hpp"
#include "exercises/judge/traffic.hpp"

namespace zerolab::exercises {

namespace {

struct Scene {
  const Comparison& look;
  const DecodedMessage& message;
  const RightMessage& due;
  const RightMessage* arrived;  // what its rank received in the step before; nullptr: nothing

  const Case& run() const { return look.run.run; }
  int rank() const { return message.source; }
  int step() const { return message.step; }
  std::string at() const { return at_step(look, step()); }
  std::string due_chunk() const { return chunk_words(run(), due.slot); }
  std::string sent_chunk() const { return chunk_words(run(), slot_of(message, run().ranks)); }
  // A sum of exercises 3, 5 and 7 is still being made in this step, or has just been completed.
  bool after_adding() const { return arrived != nullptr && arrived->combine == Combine::add; }
  Wrong wrong(Mistake mistake, std::string sentence) const {
    return {mistake, step(), rank(), std::move(sentence)};
  }
};

Scene scene_of(const Comparison& look, const DecodedMessage& message, const RightMessage& due) {
  const RightMessage* arrived = look.right.at(look.left_of(message.source), message.step - 1);
  const bool new_bucket =
      look.right.steps_of_bucket > 0 && message.step % look.right.steps_of_bucket == 0;
  return {look, message, due, new_bucket ? nullptr : arrived};
}

// Whether every rank's message of the step holds.
bool all_ranks(const Comparison& look, int step, const auto& holds) {
  for (int source = 0; source < look.ranks(); ++source) {
    const DecodedMessage* message = look.sent_at(source, step);
    const RightMessage* due = look.right.at(source, step);
    if (message == nullptr || due == nullptr || !holds(*message, *due)) return false;
  }
  return true;
}

// By how much the chunk's number is too large, modulo N; none where it is not known.
std::optional<int> shift_of(const DecodedMessage& message, const RightMessage& due, int ranks) {
  if (!message.chunk || message.bucket != due.slot / ranks) return std::nullopt;
  return wrap(*message.chunk - due.slot % ranks, ranks);
}

// The rank sent in each step the chunk whose number is one more than in the step before.
bool goes_up(const Scene& scene) {
  const int ranks = scene.run().ranks;
  const RightMessage* first = scene.look.right.at(scene.rank(), 0);
  return ranks > 2 && scene.step() > 0 && scene.message.chunk &&
         *scene.message.chunk == wrap(first->slot + scene.step(), ranks);
}

// What the rank should have sent, and why.
std::string reason(const Scene& scene) {
  const int neighbour = scene.look.right_of(scene.rank());
  if (scene.run().exercise == 2) return "it should send its own, `mine`";
  if (scene.arrived == nullptr) {
    if (scene.run().exercise == 4) {
      return fmt::format("it should send {}, its own and the only one it has", scene.due_chunk());
    }
    return fmt::format("it should send {}, whose sum begins on this rank", scene.due_chunk());
  }
  if (scene.after_adding() && scene.due.combine == Combine::copy) {
    return fmt::format("it has just completed {}, which rank {} needs next", scene.due_chunk(),
                       neighbour);
  }
  return fmt::format("it has just {} {}, which its neighbour, rank {}, needs next",
                     scene.after_adding() ? "added into" : "received", scene.due_chunk(),
                     neighbour);
}

Wrong wrong_chunk(const Scene& scene) {
  const Comparison& look = scene.look;
  const int ranks = scene.run().ranks;
  const int shift = shift_of(scene.message, scene.due, ranks).value_or(0);
  const bool all = shift != 0 && all_ranks(look, scene.step(), [&](const auto& m, const auto& d) {
                     return shift_of(m, d, ranks) == shift;
                   });
  const std::string what = fmt::format("{} rank {} sent {}; {}", scene.at(), scene.rank(),
                                       scene.sent_chunk(), reason(scene));
  if (scene.run().exercise == 2) {
    return scene.wrong(Mistake::wrong_chunk, what);
  }
  if (all && scene.step() == 0) {
    return scene.wrong(Mistake::wrong_numbering,
                       fmt::format("{}: {}", what, numbering_words(scene.run(), shift)));
  }
  if (all && scene.after_adding() && scene.due.combine == Combine::copy) {
    return scene.wrong(
        Mistake::halves_disagree,
        fmt::format("{}: the second half must begin with the chunk that the first half has "
                    "completed on this rank",
                    what));
  }
  const DecodedMessage* before = look.sent_at(scene.rank(), scene.step() - 1);
  if (before != nullptr && before->chunk == scene.message.chunk &&
      before->bucket == scene.message.bucket) {
    return scene.wrong(
        Mistake::sent_again,
        fmt::format("{} rank {} sent {} again, as in the step before; {}{}", scene.at(),
                    scene.rank(), scene.sent_chunk(), reason(scene), as_all_do(all)));
  }
  if (goes_up(scene)) {
    return scene.wrong(
        Mistake::index_goes_up,
        fmt::format("{}: the chunk's number goes down by one in each step, not up", what));
  }
  return scene.wrong(Mistake::wrong_chunk, what + as_all_do(all));
}

Wrong not_a_chunk(const Scene& scene) {
  return scene.wrong(
      Mistake::not_a_chunk,
      fmt::format("{} rank {} sent {}; {} begins at element {}: it is {}", scene.at(), scene.rank(),
                  range_words(*scene.message.range), scene.due_chunk(), scene.due.range.begin,
                  range_words(scene.due.range)));
}

Wrong not_held(const Scene& scene) {
  const bool all = all_ranks(scene.look, scene.step(),
                             [](const auto& m, const auto&) { return m.unreadable > 0; });
  const int exercise = scene.run().exercise;
  if (exercise != 2 && exercise != 4) {  // there every rank has input of everything
    return scene.wrong(
        Mistake::not_held,
        fmt::format("{} rank {} sent NaN, which comes from outside the buffer or from "
                    "memory that was never written; {}{}",
                    scene.at(), scene.rank(), reason(scene), as_all_do(all)));
  }
  const std::string hint =
      scene.arrived != nullptr ? ": put it into its place, not added to what is there" : "";
  return scene.wrong(Mistake::not_held,
                     fmt::format("{} rank {} sent {} that it does not have yet (NaN); {}{}{}",
                                 scene.at(), scene.rank(), count_words(scene.message.elements),
                                 reason(scene), hint, as_all_do(all)));
}

Origins sum(const Origins& a, const Origins& b) {
  Origins both = a;
  for (std::size_t i = 0; i < both.size(); ++i) both[i] += b[i];
  return both;
}

// The first rank that is in it more than once; -1: none.
int counted_twice(const Origins& origins) {
  const auto twice = std::ranges::find_if(origins, [](int count) { return count > 1; });
  return twice == origins.end() ? -1 : static_cast<int>(twice - origins.begin());
}

// The right elements, with another sum in them.
Wrong wrong_sum(const Scene& scene, const Origins& sent) {
  const auto rank = static_cast<std::size_t>(scene.rank());
  Origins own(sent.size());
  own[rank] = 1;
  const std::string what =
      fmt::format("{} rank {} sent {} as {}, should be {}", scene.at(), scene.rank(),
                  scene.due_chunk(), digits(sent), digits(scene.due.origins));
  const bool all = all_ranks(scene.look, scene.step(), [](const auto& m, const auto& d) {
    return m.origins && *m.origins != d.origins;
  });
  const auto wrong = [&](Mistake mistake, const std::string& why) {
    return scene.wrong(mistake, fmt::format("{}: {}{}", what, why, as_all_do(all)));
  };
  const int twice = counted_twice(sent);
  if (scene.after_adding()) {
    const Origins& arrived = scene.arrived->origins;
    if (sent == own) {
      return wrong(
          Mistake::stale,
          fmt::format("that is its own input only; it did not add what it had received, {}, "
                      "before sending on",
                      digits(arrived)));
    }
    if (sent == arrived) {
      return wrong(Mistake::overwritten,
                   "what arrived has replaced its own input instead of being added to it");
    }
    if (sent == sum(scene.due.origins, arrived)) {
      return wrong(Mistake::added_twice, "it has added twice what arrived");
    }
    if (twice == scene.rank()) {
      return wrong(Mistake::added_twice, "its own input is in it more than once");
    }
  } else if (scene.arrived != nullptr && scene.due.combine == Combine::copy) {
    const bool more = std::ranges::equal(sent, scene.due.origins, std::greater_equal<>());
    if (more) {
      return wrong(Mistake::added_not_copied,
                   "what arrived was complete; it was added to what the rank held, and should have "
                   "replaced it");
    }
    return wrong(Mistake::old_passed_on,
                 fmt::format("the rank has just received it, and passed on what it held before"));
  }
  if (twice >= 0) {
    return wrong(Mistake::added_twice, fmt::format("rank {}'s input is in it twice", twice));
  }
  if (sent[rank] == 0 && scene.due.origins[rank] > 0) {
    return wrong(Mistake::own_left_out, "its own input is missing");
  }
  return wrong(Mistake::wrong_sum, "each digit says how often that rank's input is in it");
}

Wrong mixed(const Scene& scene) {
  const std::string arrived =
      scene.arrived == nullptr ? std::string("did it change its input before sending?")
                               : fmt::format("what arrived was {}: was it added at another place?",
                                             chunk_words(scene.run(), scene.arrived->slot));
  const std::string as =
      scene.message.origins ? fmt::format(" ({})", digits(scene.message.origins)) : std::string();
  return scene.wrong(Mistake::mixed,
                     fmt::format("{} rank {} sent {}{} that are no sum of one chunk's inputs; it "
                                 "should send {}; {}",
                                 scene.at(), scene.rank(), count_words(scene.message.elements), as,
                                 scene.due_chunk(), arrived));
}

Wrong explain(const Scene& scene) {
  const DecodedMessage& message = scene.message;
  if (message.unreadable > 0) return not_held(scene);
  if (message.chunk && slot_of(message, scene.run().ranks) != scene.due.slot) {
    return wrong_chunk(scene);
  }
  if (message.range && *message.range != scene.due.range) return not_a_chunk(scene);
  if (message.range && message.origins) return wrong_sum(scene, *message.origins);
  return mixed(scene);
}

}  // namespace

std::optional<Wrong> wrong_content(const Comparison& look, int step) {
  if (!look.decoded()) return std::nullopt;
  for (int source = 0; source < look.ranks(); ++source) {
    const DecodedMessage* message = look.sent_at(source, step);
    const RightMessage* due = look.right.at(source, step);
    if (message == nullptr || due == nullptr || message->elements == 0) continue;
    const bool same = message->range == due->range && message->origins == due->origins;
    if (!same) return explain(scene_of(look, *message, *due));
  }
  return std::nullopt;
}

}  // namespace zerolab::exercises
