// Exercises 9 to 11: what a rank may hold of its arena.
#include "tests/catch.hpp"
#include "tests/exercises/judge/zero_called.hpp"

namespace zerolab::exercises {

namespace {

using test::ContainsSubstring;

template <typename Change>
std::string told_of_arena(const Case& run, const Change& change) {
  const auto finding = wrong_arena(called_but(run, [&](int, Notes& notes) { change(notes); }));
  return finding ? finding->sentence + "; " + finding->nudge : "right";
}

// Takes and gives back around what is already there.
void hold_all_the_time(Notes& notes, std::size_t elements) {
  insert_note(notes, 0, {NoteKind::allocate, -1, elements});
  notes.push_back({NoteKind::release, -1, elements});
}

}  // namespace

TEST_CASE("what the headers ask for is right for every number of ranks and micro-steps") {
  for (const int exercise : {9, 10, 11}) {
    for (int ranks = 1; ranks <= 8; ++ranks) {
      for (int steps = 1; steps <= 3; ++steps) {
        CHECK_FALSE(wrong_arena(called_right(zero_case(exercise, ranks, {6, 0, 11, 1}, steps))));
      }
    }
  }
}

TEST_CASE("stage 1 keeps two shards and may hold a chunk besides") {
  const Case run = zero_case(9, 3, {7}, 2);  // chunks of 3, 2 and 2
  CHECK(told_of_arena(run, [](Notes& notes) {
          insert_note(notes, place_of(notes, NoteKind::reduce_scatter, 0),
                      {NoteKind::allocate, -1, 2});
          notes.push_back({NoteKind::release, -1, 2});
        }) == "right");
  CHECK_THAT(told_of_arena(run,
                           [](Notes& notes) {
                             insert_note(notes, 2, {NoteKind::allocate, -1, 7});
                             notes.push_back({NoteKind::release, -1, 7});
                           }),
             ContainsSubstring("no room but their own"));
  CHECK_THAT(told_of_arena(run,
                           [](Notes& notes) {
                             notes.push_back({NoteKind::allocate, -1, 1});
                           }),
             ContainsSubstring("give back what is needed for a moment only"));
  CHECK_THAT(told_of_arena(run, [](Notes& notes) { notes.erase(notes.begin()); }),
             ContainsSubstring("from the arena"));
}

TEST_CASE("stage 2 holds one unit at a time and gives it back") {
  const Case run = zero_case(10, 4, {8, 4, 8}, 2);
  CHECK(told_of_arena(run, [](Notes& notes) { hold_all_the_time(notes, 2); }) == "right");
  CHECK_THAT(told_of_arena(run, [](Notes& notes) { hold_all_the_time(notes, 3); }),
             ContainsSubstring("of whole units only the one that runs"));
  CHECK_THAT(told_of_arena(run, [](Notes& notes) { erase_note(notes, NoteKind::release, 5); }),
             ContainsSubstring("still holds 8 elements of its arena at the end: give whole "
                               "gradients back"));
  CHECK_THAT(told_of_arena(run,
                           [](Notes& notes) {
                             std::erase_if(notes, [](const Note& note) {
                               return note.kind == NoteKind::allocate ||
                                      note.kind == NoteKind::release;
                             });
                           }),
             ContainsSubstring("which needs 8 elements: its whole gradients, from the arena"));
  // One block for all units.
  CHECK(told_of_arena(run, [](Notes& notes) {
          std::erase_if(notes, [](const Note& note) {
            return note.kind == NoteKind::allocate || note.kind == NoteKind::release;
          });
          hold_all_the_time(notes, 8);
        }) == "right");
}

TEST_CASE("stage 3 holds parameters and gradients of the unit that runs") {
  const Case run = zero_case(11, 4, {8, 4, 8}, 1);
  const auto release_later = [](int number) {
    return [number](Notes& notes) {
      const std::size_t place = place_of(notes, NoteKind::release, number);
      const Note note = notes[place];
      notes.erase(notes.begin() + static_cast<std::ptrdiff_t>(place));
      notes.push_back(note);
    };
  };
  CHECK_THAT(told_of_arena(run, release_later(0)),
             ContainsSubstring("in the forward pass of unit 1, which needs 4 elements"));
  CHECK_THAT(told_of_arena(run, release_later(3)),  // the parameters of unit 2's backward pass
             ContainsSubstring("in the backward pass of unit 1, which needs 8 elements"));
  CHECK_THAT(told_of_arena(run, [](Notes& notes) { erase_note(notes, NoteKind::release, 0); }),
             ContainsSubstring("give whole parameters back"));
  CHECK_THAT(told_of_arena(run, [](Notes& notes) { erase_note(notes, NoteKind::release, 4); }),
             ContainsSubstring("give whole gradients back"));
  // Backward in place of the parameters.
  CHECK_THAT(told_of_arena(run,
                           [](Notes& notes) {
                             erase_note(notes, NoteKind::allocate, 4);
                             erase_note(notes, NoteKind::release, 3);
                           }),
             ContainsSubstring("its whole parameters and its whole gradients"));
}

TEST_CASE("the table of the arena shows what is held beside what should be") {
  const RunRecord record = called_but(zero_case(11, 3, {4, 7}, 1), [](int, Notes& notes) {
    erase_note(notes, NoteKind::release, 0);
  });
  const std::string text = calls_text(record);
  CHECK_THAT(text, ContainsSubstring("what rank 0 holds of its arena, in elements"));
  CHECK_THAT(text, ContainsSubstring("2  forward of unit 0       4       4\n"));
  CHECK_THAT(text, ContainsSubstring("3  all-gather 7            7      11  <-\n"));
  CHECK_THAT(text, ContainsSubstring("at the end              0       4  <-\n"));
}

}  // namespace zerolab::exercises
