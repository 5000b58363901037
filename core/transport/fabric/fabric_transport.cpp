#include "core/transport/fabric/fabric_transport.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#include "core/base/clock.hpp"
#include "core/device/device.hpp"
#include "core/transport/fabric/wire.hpp"

namespace zerolab {

namespace {

std::span<const std::byte> elements_of(const Send& send) {
  return {static_cast<const std::byte*>(send.data), send.elements * size_bytes(send.dtype)};
}

// All of them, in order; in vain where the parent has hung up.
void write_pieces(int fd, std::vector<std::span<const std::byte>> pieces) {
  std::erase_if(pieces, [](auto piece) { return piece.empty(); });
  auto next = pieces.begin();
  while (next != pieces.end()) {
    std::array<iovec, 64> parts{};
    const auto count =
        std::min<std::size_t>(parts.size(), static_cast<std::size_t>(pieces.end() - next));
    for (std::size_t i = 0; i < count; ++i) {
      const auto piece = next[static_cast<std::ptrdiff_t>(i)];
      parts[i] = {const_cast<std::byte*>(piece.data()), piece.size()};
    }
    msghdr message{};
    message.msg_iov = parts.data();
    message.msg_iovlen = count;
    ssize_t sent = ::sendmsg(fd, &message, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent < 0) return;
    for (auto left = static_cast<std::size_t>(sent); left > 0;) {
      const std::size_t here = std::min(left, next->size());
      *next = next->subspan(here);
      left -= here;
      if (next->empty()) ++next;
    }
  }
}

void count(std::int64_t& messages, std::int64_t& elements, std::int64_t& bytes,
           const auto& message) {
  messages += message.continues ? 0 : 1;
  elements += static_cast<std::int64_t>(message.elements);
  bytes += static_cast<std::int64_t>(message.elements * size_bytes(message.dtype));
}

}  // namespace

FabricTransport::FabricTransport(int fd, int rank, int world_size)
    : fd_(fd), rank_(rank), world_size_(world_size) {}

// Whether its peers exist, and all else, the parent checks.
void FabricTransport::exchange(std::span<Send> sends, std::span<Receive> receives) {
  if (std::max(sends.size(), receives.size()) > max_exchange_messages) {
    throw input_error("rank {}: an exchange of {} sends and {} receives: the fabric takes {} each",
                      rank_, sends.size(), receives.size(), max_exchange_messages);
  }
  std::vector<MessageEntry> entries;
  FrameHeader header{.kind = FrameKind::exchange,
                     .sends = static_cast<std::uint32_t>(sends.size()),
                     .receives = static_cast<std::uint32_t>(receives.size())};
  for (const Send& send : sends) {
    entries.push_back(entry_of(send));
    header.size_bytes += elements_of(send).size();
  }
  for (const Receive& receive : receives) entries.push_back(entry_of(receive));

  std::vector<std::span<const std::byte>> pieces{memory_of(header),
                                                 std::as_bytes(std::span(entries))};
  for (const Send& send : sends) pieces.push_back(elements_of(send));
  const std::int64_t begin_ns = timing_ ? now_ns() : 0;
  write_pieces(fd_, std::move(pieces));  // if the parent has hung up, it has left the reason
  peak_buffered_bytes_ = static_cast<std::size_t>(answer(FrameKind::moved).number);

  const std::int64_t moved_ns = timing_ ? now_ns() : 0;
  for (Send& send : sends) {
    if (timing_) send.moved = {begin_ns, moved_ns};
    count(counters_.sent_messages, counters_.sent_elements, counters_.sent_bytes, send);
  }
  for (Receive& receive : receives) {
    if (timing_) receive.moved.begin_ns = now_ns();
    switch (receive.combine) {
      case Combine::copy:
        read_all(receive.data, receive.elements * size_bytes(receive.dtype));
        break;
      case Combine::add: read_and_add(receive); break;
    }
    if (timing_) receive.moved.end_ns = now_ns();
    count(counters_.received_messages, counters_.received_elements, counters_.received_bytes,
          receive);
  }
}

void FabricTransport::mark(std::int64_t number) {
  const FrameHeader header{.kind = FrameKind::mark, .number = number};
  write_pieces(fd_, {memory_of(header)});
  answer(FrameKind::go_on);
}

void FabricTransport::finish(std::span<const std::byte> report) {
  const FrameHeader header{.kind = FrameKind::finish, .size_bytes = report.size()};
  write_pieces(fd_, {memory_of(header), report});
}

void FabricTransport::fail(std::string_view reason, ErrorKind kind) {
  reason = reason.substr(0, max_reason_bytes);
  const FrameHeader header{
      .kind = FrameKind::fail, .number = number_of(kind), .size_bytes = reason.size()};
  write_pieces(fd_, {memory_of(header), std::as_bytes(std::span(reason))});
}

// The parent's next frame, up to its bytes; throws the reason if it is one.
FrameHeader FabricTransport::answer(FrameKind expected) {
  FrameHeader header;
  read_all(&header, sizeof header);
  if (header.kind == FrameKind::stop) {
    std::string reason(header.size_bytes, ' ');
    read_all(reason.data(), reason.size());
    throw Error(error_kind_of(header.number), reason);
  }
  require(header.magic == frame_magic && header.kind == expected, "the parent answers in turn");
  return header;
}

void FabricTransport::read_all(void* data, std::size_t size_bytes) {
  std::span left(static_cast<std::byte*>(data), size_bytes);
  while (!left.empty()) {
    const ssize_t count = ::read(fd_, left.data(), left.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) {
      throw failure("rank {} waits for the process that owns its messages, which is gone", rank_);
    }
    left = left.subspan(static_cast<std::size_t>(count));
  }
}

// In pieces that stay in the cache.
void FabricTransport::read_and_add(const Receive& receive) {
  alignas(64) std::array<std::byte, std::size_t{32} << 10> piece;
  const std::size_t element_bytes = size_bytes(receive.dtype);
  auto* to = static_cast<std::byte*>(receive.data);
  for (std::size_t left = receive.elements; left > 0;) {
    const std::size_t here = std::min(left, piece.size() / element_bytes);
    read_all(piece.data(), here * element_bytes);
    device("cpu").combine(Combine::add, to, piece.data(), here, receive.dtype);
    to += here * element_bytes;
    left -= here;
  }
}

}  // namespace zerolab
