#include "core/transport/fabric/rank_socket.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

namespace zerolab {

RankSocket::RankSocket(int fd) : fd_(fd) {
  const int flags = ::fcntl(fd, F_GETFL);
  if (flags < 0 || ::fcntl(fd, F_SETFL, flags | O_NONBLOCK) < 0) {
    throw failure("descriptor {} is no socket to a rank: {}", fd, std::strerror(errno));
  }
}

RankSocket::Arrival RankSocket::read(std::span<std::byte> scratch) {
  const ssize_t count = ::read(fd_, scratch.data(), scratch.size());
  if (count > 0) return {scratch.first(static_cast<std::size_t>(count)), false};
  const bool later = count < 0 && (errno == EAGAIN || errno == EINTR);
  return {{}, !later};
}

void RankSocket::write(FrameHeader header, std::vector<std::vector<std::byte>> pieces) {
  header.size_bytes = 0;
  for (const auto& piece : pieces) header.size_bytes += piece.size();
  const auto head = memory_of(header);
  unsent_.emplace_back(head.begin(), head.end());
  for (auto& piece : pieces) {
    if (!piece.empty()) unsent_.push_back(std::move(piece));
  }
  flush();
}

void RankSocket::flush() {
  while (!unsent_.empty()) {
    std::array<iovec, 64> parts{};
    const std::size_t count = std::min(parts.size(), unsent_.size());
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t skipped = i == 0 ? sent_of_first_ : 0;
      parts[i] = {unsent_[i].data() + skipped, unsent_[i].size() - skipped};
    }
    msghdr message{};
    message.msg_iov = parts.data();
    message.msg_iovlen = count;
    const ssize_t sent = ::sendmsg(fd_, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent < 0) {
      if (errno == EINTR) continue;
      if (errno == EAGAIN) return;
      return unsent_.clear();  // nobody listens: reading will tell
    }
    sent_of_first_ += static_cast<std::size_t>(sent);
    while (!unsent_.empty() && sent_of_first_ >= unsent_.front().size()) {
      sent_of_first_ -= unsent_.front().size();
      unsent_.pop_front();
    }
  }
}

void RankSocket::shut_down() {
  ::shutdown(fd_, SHUT_RDWR);
}

}  // namespace zerolab
