#include "exercises/zero/unit.hpp"

#include <algorithm>
#include <stdexcept>

#include <fmt/core.h>

namespace zerolab::exercises {

namespace {

void check_size(int unit, const char* what, std::size_t given, std::size_t elements) {
  if (given == elements) return;
  throw std::logic_error(
      fmt::format("unit {} is given {} {}: it has {}", unit, given, what, elements));
}

}  // namespace

float forward_output(std::span<const float> parameters) {
  double sum = 0;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    sum += static_cast<double>(1 + i % 5) * static_cast<double>(parameters[i]);
  }
  return static_cast<float>(sum);
}

void Unit::forward(std::span<const float> parameters) {
  check_size(number_, "parameters", parameters.size(), elements());
  if (number_ != order_.next_forward) {
    throw std::logic_error(
        order_.next_forward == order_.units
            ? fmt::format("the forward pass is over, and unit {} is run again", number_)
            : fmt::format("the forward pass goes from the first unit to the last: it is at unit "
                          "{}, and unit {} is run",
                          order_.next_forward, number_));
  }
  ++order_.next_forward;
  comm_.note({NoteKind::forward, number_, elements()});
  *output_ = forward_output(parameters);
}

void Unit::begin_backward(std::size_t gradients) const {
  check_size(number_, "places for gradients", gradients, elements());
  const int due = order_.units - 1 - order_.next_backward;
  if (number_ != due) {
    throw std::logic_error(
        due < 0 ? fmt::format("the backward pass is over, and unit {} is run again", number_)
                : fmt::format("the backward pass goes from the last unit to the first: it is at "
                              "unit {}, and unit {} is run",
                              due, number_));
  }
  ++order_.next_backward;
  comm_.note({NoteKind::backward, number_, elements()});
}

void Unit::backward(std::span<float> gradients) {
  begin_backward(gradients.size());
  std::ranges::copy(contribution_, gradients.begin());
}

void Unit::backward(std::span<const float> parameters, std::span<float> gradients) {
  check_size(number_, "parameters", parameters.size(), elements());
  begin_backward(gradients.size());
  for (std::size_t i = 0; i < gradients.size(); ++i) {
    gradients[i] = parameters[i] + contribution_[i];
  }
}

}  // namespace zerolab::exercises
