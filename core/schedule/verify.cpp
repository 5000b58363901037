#include "core/schedule/verify.hpp"

#include <algorithm>
#include <cstdint>
#include <set>

#include <fmt/core.h>
#include <fmt/ranges.h>

#include "core/base/error.hpp"
#include "core/schedule/definition.hpp"
#include "core/schedule/neighbours.hpp"

namespace zerolab {

namespace {

constexpr std::size_t max_findings = 100;

// What a rank holds of a chunk.
struct Held {
  std::vector<std::uint8_t> times;  // [origin]: how often its input is in it; stops at 255
  std::uint64_t order = 0;          // a hash of the additions that made it
};

std::uint8_t saturating_sum(std::uint8_t a, std::uint8_t b) {
  return static_cast<std::uint8_t>(std::min(255, a + b));
}

bool nothing(const Held& held) {
  return std::all_of(held.times.begin(), held.times.end(), [](auto times) { return times == 0; });
}

// Of a sum: a+b and b+a are the same bits, (a+b)+c and a+(b+c) may not be. The constants are those
// of splitmix64.
std::uint64_t order_of_sum(std::uint64_t a, std::uint64_t b) {
  std::uint64_t x = std::min(a, b) * 0x9e3779b97f4a7c15U + std::max(a, b);
  x = (x ^ (x >> 30U)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27U)) * 0x94d049bb133111ebU;
  return x ^ (x >> 31U);
}

// The symbolic run of one schedule.
class Run {
 public:
  explicit Run(const Schedule& schedule) : schedule_(schedule), n_(schedule.world_size) {}

  Verdict verdict() {
    check_shape();
    if (!verdict_.correct()) return verdict_;
    start();
    std::size_t begin = 0;
    while (begin < schedule_.transfers.size()) {
      std::size_t end = begin;
      while (end < schedule_.transfers.size() &&
             schedule_.transfers[end].step == schedule_.transfers[begin].step) {
        ++end;
      }
      run_step(begin, end);
      begin = end;
    }
    check_result();
    return verdict_;
  }

 private:
  template <typename... Args>
  void find(Finding finding, fmt::format_string<Args...> format, Args&&... args) {
    if (verdict_.findings.size() == max_findings) return;
    finding.message = fmt::format(format, std::forward<Args>(args)...);
    if (finding.step >= 0)
      finding.message = fmt::format("step {}: {}", finding.step, finding.message);
    verdict_.findings.push_back(std::move(finding));
  }

  Held& held(int rank, int chunk) {
    return state_[static_cast<std::size_t>(rank) * static_cast<std::size_t>(schedule_.chunk_count) +
                  static_cast<std::size_t>(chunk)];
  }

  void check_shape() {
    using K = FindingKind;
    const bool needs_owner = schedule_.collective == Collective::reduce_scatter ||
                             schedule_.collective == Collective::all_gather;
    if (needs_owner && schedule_.chunk_count % n_ != 0) {
      find({K::malformed}, "{} chunks for {} ranks: {} gives each rank the same number of chunks",
           schedule_.chunk_count, n_, to_string(schedule_.collective));
    }
    int last_step = 0;
    for (std::size_t i = 0; i < schedule_.transfers.size(); ++i) {
      const Transfer& t = schedule_.transfers[i];
      const int index = static_cast<int>(i);
      for (const int rank : {t.source, t.destination}) {
        if (rank < 0 || rank >= n_) {
          find({K::malformed, t.step, rank, t.chunk, index},
               "rank {} does not exist: the ranks are 0 to {}", rank, n_ - 1);
        }
      }
      if (t.chunk < 0 || t.chunk >= schedule_.chunk_count) {
        find({K::malformed, t.step, t.source, t.chunk, index},
             "chunk {} does not exist: the chunks are 0 to {}", t.chunk, schedule_.chunk_count - 1);
      }
      if (t.source == t.destination) {
        find({K::malformed, t.step, t.source, t.chunk, index}, "rank {} sends chunk {} to itself",
             t.source, t.chunk);
      }
      if (t.step < last_step) {
        find({K::out_of_order, t.step, t.source, t.chunk, index},
             "rank {} sends chunk {} after a transfer of step {}: transfers are ordered by step",
             t.source, t.chunk, last_step);
      }
      last_step = std::max(last_step, t.step);
    }
  }

  void start() {
    state_.assign(static_cast<std::size_t>(n_) * static_cast<std::size_t>(schedule_.chunk_count),
                  Held{std::vector<std::uint8_t>(static_cast<std::size_t>(n_), 0), 0});
    for (int rank = 0; rank < n_; ++rank) {
      for (int chunk = 0; chunk < schedule_.chunk_count; ++chunk) {
        if (!has_input(schedule_, rank, chunk)) continue;
        held(rank, chunk).times[static_cast<std::size_t>(rank)] = 1;
        held(rank, chunk).order = order_of_sum(0, static_cast<std::uint64_t>(rank) + 1);
      }
    }
  }

  // Transfers [begin, end) belong to one step: all are read before any is applied.
  void run_step(std::size_t begin, std::size_t end) {
    using K = FindingKind;
    std::vector<Held> arriving;
    std::set<std::pair<int, int>> sent, written;  // rank and chunk
    for (std::size_t i = begin; i < end; ++i) {
      const Transfer& t = schedule_.transfers[i];
      arriving.push_back(held(t.source, t.chunk));
      if (!nothing(arriving.back())) sent.insert({t.source, t.chunk});
    }
    for (std::size_t i = begin; i < end; ++i) {
      const Transfer& t = schedule_.transfers[i];
      const int index = static_cast<int>(i);
      check_neighbour(t, index);
      if (!written.insert({t.destination, t.chunk}).second) {
        find({K::two_arrivals, t.step, t.destination, t.chunk, index},
             "two transfers arrive in chunk {} of rank {}; in one step there may be one", t.chunk,
             t.destination);
      }
      if (nothing(arriving[i - begin])) {
        find({K::sent_before_held, t.step, t.source, t.chunk, index},
             "rank {} sends chunk {} to rank {} before it holds anything of it", t.source, t.chunk,
             t.destination);
      }
      apply(t, index, arriving[i - begin]);
      if (sent.count({t.destination, t.chunk}) > 0) {
        find({K::written_while_sent, t.step, t.destination, t.chunk, index},
             "rank {} receives chunk {} from rank {} while it sends it: what it sends could be the "
             "old or the new",
             t.destination, t.chunk, t.source);
      }
    }
  }

  void check_neighbour(const Transfer& t, int index) {
    const std::vector<int> allowed = neighbours(schedule_, t.source);
    const auto found = std::find(allowed.begin(), allowed.end(), t.destination);
    if (allowed.empty() || found != allowed.end()) return;
    const bool one = allowed.size() == 1;
    find({FindingKind::not_the_neighbour, t.step, t.source, t.chunk, index},
         "rank {} sends chunk {} to rank {}, which is not its neighbour: in a {} {} {}", t.source,
         t.chunk, t.destination, schedule_.algorithm, one ? "that is rank" : "those are ranks",
         fmt::join(allowed, " and "));
  }

  void apply(const Transfer& t, int index, const Held& arriving) {
    using K = FindingKind;
    Held& target = held(t.destination, t.chunk);
    const Held before = target;
    if (t.combine == Combine::add && nothing(before)) {
      find({K::added_to_nothing, t.step, t.destination, t.chunk, index},
           "rank {} adds chunk {} from rank {} to what it does not hold yet: it should copy it",
           t.destination, t.chunk, t.source);
    }
    switch (t.combine) {
      case Combine::copy: target = arriving; break;
      case Combine::add:
        target.order = order_of_sum(before.order, arriving.order);
        for (std::size_t origin = 0; origin < target.times.size(); ++origin) {
          target.times[origin] = saturating_sum(before.times[origin], arriving.times[origin]);
          if (arriving.times[origin] > 0 && target.times[origin] > 1) {
            find({K::counted_twice, t.step, t.destination, t.chunk, index},
                 "rank {} adds chunk {} from rank {} and then holds rank {}'s input {} times, "
                 "should hold it at most 1",
                 t.destination, t.chunk, t.source, origin, target.times[origin]);
          }
        }
        break;
    }
    if (target.times == before.times && !nothing(arriving)) {
      find({K::waste, t.step, t.source, t.chunk, index},
           "rank {} sends chunk {} to rank {}, which holds just that already: it changes nothing",
           t.source, t.chunk, t.destination);
    }
  }

  void check_result() {
    verdict_.orders.assign(static_cast<std::size_t>(schedule_.chunk_count), 0);
    std::vector<int> first(verdict_.orders.size(), -1);  // [chunk]: the first rank promised it
    for (int rank = 0; rank < n_; ++rank) {
      for (int chunk = 0; chunk < schedule_.chunk_count; ++chunk) {
        if (!is_promised(schedule_, rank, chunk)) continue;
        const bool complete = check_contributions(rank, chunk);
        int& first_rank = first[static_cast<std::size_t>(chunk)];
        std::uint64_t& order = verdict_.orders[static_cast<std::size_t>(chunk)];
        if (first_rank < 0) {
          first_rank = rank;
          order = held(rank, chunk).order;
        } else if (complete && held(rank, chunk).order != order) {
          find(
              {FindingKind::different_order, -1, rank, chunk, -1},
              "at the end: rank {} chunk {}: was added up in another order than rank {}'s, so that "
              "their bits may differ",
              rank, chunk, first_rank);
        }
      }
    }
  }

  // Whether `rank` holds every input of the chunk once.
  bool check_contributions(int rank, int chunk) {
    bool complete = true;
    for (int origin = 0; origin < n_; ++origin) {
      const int want = has_input(schedule_, origin, chunk) ? 1 : 0;
      const int have = held(rank, chunk).times[static_cast<std::size_t>(origin)];
      if (have == want) continue;
      complete = false;
      find({FindingKind::wrong_result, -1, rank, chunk, -1},
           "at the end: rank {} chunk {}: holds rank {}'s input {} times, should hold it {}", rank,
           chunk, origin, have, want);
    }
    return complete;
  }

  const Schedule& schedule_;
  int n_;
  std::vector<Held> state_;  // [rank][chunk]
  Verdict verdict_;
};

}  // namespace

std::string_view to_string(FindingKind kind) {
  switch (kind) {
    case FindingKind::malformed: return "malformed";
    case FindingKind::out_of_order: return "out of order";
    case FindingKind::not_the_neighbour: return "not the neighbour";
    case FindingKind::sent_before_held: return "sent before held";
    case FindingKind::two_arrivals: return "two arrivals";
    case FindingKind::written_while_sent: return "written while sent";
    case FindingKind::added_to_nothing: return "added to nothing";
    case FindingKind::counted_twice: return "counted twice";
    case FindingKind::waste: return "waste";
    case FindingKind::wrong_result: return "wrong result";
    case FindingKind::different_order: return "different order";
  }
  throw InvariantError("a FindingKind without a name");
}

Verdict verify(const Schedule& schedule) {
  Verdict unusable;
  const auto give_up = [&](std::string message) {
    unusable.findings.push_back({FindingKind::malformed, -1, -1, -1, -1, std::move(message)});
    return unusable;
  };
  if (schedule.world_size < 1) {
    return give_up(fmt::format("{} ranks: at least 1 is needed", schedule.world_size));
  }
  if (schedule.chunk_count < 1) {
    return give_up(fmt::format("{} chunks: at least 1 is needed", schedule.chunk_count));
  }
  if (has_root(schedule.collective) &&
      (!schedule.root || *schedule.root < 0 || *schedule.root >= schedule.world_size)) {
    return give_up(fmt::format("{} needs a root from 0 to {}", to_string(schedule.collective),
                               schedule.world_size - 1));
  }
  const double cells = 1.0 * schedule.world_size * schedule.world_size * schedule.chunk_count;
  if (cells > 1 << 30) {
    throw input_error("{} ranks and {} chunks are too many to verify: ranks² · chunks may be 2^30",
                      schedule.world_size, schedule.chunk_count);
  }
  return Run(schedule).verdict();
}

}  // namespace zerolab
