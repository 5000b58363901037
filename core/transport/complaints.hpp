// What a transport says when a message cannot be moved, in the same words on every transport.
#pragma once

#include <string>

#include "core/base/error.hpp"
#include "core/transport/transport.hpp"

namespace zerolab {

// Bad input unless the peer of `rank`'s message is another rank of the world.
void check_peer(int rank, int world_size, const Send& send);
void check_peer(int rank, int world_size, const Receive& receive);

// Whether the two sides of a message agree on its size, type and label.
bool matches(const Send& send, const Receive& receive);

// They do not: `receiver` receives what its peer does not send.
Error mismatch(int receiver, const Send& send, const Receive& receive);

// The peer of `rank`'s message has ended and will never offer the other half.
Error peer_ended(int rank, const Send& send);
Error peer_ended(int rank, const Receive& receive);

// "rank 0 is in all-gather #7, rank 1 in reduce-scatter #7: …", or nothing where both labels are of
// the same collective, or of none.
std::string different_collectives(int rank, const Label& label, int other_rank,
                                  const Label& other_label);

}  // namespace zerolab
