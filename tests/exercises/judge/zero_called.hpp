// Runs of exercises 9 to 12 that are written down as notes: what each rank called, took, gave back
// and ran. Their messages are those of the collectives, their results the right ones.
#pragma once

#include <string>
#include <vector>

#include "exercises/judge/zero/acts.hpp"
#include "exercises/judge/zero/calls.hpp"
#include "tests/exercises/judge/zero_records.hpp"

namespace zerolab::exercises {

using Notes = std::vector<Note>;

inline Case zero_case(int exercise, int ranks, std::vector<std::size_t> tensors, int steps) {
  Case run;
  run.exercise = exercise;
  run.ranks = ranks;
  for (const std::size_t tensor : tensors) run.elements += tensor;
  run.tensors = std::move(tensors);
  (exercise == 9 ? run.step : run.micro_steps) = steps;
  return run;
}

// The rank's messages of one collective.
inline void add_messages(const Case& run, const Note& note, int rank,
                         std::vector<LoggedCall>& calls) {
  const Schedule schedule = schedule_of(note.kind, run.ranks);
  for (int step = 0; step < step_count(schedule); ++step) {
    LoggedCall& call = calls.emplace_back();
    call.finished = true;
    for (const Transfer& transfer : schedule.transfers) {
      if (transfer.step != step) continue;
      const std::size_t elements = shard_range(note.elements, run.ranks, transfer.chunk).size();
      if (transfer.source == rank) {
        call.sends.push_back({transfer.destination, std::vector<float>(elements)});
      } else if (transfer.destination == rank) {
        call.receives.push_back({transfer.source, std::vector<float>(elements)});
      }
    }
  }
}

inline RunRecord called(const Case& run, const std::vector<Notes>& notes) {
  RunRecord record = record_with(run, outcome_of(run));
  for (int rank = 0; rank < run.ranks; ++rank) {
    RankResult& result = record.ranks[static_cast<std::size_t>(rank)];
    result.notes = notes[static_cast<std::size_t>(rank)];
    for (Note& note : result.notes) {
      note.calls = result.calls.size();
      if (is_collective_note(note.kind)) add_messages(run, note, rank, result.calls);
    }
  }
  return record;
}

// All ranks as they should, but for what `change` makes of each rank's notes.
template <typename Change>
RunRecord called_but(const Case& run, const Change& change) {
  std::vector<Notes> notes;
  for (int rank = 0; rank < run.ranks; ++rank) {
    Notes of_rank = right_notes(run, rank);
    change(rank, of_rank);
    notes.push_back(std::move(of_rank));
  }
  return called(run, notes);
}

inline RunRecord called_right(const Case& run) {
  return called_but(run, [](int /*rank*/, Notes& /*notes*/) {});
}

// The place of the `number`-th note of a kind, from 0.
inline std::size_t place_of(const Notes& notes, NoteKind kind, int number) {
  std::size_t place = 0;
  while (notes.at(place).kind != kind || number-- > 0) ++place;
  return place;
}

inline void erase_note(Notes& notes, NoteKind kind, int number) {
  notes.erase(notes.begin() + static_cast<std::ptrdiff_t>(place_of(notes, kind, number)));
}

inline void insert_note(Notes& notes, std::size_t place, const Note& note) {
  notes.insert(notes.begin() + static_cast<std::ptrdiff_t>(place), note);
}

}  // namespace zerolab::exercises
