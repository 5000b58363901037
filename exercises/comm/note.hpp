// What a rank says it is doing between its messages: which collective it calls, what it takes from
// its arena and gives back, which unit of the model runs.
//
// For words, pictures, and the size of the arena. What was sent is judged from the messages
// themselves.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>

namespace zerolab {

enum class NoteKind {
  reduce_scatter,
  all_gather,
  all_reduce,
  allocate,
  release,
  forward,
  backward
};

struct Note {
  NoteKind kind = NoteKind::allocate;
  int unit = -1;             // forward, backward: which unit; else -1
  std::size_t elements = 0;  // of the buffer
  std::size_t calls = 0;     // of send, recv and sendrecv, which the rank had begun before
  friend bool operator==(const Note&, const Note&) = default;
};

// As one number of at least `first_note_number`, without `calls`, and back; none: it is no note.
// Units up to 4,094 and 2^40 - 1 elements; more are cut.
inline constexpr std::int64_t first_note_number = 16;
std::int64_t to_number(const Note& note);
std::optional<Note> note_of(std::int64_t number);

using NoteSink = std::function<void(const Note&)>;

}  // namespace zerolab
