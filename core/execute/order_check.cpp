#include "core/execute/order_check.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <vector>

#include <fmt/core.h>

#include "core/base/error.hpp"
#include "core/base/hash.hpp"
#include "core/base/units.hpp"

namespace zerolab {

namespace {

constexpr std::size_t description_bytes = 160;  // what is longer is cut off
constexpr std::size_t description_words = description_bytes / sizeof(long);

// A ring all-gather: every rank's `own` numbers, by rank.
std::vector<long> gathered(Transport& transport, std::span<const long> own, std::int64_t sequence) {
  const int n = transport.world_size();
  const int rank = transport.rank();
  const std::size_t each = own.size();
  std::vector<long> all(each * static_cast<std::size_t>(n));
  const auto part = [&](int of) { return &all[each * static_cast<std::size_t>((of + n) % n)]; };
  std::ranges::copy(own, part(rank));
  for (int step = 0; step < n - 1; ++step) {
    std::array<Send, 1> sends;
    std::array<Receive, 1> receives;
    const Label label{"order check", sequence, step};
    sends[0].peer = (rank + 1) % n;
    sends[0].data = part(rank - step);
    receives[0].peer = (rank + n - 1) % n;
    receives[0].data = part(rank - 1 - step);
    sends[0].elements = receives[0].elements = each;
    sends[0].dtype = receives[0].dtype = DType::i64;
    sends[0].label = receives[0].label = label;
    transport.exchange(sends, receives);
  }
  transport.synchronize();
  return all;
}

std::string described(Collective collective, int root, TypedSpan buffer, std::string_view purpose) {
  std::string text = fmt::format("{} (", to_string(collective));
  if (!purpose.empty()) text += fmt::format("{}, ", purpose);
  if (root >= 0) text += fmt::format("root {}, ", root);
  return text + fmt::format("{} {} elements)",
                            with_separators(static_cast<std::int64_t>(buffer.elements)),
                            to_string(buffer.dtype));
}

}  // namespace

void OrderCheck::before(std::int64_t sequence, Collective collective, int root, TypedSpan buffer,
                        std::string_view purpose) {
  const std::string own = described(collective, root, buffer, purpose);
  Fnv1a hash;
  hash.add(&fingerprint_, sizeof fingerprint_);
  hash.add(own.data(), own.size());
  fingerprint_ = hash.value();
  const Counters before = transport_.counters();
  long mine = 0;
  std::memcpy(&mine, &fingerprint_, sizeof mine);
  const std::vector<long> all = gathered(transport_, {&mine, 1}, sequence);
  if (std::ranges::adjacent_find(all, std::not_equal_to<>()) != all.end()) {
    compare_descriptions(sequence, own);
  }
  traffic_ += transport_.counters() - before;
}

// Every rank saw all fingerprints, so that all come here or none.
void OrderCheck::compare_descriptions(std::int64_t sequence, const std::string& own) {
  std::array<long, description_words> words{};
  std::memcpy(words.data(), own.data(), std::min(own.size(), description_bytes - 1));
  const std::vector<long> all = gathered(transport_, words, sequence);
  const auto text = [&](int rank) {
    std::array<char, description_bytes> bytes{};
    std::memcpy(bytes.data(), &all[description_words * static_cast<std::size_t>(rank)],
                description_bytes - 1);
    return std::string(bytes.data());
  };
  for (int rank = 1; rank < transport_.world_size(); ++rank) {
    if (text(rank) == text(0)) continue;
    throw failure("collective {}: rank 0 issues {}, rank {} issues {}", sequence, text(0), rank,
                  text(rank));
  }
  throw failure(
      "collective {}: the ranks' sequences of collectives differ in words too long to show",
      sequence);
}

}  // namespace zerolab
