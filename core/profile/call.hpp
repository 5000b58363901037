// One collective that another program's trace shows on one rank, and what a ring moves for it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace zerolab {

// What NCCL is asked for. zerolab's own `Collective` has five of these.
enum class CallKind {
  all_reduce,
  reduce_scatter,
  all_gather,
  broadcast,
  reduce,
  all_to_all,
  send_receive,  // a kernel of grouped sends and receives: an all-to-all, gather, scatter, or a
                 // pair
  send,
  receive,
  gather,
  scatter,
  barrier,
  unknown
};

inline constexpr std::array all_call_kinds{
    CallKind::all_reduce, CallKind::reduce_scatter, CallKind::all_gather,   CallKind::broadcast,
    CallKind::reduce,     CallKind::all_to_all,     CallKind::send_receive, CallKind::send,
    CallKind::receive,    CallKind::gather,         CallKind::scatter,      CallKind::barrier,
    CallKind::unknown};

std::string_view to_string(CallKind kind);  // "all-reduce"

// Beyond these a number of a file is taken for damage. Products of the two fit 64 bits.
inline constexpr std::int64_t most_elements = 1'000'000'000'000;
inline constexpr std::int64_t most_ranks = 1'000'000;

struct Call {
  CallKind kind = CallKind::unknown;
  std::string called;     // as the file calls it, where the kind is unknown
  std::string algorithm;  // "RING LL", from the kernel's name; empty where it does not say
  std::string dtype;      // "f32"; empty where unknown
  std::optional<std::int64_t> input_elements;   // on this rank: "In msg nelems"
  std::optional<std::int64_t> output_elements;  // likewise "Out msg nelems"
  std::optional<std::int64_t> group_size;
  double begin_us = 0;
  double duration_us = -1;  // -1: unknown
};

// Whether the call carries elements: a barrier does not.
bool carries_elements(CallKind kind);

// The whole buffer S: of an all-gather what every rank holds afterwards, of a reduce-scatter what
// every rank starts with, else what goes in. None where the file does not tell.
std::optional<std::int64_t> buffer_elements(const Call& call);

// Elements that a rank sends, and as many that it receives, by the formula of a ring of n ranks:
//   all-reduce 2S(n-1)/n; reduce-scatter, all-gather, all-to-all S(n-1)/n; broadcast, reduce,
//   send, receive, gather, scatter at most S
// in the mean over ranks, rounded. None where S or n is unknown. NCCL may take a tree or let the
// switch add (NVLS), which moves otherwise.
std::optional<std::int64_t> ring_elements(CallKind kind, std::optional<std::int64_t> buffer,
                                          std::optional<std::int64_t> group_size);

// The sum, or the largest number there is where it would not fit.
std::int64_t saturating_sum(std::int64_t a, std::int64_t b);

}  // namespace zerolab
