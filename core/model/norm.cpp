#include "core/model/norm.hpp"

#include <cstddef>

namespace zerolab {

double sum_of_squares(std::span<const float> values) {
  constexpr std::size_t lanes = 8;
  double sums[lanes] = {};
  const auto add = [&](std::size_t i, std::size_t lane) {
    const double value = values[i + lane];
    sums[lane] += value * value;
  };
  std::size_t i = 0;
  for (; i + lanes <= values.size(); i += lanes) {
    for (std::size_t lane = 0; lane < lanes; ++lane) add(i, lane);
  }
  for (std::size_t lane = 0; i + lane < values.size(); ++lane) add(i, lane);
  return ((sums[0] + sums[1]) + (sums[2] + sums[3])) + ((sums[4] + sums[5]) + (sums[6] + sums[7]));
}

}  // namespace zerolab
