#include "core/cli/cost_fit.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include <fmt/core.h>

#include "core/base/error.hpp"
#include "core/base/table.hpp"
#include "core/base/units.hpp"
#include "core/cli/cost_units.hpp"
#include "core/cli/words.hpp"
#include "core/schedule/cost.hpp"
#include "core/trace/chrome.hpp"
#include "core/trace/flows.hpp"

namespace zerolab {

namespace {

constexpr std::size_t most_rows = 12;

double seconds_between(std::int64_t begin_ns, std::int64_t end_ns) {
  return static_cast<double>(end_ns - begin_ns) * 1e-9;
}

std::vector<TimedMessage> timed_messages(const Trace& trace) {
  std::vector<TimedMessage> messages;
  for (const Flow& flow : pair_transfers(trace.events)) {
    const Event& send = trace.events[flow.send];
    const Event& receive = trace.events[flow.receive];
    const std::int64_t ready = std::max(send.posted, receive.posted);
    if (receive.end < ready) continue;  // clocks of two machines, misaligned
    messages.push_back({static_cast<std::int64_t>(receive.bytes), receive.combine,
                        seconds_between(ready, receive.end)});
  }
  return messages;
}

// When the ranks of one collective began and ended it.
struct Span {
  std::size_t ranks = 0;
  std::int64_t last_begin = 0;
  std::int64_t last_end = 0;
};

using Kind = std::tuple<Collective, std::string, std::int64_t, std::optional<int>>;

std::map<Kind, std::vector<double>> durations_of(const Trace& trace) {
  std::map<int, Span> spans;  // [collective_id]
  for (const Event& event : trace.events) {
    if (event.kind != EventKind::collective) continue;
    Span& span = spans[event.collective_id];
    span.last_begin = span.ranks == 0 ? event.begin : std::max(span.last_begin, event.begin);
    span.last_end = span.ranks == 0 ? event.end : std::max(span.last_end, event.end);
    ++span.ranks;
  }
  std::map<Kind, std::vector<double>> durations;
  for (const auto& [id, span] : spans) {
    const bool known = id >= 0 && static_cast<std::size_t>(id) < trace.header.collectives.size();
    const bool whole = span.ranks == static_cast<std::size_t>(trace.header.world_size);
    if (!known || !whole || span.last_end < span.last_begin) continue;
    const CollectiveInfo& info = trace.header.collectives[static_cast<std::size_t>(id)];
    const auto bytes = static_cast<std::int64_t>(info.element_count * size_bytes(info.dtype));
    durations[{info.collective, info.algorithm, bytes, info.root}].push_back(
        seconds_between(span.last_begin, span.last_end));
  }
  return durations;
}

double median_of(std::vector<double> values) {
  std::ranges::sort(values);
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

std::optional<double> predicted(const Kind& kind, int world_size, const Network& network) {
  const auto& [collective, algorithm, bytes, root] = kind;
  try {
    return CostModel(collective, algorithm, world_size, root, network).seconds(bytes);
  } catch (const Error&) {
    return std::nullopt;  // written by hand, or by a later version
  }
}

std::string signed_percent(double part) {
  const long rounded = std::lround(100 * part);
  return rounded == 0 ? "0 %" : fmt::format("{:+} %", rounded);
}

std::string rates(const Fit& fit) {
  const Link& link = fit.network.intra;
  std::string text = fmt::format(
      "α = {} per message, 1/β = {}", format_seconds(link.latency),
      std::isfinite(link.bandwidth) ? format_bandwidth(link.bandwidth) + " GB/s" : "unlimited");
  switch (fit.gamma) {
    case GammaKnown::fitted:
      return text +
             fmt::format(", 1/γ = {}\n", std::isfinite(fit.network.add_bandwidth)
                                             ? format_bandwidth(fit.network.add_bandwidth) + " GB/s"
                                             : "unlimited: adding cost nothing more");
    case GammaKnown::nothing_added: return text + "\nNothing was added: γ is taken as 0.\n";
    case GammaKnown::inside_beta:
      return text + "\nToo little was copied to tell γ from β: β holds both, and γ is 0.\n";
  }
  throw InvariantError("a GammaKnown without words");
}

// Of many sizes some are shown, from the smallest to the largest.
std::string sizes_table(const Fit& fit) {
  Table table({{"bytes"},
               {"receiver", Align::left},
               {"messages"},
               {"median time"},
               {"by the fit"},
               {"fit - median"}});
  const std::size_t shown = std::min(most_rows, fit.rows.size());
  for (std::size_t i = 0; i < shown; ++i) {
    const FitRow& row = fit.rows[shown == 1 ? 0 : i * (fit.rows.size() - 1) / (shown - 1)];
    table.add_row({with_separators(row.bytes), row.combine == Combine::add ? "adds" : "copies",
                   with_separators(static_cast<std::int64_t>(row.count)),
                   format_seconds(row.median), format_seconds(row.fitted),
                   signed_percent(row.residual())});
  }
  std::string text = table.to_string();
  if (shown < fit.rows.size()) {
    text += fmt::format("  ({} of {} sizes)\n", shown, fit.rows.size());
  }
  return text;
}

std::string collectives_table(const TraceFit& fit) {
  Table table({{"collective", Align::left},
               {"algorithm", Align::left},
               {"bytes"},
               {"times"},
               {"measured"},
               {"predicted"},
               {"predicted - measured"}});
  const std::size_t shown = std::min(most_rows, fit.collectives.size());
  for (std::size_t i = 0; i < shown; ++i) {
    const MeasuredCollective& row = fit.collectives[i];
    table.add_row(
        {std::string(to_string(row.collective)), row.algorithm, with_separators(row.bytes),
         with_separators(static_cast<std::int64_t>(row.count)), format_seconds(row.measured),
         row.predicted ? format_seconds(*row.predicted) : "–",
         row.predicted && row.measured > 0 ? signed_percent(*row.predicted / row.measured - 1)
                                           : "–"});
  }
  std::string text = table.to_string();
  if (shown < fit.collectives.size()) {
    text += fmt::format("  (the largest {} of {} kinds)\n", shown, fit.collectives.size());
  }
  return text;
}

}  // namespace

TraceFit fit_trace(const Trace& trace, const std::string& file) {
  TraceFit result{file, trace.header.world_size, {}, {}};
  const std::vector<TimedMessage> messages = timed_messages(trace);
  try {
    result.fit = fit_network(messages);
  } catch (const Error& error) {
    throw input_error("{}: {}", file, error.what());
  }
  for (const auto& [kind, durations] : durations_of(trace)) {
    const auto& [collective, algorithm, bytes, root] = kind;
    result.collectives.push_back({collective, algorithm, bytes, durations.size(),
                                  median_of(durations),
                                  predicted(kind, trace.header.world_size, result.fit.network)});
  }
  std::ranges::stable_sort(result.collectives, std::greater{}, &MeasuredCollective::bytes);
  return result;
}

TraceFit fit_trace(const std::string& file) {
  return fit_trace(read_trace(file), file);
}

std::string fit_text(const TraceFit& fit) {
  std::string text = fmt::format(
      "Fitted to {} between {} in {}:\n{}\n{}\n"
      "A message's time is from both sides having posted it to its end. The fit goes through the\n"
      "medians, since a rank that waits for a core holds some messages up; half of the {}\n"
      "have a median within {:.0f} % of it.\n",
      counted(static_cast<std::int64_t>(fit.fit.messages), "message"),
      counted(fit.world_size, "rank"), fit.file, rates(fit.fit), sizes_table(fit.fit),
      counted(static_cast<std::int64_t>(fit.fit.messages), "message"),
      100 * fit.fit.median_residual);
  if (fit.collectives.empty()) return text;
  return text +
         fmt::format(
             "\nThe collectives of the trace, from the last rank's start to the last rank's "
             "end:\n\n"
             "{}\nPredicted supposes that every rank runs at once; with more ranks than cores "
             "they take turns.\n",
             collectives_table(fit));
}

}  // namespace zerolab
