// Exercises 9 to 12 as their headers describe them, as notes.
#include "exercises/judge/zero/acts.hpp"
#include "exercises/judge/zero/layout.hpp"

namespace zerolab::exercises {

namespace {

void add_step(const Case& run, int rank, int step, std::vector<Note>& notes) {
  const std::size_t shard = shard_range(run.elements, run.ranks, rank).size();
  if (step == 1) {
    notes.push_back({NoteKind::allocate, -1, shard});
    notes.push_back({NoteKind::allocate, -1, shard});
  }
  notes.push_back({NoteKind::reduce_scatter, -1, run.elements});
  notes.push_back({NoteKind::all_gather, -1, run.elements});
}

void add_forward(int unit, std::size_t elements, std::vector<Note>& notes) {
  notes.push_back({NoteKind::allocate, -1, elements});
  notes.push_back({NoteKind::all_gather, -1, elements});
  notes.push_back({NoteKind::forward, unit, elements});
  notes.push_back({NoteKind::release, -1, elements});
}

void add_backward(int unit, std::size_t elements, bool gathers, std::vector<Note>& notes) {
  if (gathers) {
    notes.push_back({NoteKind::allocate, -1, elements});
    notes.push_back({NoteKind::all_gather, -1, elements});
  }
  notes.push_back({NoteKind::allocate, -1, elements});
  notes.push_back({NoteKind::backward, unit, elements});
  if (gathers) notes.push_back({NoteKind::release, -1, elements});
  notes.push_back({NoteKind::reduce_scatter, -1, elements});
  notes.push_back({NoteKind::release, -1, elements});
}

}  // namespace

std::vector<Note> right_notes(const Case& run, int rank) {
  std::vector<Note> notes;
  const int units = static_cast<int>(run.tensors.size());
  const auto elements = [&](int unit) { return run.tensors[static_cast<std::size_t>(unit)]; };
  switch (run.exercise) {
    case 9:
      for (int step = 1; step <= run.step; ++step) add_step(run, rank, step, notes);
      break;
    case 10:
    case 11:
      for (int micro_step = 0; micro_step < run.micro_steps; ++micro_step) {
        for (int unit = 0; unit < units && run.exercise == 11; ++unit) {
          add_forward(unit, elements(unit), notes);
        }
        for (int unit = units - 1; unit >= 0; --unit) {
          add_backward(unit, elements(unit), run.exercise == 11, notes);
        }
      }
      break;
    case 12:
      notes.push_back({NoteKind::all_gather, -1, static_cast<std::size_t>(run.ranks)});
      break;
    default: break;
  }
  return notes;
}

}  // namespace zerolab::exercises
