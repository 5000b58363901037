// Every gradient against central differences of the loss. The differences are taken of the naive
// model in double, which gpt_test shows to be the same function: in fp32 the noise of the loss
// (1e-7) would hide all but gross mistakes.
#include <algorithm>
#include <cmath>
#include <random>

#include "tests/catch.hpp"
#include "tests/model/reference_gpt.hpp"

using namespace zerolab;
using zerolab::test::Doubles;
using zerolab::test::ReferenceGpt;
using zerolab::test::Trial;

namespace {

// (loss(w + εd) − loss(w − εd)) / 2ε for the elements of one tensor. The error of the formula is
// of the order of ε², that of double about 1e-16/ε.
double difference(ReferenceGpt& reference, const Batch& batch, std::size_t unit,
                  const TensorSpec& tensor, const Doubles& direction) {
  constexpr double epsilon = 1e-5;
  Doubles& parameters = reference.parameters()[unit];
  const Doubles saved = parameters;
  double loss[2];
  for (const int side : {0, 1}) {
    for (std::size_t i = 0; i < tensor.elements; ++i) {
      parameters[tensor.offset + i] =
          saved[tensor.offset + i] + (side == 0 ? epsilon : -epsilon) * direction[i];
    }
    loss[side] = reference.loss(batch);
  }
  parameters = saved;
  return (loss[0] - loss[1]) / (2 * epsilon);
}

double length(std::span<const float> values) {
  double sum = 0;
  for (const float value : values) sum += double{value} * value;
  return std::sqrt(sum);
}

void check_directions(const Trial& trial, int directions) {
  std::mt19937 random(11);
  std::normal_distribution<double> normal;
  ReferenceGpt reference = trial.reference();
  for (std::size_t unit = 0; unit < trial.gpt.units().size(); ++unit) {
    for (const TensorSpec& tensor : trial.gpt.units()[unit].tensors) {
      const auto gradient = trial.gradients[unit].subspan(tensor.offset, tensor.elements);
      for (int trials = 0; trials < directions; ++trials) {
        Doubles direction(tensor.elements);
        double along = 0;
        for (std::size_t i = 0; i < tensor.elements; ++i) {
          direction[i] = normal(random);
          along += direction[i] * gradient[i];
        }
        // A random direction sees |gradient| times a normal number. Tolerance: 2e-5 of |gradient|.
        const double expected = difference(reference, trial.batch(), unit, tensor, direction);
        CAPTURE(trial.gpt.units()[unit].name, tensor.name, expected, along, length(gradient));
        CHECK(std::abs(along - expected) < 2e-5 * length(gradient) + 1e-8);
      }
    }
  }
}

}  // namespace

TEST_CASE("the gradient of every tensor predicts the loss along random directions") {
  SECTION("nano") {
    const Trial trial(gpt_preset("nano"), 2, 17, 9);
    trial.forward();
    trial.backward();
    check_directions(trial, 3);
  }
  SECTION("several blocks of queries") {
    const Trial trial({1, 12, 3, 75}, 1, 75, 10);
    trial.forward();
    trial.backward();
    check_directions(trial, 1);
  }
}

TEST_CASE("single elements of every tensor have the right derivative") {
  const Trial trial(gpt_preset("nano"), 2, 16, 12);
  trial.forward();
  trial.backward();
  std::mt19937 random(13);
  ReferenceGpt reference = trial.reference();
  for (std::size_t unit = 0; unit < trial.gpt.units().size(); ++unit) {
    for (const TensorSpec& tensor : trial.gpt.units()[unit].tensors) {
      const auto gradient = trial.gradients[unit].subspan(tensor.offset, tensor.elements);
      for (const std::size_t i :
           {std::size_t{0}, tensor.elements - 1, std::size_t{random() % tensor.elements}}) {
        Doubles direction(tensor.elements);
        direction[i] = 1;
        const double expected = difference(reference, trial.batch(), unit, tensor, direction);
        CAPTURE(trial.gpt.units()[unit].name, tensor.name, i, expected, gradient[i]);
        CHECK(std::abs(gradient[i] - expected) < 2e-5 * std::abs(expected) + 1e-6);
      }
    }
  }
}

TEST_CASE("attention is blind to a bias of the keys, and its gradient is zero") {
  // Scores shift by the same amount for every key of a query, which softmax undoes.
  const Trial trial(gpt_preset("nano"), 2, 16, 14);
  trial.forward();
  trial.backward();
  for (const TensorSpec& tensor : trial.gpt.units()[1].tensors) {
    if (tensor.name != "qkv.bias") continue;
    const auto gradient = trial.gradients[1].subspan(tensor.offset, tensor.elements);
    CHECK(length(gradient.subspan(14, 14)) < 1e-6);
    CHECK(length(gradient.subspan(28, 14)) > 1e-3);
  }
}

TEST_CASE("backward adds to what the gradients hold") {
  const Trial trial(gpt_preset("nano"), 2, 16, 15);
  trial.forward();
  trial.backward();
  std::vector<std::vector<float>> once;
  for (const auto unit : trial.gradients) once.emplace_back(unit.begin(), unit.end());
  trial.forward();
  trial.backward();
  for (std::size_t unit = 0; unit < once.size(); ++unit) {
    double largest = 0;
    for (std::size_t i = 0; i < once[unit].size(); ++i) {
      largest = std::max(largest, std::abs(double{trial.gradients[unit][i]} - 2 * once[unit][i]));
    }
    CHECK(largest < 1e-6);
  }
}
