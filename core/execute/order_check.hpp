// Whether all ranks issue the same collectives in the same order: found out before each of them,
// not by what happens when two different ones meet.
//
// A rank's fingerprint is a hash of everything that it has issued so far. Before each collective
// the ranks gather their fingerprints, N-1 messages of one 64-bit number each way; where they
// differ, they gather descriptions too, and all fail with the same words.
#pragma once

#include <string>

#include "core/device/typed_span.hpp"
#include "core/transport/transport.hpp"

namespace zerolab {

class OrderCheck {
 public:
  explicit OrderCheck(Transport& transport) : transport_(transport) {}

  // Throws a failure Error that names the first collective that differs, and rank 0 beside the
  // first rank that differs from it: "collective 17: rank 0 issues all-gather (parameters of block
  // 3, 8,256 f32 elements), rank 2 issues reduce-scatter (…)".
  void before(std::int64_t sequence, Collective collective, int root, TypedSpan buffer,
              std::string_view purpose);

  // What the check itself moved; the transport's counters have it too.
  const Counters& traffic() const { return traffic_; }

 private:
  void compare_descriptions(std::int64_t sequence, const std::string& own);

  Transport& transport_;
  std::uint64_t fingerprint_ = 0;
  Counters traffic_;
};

}  // namespace zerolab
