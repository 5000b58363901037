#include "core/transport/fabric/wire.hpp"

#include <algorithm>

namespace zerolab {

namespace {

template <typename Message>
MessageEntry entry_from(const Message& message) {
  const std::string_view text = message.label.text;
  if (!is_label_text(text)) {
    throw input_error(
        "label '{}' of {} characters: the fabric carries up to {}, of printable ASCII", text,
        text.size(), max_label_text);
  }
  MessageEntry entry{message.elements,
                     message.label.sequence,
                     message.label.chunk,
                     message.peer,
                     static_cast<std::uint32_t>(message.dtype),
                     message.continues ? 1U : 0U,
                     {}};
  std::ranges::copy(text, entry.text);
  return entry;
}

}  // namespace

bool is_label_text(std::string_view text) {
  return text.size() <= max_label_text &&
         std::ranges::all_of(text, [](char c) { return c >= ' ' && c <= '~'; });
}

MessageEntry entry_of(const Send& send) {
  return entry_from(send);
}

MessageEntry entry_of(const Receive& receive) {
  return entry_from(receive);
}

std::int64_t number_of(ErrorKind kind) {
  return kind == ErrorKind::input ? 0 : 1;
}

ErrorKind error_kind_of(std::int64_t number) {
  return number == 0 ? ErrorKind::input : ErrorKind::failure;
}

}  // namespace zerolab
