#include "exercises/check/watched_transport.hpp"

#include <string_view>

#include "core/base/error.hpp"

namespace zerolab::exercises {

namespace {

// The transport's errors differ in their texts only.
Ending ending_of(const Error& error) {
  const std::string_view text = error.what();
  const bool waits_in_vain =
      text.starts_with("deadlock:") || text.find("which has ended") != text.npos;
  return waits_in_vain ? Ending::deadlock : Ending::mismatch;
}

}  // namespace

void WatchedTransport::check_limit(std::span<const Send> sends) {
  for (const Send& send : sends) {
    messages_ += 1;
    elements_ += static_cast<std::int64_t>(send.elements);
  }
  if (messages_ <= limit_.messages && elements_ <= limit_.elements) return;
  const std::string detail =
      fmt::format("{} messages with {} elements; a loop that does not end is the usual cause",
                  messages_, elements_);
  trouble_.note(Ending::flood, rank(), detail);
  throw failure("rank {} sends too much: {}", rank(), detail);
}

void WatchedTransport::exchange(std::span<Send> sends, std::span<Receive> receives) {
  check_limit(sends);
  watched_.set(RankState::waiting);
  try {
    transport_.exchange(sends, receives);
  } catch (const Error& error) {
    const Ending ending = ending_of(error);
    const bool circle = std::string_view(error.what()).starts_with("deadlock:");
    trouble_.note(ending, circle ? -1 : rank(), error.what());
    throw;
  }
  watched_.set(RankState::computing);
}

}  // namespace zerolab::exercises
