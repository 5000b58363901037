// The closed forms that textbooks give for the time of an algorithm, to set beside cost.hpp.
//
// With N ranks, a buffer of S bytes cut evenly, α per message, β per byte, γ per byte added:
//
//   ring, direct        reduce-scatter  (N-1)α + (N-1)/N·S(β+γ)
//                       all-gather      (N-1)α + (N-1)/N·Sβ
//   bidirectional-ring  N > 2: the same with β/2: half of each chunk goes either way round
//   halving-doubling    N = 2^k: as the ring with lg N messages for its N-1; else, all-reduce only,
//                       so on p = 2^⌊lg N⌋ ranks, and 2(α + Sβ) + Sγ before and after
//   hierarchical:g      the ring's forms over g ranks of a group, and over the G = N/g groups with
//                       S/g for S
//   root                all-reduce      (N-1)(α + S(β+γ)) + (N-1)(α + Sβ)
//                       reduce-scatter  (N-1)(α + S(β+γ)) + (N-1)(α + S/N·β)
//                       all-gather      (N-1)(α + S/N·β) + (N-1)(α + (N-1)/N·Sβ)
//   chain               K chunks: (N-2+K)(α + S/K·β), with β+γ for a reduce
//   binomial            ⌈lg N⌉(α + Sβ), with β+γ for a reduce
//
// An all-reduce of the first five is both halves, one after the other. Sources: Thakur,
// Rabenseifner and Gropp 2005 (halving-doubling, binomial); Patarasuk and Yuan 2009 (ring).
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/schedule/cost.hpp"

namespace zerolab {

struct ClosedTime {
  std::string formula;  // in N, S, α, β and γ
  double seconds = 0;
};

// The formula takes all links to be like the slowest that the world has (hierarchical: its groups
// have the links inside a node where they fit into one), alone on its wire, and nobody late or
// slow: what it leaves out is what it differs by from model.seconds(bytes). None where there is no
// form.
std::optional<ClosedTime> closed_time(const CostModel& model, std::int64_t bytes);

}  // namespace zerolab
