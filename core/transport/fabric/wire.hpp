// What passes over the socket between a rank and the parent (fabric.hpp), as bytes.
//
// A frame is a header; in an exchange, an entry for each message (the sends, then the receives);
// then bytes:
//
//   rank → parent   exchange   the elements of its sends, one after the other
//                   mark       number: the mark's
//                   finish     the report: the rank's last frame
//                   fail       the reason as text; number: its ErrorKind. Also a last frame
//   parent → rank   moved      the elements of its receives, one after the other; number: the most
//                              bytes of its sends that were ever buffered
//                   go_on      after a mark
//                   stop       the reason as text; number: its ErrorKind. Instead of the others
//
// After an exchange or a mark a rank waits for the parent's frame. Both run on one machine, so that
// numbers travel in its byte order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.hpp"
#include "core/transport/fabric/fabric.hpp"

namespace zerolab {

enum class FrameKind : std::uint32_t { exchange = 1, mark, finish, fail, moved, go_on, stop };

inline constexpr std::uint32_t frame_magic = 0x62616c7a;        // "zlab"
inline constexpr std::uint32_t max_exchange_messages = 65'536;  // sends, and as many receives
inline constexpr std::size_t max_label_text = 31;               // characters of Label::text
inline constexpr std::size_t max_reason_bytes = 4096;

struct FrameHeader {
  std::uint32_t magic = frame_magic;
  FrameKind kind = FrameKind::exchange;
  std::uint32_t sends = 0;
  std::uint32_t receives = 0;
  std::int64_t number = 0;
  std::uint64_t size_bytes = 0;  // after the header and the entries
};
static_assert(sizeof(FrameHeader) == 32);

struct MessageEntry {
  std::uint64_t elements = 0;
  std::int64_t sequence = -1;
  std::int32_t chunk = -1;
  std::int32_t peer = 0;
  std::uint32_t dtype = 0;
  std::uint32_t continues = 0;  // 0 or 1
  char text[max_label_text + 1] = {};
};
static_assert(sizeof(MessageEntry) == 64);

// Up to max_label_text characters, of printable ASCII.
bool is_label_text(std::string_view text);

// Throws an input Error for a label that is no such text.
MessageEntry entry_of(const Send& send);
MessageEntry entry_of(const Receive& receive);

// A header's or an entry's memory.
template <typename T>
std::span<const std::byte> memory_of(const T& record) {
  return std::as_bytes(std::span<const T>(&record, 1));
}

std::int64_t number_of(ErrorKind kind);
ErrorKind error_kind_of(std::int64_t number);  // anything that is not `input` is a failure

// One message of a rank's exchange, as the parent keeps it.
struct PostedMessage {
  int peer = 0;
  std::size_t elements = 0;
  DType dtype = DType::f32;
  std::string text;
  std::int64_t sequence = -1;
  int chunk = -1;
  bool continues = false;
  std::vector<std::byte> bytes;  // of a send; of a receive, once it has moved

  std::size_t size() const { return elements * size_bytes(dtype); }  // in bytes

  // Views, good while this object stays where it is; without data.
  Label label() const { return {text.c_str(), sequence, chunk}; }
  Send as_send() const { return {peer, nullptr, elements, dtype, label(), {}, continues}; }
  Receive as_receive() const {
    return {peer, nullptr, elements, dtype, Combine::copy, label(), {}, continues};
  }
};

struct RankFrame {
  FrameKind kind = FrameKind::exchange;
  std::int64_t number = 0;
  std::vector<PostedMessage> sends, receives;
  std::vector<std::byte> bytes;  // the report, or the reason
};

// Puts one rank's frames together, from bytes that arrive in whatever pieces. Believes nothing:
// throws a FabricStop (stop.hpp), `nonsense` or `flood`, at the first number that is wrong or above
// a limit, before memory is taken for it. Limits count from the reader's construction.
class FrameReader {
 public:
  FrameReader(int rank, const FabricOptions& options);

  // Returns how many of the bytes it has used: all of them, unless the frame became complete.
  std::size_t feed(std::span<const std::byte> bytes);

  bool complete() const { return complete_; }
  bool begun() const { return !complete_ && (reading_ != Piece::header || !piece_.empty()); }

  // The complete frame; the next one may begin.
  RankFrame take();

 private:
  enum class Piece { header, entries, elements, bytes };

  void begin(Piece reading, std::size_t wanted_bytes);
  void end_piece();
  void end_header();
  void begin_entries();
  void end_entries();
  void begin_bytes(std::size_t most_bytes);
  void begin_next_elements();
  PostedMessage checked(const MessageEntry& entry) const;

  int rank_;
  FabricOptions limits_;
  std::int64_t exchanges_ = 0;  // and marks
  std::int64_t sends_ = 0;
  std::int64_t receives_ = 0;
  std::uint64_t sent_bytes_ = 0;

  Piece reading_ = Piece::header;
  std::size_t wanted_bytes_ = sizeof(FrameHeader);  // of the piece that is being read
  std::vector<std::byte> piece_;
  FrameHeader header_;
  std::size_t next_send_ = 0;  // whose elements are being read
  RankFrame frame_;
  bool complete_ = false;
};

}  // namespace zerolab
