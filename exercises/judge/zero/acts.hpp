// What a rank did in a run of exercises 9 to 12, in the order of its notes, as a trace tells it:
// collectives and passes of units, and between them how much memory it held, by what it is for.
#pragma once

#include <cstddef>
#include <vector>

#include "core/base/memory.hpp"
#include "core/base/names.hpp"
#include "exercises/comm/note.hpp"
#include "exercises/judge/case.hpp"

namespace zerolab::exercises {

// The notes of a rank that does all as it should: what exercises 9 to 12 ask for. Its messages are
// not there (Note::calls is 0).
std::vector<Note> right_notes(const Case& run, int rank);

inline bool is_pass(NoteKind kind) {
  return kind == NoteKind::forward || kind == NoteKind::backward;
}

struct Act {
  NoteKind kind = NoteKind::reduce_scatter;  // a collective, forward or backward
  std::size_t elements = 0;
  int unit = -1;        // exercises 10 and 11
  int micro_step = -1;  // likewise
  std::size_t note = 0;
  bool is_pass() const { return exercises::is_pass(kind); }
};

// The bytes of one category changed; `act` is the next one, or their number at the end.
struct Holding {
  std::size_t act = 0;
  std::size_t note = 0;
  MemoryCategory category = MemoryCategory::parameters;
  std::size_t bytes = 0;  // held from then on
};

struct RankActs {
  std::vector<Act> acts;
  std::vector<Holding> holdings;  // in their order; those of before the first call have note 0
  CategoryBytes peak{};           // the most of each category
  CategoryBytes held{};           // at the end
};

// Empty collectives are left out. A collective belongs to the unit that runs next where it gathers,
// and to the one that ran last where it reduces; what a block is for is seen from where it is taken
// and given back: the notes do not say it.
RankActs acts_of(const Case& run, int rank, const std::vector<Note>& notes);

// What stays with the rank from step to step, in bytes.
CategoryBytes bytes_at_rest(const Case& run, int rank);

}  // namespace zerolab::exercises
