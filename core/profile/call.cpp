#include "core/profile/call.hpp"

#include <limits>

#include "core/base/error.hpp"

namespace zerolab {

std::string_view to_string(CallKind kind) {
  switch (kind) {
    case CallKind::all_reduce: return "all-reduce";
    case CallKind::reduce_scatter: return "reduce-scatter";
    case CallKind::all_gather: return "all-gather";
    case CallKind::broadcast: return "broadcast";
    case CallKind::reduce: return "reduce";
    case CallKind::all_to_all: return "all-to-all";
    case CallKind::send_receive: return "send-receive";
    case CallKind::send: return "send";
    case CallKind::receive: return "receive";
    case CallKind::gather: return "gather";
    case CallKind::scatter: return "scatter";
    case CallKind::barrier: return "barrier";
    case CallKind::unknown: return "unknown";
  }
  throw InvariantError("a CallKind without a name");
}

bool carries_elements(CallKind kind) {
  return kind != CallKind::barrier;
}

std::optional<std::int64_t> buffer_elements(const Call& call) {
  if (call.kind != CallKind::all_gather) return call.input_elements;
  if (call.output_elements) return call.output_elements;
  if (!call.input_elements || !call.group_size) return std::nullopt;
  return *call.input_elements * *call.group_size;
}

namespace {

// passes * S * (n - 1) / n, rounded; exact for every S and n of a file.
std::int64_t ring_share(std::int64_t passes, std::int64_t buffer, std::int64_t n) {
  const std::int64_t whole = buffer / n * passes * (n - 1);
  const std::int64_t rest = buffer % n * passes * (n - 1);  // below passes * most_ranks^2
  return whole + (rest + n / 2) / n;
}

}  // namespace

std::optional<std::int64_t> ring_elements(CallKind kind, std::optional<std::int64_t> buffer,
                                          std::optional<std::int64_t> group_size) {
  if (!carries_elements(kind)) return 0;
  if (!buffer || !group_size || *group_size < 1) return std::nullopt;
  switch (kind) {
    case CallKind::all_reduce: return ring_share(2, *buffer, *group_size);
    case CallKind::reduce_scatter:
    case CallKind::all_gather:
    case CallKind::all_to_all: return ring_share(1, *buffer, *group_size);
    case CallKind::broadcast:
    case CallKind::reduce:
    case CallKind::send:
    case CallKind::receive:
    case CallKind::gather:
    case CallKind::scatter: return *group_size == 1 ? 0 : *buffer;
    case CallKind::send_receive:
    case CallKind::barrier:
    case CallKind::unknown: return std::nullopt;
  }
  throw InvariantError("a CallKind of which nobody said what it moves");
}

std::int64_t saturating_sum(std::int64_t a, std::int64_t b) {
  std::int64_t sum = 0;
  return __builtin_add_overflow(a, b, &sum) ? std::numeric_limits<std::int64_t>::max() : sum;
}

}  // namespace zerolab
