// The arithmetic that the layers stand on.
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <random>
#include <vector>

#include "core/model/exponential.hpp"
#include "core/model/gelu.hpp"
#include "core/model/lanes.hpp"
#include "core/model/matrix.hpp"
#include "core/model/norm.hpp"
#include "core/model/softmax.hpp"
#include "tests/catch.hpp"

using namespace zerolab;

TEST_CASE("the exponential is within 1.2e-7 of the true one") {
  double worst = 0;
  for (int i = -800000; i <= 800000; ++i) {
    const float x = static_cast<float>(i) * 1e-4F;
    worst = std::max(worst, std::abs(exponential(x) / std::exp(double{x}) - 1));
  }
  CHECK(worst < 1.2e-7);
  CHECK(exponential(0) == 1);
  CHECK(exponential(-1e30F) == exponential(-80));
  CHECK(exponential(1e30F) == exponential(80));
  CHECK(std::isnan(exponential(NAN)));
  CHECK(std::isnan(exponential(INFINITY)));
}

TEST_CASE("the largest value is found wherever it is") {
  std::mt19937 random(1);
  std::uniform_real_distribution<float> value(-5, 5);
  for (int count = 1; count < 70; ++count) {
    std::vector<float> values;
    for (int i = 0; i < count; ++i) values.push_back(value(random));
    CHECK(maximum(values.data(), count) == *std::max_element(values.begin(), values.end()));
    for (float& each : values) each = -std::abs(each);
    CHECK(maximum(values.data(), count) == *std::max_element(values.begin(), values.end()));
    values.back() = NAN;
    CHECK(std::isnan(maximum(values.data(), count)));
  }
}

TEST_CASE("sums take every term once") {
  for (int count = 0; count < 70; ++count) {
    CHECK(sum_in_lanes(count, [](int i) { return static_cast<float>(i + 1); }) ==
          static_cast<float>(count * (count + 1) / 2));
  }
}

TEST_CASE("the sum of squares is exact where it can be") {
  std::vector<float> values;
  double expected = 0;
  for (int i = 0; i < 100; ++i) {
    CHECK(sum_of_squares(values) == expected);
    values.push_back(static_cast<float>(i - 50));
    expected += double{values.back()} * values.back();
  }
  // 1e30² would overflow in fp32.
  CHECK(sum_of_squares(std::array{1e30F}) == double{1e30F} * double{1e30F});
}

TEST_CASE("products of whole numbers are exact in parts of wider matrices") {
  std::mt19937 random(2);
  for (const auto& [rows, columns, depth] :
       {std::array{1, 1, 1}, std::array{3, 2, 5}, std::array{17, 33, 9}, std::array{1, 40, 31},
        std::array{40, 1, 31}, std::array{64, 48, 100}}) {
    const int stride = 110;
    const auto make = [&](int count) {
      std::vector<float> values(static_cast<std::size_t>(count * stride));
      for (float& value : values) value = static_cast<float>(static_cast<int>(random() % 17) - 8);
      return values;
    };
    const auto a = make(100), b = make(100), start = make(100);
    const auto at = [&](const std::vector<float>& m, int row, int column) {
      return m[static_cast<std::size_t>(row * stride + column)];
    };
    for (const int form : {0, 1, 2}) {
      auto out = start;
      const Matrix target{out.data(), rows, columns, stride};
      if (form == 0) {
        add_product(target, {a.data(), rows, depth, stride}, {b.data(), depth, columns, stride}, 2);
      } else if (form == 1) {
        add_product(target, {a.data(), rows, depth, stride},
                    transposed({b.data(), columns, depth, stride}), 2);
      } else {
        add_product(target, transposed({a.data(), depth, rows, stride}),
                    {b.data(), depth, columns, stride}, 2);
      }
      std::size_t wrong = 0;
      for (int row = 0; row < 100; ++row) {
        for (int column = 0; column < stride; ++column) {
          float expected = at(start, row, column);
          if (row < rows && column < columns) {
            for (int k = 0; k < depth; ++k) {
              expected += 2 * (form == 2 ? at(a, k, row) : at(a, row, k)) *
                          (form == 1 ? at(b, column, k) : at(b, k, column));
            }
          }
          wrong += at(out, row, column) != expected;
        }
      }
      CAPTURE(rows, columns, depth, form);
      CHECK(wrong == 0);
    }
  }
}

TEST_CASE("GELU and its derivative are right from one end to the other") {
  std::vector<float> x, y, d;
  for (int i = -3000; i <= 3000; ++i) x.push_back(static_cast<float>(i) * 0.01F);
  y.resize(x.size());
  d.assign(x.size(), 2);
  gelu_forward(y.data(), x.data(), x.size());
  gelu_backward(d.data(), x.data(), x.size());
  const auto gelu = [](double v) {
    return 0.5 * v * (1 + std::tanh(std::sqrt(2 / std::numbers::pi) * (v + 0.044715 * v * v * v)));
  };
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double v = x[i];
    CAPTURE(v);
    CHECK(std::abs(y[i] - gelu(v)) < 1e-6 * std::max(1.0, std::abs(v)));
    CHECK(std::abs(d[i] / 2 - (gelu(v + 1e-5) - gelu(v - 1e-5)) / 2e-5) < 2e-6);
  }
}

TEST_CASE("softmax adds up to one and does not overflow") {
  std::vector<float> row{1000, 999, -1000, 998};
  softmax_in_place(row.data(), 4);
  const double total = 1 + std::exp(-1.0) + std::exp(-2.0);
  CHECK(std::abs(row[0] - 1 / total) < 1e-7);
  CHECK(std::abs(row[1] - std::exp(-1.0) / total) < 1e-7);
  CHECK(row[2] < 1e-30F);
  CHECK(std::abs(row[3] - std::exp(-2.0) / total) < 1e-7);
}
