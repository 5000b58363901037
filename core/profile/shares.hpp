// A profile added up by kind: what a judgement is made from.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/profile/kineto_join.hpp"

namespace zerolab {

// An all-reduce of no more is a flag, a norm or a barrier, not a bucket of gradients.
inline constexpr std::int64_t tiny_elements = 8;

struct KindShare {
  std::int64_t count = 0;          // tiny ones and whole numbers (int64, …) apart
  std::int64_t elements = 0;       // whole buffers, of those whose size is known
  std::int64_t unsized = 0;        // of count
  std::int64_t largest = 0;        // elements of the largest
  std::int64_t largest_bytes = 0;  // 0: unknown
  std::int64_t tiny = 0;
  std::int64_t integers = 0;  // calls with a whole-number type; all-to-all counts them as others
};

struct Shares {
  std::array<KindShare, all_call_kinds.size()> by_kind{};
  std::optional<std::int64_t> steps;  // training steps in the trace
  bool steps_are_marked = false;      // by the profiler; else inferred from repeated sizes

  KindShare& of(CallKind kind) { return by_kind[static_cast<std::size_t>(kind)]; }
  const KindShare& of(CallKind kind) const { return by_kind[static_cast<std::size_t>(kind)]; }
  std::int64_t calls() const;  // all, tiny ones and integers too

  // Elements that gradients' collectives carry: all-reduce, reduce-scatter and reduce.
  std::int64_t gradient_elements() const;
  // Those of `kind` per gradient element; none where a size is unknown or there is no gradient.
  std::optional<double> per_gradient(CallKind kind) const;
  // Whether `kind` carries at least a twentieth of what the largest kind does; where sizes are
  // unknown, whether there is any.
  bool is_present(CallKind kind) const;
};

// Whether the size of every kernel's collective is known, so that the host's calls add nothing.
bool every_kernel_has_a_size(const JoinedCalls& calls);

// Each collective once: kernels whose size is known, calls of the host without a kernel, and
// kernels of unknown size of which the host's calls give no account either.
std::vector<Call> judged_calls(const JoinedCalls& calls);

// steps_marked: the trace's step annotations; 0: none.
Shares shares_of(const std::vector<Call>& calls, std::optional<std::int64_t> world_size,
                 std::int64_t steps_marked);

}  // namespace zerolab
