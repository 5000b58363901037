#include "core/schedule/fit.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <set>

#include "core/base/error.hpp"

namespace zerolab {

namespace {

constexpr double least_seconds = 1e-9;  // what the clocks of a trace resolve

// α, β and γ, with bytes counted in units of the largest message, so that all three are of a size.
using Unknowns = std::array<double, 3>;

// What each of the three contributes to a row's line.
Unknowns features(const FitRow& row, double largest) {
  const double bytes = static_cast<double>(row.bytes) / largest;
  return {1, bytes, row.combine == Combine::add ? bytes : 0};
}

double line(const Unknowns& unknowns, const Unknowns& feature) {
  return unknowns[0] * feature[0] + unknowns[1] * feature[1] + unknowns[2] * feature[2];
}

double weight(const FitRow& row) {
  return static_cast<double>(row.count) / (row.median * row.median);
}

double sum_of_squares(const std::vector<FitRow>& rows, double largest, const Unknowns& unknowns) {
  double sum = 0;
  for (const FitRow& row : rows) {
    const double error = row.median - line(unknowns, features(row, largest));
    sum += weight(row) * error * error;
  }
  return sum;
}

// The least squares with those unknowns of `used` only, the others 0: Gauss's normal equations,
// solved by elimination. None where the rows do not settle them.
std::optional<Unknowns> solve(const std::vector<FitRow>& rows, double largest,
                              const std::vector<std::size_t>& used) {
  const std::size_t size = used.size();
  std::array<std::array<double, 4>, 3> m{};
  for (const FitRow& row : rows) {
    const Unknowns f = features(row, largest);
    for (std::size_t i = 0; i < size; ++i) {
      for (std::size_t j = 0; j < size; ++j) m[i][j] += weight(row) * f[used[i]] * f[used[j]];
      m[i][size] += weight(row) * f[used[i]] * row.median;
    }
  }
  for (std::size_t i = 0; i < size; ++i) {
    const double before = m[i][i];
    for (std::size_t k = 0; k < i; ++k) {
      const double factor = m[i][k] / m[k][k];
      for (std::size_t j = k; j <= size; ++j) m[i][j] -= factor * m[k][j];
    }
    if (!(m[i][i] > before * 1e-12)) return std::nullopt;  // positive where all is well
  }
  Unknowns unknowns{};
  for (std::size_t i = size; i-- > 0;) {
    double rest = m[i][size];
    for (std::size_t j = i + 1; j < size; ++j) rest -= m[i][j] * unknowns[used[j]];
    unknowns[used[i]] = rest / m[i][i];
  }
  return unknowns;
}

// With three unknowns, "none below 0" is soon tried: the best of all choices of which are 0.
Unknowns solve_not_negative(const std::vector<FitRow>& rows, double largest, bool with_gamma) {
  Unknowns best{};
  double least = std::numeric_limits<double>::infinity();
  for (unsigned choice = 1; choice < (with_gamma ? 8U : 4U); ++choice) {
    std::vector<std::size_t> used;
    for (std::size_t i = 0; i < 3; ++i) {
      if ((choice >> i & 1U) != 0) used.push_back(i);
    }
    const auto unknowns = solve(rows, largest, used);
    if (!unknowns || *std::min_element(unknowns->begin(), unknowns->end()) < 0) continue;
    const double sum = sum_of_squares(rows, largest, *unknowns);
    if (sum >= least) continue;
    least = sum;
    best = *unknowns;
  }
  return best;
}

double median_of(std::vector<double> values) {
  const std::size_t half = values.size() / 2;
  std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(half),
                   values.end());
  if (values.size() % 2 == 1) return values[half];
  const double below =
      *std::max_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(half));
  return (below + values[half]) / 2;
}

std::vector<FitRow> rows_of(const std::vector<TimedMessage>& messages) {
  std::map<std::pair<std::int64_t, Combine>, std::vector<double>> groups;
  for (const TimedMessage& message : messages) {
    groups[{message.bytes, message.combine}].push_back(message.seconds);
  }
  std::vector<FitRow> rows;
  for (const auto& [key, seconds] : groups) {
    rows.push_back(
        {key.first, key.second, seconds.size(), std::max(median_of(seconds), least_seconds), 0});
  }
  return rows;
}

GammaKnown gamma_known(const std::vector<FitRow>& rows) {
  std::set<std::int64_t> copied, added;
  for (const FitRow& row : rows) {
    (row.combine == Combine::add ? added : copied).insert(row.bytes);
  }
  if (added.empty()) return GammaKnown::nothing_added;
  // Two medians, one copied and one added, would be two numbers for three unknowns.
  const bool enough = rows.size() >= 3 && !copied.empty();
  return enough ? GammaKnown::fitted : GammaKnown::inside_beta;
}

double per_byte(double unknown, double largest) {
  return unknown > 0 ? largest / unknown : std::numeric_limits<double>::infinity();
}

}  // namespace

Fit fit_network(const std::vector<TimedMessage>& messages) {
  if (messages.empty()) {
    throw input_error("no message to fit: α and β come from messages of at least two sizes");
  }
  Fit fit;
  fit.rows = rows_of(messages);
  fit.messages = messages.size();
  if (fit.rows.front().bytes == fit.rows.back().bytes) {
    throw input_error(
        "all {} messages carry {} bytes: one size gives α + bytes·β but neither of the two; record "
        "a run that sends at least two sizes",
        messages.size(), fit.rows.front().bytes);
  }
  fit.gamma = gamma_known(fit.rows);
  const auto largest = static_cast<double>(fit.rows.back().bytes);
  const Unknowns unknowns = solve_not_negative(fit.rows, largest, fit.gamma == GammaKnown::fitted);
  fit.network.intra = {unknowns[0], per_byte(unknowns[1], largest)};
  fit.network.add_bandwidth = per_byte(unknowns[2], largest);

  std::vector<double> residuals;
  for (FitRow& row : fit.rows) {
    row.fitted = line(unknowns, features(row, largest));
    residuals.insert(residuals.end(), row.count, std::fabs(row.residual()));
  }
  fit.median_residual = median_of(std::move(residuals));
  return fit;
}

}  // namespace zerolab
