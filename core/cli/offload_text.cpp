#include "core/cli/offload_text.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/core.h>

#include "core/base/error.hpp"
#include "core/base/table.hpp"
#include "core/base/units.hpp"
#include "core/cli/cost_units.hpp"
#include "core/cli/words.hpp"

namespace zerolab {

namespace {

// Measured this much longer than the formula, and this machine was the limit.
constexpr double too_slow = 1.25;

std::string rate_text(double bytes_per_second) {
  return format_bytes(std::llround(bytes_per_second)) + "/s";
}

// Of all ranks: "500,000 ✓", or "499,968 to 500,032 ✓"; "✗" where one is not as by the formula.
template <typename Number>
std::string of_all_ranks(const OffloadRow& row, Number number) {
  std::int64_t least = row.result.traffic.front().*number;
  std::int64_t most = least;
  bool right = true;
  for (int rank = 0; rank < row.fetch.world_size; ++rank) {
    const std::int64_t counted = row.result.traffic[static_cast<std::size_t>(rank)].*number;
    least = std::min(least, counted);
    most = std::max(most, counted);
    right &= counted == predicted_traffic(row.fetch, rank).*number;
  }
  const std::string from = least == most ? "" : with_separators(least) + " to ";
  return from + with_separators(most) + (right ? " ✓" : " ✗");
}

std::string scheme_text(FetchScheme scheme, int prefetch) {
  const std::string name(to_string(scheme));
  switch (scheme) {
    case FetchScheme::owner_broadcast:
    case FetchScheme::sliced_all_gather: return name;
    case FetchScheme::owner_prefetch: return fmt::format("{}:{}", name, prefetch);
  }
  throw InvariantError("a FetchScheme without words");
}

bool begins_world(const OffloadRow& row) {
  return row.fetch.scheme == all_fetch_schemes.front();
}

std::string counts_table(const std::vector<OffloadRow>& rows) {
  Table table({{"ranks N"},
               {"scheme", Align::left},
               {"bytes over its link"},
               {"elements sent"},
               {"elements received"}});
  for (const OffloadRow& row : rows) {
    if (begins_world(row) && &row != &rows.front()) table.add_gap();
    table.add_row({with_separators(row.fetch.world_size),
                   scheme_text(row.fetch.scheme, row.fetch.prefetch),
                   of_all_ranks(row, &FetchTraffic::link_bytes),
                   of_all_ranks(row, &FetchTraffic::sent_elements),
                   of_all_ranks(row, &FetchTraffic::received_elements)});
  }
  return table.to_string();
}

std::string times_table(const std::vector<OffloadRow>& rows) {
  Table table({{"ranks N"},
               {"scheme", Align::left},
               {"at once"},
               {"links"},
               {"+ ranks"},
               {"= formula"},
               {"measured"},
               {"ratio"},
               {"first unit"}});
  for (const OffloadRow& row : rows) {
    if (begins_world(row) && &row != &rows.front()) table.add_gap();
    const FetchTimes& seconds = row.result.seconds;
    const double links = link_seconds(row.fetch);
    const double formula = links + seconds.collective;
    table.add_row(
        {with_separators(row.fetch.world_size), scheme_text(row.fetch.scheme, row.fetch.prefetch),
         with_separators(links_at_once(row.fetch)), format_seconds(links),
         format_seconds(seconds.collective), format_seconds(formula), format_seconds(seconds.total),
         fmt::format("{:.2f}", seconds.total / formula), format_seconds(seconds.first_unit)});
  }
  return table.to_string();
}

// A row per scheme, a column per world.
std::string bandwidth_table(const OffloadQuestion& question, const std::vector<OffloadRow>& rows) {
  std::vector<Table::Column> worlds{{"scheme", Align::left}};
  for (const int n : question.world_sizes) worlds.push_back({fmt::format("N = {}", n)});
  Table table(std::move(worlds));
  for (const FetchScheme scheme : all_fetch_schemes) {
    std::vector<std::string> rates{scheme_text(scheme, question.prefetch)};
    std::vector<std::string> links{"  in links, S/T over B"};
    for (const OffloadRow& row : rows) {
      if (row.fetch.scheme != scheme) continue;
      const double rate = static_cast<double>(row.fetch.unit_bytes()) / row.result.seconds.total;
      rates.push_back(rate_text(rate));
      links.push_back(fmt::format("{:.2f} B", rate / row.fetch.host.link_bandwidth));
    }
    table.add_row(std::move(rates));
    table.add_row(std::move(links));
  }
  return table.to_string();
}

// By the formulas, at full speed.
std::string meaning(const OffloadQuestion& question) {
  const HostModel& host = question.host;
  const double links = host.host_bandwidth / host.link_bandwidth;
  return fmt::format(
      "owner-broadcast: one link works and the others wait: S/T stays below {}, whatever N is.\n"
      "sliced-all-gather: N links work at once, each for 1/N of the unit: S/T grows with N until\n"
      "  all links together reach the cap, here {:.3g} B (at full speed {}: {} for each\n"
      "  of 16 ranks).\n"
      "owner-prefetch: the owners of {} read at the same time, so that as many links work,\n"
      "  at most N. But the first unit comes no sooner than over one link, and the units that\n"
      "  follow must be known that far ahead and belong to different owners.\n",
      links < 1 ? "the cap" : "B", links, rate_text(host.host_bandwidth),
      rate_text(std::min(host.link_bandwidth, host.host_bandwidth / 16)),
      counted(question.prefetch, "unit"));
}

std::string machine_text(const OffloadQuestion& question, const std::vector<OffloadRow>& rows) {
  std::string text;
  for (const OffloadRow& row : rows) {
    const FetchTimes& seconds = row.result.seconds;
    const double links = link_seconds(row.fetch);
    const std::string where =
        fmt::format("N = {}, {}", row.fetch.world_size, to_string(row.fetch.scheme));
    if (seconds.link > too_slow * links) {
      text += fmt::format("{}: what the links let pass in {} took {}\n", where,
                          format_seconds(links), format_seconds(seconds.link));
    } else if (seconds.collective > links) {
      text += fmt::format("{}: the ranks pass a unit on in {}, slower than the links' {}\n", where,
                          format_seconds(seconds.collective), format_seconds(links));
    } else if (seconds.total > too_slow * (links + seconds.collective)) {
      text +=
          fmt::format("{}: {} instead of {}; other work got in between\n", where,
                      format_seconds(seconds.total), format_seconds(links + seconds.collective));
    }
  }
  if (text.empty()) return text;
  return fmt::format(
      "\nHere this machine was the limit, and not the links (a --scale above {:g} slows them):\n{}",
      question.scale, text);
}

// What the all-gathers alone say of the bandwidth between ranks.
std::string between_ranks(const std::vector<OffloadRow>& rows) {
  std::string text;
  for (const OffloadRow& row : rows) {
    if (row.fetch.scheme != FetchScheme::sliced_all_gather || row.fetch.world_size == 1) continue;
    const double n = row.fetch.world_size;
    const double bytes = static_cast<double>(row.fetch.unit_bytes()) * (n - 1) / n;
    text += fmt::format("{}{} (N = {})", text.empty() ? "" : ", ",
                        rate_text(bytes / row.result.seconds.collective), row.fetch.world_size);
  }
  if (text.empty()) return text;
  return "B_link between ranks, S(N-1)/N over the all-gather's time:\n  " + text + "\n";
}

std::string wrong_text(const std::vector<OffloadRow>& rows) {
  std::string text;
  for (const OffloadRow& row : rows) {
    if (agrees(row.fetch, row.result)) continue;
    const std::string& value = row.result.wrong_value;
    text += fmt::format("N = {}, {}: {}\n", row.fetch.world_size, to_string(row.fetch.scheme),
                        value.empty() ? "what was counted differs from the formula" : value);
  }
  return text.empty() ? "Counted as by the formulas ✓; every unit whole and exact on every rank.\n"
                      : text;
}

}  // namespace

std::string offload_preface(const OffloadQuestion& question) {
  const auto elements = static_cast<std::int64_t>(question.unit_elements);
  const HostModel& full = question.host;
  const HostModel run = slowed(full, question.scale);
  std::string text = fmt::format(
      "Parameters in host memory: {} of {}, S = {} each\n"
      "A link to the host for each rank: B = {}, latency {}; all links together: {}\n",
      counted(question.units, "unit"), counted(elements, "element"),
      format_bytes(elements * static_cast<std::int64_t>(sizeof(float))),
      rate_text(full.link_bandwidth), format_seconds(full.latency_seconds),
      rate_text(full.host_bandwidth));
  if (question.scale == 1) return text + "Run at full speed\n";
  return text + fmt::format(
                    "Run {:g} times as slow, so that the links are the limit, not this machine:\n"
                    "B = {}, latency {}; all links together: {}\n",
                    question.scale, rate_text(run.link_bandwidth),
                    format_seconds(run.latency_seconds), rate_text(run.host_bandwidth));
}

std::string offload_text(const OffloadQuestion& question, const std::vector<OffloadRow>& rows) {
  std::string text =
      "\nWhat each rank moves while all units are fetched once: bytes over its link to the host,\n"
      "counted where they are copied; elements to and from other ranks, counted as they move\n\n";
  text += counts_table(rows) + "\n" + wrong_text(rows);
  text +=
      "\nTime per unit, medians over all units\n"
      "  at once     links that work at the same time\n"
      "  links       latency + S/(at once · B), or S over the cap where that is longer\n"
      "  ranks       the broadcast or all-gather alone, measured in between on the same buffers\n"
      "  first unit  measured until the first of the units read together is whole everywhere\n\n";
  text += times_table(rows) + "\n" + between_ranks(rows);
  text += "\nEffective bandwidth S/T, measured\n\n" + bandwidth_table(question, rows) + "\n";
  return text + meaning(question) + machine_text(question, rows);
}

}  // namespace zerolab
