// The spans of exercises 8 to 14: which numbers a rank is given, which it must make, and what they
// are called.
//
// Linked into the ranks' processes as well, so nothing here knows what is right.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "core/base/range.hpp"
#include "exercises/judge/case.hpp"
#include "exercises/zero/adamw.hpp"

namespace zerolab::exercises {

// result: judged at the end. constant: must stay. scratch: nothing is promised about it.
enum class SpanUse { result, constant, scratch };

struct ZeroSpan {
  std::string name;  // "momentum", "the gradient shard of unit 2"
  std::size_t elements = 0;
  SpanUse use = SpanUse::result;
};

// In the order in which exercises/entry/NN.cpp takes them:
//
//   8   weights, gradients, momentum, variance: of the shard
//   9   parameters, whole; the gradients of each step, whole; momentum and variance of the shard,
//       into which the entry copies what the answer keeps
//   10  a gradient shard per unit; what each unit's backward makes, by micro-step
//   11  a parameter shard per unit; a gradient shard per unit; the outputs of forward, by
//       micro-step; what each unit's backward makes, by micro-step
//   12  the shard's gradients, padded to ⌈Ψ/N⌉; the norm
//   14  the old parameters, momentum and variance; the new ones
std::vector<ZeroSpan> zero_spans(const Case& run, int rank);

// Shard `rank` of `elements` over `ranks`, as in exercise 1.
Range shard_range(std::size_t elements, int ranks, int rank);

// The rank whose shard has `element`, which is one of them.
int shard_owner(std::size_t elements, int ranks, std::size_t element);

// Exercises 8 and 9: the elements of the flat buffer without weight decay, which are those of every
// second tensor, as biases and the scales of a layer norm are.
std::vector<Range> undecayed_ranges(const Case& run);

// The constants of AdamW that Case::setting chooses. In the second and third an ε is large enough
// to be seen.
inline constexpr std::array<AdamW, 4> adamw_settings{{
    {1e-2F, 0.9F, 0.95F, 1e-8F, 0.1F},
    {1e-1F, 0.9F, 0.999F, 1e-2F, 0.25F},
    {5e-2F, 0.8F, 0.99F, 5e-2F, 0.5F},
    {2e-2F, 0.5F, 0.75F, 1e-6F, 0.0F},
}};

// Element `element` of span `span` of rank `rank` before the call.
float zero_input(const Case& run, int rank, std::size_t span, std::size_t element);

}  // namespace zerolab::exercises
