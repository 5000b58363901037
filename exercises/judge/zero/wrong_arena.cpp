// What a rank holds in its arena, from its notes.
#include <algorithm>

#include <fmt/core.h>

#include "exercises/judge/traffic.hpp"
#include "exercises/judge/zero/acts.hpp"
#include "exercises/judge/zero/judge_zero.hpp"
#include "exercises/judge/zero/layout.hpp"

namespace zerolab::exercises {

namespace {

ArenaFault fault(std::size_t note, int rank, std::string sentence, std::string nudge) {
  return {{Aspect::memory, rank, std::move(sentence), std::move(nudge)}, note};
}

// Counts what is held, note by note.
class Held {
 public:
  void read(const Note& note) {
    if (note.kind == NoteKind::allocate) now_ += note.elements;
    if (note.kind == NoteKind::release) now_ -= std::min(now_, note.elements);
  }
  std::size_t now() const { return now_; }

 private:
  std::size_t now_ = 0;
};

// Exercise 9: momentum and variance of the shard, and perhaps room for a chunk besides.
class StateMemory {
 public:
  StateMemory(const Case& run, int rank)
      : rank_(rank),
        shard_(shard_range(run.elements, run.ranks, rank).size()),
        most_(2 * shard_ + shard_range(run.elements, run.ranks, 0).size()) {}

  std::optional<ArenaFault> read(const RankResult& result) const {
    if (std::optional<ArenaFault> wrong = wrong_sizes(result)) return wrong;
    Held held;
    std::optional<ArenaFault> moment;
    for (std::size_t n = 0; n < result.notes.size(); ++n) {
      held.read(result.notes[n]);
      if (!moment && held.now() > most_) moment = too_much(n, held.now());
    }
    if (held.now() == 2 * shard_) return moment;
    return wrong_end(moment ? moment->note : result.notes.size(), held.now());
  }

 private:
  // What `state` has at the end.
  std::optional<ArenaFault> wrong_sizes(const RankResult& result) const {
    for (std::size_t i = 0; i < result.numbers.size() && i < 2; ++i) {
      const auto kept = static_cast<std::size_t>(result.numbers[i]);
      if (kept == shard_) continue;
      const char* name = i == 0 ? "momentum" : "variance";
      return fault(0, rank_,
                   fmt::format("rank {} keeps {} of {}; its shard has {}: a rank has the "
                               "optimizer's states of what it updates, 1/N of all",
                               rank_, count_words(kept), name, count_words(shard_)),
                   fmt::format("the {} is not as long as the rank's shard: each rank keeps the "
                               "optimizer's states of what it updates, 1/N of all",
                               name));
    }
    return std::nullopt;
  }

  ArenaFault too_much(std::size_t note, std::size_t held) const {
    return fault(note, rank_,
                 fmt::format("rank {} holds {} of its arena for a moment; momentum, variance and "
                             "perhaps a chunk besides are {}: the gradients need no room but their "
                             "own",
                             rank_, count_words(held), count_words(most_)),
                 "too much of the arena is held for a moment: momentum and variance are as long as "
                 "the shard, and the gradients need no room but their own");
  }

  // `note`: where it is seen.
  ArenaFault wrong_end(std::size_t note, std::size_t held) const {
    const std::string both = fmt::format(
        "rank {} holds {} of its arena at the end; momentum and "
        "variance of its shard are {}",
        rank_, count_words(held), count_words(2 * shard_));
    if (held < 2 * shard_) {
      return fault(note, rank_, both + ": take both from the arena, which counts what a rank holds",
                   "momentum and variance are not from the arena, which counts what a rank holds");
    }
    return fault(note, rank_, both + ": give back what is needed for a moment only",
                 "a rank keeps more of its arena than momentum and variance of its shard: give "
                 "back what is needed for a moment only");
  }

  int rank_;
  std::size_t shard_;
  std::size_t most_;  // at any time
};

// Exercises 10 and 11: of whole units no more than the one that runs, and that one at least. In
// exercise 10 one block may serve all units in turn.
class PassMemory {
 public:
  PassMemory(const Case& run, int rank) : run_(run), rank_(rank) {
    for (const std::size_t unit : run.tensors) largest_ = std::max(largest_, unit);
  }

  std::optional<ArenaFault> read(const std::vector<Note>& notes) {
    std::optional<ArenaFault> first;
    for (std::size_t n = 0; n < notes.size(); ++n) {
      const Note& note = notes[n];
      held_.read(note);
      if (first) continue;
      if (is_pass(note.kind)) {
        first = while_running(n, note);
      } else if (note.kind != NoteKind::allocate &&
                 held_.now() > allowed(NoteKind::backward, largest_)) {
        first = too_much(n);
      }
    }
    if (held_.now() == 0) return first;
    return never_released(first ? first->note : notes.size(), notes);
  }

 private:
  std::size_t wholes(NoteKind kind) const {
    return run_.exercise == 11 && kind == NoteKind::backward ? 2 : 1;
  }
  // Whole units, and room for a shard.
  std::size_t allowed(NoteKind kind, std::size_t elements) const {
    return wholes(kind) * elements + shard_range(elements, run_.ranks, 0).size();
  }

  std::optional<ArenaFault> while_running(std::size_t at, const Note& note) const {
    const std::size_t needed = wholes(note.kind) * note.elements;
    const std::string both = fmt::format(
        "rank {} holds {} of its arena in the {} pass of unit {}, which needs {}", rank_,
        count_words(held_.now()), note.kind == NoteKind::forward ? "forward" : "backward",
        note.unit, count_words(needed));
    if (held_.now() > allowed(note.kind, run_.exercise == 10 ? largest_ : note.elements)) {
      return fault(at, rank_, both + ": of whole units only the one that runs is held",
                   "whole units are held longer than they are needed: release one before the next "
                   "is taken");
    }
    if (held_.now() < needed) {
      const char* what = wholes(note.kind) == 2 ? "its whole parameters and its whole gradients"
                         : run_.exercise == 10  ? "its whole gradients"
                                                : "its whole parameters";
      return fault(at, rank_, fmt::format("{}: {}, from the arena", both, what),
                   "what is whole is not taken from the arena, which counts what a rank holds");
    }
    return std::nullopt;
  }

  // Something of all units, or of some: that explains whatever else is held too long.
  ArenaFault never_released(std::size_t at, const std::vector<Note>& notes) const {
    const CategoryBytes held = acts_of(run_, rank_, notes).held;
    const bool parameters = bytes_of(held, MemoryCategory::gathered_parameters) > 0;
    const bool gradients = bytes_of(held, MemoryCategory::buckets) > 0;
    const char* what = parameters && gradients ? "whole parameters and gradients"
                       : parameters            ? "whole parameters"
                                               : "whole gradients";
    return fault(
        at, rank_,
        fmt::format("rank {} still holds {} of its arena at the end: give {} back as soon "
                    "as they have been used",
                    rank_, count_words(held_.now()), what),
        fmt::format("{} are never given back: do so as soon as they have been used", what));
  }

  ArenaFault too_much(std::size_t at) const {
    const std::size_t limit = allowed(NoteKind::backward, largest_);
    return fault(at, rank_,
                 fmt::format("rank {} holds {} of its arena for a moment; the largest unit needs "
                             "{}, with room for a shard: of whole units only the one that runs is "
                             "held",
                             rank_, count_words(held_.now()), count_words(limit)),
                 "too much of the arena is held for a moment: release a whole unit before the next "
                 "is taken");
  }

  const Case& run_;
  int rank_;
  std::size_t largest_ = 0;
  Held held_;
};

}  // namespace

std::optional<ArenaFault> arena_fault(const RunRecord& record) {
  const Case& run = record.run;
  if (run.exercise < 9 || run.exercise > 11) return std::nullopt;
  for (int rank = 0; rank < run.ranks; ++rank) {
    const RankResult& result = record.ranks[static_cast<std::size_t>(rank)];
    std::optional<ArenaFault> wrong = run.exercise == 9 ? StateMemory(run, rank).read(result)
                                                        : PassMemory(run, rank).read(result.notes);
    if (wrong) return wrong;
  }
  return std::nullopt;
}

std::optional<Finding> wrong_arena(const RunRecord& record) {
  const std::optional<ArenaFault> wrong = arena_fault(record);
  return wrong ? std::optional(wrong->finding) : std::nullopt;
}

}  // namespace zerolab::exercises
