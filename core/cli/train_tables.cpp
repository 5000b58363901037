#include "core/cli/train_tables.hpp"

#include <algorithm>

#include <fmt/core.h>

#include "core/base/table.hpp"
#include "core/base/units.hpp"

namespace zerolab {

namespace {

const char* mark(bool equal) {
  return equal ? "✓" : "≠";
}

std::string elements(std::int64_t count) {
  return with_separators(count);
}

using Choice = std::int64_t Traffic::*;

std::string traffic_table(const TrainReport& report, Choice direction) {
  Table table({{"rank"},
               {"gradients"},
               {"predicted"},
               {"parameters"},
               {"predicted"},
               {"norm, loss"},
               {"predicted"},
               {"Ψ per step"},
               {"", Align::left}});
  for (std::size_t rank = 0; rank < report.ranks.size(); ++rank) {
    const StepTraffic& measured = report.ranks[rank].measured;
    const StepTraffic& predicted = report.ranks[rank].predicted;
    const auto of = [&](const StepTraffic& traffic, Purpose purpose) {
      return elements(traffic.of(purpose).*direction);
    };
    const bool equal = measured.large().*direction == predicted.large().*direction &&
                       measured.small().*direction == predicted.small().*direction;
    table.add_row(
        {std::to_string(rank), of(measured, Purpose::gradients), of(predicted, Purpose::gradients),
         of(measured, Purpose::parameters), of(predicted, Purpose::parameters),
         elements(measured.small().*direction), elements(predicted.small().*direction),
         as_multiple_of_psi(measured.large().*direction, report.parameters * report.options.steps),
         mark(equal)});
  }
  return table.to_string();
}

// The rank whose state at rest is largest: the first, where shards differ by an element per unit.
std::size_t largest_rank(const TrainReport& report) {
  const auto largest = std::max_element(report.ranks.begin(), report.ranks.end(),
                                        [](const RankReport& a, const RankReport& b) {
                                          return total_bytes(a.at_rest) < total_bytes(b.at_rest);
                                        });
  return static_cast<std::size_t>(largest - report.ranks.begin());
}

}  // namespace

bool moves_as_usual(const ZeroConfig& zero) {
  const ZeroConfig usual;
  return zero.partition == usual.partition && zero.gradients == usual.gradients &&
         zero.parameters == usual.parameters && zero.persistence_threshold == 0;
}

namespace {

// Nothing where gradients and parameters move as usual.
std::string moves_line(const ZeroConfig& zero) {
  if (moves_as_usual(zero)) return "";
  std::string line =
      fmt::format("partition {}; gradients by {}, parameters by {}", to_string(zero.partition),
                  to_string(zero.gradients), to_string(zero.parameters));
  if (zero.persistence_threshold > 0) {
    line += fmt::format("; units of fewer than {} elements stay whole",
                        elements(static_cast<std::int64_t>(zero.persistence_threshold)));
  }
  return line + "\n";
}

// What whole units with owners come to: O_r, where slices have Ψ/N.
std::string owned_line(const TrainReport& report) {
  if (report.options.zero.partition != Partition::owner) return "";
  const int n = report.options.zero.world_size;
  const std::vector<int> owners = deal_units(report.unit_elements, n);
  std::vector<std::int64_t> owned(static_cast<std::size_t>(n));
  for (std::size_t u = 0; u < owners.size(); ++u) {
    owned[static_cast<std::size_t>(owners[u])] +=
        static_cast<std::int64_t>(report.unit_elements[u]);
  }
  const auto most = std::ranges::max_element(owned);
  return fmt::format(
      "\n{} units with owners: a rank owns {} elements at most (rank {}) and {} on average.\n",
      owners.size(), elements(*most), most - owned.begin(), elements(report.parameters / n));
}

}  // namespace

std::string run_heading(std::string_view title, const TrainOptions& options) {
  const int n = options.zero.world_size;
  const int m = options.zero.micro_steps;
  const auto psi = static_cast<std::int64_t>(parameter_count(gpt_units(options.model)));
  return fmt::format(
             "{}: Ψ = {} parameters in {} ({} layers, {} wide, {} heads)\n"
             "{} {} on {}, each with {} × {} bytes of text per step{}\n",
             title, elements(psi), to_string(options.zero.precision), options.model.layers,
             options.model.width, options.model.heads, n, n == 1 ? "rank" : "ranks",
             options.transport, options.batch, options.sequence,
             m == 1 ? "" : fmt::format(" in each of {} micro-steps", m)) +
         moves_line(options.zero);
}

std::string traffic_tables(const TrainReport& report) {
  const int steps = report.options.steps;
  const std::string unit = fmt::format("in {} {}, elements", steps, steps == 1 ? "step" : "steps");
  return fmt::format("Sent by each rank {}\n\n{}\nReceived by each rank {}\n\n{}", unit,
                     traffic_table(report, &Traffic::sent_elements), unit,
                     traffic_table(report, &Traffic::received_elements));
}

std::string collectives_line(const TrainReport& report) {
  const RankReport& rank = report.ranks.front();
  const auto per_step = [&](const auto& counts) {
    std::string kinds;
    for (std::size_t i = 0; i < all_collectives.size(); ++i) {
      if (counts[i] == 0) continue;
      if (!kinds.empty()) kinds += ", ";
      kinds +=
          fmt::format("{} {}", counts[i] / report.options.steps, to_string(all_collectives[i]));
    }
    return kinds;
  };
  return fmt::format("Collectives per step: {}; of N numbers, for norm and loss: {}  {}\n",
                     per_step(rank.issued.large), per_step(rank.issued.small),
                     mark(rank.issued == rank.predicted_collectives));
}

std::string memory_tables(const TrainReport& report) {
  Table ranks({{"rank"},
               {"at rest"},
               {"predicted"},
               {"bytes per parameter"},
               {"peak"},
               {"predicted"},
               {"", Align::left}});
  for (std::size_t rank = 0; rank < report.ranks.size(); ++rank) {
    const RankReport& r = report.ranks[rank];
    const std::int64_t at_rest = total_bytes(r.at_rest);
    ranks.add_row({std::to_string(rank), elements(at_rest),
                   elements(total_bytes(r.predicted_at_rest)),
                   fmt::format("{:.3f}", static_cast<double>(at_rest) /
                                             static_cast<double>(report.parameters)),
                   elements(r.peak_total), elements(r.predicted_peak_total),
                   mark(r.at_rest == r.predicted_at_rest && r.peak == r.predicted_peak &&
                        r.peak_total == r.predicted_peak_total)});
  }
  Table categories({{"category", Align::left},
                    {"at rest"},
                    {"predicted"},
                    {"peak"},
                    {"predicted"},
                    {"", Align::left}});
  const std::size_t largest = largest_rank(report);
  const RankReport& r = report.ranks[largest];
  for (const MemoryCategory category : all_memory_categories) {
    const std::int64_t peak = bytes_of(r.peak, category);
    const std::int64_t predicted_peak = bytes_of(r.predicted_peak, category);
    if (peak == 0 && predicted_peak == 0) continue;
    categories.add_row(
        {std::string(to_string(category)), elements(bytes_of(r.at_rest, category)),
         elements(bytes_of(r.predicted_at_rest, category)), elements(peak),
         elements(predicted_peak),
         mark(peak == predicted_peak &&
              bytes_of(r.at_rest, category) == bytes_of(r.predicted_at_rest, category))});
  }
  return fmt::format(
      "Stored by each rank, bytes: at rest is kept from step to step, the peak is the most at one "
      "moment\n\n{}{}\nBy category, rank {}\n\n{}",
      ranks.to_string(), owned_line(report), largest, categories.to_string());
}

std::string resident_line(const TrainReport& report) {
  std::int64_t ledgers = 0;
  for (const RankReport& rank : report.ranks) {
    CategoryBytes held = rank.peak;  // activations and scratch live as long as the run
    bytes_of(held, MemoryCategory::gathered_parameters) = 0;
    bytes_of(held, MemoryCategory::buckets) = 0;
    ledgers += total_bytes(held);
  }
  return fmt::format(
      "The process after the last step: {} resident, of which {} before the ranks started; the "
      "ranks' ledgers hold {}.\n",
      format_bytes(report.resident_at_rest_bytes), format_bytes(report.resident_before_bytes),
      format_bytes(ledgers));
}

std::string agreement_line(const TrainReport& report) {
  if (report.agrees()) {
    return "Measured equals predicted on every rank: elements sent and received, collectives, "
           "bytes.\n";
  }
  std::string ranks;
  for (std::size_t rank = 0; rank < report.ranks.size(); ++rank) {
    if (!report.ranks[rank].agrees()) ranks += fmt::format(" {}", rank);
  }
  return fmt::format("MEASURED DIFFERS FROM PREDICTED on rank{}: see the rows marked ≠.\n", ranks);
}

}  // namespace zerolab
