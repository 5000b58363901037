// Bits of the number: 56 to 59 the kind + 1, 40 to 51 the unit + 1, 0 to 39 the elements.
#include "exercises/comm/note.hpp"

#include <algorithm>

namespace zerolab {

namespace {

constexpr int unit_bit = 40;
constexpr int kind_bit = 56;
constexpr std::uint64_t most_elements = (std::uint64_t{1} << unit_bit) - 1;
constexpr std::uint64_t most_unit = 0xfff;
constexpr std::uint64_t kinds = static_cast<std::uint64_t>(NoteKind::backward) + 1;

}  // namespace

std::int64_t to_number(const Note& note) {
  const auto kind = static_cast<std::uint64_t>(note.kind) + 1;
  const auto unit = std::min<std::uint64_t>(static_cast<std::uint64_t>(note.unit + 1), most_unit);
  const auto elements = std::min<std::uint64_t>(note.elements, most_elements);
  return static_cast<std::int64_t>(kind << kind_bit | unit << unit_bit | elements);
}

std::optional<Note> note_of(std::int64_t number) {
  const auto bits = static_cast<std::uint64_t>(number);
  const std::uint64_t kind = bits >> kind_bit;
  if (kind < 1 || kind > kinds) return std::nullopt;
  Note note;
  note.kind = static_cast<NoteKind>(kind - 1);
  note.unit = static_cast<int>(bits >> unit_bit & most_unit) - 1;
  note.elements = static_cast<std::size_t>(bits & most_elements);
  return note;
}

}  // namespace zerolab
