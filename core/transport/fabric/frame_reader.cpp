// The checks between what a rank writes and what the parent believes (wire.hpp).
#include <algorithm>
#include <cstring>
#include <iterator>
#include <utility>

#include "core/transport/fabric/stop.hpp"
#include "core/transport/fabric/wire.hpp"

namespace zerolab {

namespace {

template <typename... Args>
FabricStop nonsense(int rank, fmt::format_string<Args...> format, Args&&... args) {
  return {FabricEnding::nonsense, rank,
          fmt::format("rank {} sent bytes that are no frame: {}", rank,
                      fmt::format(format, std::forward<Args>(args)...))};
}

template <typename... Args>
FabricStop flood(int rank, fmt::format_string<Args...> format, Args&&... args) {
  return {FabricEnding::flood, rank,
          fmt::format("rank {} {}", rank, fmt::format(format, std::forward<Args>(args)...))};
}

}  // namespace

FrameReader::FrameReader(int rank, const FabricOptions& options) : rank_(rank), limits_(options) {}

std::size_t FrameReader::feed(std::span<const std::byte> bytes) {
  std::size_t used = 0;
  while (!complete_) {
    const std::size_t missing = wanted_bytes_ - piece_.size();
    const auto here = bytes.subspan(used, std::min(missing, bytes.size() - used));
    piece_.insert(piece_.end(), here.begin(), here.end());
    used += here.size();
    if (here.size() < missing) break;
    end_piece();
  }
  return used;
}

RankFrame FrameReader::take() {
  complete_ = false;
  begin(Piece::header, sizeof(FrameHeader));
  return std::exchange(frame_, {});
}

// Memory grows with what arrives, not with what is announced.
void FrameReader::begin(Piece reading, std::size_t wanted_bytes) {
  reading_ = reading;
  wanted_bytes_ = wanted_bytes;
  piece_ = {};
  piece_.reserve(std::min(wanted_bytes, std::size_t{1} << 20));
}

void FrameReader::end_piece() {
  switch (reading_) {
    case Piece::header: end_header(); break;
    case Piece::entries: end_entries(); break;
    case Piece::elements:
      frame_.sends[next_send_++].bytes = std::move(piece_);
      begin_next_elements();
      break;
    case Piece::bytes:
      frame_.bytes = std::move(piece_);
      complete_ = true;
      break;
  }
}

void FrameReader::end_header() {
  std::memcpy(&header_, piece_.data(), sizeof header_);
  if (header_.magic != frame_magic) throw nonsense(rank_, "they begin with {:#x}", header_.magic);
  frame_.kind = header_.kind;
  frame_.number = header_.number;
  switch (header_.kind) {
    case FrameKind::exchange: return begin_entries();
    case FrameKind::mark: return begin_bytes(0);
    case FrameKind::finish: return begin_bytes(limits_.max_message_bytes);
    case FrameKind::fail: return begin_bytes(max_reason_bytes);
    case FrameKind::moved:
    case FrameKind::go_on:
    case FrameKind::stop: break;  // the parent's own; any other number may arrive too
  }
  throw nonsense(rank_, "kind {}", static_cast<std::uint32_t>(header_.kind));
}

void FrameReader::begin_entries() {
  if (std::max(header_.sends, header_.receives) > max_exchange_messages) {
    throw nonsense(rank_, "{} sends and {} receives in one exchange, more than {}", header_.sends,
                   header_.receives, max_exchange_messages);
  }
  exchanges_ += 1;
  sends_ += header_.sends;
  receives_ += header_.receives;
  if (std::max({exchanges_, sends_, receives_}) > limits_.max_messages) {
    throw flood(rank_, "posted {} exchanges or marks, {} sends and {} receives: the limit is {}",
                exchanges_, sends_, receives_, limits_.max_messages);
  }
  const std::size_t entries = std::size_t{header_.sends} + header_.receives;
  begin(Piece::entries, entries * sizeof(MessageEntry));
}

void FrameReader::begin_bytes(std::size_t most_bytes) {
  if (header_.sends != 0 || header_.receives != 0) {
    throw nonsense(rank_, "messages outside an exchange");
  }
  if (header_.kind == FrameKind::mark && ++exchanges_ > limits_.max_messages) {
    throw flood(rank_, "posted {} exchanges or marks: the limit is {}", exchanges_,
                limits_.max_messages);
  }
  if (header_.size_bytes > most_bytes) {
    throw flood(rank_, "sends {} bytes outside an exchange: the limit is {}", header_.size_bytes,
                most_bytes);
  }
  begin(Piece::bytes, header_.size_bytes);
}

void FrameReader::end_entries() {
  const auto entry_at = [this](std::size_t i) {
    MessageEntry entry;
    std::memcpy(&entry, piece_.data() + i * sizeof entry, sizeof entry);
    return entry;
  };
  std::uint64_t announced = 0;
  for (std::size_t i = 0; i < header_.sends; ++i) {
    const PostedMessage& send = frame_.sends.emplace_back(checked(entry_at(i)));
    announced += send.size();
    sent_bytes_ += send.size();
    if (sent_bytes_ > static_cast<std::uint64_t>(limits_.max_total_bytes)) {
      throw flood(rank_, "sends {} bytes in all: the limit is {}", sent_bytes_,
                  limits_.max_total_bytes);
    }
  }
  for (std::size_t i = 0; i < header_.receives; ++i) {
    frame_.receives.push_back(checked(entry_at(header_.sends + i)));
  }
  if (announced != header_.size_bytes) {
    throw nonsense(rank_, "{} bytes for sends of {} bytes", header_.size_bytes, announced);
  }
  next_send_ = 0;
  begin_next_elements();
}

void FrameReader::begin_next_elements() {
  if (next_send_ == frame_.sends.size()) {
    complete_ = true;
  } else {
    begin(Piece::elements, frame_.sends[next_send_].size());
  }
}

PostedMessage FrameReader::checked(const MessageEntry& entry) const {
  PostedMessage message;
  if (entry.dtype > static_cast<std::uint32_t>(DType::i64) || entry.continues > 1) {
    throw nonsense(rank_, "type {}, continues {}", entry.dtype, entry.continues);
  }
  message.peer = entry.peer;
  message.dtype = static_cast<DType>(entry.dtype);
  message.elements = entry.elements;
  message.continues = entry.continues == 1;
  message.sequence = entry.sequence;
  message.chunk = entry.chunk;
  message.text.assign(entry.text, std::find(entry.text, std::end(entry.text), '\0'));
  if (!is_label_text(message.text)) {
    throw nonsense(rank_, "a label that is no text");
  }
  if (entry.elements > limits_.max_message_bytes / size_bytes(message.dtype)) {
    throw flood(rank_, "posted a message of {} {} elements: the limit is {} bytes", entry.elements,
                to_string(message.dtype), limits_.max_message_bytes);
  }
  return message;
}

}  // namespace zerolab
