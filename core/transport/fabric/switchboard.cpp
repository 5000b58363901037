#include "core/transport/fabric/switchboard.hpp"

#include <algorithm>

#include "core/transport/complaints.hpp"

namespace zerolab {

namespace {

FabricMessage record_of(const PostedMessage& message) {
  return {message.peer, message.elements, message.dtype, to_string(message.label()), message.bytes};
}

void check_peers(int rank, int world_size, const std::vector<PostedMessage>& sends,
                 const std::vector<PostedMessage>& receives) {
  try {
    for (const PostedMessage& send : sends) check_peer(rank, world_size, send.as_send());
    for (const PostedMessage& receive : receives) {
      check_peer(rank, world_size, receive.as_receive());
    }
  } catch (const Error& error) {
    throw FabricStop(FabricEnding::mismatch, rank, error.what(), error.kind());
  }
}

}  // namespace

Switchboard::Switchboard(std::vector<FabricRank>& ranks, const FabricOptions& options)
    : ranks_(ranks),
      eager_bytes_(options.eager_bytes),
      keep_payloads_(options.keep_payloads),
      exchanges_(ranks.size()),
      links_(ranks.size() * ranks.size()),
      in_rank_order_(options.order_seed == 0),
      random_(options.order_seed) {}

void Switchboard::post(int rank, std::vector<PostedMessage> sends,
                       std::vector<PostedMessage> receives) {
  if (keep_payloads_) {
    FabricCall& call = ranks_[index(rank)].calls.emplace_back();
    std::ranges::transform(sends, std::back_inserter(call.sends), record_of);
    std::ranges::transform(receives, std::back_inserter(call.receives), record_of);
  }
  check_peers(rank, world_size(), sends, receives);
  for (std::size_t i = 0; i < sends.size(); ++i) link(rank, sends[i].peer).sends.push(i);
  for (std::size_t i = 0; i < receives.size(); ++i) link(receives[i].peer, rank).receives.push(i);
  Exchange& mine = exchanges_[index(rank)];
  mine.pending = sends.size() + receives.size();
  mine.sends = std::move(sends);
  mine.receives = std::move(receives);
}

std::vector<std::vector<std::byte>> Switchboard::leave(int rank) {
  if (keep_payloads_) ranks_[index(rank)].calls.back().finished = true;
  std::vector<std::vector<std::byte>> arrived;
  for (PostedMessage& receive : exchanges_[index(rank)].receives) {
    arrived.push_back(std::move(receive.bytes));
  }
  exchanges_[index(rank)].sends.clear();
  exchanges_[index(rank)].receives.clear();
  return arrived;
}

void Switchboard::find_moves() {
  moves_.clear();
  for (int source = 0; source < world_size(); ++source) {
    for (int destination = 0; destination < world_size(); ++destination) {
      const Link& here = link(source, destination);
      const bool offered = !here.sends.empty();
      const bool wanted = !here.receives.empty();
      const bool small =
          offered && eager_bytes_ > 0 && first_send(source, destination).size() <= eager_bytes_;
      if (!here.buffered.empty() && wanted) {
        moves_.push_back({Move::Kind::deliver, source, destination});
      }
      if (small) {
        moves_.push_back({Move::Kind::buffer, source, destination});
      } else if (offered && wanted && here.buffered.empty()) {
        moves_.push_back({Move::Kind::pass, source, destination});
      }
    }
  }
}

bool Switchboard::move_one() {
  find_moves();
  if (moves_.empty()) return false;
  const std::size_t chosen = in_rank_order_ ? 0 : random_() % moves_.size();
  const auto [kind, source, destination] = moves_[chosen];
  switch (kind) {
    case Move::Kind::buffer: buffer(source, destination); break;
    case Move::Kind::deliver:
      receive(take_buffered(source, destination), source, destination);
      break;
    case Move::Kind::pass: receive(end_send(source, destination), source, destination); break;
  }
  return true;
}

// The send is done: counts it, and gives its elements away.
PostedMessage Switchboard::end_send(int source, int destination) {
  Exchange& mine = exchanges_[index(source)];
  PostedMessage message = std::move(mine.sends[link(source, destination).sends.front()]);
  link(source, destination).sends.pop();
  mine.pending -= 1;
  Counters& counters = ranks_[index(source)].counters;
  counters.sent_messages += message.continues ? 0 : 1;
  counters.sent_elements += static_cast<std::int64_t>(message.elements);
  counters.sent_bytes += static_cast<std::int64_t>(message.size());
  return message;
}

void Switchboard::buffer(int source, int destination) {
  PostedMessage message = end_send(source, destination);
  Exchange& mine = exchanges_[index(source)];
  mine.buffered_bytes += message.size();
  mine.peak_bytes = std::max(mine.peak_bytes, mine.buffered_bytes);
  link(source, destination).buffered.push(std::move(message));
}

PostedMessage Switchboard::take_buffered(int source, int destination) {
  auto& queue = link(source, destination).buffered;
  PostedMessage message = std::move(queue.front());
  queue.pop();
  exchanges_[index(source)].buffered_bytes -= message.size();
  return message;
}

void Switchboard::receive(PostedMessage message, int source, int destination) {
  Exchange& theirs = exchanges_[index(destination)];
  auto& queue = link(source, destination).receives;
  const std::size_t at = queue.front();
  PostedMessage& receive = theirs.receives[at];
  if (!matches(message.as_send(), receive.as_receive())) {
    const Error error = mismatch(destination, message.as_send(), receive.as_receive());
    throw FabricStop(FabricEnding::mismatch, destination, error.what(), error.kind());
  }
  receive.bytes = std::move(message.bytes);
  if (keep_payloads_) ranks_[index(destination)].calls.back().receives[at].bytes = receive.bytes;
  queue.pop();
  theirs.pending -= 1;
  Counters& counters = ranks_[index(destination)].counters;
  counters.received_messages += receive.continues ? 0 : 1;
  counters.received_elements += static_cast<std::int64_t>(receive.elements);
  counters.received_bytes += static_cast<std::int64_t>(receive.size());
}

std::vector<Pending> Switchboard::pending(int rank) const {
  std::vector<Pending> all;
  for (int peer = 0; peer < world_size(); ++peer) {
    if (!link(rank, peer).sends.empty()) {
      all.push_back({Pending::Direction::send, peer, first_send(rank, peer).label()});
    }
    if (!link(peer, rank).receives.empty()) {
      all.push_back({Pending::Direction::receive, peer, first_receive(peer, rank).label()});
    }
  }
  return all;
}

// A peer that has ended will never answer; what it had buffered before would have moved.
std::optional<FabricStop> Switchboard::wait_for_ended() const {
  const auto stop = [](int rank, const Error& error) {
    return FabricStop(FabricEnding::deadlock, rank, error.what(), error.kind());
  };
  for (int rank = 0; rank < world_size(); ++rank) {
    for (int peer = 0; peer < world_size(); ++peer) {
      if (!exchanges_[index(peer)].ended) continue;
      if (!link(rank, peer).sends.empty()) {
        return stop(rank, peer_ended(rank, first_send(rank, peer).as_send()));
      }
      if (!link(peer, rank).receives.empty()) {
        return stop(rank, peer_ended(rank, first_receive(peer, rank).as_receive()));
      }
    }
  }
  return std::nullopt;
}

FabricStop Switchboard::deadlock() const {
  if (const auto stop = wait_for_ended()) return *stop;
  std::vector<std::vector<Pending>> waiting;
  for (int rank = 0; rank < world_size(); ++rank) waiting.push_back(pending(rank));
  for (int rank = 0; rank < world_size(); ++rank) {
    const auto cycle = find_cycle(waiting, rank, [](const Wait&) { return true; });
    if (!cycle.empty()) return {FabricEnding::deadlock, -1, describe_deadlock(cycle)};
  }
  throw InvariantError("broken invariant: living ranks that can move nothing wait in a circle");
}

void Switchboard::check_delivered() const {
  for (int source = 0; source < world_size(); ++source) {
    for (int destination = 0; destination < world_size(); ++destination) {
      if (link(source, destination).buffered.empty()) continue;
      const PostedMessage& lost = link(source, destination).buffered.front();
      throw FabricStop(
          FabricEnding::unreceived, source,
          fmt::format("rank {} sent '{}' to rank {}, which has ended without receiving it", source,
                      to_string(lost.label()), destination));
    }
  }
}

}  // namespace zerolab
