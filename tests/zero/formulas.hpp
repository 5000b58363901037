// The field's formulas written out once more, for the tests alone: no line of this file uses
// ChunkLayout, a schedule or a plan. N ranks, units of given sizes, M micro-steps.
#pragma once

#include <cstdint>
#include <vector>

namespace zerolab::test {

struct Sums {
  std::int64_t sent = 0;
  std::int64_t received = 0;
  friend bool operator==(const Sums&, const Sums&) = default;
};

// Elements of chunk `r` when `elements` are dealt to N one by one; r may be any integer.
inline std::int64_t dealt(std::int64_t elements, int n, int r) {
  const int chunk = ((r % n) + n) % n;
  std::int64_t cards = 0;
  for (std::int64_t card = chunk; card < elements; card += n) ++cards;
  return cards;
}

inline Sums reduce_scatter(std::int64_t psi, int n, int r) {
  if (n == 1) return {};
  return {psi - dealt(psi, n, r), psi - dealt(psi, n, r - 1)};
}

inline Sums all_gather(std::int64_t psi, int n, int r) {
  if (n == 1) return {};
  return {psi - dealt(psi, n, r + 1), psi - dealt(psi, n, r)};
}

inline Sums all_reduce(std::int64_t psi, int n, int r) {
  if (n == 1) return {};
  return {2 * psi - dealt(psi, n, r) - dealt(psi, n, r + 1),
          2 * psi - dealt(psi, n, r - 1) - dealt(psi, n, r)};
}

struct StageSums {
  Sums gradients, parameters;
};

// One step of a stage, rank r: the table of the design.
inline StageSums stage_sums(int stage, const std::vector<std::size_t>& units, int n, int m, int r) {
  StageSums sums;
  const auto add = [](Sums& to, const Sums& x, int times) {
    to.sent += times * x.sent;
    to.received += times * x.received;
  };
  for (const std::size_t size : units) {
    const auto psi = static_cast<std::int64_t>(size);
    if (stage == 0) add(sums.gradients, all_reduce(psi, n, r), 1);
    if (stage == 1) add(sums.gradients, reduce_scatter(psi, n, r), 1);
    if (stage >= 2) add(sums.gradients, reduce_scatter(psi, n, r), m);
    if (stage == 1 || stage == 2) add(sums.parameters, all_gather(psi, n, r), 1);
    if (stage == 3) add(sums.parameters, all_gather(psi, n, r), 2 * m);
  }
  return sums;
}

// Bytes at rest of rank r. Per element in fp32: parameters 4, gradients 4, momentum 4, variance 4;
// in bf16: 2, 2, master weights 4, 4, 4.
struct StageBytes {
  std::int64_t parameters = 0, gradients = 0, master = 0, momentum = 0, variance = 0;
  friend bool operator==(const StageBytes&, const StageBytes&) = default;
};

inline StageBytes stage_bytes(int stage, const std::vector<std::size_t>& units, int n, int r,
                              bool bf16 = false) {
  std::int64_t whole = 0;
  std::int64_t shard = 0;
  for (const std::size_t size : units) {
    whole += static_cast<std::int64_t>(size);
    shard += dealt(static_cast<std::int64_t>(size), n, r);
  }
  const std::int64_t optimizer = 4 * (stage >= 1 ? shard : whole);
  const std::int64_t each = bf16 ? 2 : 4;
  return {each * (stage >= 3 ? shard : whole), each * (stage >= 2 ? shard : whole),
          bf16 ? optimizer : 0, optimizer, optimizer};
}

}  // namespace zerolab::test
