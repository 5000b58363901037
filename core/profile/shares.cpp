#include "core/profile/shares.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include "core/profile/nccl_names.hpp"

namespace zerolab {

namespace {

constexpr std::array gradient_kinds{CallKind::all_reduce, CallKind::reduce_scatter,
                                    CallKind::reduce};
constexpr std::array large_kinds{CallKind::all_reduce, CallKind::reduce_scatter,
                                 CallKind::reduce,     CallKind::all_gather,
                                 CallKind::broadcast,  CallKind::all_to_all};

bool is_whole_number(const std::string& dtype) {
  return dtype == "i64" || dtype == "i32" || dtype == "i16" || dtype == "bool";
}

bool has_known_size(const Call& call) {
  return !carries_elements(call.kind) || buffer_elements(call).has_value();
}

// Kernels of grouped sends and receives carry all of these.
bool accounts_for(CallKind asked, CallKind kernel) {
  if (asked == kernel) return true;
  return kernel == CallKind::send_receive &&
         (asked == CallKind::all_to_all || asked == CallKind::send || asked == CallKind::receive ||
          asked == CallKind::gather || asked == CallKind::scatter);
}

// The steps that the counts of equal gradients suggest: how often each size occurs, where that has
// a common divisor above 1.
std::optional<std::int64_t> repeated_steps(const std::vector<Call>& calls) {
  std::map<std::pair<CallKind, std::int64_t>, std::int64_t> counts;
  for (const Call& call : calls) {
    const bool of_gradients =
        std::find(gradient_kinds.begin(), gradient_kinds.end(), call.kind) != gradient_kinds.end();
    const auto elements = buffer_elements(call);
    if (!of_gradients || is_whole_number(call.dtype)) continue;
    if (!elements) return std::nullopt;
    if (*elements > tiny_elements) ++counts[{call.kind, *elements}];
  }
  std::int64_t common = 0;
  for (const auto& [size, count] : counts) common = std::gcd(common, count);
  return common > 1 ? std::optional(common) : std::nullopt;
}

void add_call(KindShare& share, const Call& call) {
  if (is_whole_number(call.dtype) && call.kind != CallKind::all_to_all) {
    ++share.integers;
    return;
  }
  const auto elements = buffer_elements(call);
  if (elements && *elements <= tiny_elements && carries_elements(call.kind)) {
    ++share.tiny;
    return;
  }
  ++share.count;
  if (!elements) {
    share.unsized += carries_elements(call.kind) ? 1 : 0;
    return;
  }
  share.elements = saturating_sum(share.elements, *elements);
  if (*elements <= share.largest) return;
  share.largest = *elements;
  const auto bytes = dtype_bytes(call.dtype);
  share.largest_bytes = bytes && *elements <= most_elements ? *elements * *bytes : 0;
}

}  // namespace

std::int64_t Shares::calls() const {
  std::int64_t sum = 0;
  for (const KindShare& share : by_kind) sum += share.count + share.tiny + share.integers;
  return sum;
}

std::int64_t Shares::gradient_elements() const {
  std::int64_t sum = 0;
  for (const CallKind kind : gradient_kinds) sum = saturating_sum(sum, of(kind).elements);
  return sum;
}

std::optional<double> Shares::per_gradient(CallKind kind) const {
  for (const CallKind gradient : gradient_kinds) {
    if (of(gradient).unsized > 0) return std::nullopt;
  }
  if (of(kind).unsized > 0 || gradient_elements() == 0) return std::nullopt;
  return static_cast<double>(of(kind).elements) / static_cast<double>(gradient_elements());
}

bool Shares::is_present(CallKind kind) const {
  const KindShare& share = of(kind);
  if (share.unsized > 0) return true;
  std::int64_t largest = 0;
  for (const CallKind other : large_kinds) largest = std::max(largest, of(other).elements);
  constexpr std::int64_t least_part = 20;
  return share.count > 0 && share.elements > 0 && share.elements >= largest / least_part;
}

bool every_kernel_has_a_size(const JoinedCalls& calls) {
  return !calls.kernels.empty() &&
         std::all_of(calls.kernels.begin(), calls.kernels.end(), has_known_size);
}

std::vector<Call> judged_calls(const JoinedCalls& calls) {
  std::set<CallKind> asked;
  for (const Call& call : calls.host) asked.insert(call.kind);
  std::vector<Call> judged;
  for (const Call& kernel : calls.kernels) {
    const bool told_by_host = std::any_of(
        asked.begin(), asked.end(), [&](CallKind kind) { return accounts_for(kind, kernel.kind); });
    if (has_known_size(kernel) || !told_by_host) judged.push_back(kernel);
  }
  if (!every_kernel_has_a_size(calls)) {
    judged.insert(judged.end(), calls.host.begin(), calls.host.end());
  }
  return judged;
}

Shares shares_of(const std::vector<Call>& calls, std::optional<std::int64_t> world_size,
                 std::int64_t steps_marked) {
  Shares shares;
  std::vector<Call> completed = calls;
  for (Call& call : completed) {
    if (!call.group_size) call.group_size = world_size;
    add_call(shares.of(call.kind), call);
  }
  shares.steps_are_marked = steps_marked > 0;
  shares.steps = steps_marked > 0 ? std::optional(steps_marked) : repeated_steps(completed);
  return shares;
}

}  // namespace zerolab
