#include "exercises/judge/zero/layout.hpp"

#include <fmt/core.h>

#include "core/schedule/layout.hpp"

namespace zerolab::exercises {

namespace {

constexpr std::array state_names{"parameters", "momentum", "variance"};

std::vector<ZeroSpan> per_unit(const Case& run, int rank, const char* name, SpanUse use) {
  std::vector<ZeroSpan> spans;
  for (std::size_t unit = 0; unit < run.tensors.size(); ++unit) {
    spans.push_back({fmt::format("the {} shard of unit {}", name, unit),
                     shard_range(run.tensors[unit], run.ranks, rank).size(), use});
  }
  return spans;
}

void add_contributions(const Case& run, std::vector<ZeroSpan>& spans) {
  for (int micro_step = 0; micro_step < run.micro_steps; ++micro_step) {
    for (std::size_t unit = 0; unit < run.tensors.size(); ++unit) {
      spans.push_back(
          {fmt::format("the model's data of unit {}", unit), run.tensors[unit], SpanUse::constant});
    }
  }
}

std::vector<ZeroSpan> spans_of_step(const Case& run, int rank) {
  const std::size_t shard = shard_range(run.elements, run.ranks, rank).size();
  std::vector<ZeroSpan> spans{{"the parameters", run.elements}};
  for (int step = 1; step <= run.step; ++step) {
    spans.push_back(
        {fmt::format("the gradients of step {}", step), run.elements, SpanUse::scratch});
  }
  spans.push_back({"the momentum", shard});
  spans.push_back({"the variance", shard});
  return spans;
}

std::vector<ZeroSpan> spans_of_pass(const Case& run, int rank) {
  std::vector<ZeroSpan> spans = per_unit(run, rank, "parameter", SpanUse::constant);
  for (ZeroSpan& span : per_unit(run, rank, "gradient", SpanUse::result)) {
    spans.push_back(std::move(span));
  }
  spans.push_back(
      {"the outputs of forward", static_cast<std::size_t>(run.micro_steps) * run.tensors.size()});
  add_contributions(run, spans);
  return spans;
}

std::vector<ZeroSpan> spans_of_reshard(const Case& run, int rank) {
  std::vector<ZeroSpan> spans;
  const auto shard = [&](int ranks) {
    return rank < ranks ? shard_range(run.elements, ranks, rank).size() : 0;
  };
  for (const char* name : state_names) {
    spans.push_back({fmt::format("the old {}", name), shard(run.from_ranks), SpanUse::constant});
  }
  for (const char* name : state_names) {
    spans.push_back({fmt::format("the new {}", name), shard(run.to_ranks)});
  }
  return spans;
}

}  // namespace

Range shard_range(std::size_t elements, int ranks, int rank) {
  return ChunkLayout{elements, ranks}.range(rank);
}

int shard_owner(std::size_t elements, int ranks, std::size_t element) {
  int owner = 0;
  while (shard_range(elements, ranks, owner).end <= element) ++owner;
  return owner;
}

std::vector<Range> undecayed_ranges(const Case& run) {
  std::vector<Range> ranges;
  std::size_t begin = 0;
  for (std::size_t tensor = 0; tensor < run.tensors.size(); ++tensor) {
    const std::size_t end = begin + run.tensors[tensor];
    if (tensor % 2 == 1) ranges.push_back({begin, end});
    begin = end;
  }
  return ranges;
}

std::vector<ZeroSpan> zero_spans(const Case& run, int rank) {
  const std::size_t shard = shard_range(run.elements, run.ranks, rank).size();
  switch (run.exercise) {
    case 8:
      return {{"the weights", shard},
              {"the gradients", shard, SpanUse::constant},
              {"the momentum", shard},
              {"the variance", shard}};
    case 9: return spans_of_step(run, rank);
    case 10: {
      std::vector<ZeroSpan> spans = per_unit(run, rank, "gradient", SpanUse::result);
      add_contributions(run, spans);
      return spans;
    }
    case 11: return spans_of_pass(run, rank);
    case 12:
      return {{"the gradients", shard_range(run.elements, run.ranks, 0).size(), SpanUse::constant},
              {"the norm", 1}};
    case 14: return spans_of_reshard(run, rank);
    default: return {};
  }
}

}  // namespace zerolab::exercises
