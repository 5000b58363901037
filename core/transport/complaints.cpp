#include "core/transport/complaints.hpp"

#include <cstring>
#include <string_view>

#include "core/base/units.hpp"

namespace zerolab {

namespace {

void check_peer(int rank, int world_size, int peer, std::string_view to_what, const Label& label) {
  if (peer >= 0 && peer < world_size && peer != rank) return;
  throw input_error("rank {} wants to {} rank {} ('{}'): its peers are {}", rank, to_what, peer,
                    to_string(label),
                    world_size == 1 ? "none, it is alone"
                                    : fmt::format("0 to {} without itself", world_size - 1));
}

// "all-gather #7 (parameters of block 3, 8,256 elements)", as far as it is known
std::string collective_of(Label label) {
  label.chunk = -1;
  const std::string name = to_string(label);
  const std::string elements =
      label.whole_elements == 0
          ? ""
          : with_separators(static_cast<std::int64_t>(label.whole_elements)) + " elements";
  if (label.purpose.empty() && elements.empty()) return name;
  return fmt::format("{} ({}{}{})", name, label.purpose,
                     label.purpose.empty() || elements.empty() ? "" : ", ", elements);
}

}  // namespace

void check_peer(int rank, int world_size, const Send& send) {
  check_peer(rank, world_size, send.peer, "send to", send.label);
}

void check_peer(int rank, int world_size, const Receive& receive) {
  check_peer(rank, world_size, receive.peer, "receive from", receive.label);
}

bool matches(const Send& send, const Receive& receive) {
  return send.elements == receive.elements && send.dtype == receive.dtype &&
         send.label == receive.label;
}

Error mismatch(int receiver, const Send& send, const Receive& receive) {
  const std::string different =
      different_collectives(receiver, receive.label, receive.peer, send.label);
  return failure(
      "rank {} receives '{}' of {} {} elements from rank {}, which sends '{}' of {} {} "
      "elements: {}",
      receiver, to_string(receive.label), receive.elements, to_string(receive.dtype), receive.peer,
      to_string(send.label), send.elements, to_string(send.dtype),
      different.empty()
          ? "both must issue the same collectives in the same order with the same sizes"
          : different);
}

Error peer_ended(int rank, const Send& send) {
  return failure("rank {} waits to send '{}' to rank {}, which has ended", rank,
                 to_string(send.label), send.peer);
}

Error peer_ended(int rank, const Receive& receive) {
  return failure("rank {} waits to receive '{}' from rank {}, which has ended", rank,
                 to_string(receive.label), receive.peer);
}

std::string different_collectives(int rank, const Label& label, int other_rank,
                                  const Label& other_label) {
  if (label.sequence < 0 || other_label.sequence < 0) return "";
  if (label.sequence == other_label.sequence && std::strcmp(label.text, other_label.text) == 0) {
    return "";
  }
  if (other_rank < rank) return different_collectives(other_rank, other_label, rank, label);
  return fmt::format(
      "rank {} is in {}, rank {} in {}: all ranks must issue the same collectives in "
      "the same order",
      rank, collective_of(label), other_rank, collective_of(other_label));
}

}  // namespace zerolab
