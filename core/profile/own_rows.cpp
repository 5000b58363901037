#include "core/profile/own_rows.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <tuple>

#include <fmt/core.h>

#include "core/base/error.hpp"
#include "core/base/units.hpp"
#include "core/base/words.hpp"

namespace zerolab {

namespace {

// One collective of the run, as its events show it.
struct Instance {
  int train_step = -1;
  int plan_op = -1;
  int collective_id = -1;

  friend auto operator<=>(const Instance&, const Instance&) = default;
};

std::int64_t plus(std::int64_t sum, std::size_t elements) {
  return saturating_sum(sum, static_cast<std::int64_t>(elements));
}

struct OnRank {
  std::int64_t begin = 0, end = 0;  // from its first to its last event; nanoseconds
  std::int64_t sent = 0, received = 0;
  bool seen = false;

  void extend(const Event& event) {
    begin = seen ? std::min(begin, event.begin) : event.begin;
    end = seen ? std::max(end, event.end) : event.end;
    seen = true;
    if (event.kind == EventKind::send) sent = plus(sent, event.elements);
    if (event.kind == EventKind::receive) received = plus(received, event.elements);
  }
  double us() const { return static_cast<double>(end - begin) / 1000; }
};

using Instances = std::map<Instance, std::vector<OnRank>>;  // [rank]

Instances instances_of(const Trace& trace) {
  Instances instances;
  const auto ranks = static_cast<std::size_t>(trace.header.world_size);
  for (const Event& event : trace.events) {
    if (event.collective_id < 0) continue;
    std::vector<OnRank>& on = instances[{event.train_step, event.plan_op, event.collective_id}];
    on.resize(ranks);
    on[static_cast<std::size_t>(event.rank)].extend(event);
  }
  return instances;
}

// {"gradients of block 0", "gradients of block 1"} -> "gradients of block 0, block 1"
std::string joined(const std::vector<std::string>& purposes) {
  constexpr std::size_t most_shown = 3;
  std::string text;
  std::string last_subject;
  for (std::size_t i = 0; i < purposes.size() && i < most_shown; ++i) {
    const std::string& purpose = purposes[i];
    const std::size_t of = purpose.find(" of ");
    const std::string subject = of == std::string::npos ? "" : purpose.substr(0, of + 4);
    const bool repeats = !subject.empty() && subject == last_subject;
    text += (i == 0 ? "" : ", ") + (repeats ? purpose.substr(subject.size()) : purpose);
    last_subject = subject;
  }
  if (purposes.size() > most_shown)
    text += fmt::format(" and {} more", purposes.size() - most_shown);
  return text;
}

// A row while it is being added up.
struct Growing {
  ProfileRow row;
  std::vector<std::string> purposes;
  std::vector<std::int64_t> sent, received;  // [rank]
  std::map<int, std::int64_t> count_in_step;
  std::vector<double> times_us;
};

Extremes extent_of(const std::vector<std::int64_t>& values) {
  if (values.empty()) return {};
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  return {*least, *most};
}

class Profiler {
 public:
  explicit Profiler(const Trace& trace)
      : header_(trace.header), plan_lines_(lines_in(trace.header.plan)) {}

  void add(const Instance& instance, const std::vector<OnRank>& on) {
    const CollectiveInfo& info =
        header_.collectives[static_cast<std::size_t>(instance.collective_id)];
    const std::string operation = operation_of(instance.plan_op);
    const Key key{info.collective, info.element_count,
                  info.dtype,      info.algorithm,
                  operation,       info.purpose.substr(0, info.purpose.find(" of "))};
    const auto [place, is_new] = places_.emplace(key, rows_.size());
    if (is_new) rows_.push_back(begin_row(info, operation));
    Growing& row = rows_[place->second];
    if (std::find(row.purposes.begin(), row.purposes.end(), info.purpose) == row.purposes.end()) {
      row.purposes.push_back(info.purpose);
    }
    ++row.row.count;
    ++row.count_in_step[instance.train_step];
    for (std::size_t rank = 0; rank < on.size(); ++rank) {
      row.sent[rank] = saturating_sum(row.sent[rank], on[rank].sent);
      row.received[rank] = saturating_sum(row.received[rank], on[rank].received);
      if (on[rank].seen) row.times_us.push_back(on[rank].us());
    }
  }

  std::vector<ProfileRow> rows(const std::set<int>& steps) {
    std::vector<ProfileRow> result;
    for (Growing& growing : rows_) result.push_back(finish(growing, steps));
    return result;
  }

 private:
  using Key = std::tuple<Collective, std::size_t, DType, std::string, std::string, std::string>;

  std::string operation_of(int plan_op) const {
    if (plan_op < 0 || static_cast<std::size_t>(plan_op) >= plan_lines_.size()) return {};
    const auto words = words_of(plan_lines_[static_cast<std::size_t>(plan_op)]);
    return words.empty() ? std::string() : printable(words.front());
  }

  Growing begin_row(const CollectiveInfo& info, const std::string& operation) const {
    Growing growing;
    growing.row.collective = to_string(info.collective);
    growing.row.elements = static_cast<std::int64_t>(info.element_count);
    growing.row.dtype = to_string(info.dtype);
    growing.row.ranks = header_.world_size;
    growing.row.algorithm = printable(info.algorithm);
    growing.row.issued_by = operation;
    growing.sent.resize(static_cast<std::size_t>(header_.world_size));
    growing.received = growing.sent;
    return growing;
  }

  ProfileRow finish(Growing& growing, const std::set<int>& steps) const {
    ProfileRow row = std::move(growing.row);
    row.purpose = printable(joined(growing.purposes));
    row.sent = extent_of(growing.sent);
    row.received = extent_of(growing.received);
    double sum = 0;
    for (const double time : growing.times_us) sum += time;
    row.total_us = sum / header_.world_size;
    row.median_us = median_of(std::move(growing.times_us));
    std::vector<std::int64_t> counts;
    for (const int step : steps) {
      if (step >= 0) counts.push_back(growing.count_in_step[step]);
    }
    if (!counts.empty()) row.per_step = extent_of(counts);
    return row;
  }

  const TraceHeader& header_;
  std::vector<std::string_view> plan_lines_;
  std::map<Key, std::size_t> places_;
  std::vector<Growing> rows_;
};

std::vector<StepTotals> totals_of(const Instances& instances, const std::set<int>& steps,
                                  int world_size) {
  std::vector<StepTotals> totals;
  for (const int step : steps) {
    StepTotals total{step, 0, {}, {}, 0};
    std::vector<std::int64_t> sent(static_cast<std::size_t>(world_size));
    std::vector<std::int64_t> received = sent;
    for (const auto& [instance, on] : instances) {
      if (instance.train_step != step) continue;
      ++total.collectives;
      for (std::size_t rank = 0; rank < on.size(); ++rank) {
        sent[rank] = saturating_sum(sent[rank], on[rank].sent);
        received[rank] = saturating_sum(received[rank], on[rank].received);
        total.time_us += on[rank].us() / world_size;
      }
    }
    total.sent = extent_of(sent);
    total.received = extent_of(received);
    totals.push_back(total);
  }
  return totals;
}

void check_step(const std::set<int>& steps, int wanted) {
  if (steps.count(wanted) == 1) return;
  if (steps.empty() || *steps.rbegin() < 0) {
    throw input_error("step {}: the trace holds no training step; leave --step out", wanted);
  }
  throw input_error("step {}: the trace holds collectives of training steps {} to {}", wanted,
                    std::max(*steps.begin(), 0), *steps.rbegin());
}

std::vector<RankTotals> rank_totals(const Trace& trace) {
  std::vector<RankTotals> ranks(static_cast<std::size_t>(trace.header.world_size));
  for (const Event& event : trace.events) {
    RankTotals& rank = ranks[static_cast<std::size_t>(event.rank)];
    if (event.kind == EventKind::send) {
      rank.sent_elements = plus(rank.sent_elements, event.elements);
    } else if (event.kind == EventKind::receive) {
      rank.received_elements = plus(rank.received_elements, event.elements);
    }
  }
  return ranks;
}

// A collective that a rank has no event of: it ran away, or the trace is of some ranks only.
std::vector<std::string> missing_ranks(const Instances& instances, const TraceHeader& header) {
  std::int64_t incomplete = 0;
  std::string first;
  for (const auto& [instance, on] : instances) {
    for (std::size_t rank = 0; rank < on.size(); ++rank) {
      if (on[rank].seen) continue;
      ++incomplete;
      if (first.empty()) {
        const auto id = static_cast<std::size_t>(instance.collective_id);
        first = fmt::format("{} {} on rank {}", to_string(header.collectives[id].collective),
                            header.collectives[id].purpose, rank);
      }
    }
  }
  if (incomplete == 0) return {};
  return {fmt::format("{} times a rank shows no event of a collective that others ran, first {}.",
                      with_separators(incomplete), first)};
}

}  // namespace

OwnProfile profile_own(const Trace& trace, std::optional<int> only) {
  const Instances instances = instances_of(trace);
  std::set<int> steps;
  for (const auto& [instance, on] : instances) steps.insert(instance.train_step);
  if (only) {
    check_step(steps, *only);
    steps = {*only};
  }
  Profiler profiler(trace);
  for (const auto& [instance, on] : instances) {
    if (steps.count(instance.train_step) == 1) profiler.add(instance, on);
  }
  return {profiler.rows(steps), totals_of(instances, steps, trace.header.world_size),
          rank_totals(trace), missing_ranks(instances, trace.header)};
}

}  // namespace zerolab
