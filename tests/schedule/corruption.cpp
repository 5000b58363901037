#include "tests/schedule/corruption.hpp"

#include <algorithm>
#include <stdexcept>
#include <tuple>

namespace zerolab::test {

namespace {

auto as_tuple(const Transfer& t) {
  return std::tuple(t.step, t.source, t.destination, t.chunk, t.combine);
}

std::vector<Transfer> sorted(std::vector<Transfer> transfers) {
  std::sort(transfers.begin(), transfers.end(),
            [](const Transfer& a, const Transfer& b) { return as_tuple(a) < as_tuple(b); });
  return transfers;
}

// Collects schedules in which some transfers were replaced.
class Collector {
 public:
  explicit Collector(const Schedule& right) : right_(right), sorted_(sorted(right.transfers)) {}

  template <typename Edit>
  void with(std::size_t index, const Edit& edit) {
    std::vector<Transfer> transfers = right_.transfers;
    edit(transfers[index]);
    keep(std::move(transfers));
  }

  void keep(std::vector<Transfer> transfers) {
    std::stable_sort(transfers.begin(), transfers.end(),
                     [](const Transfer& a, const Transfer& b) { return a.step < b.step; });
    if (sorted(transfers) == sorted_) return;
    wrong_.push_back(right_);
    wrong_.back().transfers = std::move(transfers);
  }

  std::vector<Schedule> all() { return std::move(wrong_); }

 private:
  const Schedule& right_;
  std::vector<Transfer> sorted_;
  std::vector<Schedule> wrong_;
};

std::uint64_t mixed(std::uint64_t x) {  // splitmix64's finaliser
  x += 0x9e3779b97f4a7c15U;
  x = (x ^ (x >> 30U)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27U)) * 0x94d049bb133111ebU;
  return x ^ (x >> 31U);
}

// A number of its own for each rank and chunk; sums of them wrap.
std::uint64_t number_of(int rank, int chunk) {
  return mixed(static_cast<std::uint64_t>(rank) * 1'000'003U + static_cast<std::uint64_t>(chunk));
}

// What one chunk of one rank holds: a value, and by which additions it came about. a+b and b+a are
// the same bits, (a+b)+c and a+(b+c) are not.
struct Cell {
  std::uint64_t value = 0;
  std::uint64_t order = 0;
};

Cell plus(const Cell& a, const Cell& b) {
  const auto [low, high] = std::minmax(a.order, b.order);
  return {a.value + b.value, mixed(mixed(low) * 3U + high)};
}

enum class Reading { as_the_last_step_left, one_by_one, one_by_one_backwards };

class Simulation {
 public:
  explicit Simulation(const Schedule& schedule) : schedule_(schedule) {
    for (int rank = 0; rank < schedule.world_size; ++rank) {
      for (int chunk = 0; chunk < schedule.chunk_count; ++chunk) {
        // Memory without input holds something too: nobody may add to it.
        const std::uint64_t rubbish = mixed(number_of(rank, chunk) + 1U);
        const std::uint64_t value = gives(rank, chunk) ? number_of(rank, chunk) : rubbish;
        cells_.push_back({value, value});
      }
    }
  }

  void run(Reading reading) {
    const auto& all = schedule_.transfers;
    for (auto begin = all.begin(); begin != all.end();) {
      const auto end =
          std::find_if(begin, all.end(), [&](const Transfer& t) { return t.step != begin->step; });
      std::vector<Transfer> step(begin, end);
      if (reading == Reading::one_by_one_backwards) std::reverse(step.begin(), step.end());
      const std::vector<Cell> before = cells_;
      for (const Transfer& t : step) {
        const auto& from = reading == Reading::as_the_last_step_left ? before : cells_;
        const Cell arriving = from[index(t.source, t.chunk)];
        Cell& target = cells_[index(t.destination, t.chunk)];
        target = t.combine == Combine::add ? plus(target, arriving) : arriving;
      }
      begin = end;
    }
  }

  void append_promised(Outcome& outcome) const {
    for (int rank = 0; rank < schedule_.world_size; ++rank) {
      for (int chunk = 0; chunk < schedule_.chunk_count; ++chunk) {
        if (!is_promised_here(rank, chunk)) continue;
        outcome.values.push_back(cells_[index(rank, chunk)].value);
        outcome.orders.push_back(cells_[index(rank, chunk)].order);
        std::uint64_t sum = 0;
        for (int origin = 0; origin < schedule_.world_size; ++origin) {
          sum += gives(origin, chunk) ? number_of(origin, chunk) : 0;
        }
        outcome.wanted.push_back(sum);
      }
    }
  }

 private:
  std::size_t index(int rank, int chunk) const {
    return static_cast<std::size_t>(rank) * static_cast<std::size_t>(schedule_.chunk_count) +
           static_cast<std::size_t>(chunk);
  }
  int owner(int chunk) const { return chunk / (schedule_.chunk_count / schedule_.world_size); }
  bool gives(int rank, int chunk) const {
    if (schedule_.collective == Collective::all_gather) return owner(chunk) == rank;
    return schedule_.collective != Collective::broadcast || schedule_.root == rank;
  }
  bool is_promised_here(int rank, int chunk) const {
    if (schedule_.collective == Collective::reduce_scatter) return owner(chunk) == rank;
    return schedule_.collective != Collective::reduce || schedule_.root == rank;
  }

  const Schedule& schedule_;
  std::vector<Cell> cells_;  // [rank][chunk]
};

void append_exchanges(Collector& collector, const Schedule& right) {
  const auto& all = right.transfers;
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (std::size_t j = i + 1; j < all.size(); ++j) {
      for (int Transfer::*field :
           {&Transfer::step, &Transfer::source, &Transfer::destination, &Transfer::chunk}) {
        if (all[i].*field == all[j].*field) continue;
        std::vector<Transfer> transfers = all;
        std::swap(transfers[i].*field, transfers[j].*field);
        collector.keep(std::move(transfers));
      }
    }
  }
}

}  // namespace

std::string_view to_string(Change change) {
  switch (change) {
    case Change::drop: return "drop";
    case Change::duplicate: return "duplicate";
    case Change::redirect_destination: return "redirect destination";
    case Change::redirect_source: return "redirect source";
    case Change::rechunk: return "re-chunk";
    case Change::restep: return "re-step";
    case Change::swap_combine: return "swap copy and add";
    case Change::exchange: return "exchange between two";
  }
  throw std::logic_error("a Change without a name");
}

std::vector<Schedule> corrupted(const Schedule& right, Change change) {
  Collector collector(right);
  const int steps = step_count(right);
  if (change == Change::exchange) append_exchanges(collector, right);
  for (std::size_t i = 0; i < right.transfers.size(); ++i) {
    const Transfer& old = right.transfers[i];
    switch (change) {
      case Change::drop: {
        std::vector<Transfer> transfers = right.transfers;
        transfers.erase(transfers.begin() + static_cast<std::ptrdiff_t>(i));
        collector.keep(std::move(transfers));
        break;
      }
      case Change::duplicate:
        for (const int step : {old.step, old.step + 1, steps - 1, steps}) {
          std::vector<Transfer> transfers = right.transfers;
          transfers.push_back(old);
          transfers.back().step = step;
          collector.keep(std::move(transfers));
        }
        break;
      case Change::redirect_destination:
        for (int rank = 0; rank < right.world_size; ++rank) {
          collector.with(i, [&](Transfer& t) { t.destination = rank; });
        }
        break;
      case Change::redirect_source:
        for (int rank = 0; rank < right.world_size; ++rank) {
          collector.with(i, [&](Transfer& t) { t.source = rank; });
        }
        break;
      case Change::rechunk:
        for (int chunk = 0; chunk < right.chunk_count; ++chunk) {
          collector.with(i, [&](Transfer& t) { t.chunk = chunk; });
        }
        break;
      case Change::restep:
        for (int step = 0; step <= steps; ++step) {
          collector.with(i, [&](Transfer& t) { t.step = step; });
        }
        break;
      case Change::swap_combine:
        collector.with(i, [](Transfer& t) {
          t.combine = t.combine == Combine::add ? Combine::copy : Combine::add;
        });
        break;
      case Change::exchange: break;
    }
  }
  return collector.all();
}

bool Outcome::is_right() const {
  return values == wanted;
}

Outcome simulate(const Schedule& schedule, const ChunkLayout& layout) {
  Outcome outcome;
  for (const Reading reading :
       {Reading::as_the_last_step_left, Reading::one_by_one, Reading::one_by_one_backwards}) {
    Simulation simulation(schedule);
    simulation.run(reading);
    simulation.append_promised(outcome);
  }
  for (const Transfer& t : schedule.transfers) {
    auto& [messages, elements] = outcome.cost[{t.step, t.source, t.destination}];
    messages += 1;
    elements += static_cast<std::int64_t>(layout.range(t.chunk).size());
  }
  return outcome;
}

}  // namespace zerolab::test
