// A unit of a model (the embedding, a block, the head) in one micro-step, as exercises 10 and 11
// see it: something that computes on whole parameters and makes whole gradients.
//
// The forward pass goes from the first unit to the last, the backward pass from the last to the
// first; another order throws std::logic_error, as does a span of another size than the unit's.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "exercises/comm/comm.hpp"

namespace zerolab::exercises {

// How far a micro-step is: shared by its units.
struct PassOrder {
  int units = 0;
  int next_forward = 0;
  int next_backward = 0;  // counted from the last unit
};

class Unit {
 public:
  // What the gradient of this rank's own data is made of, one number per parameter, and where the
  // forward pass puts its result. All outlive this object.
  Unit(Comm& comm, PassOrder& order, int number, std::span<const float> contribution, float* output)
      : comm_(comm), order_(order), number_(number), contribution_(contribution), output_(output) {}

  int number() const { return number_; }
  std::size_t elements() const { return contribution_.size(); }  // of its parameters

  // Computes with the whole parameters.
  void forward(std::span<const float> parameters);

  // Fills the whole gradients: those of this rank's own data, in this micro-step. Exercise 10, in
  // which the model holds its parameters itself.
  void backward(std::span<float> gradients);

  // The same, with the whole parameters, which it needs again. Exercise 11.
  void backward(std::span<const float> parameters, std::span<float> gradients);

 private:
  void begin_backward(std::size_t gradients) const;

  Comm& comm_;
  PassOrder& order_;
  int number_;
  std::span<const float> contribution_;
  float* output_;
};

// What forward computes: Σ (1 + i mod 5) · parameter i, which no other order of the elements gives.
float forward_output(std::span<const float> parameters);

}  // namespace zerolab::exercises
