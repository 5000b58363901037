#include "core/transport/transport.hpp"

#include <cstring>

#include <fmt/core.h>

namespace zerolab {

bool operator==(const Label& a, const Label& b) {
  return a.sequence == b.sequence && a.chunk == b.chunk && std::strcmp(a.text, b.text) == 0;
}

std::string to_string(const Label& label) {
  std::string text = label.text;
  if (label.sequence >= 0) text += fmt::format(" #{}", label.sequence);
  if (label.chunk >= 0) text += fmt::format(" chunk {}", label.chunk);
  return text;
}

Counters& Counters::operator+=(const Counters& other) {
  sent_messages += other.sent_messages;
  received_messages += other.received_messages;
  sent_elements += other.sent_elements;
  received_elements += other.received_elements;
  sent_bytes += other.sent_bytes;
  received_bytes += other.received_bytes;
  return *this;
}

Counters operator-(const Counters& a, const Counters& b) {
  return {a.sent_messages - b.sent_messages, a.received_messages - b.received_messages,
          a.sent_elements - b.sent_elements, a.received_elements - b.received_elements,
          a.sent_bytes - b.sent_bytes,       a.received_bytes - b.received_bytes};
}

}  // namespace zerolab
