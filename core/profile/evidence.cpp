#include "core/profile/evidence.hpp"

#include <algorithm>
#include <string_view>

#include <fmt/core.h>

#include "core/base/units.hpp"

namespace zerolab {

namespace {

std::string number(std::int64_t value) {
  return with_separators(value);
}

std::string plural(std::int64_t count, std::string_view noun) {
  return fmt::format("{} {}{}", number(count), noun, count == 1 ? "" : "s");
}

// "15 all-reduces of 76,671,096 elements"
std::string kind_sentence(CallKind kind, const KindShare& share) {
  std::string text = kind == CallKind::unknown
                         ? plural(share.count, "collective") + " of an unknown kind and"
                         : plural(share.count, to_string(kind));
  if (!carries_elements(kind)) return text;
  if (share.unsized == share.count) return text + " of unknown size";
  text +=
      fmt::format(" of {}{}", plural(share.elements, "element"), share.count > 1 ? " in all" : "");
  if (share.unsized > 0) text += fmt::format(" ({} of unknown size)", number(share.unsized));
  return text;
}

std::string kinds_sentence(const Shares& shares) {
  std::string text;
  for (const CallKind kind : all_call_kinds) {
    const KindShare& share = shares.of(kind);
    if (share.count > 0) text += (text.empty() ? "" : ", ") + kind_sentence(kind, share);
  }
  return text.empty() ? text : text + ".";
}

void add_ratio(const Shares& shares, CallKind kind, std::string_view verb,
               std::vector<std::string>& sentences) {
  const auto ratio = shares.per_gradient(kind);
  if (!ratio || shares.of(kind).count == 0) return;
  sentences.push_back(fmt::format("Per element of gradients {:.3g} are {}.", *ratio, verb));
}

void add_steps(const Shares& shares, std::vector<std::string>& sentences) {
  if (!shares.steps || shares.gradient_elements() == 0) return;
  const std::int64_t per_step = shares.gradient_elements() / *shares.steps;
  if (shares.steps_are_marked) {
    sentences.push_back(fmt::format("The profiler marks {}: gradients of {} in each, in the mean.",
                                    plural(*shares.steps, "step"), plural(per_step, "element")));
  } else {
    sentences.push_back(fmt::format(
        "How often each size of gradients occurs is a multiple of {}: if these are {} steps, {} of "
        "gradients are summed in each, as many as parameters are trained (in each micro-step, "
        "where "
        "it accumulates).",
        *shares.steps, *shares.steps, plural(per_step, "element")));
  }
}

// DDP closes a bucket once it holds 25 MB, DeepSpeed once it would exceed 5e8 elements.
void add_buckets(const Shares& shares, std::vector<std::string>& sentences) {
  const KindShare& all_reduce = shares.of(CallKind::all_reduce);
  constexpr std::int64_t small_bucket_bytes = 100'000'000;
  const bool has_buckets = shares.is_present(CallKind::all_reduce) && all_reduce.count > 2 &&
                           all_reduce.largest_bytes > 0 &&
                           all_reduce.largest_bytes < small_bucket_bytes &&
                           !shares.is_present(CallKind::reduce_scatter);
  if (!has_buckets) return;
  sentences.push_back(fmt::format(
      "The largest all-reduce carries {} ({}): buckets as DDP makes them (it closes one at 25 MB); "
      "DeepSpeed's hold up to 5e8 elements.",
      plural(all_reduce.largest, "element"), format_bytes(all_reduce.largest_bytes)));
}

void add_small_ones(const Shares& shares, std::vector<std::string>& sentences) {
  std::int64_t tiny = 0;
  for (const KindShare& share : shares.by_kind) tiny += share.tiny;
  if (tiny > 0) {
    sentences.push_back(fmt::format(
        "{} of at most {} elements: overflow flags, gradient norms, losses or barriers.",
        plural(tiny, "collective"), tiny_elements));
  }
  const KindShare& broadcast = shares.of(CallKind::broadcast);
  const bool is_small = broadcast.count > 0 && broadcast.unsized == 0 &&
                        !shares.is_present(CallKind::broadcast) && shares.gradient_elements() > 0;
  if (is_small || broadcast.integers > 0) {
    sentences.push_back(fmt::format(
        "{} of {} in all{}: small beside the gradients, so buffers of the model (running means, "
        "counters), not parameters.",
        plural(broadcast.count, "broadcast"), plural(broadcast.elements, "element"),
        broadcast.integers == 0 ? ""
                                : fmt::format(", and {} of whole numbers", broadcast.integers)));
  }
}

}  // namespace

std::vector<std::string> evidence_of(const Shares& shares) {
  std::vector<std::string> sentences;
  if (std::string kinds = kinds_sentence(shares); !kinds.empty()) {
    sentences.push_back(std::move(kinds));
  }
  add_ratio(shares, CallKind::all_gather, "gathered", sentences);
  if (shares.is_present(CallKind::broadcast)) {
    add_ratio(shares, CallKind::broadcast, "broadcast", sentences);
  }
  add_steps(shares, sentences);
  add_buckets(shares, sentences);
  add_small_ones(shares, sentences);
  return sentences;
}

std::vector<std::string> doubts_of(const Shares& shares, const DistributedInfo& info) {
  std::vector<std::string> sentences;
  std::int64_t unsized = 0;
  for (const KindShare& share : shares.by_kind) unsized += share.unsized;
  if (unsized > 0) {
    sentences.push_back(fmt::format(
        "{} of unknown size: volumes are not compared. Newer versions of PyTorch write sizes.",
        plural(unsized, "collective")));
  }
  constexpr std::int64_t few = 6;
  if (shares.calls() < few) {
    sentences.push_back(fmt::format("Only {}: a trace of a few whole training steps says more.",
                                    plural(shares.calls(), "collective")));
  }
  const KindShare& grouped = shares.of(CallKind::send_receive);
  if (grouped.count + shares.of(CallKind::send).count + shares.of(CallKind::receive).count > 0) {
    sentences.push_back(
        "Sends and receives: pipeline parallelism, or an all-to-all that the file does not name.");
  }
  if (info.groups > 1) {
    sentences.push_back(fmt::format(
        "The file lists {} process groups: collectives of different groups may belong to "
        "different kinds of parallelism.",
        info.groups));
  }
  return sentences;
}

}  // namespace zerolab
