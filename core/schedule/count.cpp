#include "core/schedule/count.hpp"

#include "core/base/error.hpp"

namespace zerolab {

namespace {

std::int64_t elements_of(const ChunkLayout& layout, int chunk) {
  return static_cast<std::int64_t>(layout.range(chunk).size());
}

void add_transfer(std::vector<Traffic>& ranks, const Transfer& transfer, std::int64_t elements) {
  Traffic& source = ranks[static_cast<std::size_t>(transfer.source)];
  source.sent_messages += 1;
  source.sent_elements += elements;
  Traffic& destination = ranks[static_cast<std::size_t>(transfer.destination)];
  destination.received_messages += 1;
  destination.received_elements += elements;
}

}  // namespace

Traffic& Traffic::operator+=(const Traffic& other) {
  sent_messages += other.sent_messages;
  received_messages += other.received_messages;
  sent_elements += other.sent_elements;
  received_elements += other.received_elements;
  return *this;
}

std::vector<Traffic> count_per_rank(const Schedule& schedule, const ChunkLayout& layout) {
  require(layout.chunk_count == schedule.chunk_count, "layout and schedule have the same chunks");
  std::vector<Traffic> ranks(static_cast<std::size_t>(schedule.world_size));
  for (const Transfer& transfer : schedule.transfers) {
    add_transfer(ranks, transfer, elements_of(layout, transfer.chunk));
  }
  return ranks;
}

ScheduleCounts count(const Schedule& schedule, const ChunkLayout& layout) {
  require(layout.chunk_count == schedule.chunk_count, "layout and schedule have the same chunks");
  const std::vector<Traffic> nothing(static_cast<std::size_t>(schedule.world_size));
  ScheduleCounts counts{nothing, {}};
  counts.per_step.assign(static_cast<std::size_t>(step_count(schedule)), nothing);
  for (const Transfer& transfer : schedule.transfers) {
    const std::int64_t elements = elements_of(layout, transfer.chunk);
    add_transfer(counts.per_rank, transfer, elements);
    add_transfer(counts.per_step[static_cast<std::size_t>(transfer.step)], transfer, elements);
  }
  return counts;
}

Traffic closed_form(const Schedule& schedule, const ChunkLayout& layout, int rank) {
  const int n = schedule.world_size;
  if (n == 1) return {};
  const auto psi = static_cast<std::int64_t>(layout.element_count);
  const std::int64_t chunks = schedule.chunk_count;
  const auto c = [&](int chunk) { return elements_of(layout, (chunk + n) % n); };
  const auto moves_all = [&](bool sends, bool receives) {
    return Traffic{sends ? chunks : 0, receives ? chunks : 0, sends ? psi : 0, receives ? psi : 0};
  };
  switch (schedule.collective) {
    case Collective::reduce_scatter: return {n - 1, n - 1, psi - c(rank), psi - c(rank - 1)};
    case Collective::all_gather: return {n - 1, n - 1, psi - c(rank + 1), psi - c(rank)};
    case Collective::all_reduce:
      return {2 * (n - 1), 2 * (n - 1), 2 * psi - c(rank) - c(rank + 1),
              2 * psi - c(rank - 1) - c(rank)};
    case Collective::broadcast: {
      const int last = (*schedule.root + n - 1) % n;
      return moves_all(rank != last, rank != *schedule.root);
    }
    case Collective::reduce: {
      const int first = (*schedule.root + 1) % n;
      return moves_all(rank != *schedule.root, rank != first);
    }
  }
  throw InvariantError("a Collective without a closed form");
}

std::string closed_form_text(Collective collective, Direction direction) {
  const bool sent = direction == Direction::sent;
  switch (collective) {
    case Collective::reduce_scatter: return sent ? "Ψ - c_r" : "Ψ - c_(r-1)";
    case Collective::all_gather: return sent ? "Ψ - c_(r+1)" : "Ψ - c_r";
    case Collective::all_reduce: return sent ? "2Ψ - c_r - c_(r+1)" : "2Ψ - c_(r-1) - c_r";
    case Collective::broadcast: return sent ? "Ψ (last: 0)" : "Ψ (root: 0)";
    case Collective::reduce: return sent ? "Ψ (root: 0)" : "Ψ (first: 0)";
  }
  throw InvariantError("a Collective without a closed form");
}

}  // namespace zerolab
