// The memory of exercises 9 to 11: what a rank takes from it, and gives back, is counted in
// elements, as the ledger of the training core counts it.
//
// What is taken holds NaN until it is written, and again once it is given back: whatever is used
// too early or too late spreads into the results. Ends with the run, and with it all that was not
// given back.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <span>
#include <vector>

#include "exercises/comm/comm.hpp"

namespace zerolab::exercises {

class Arena {
 public:
  explicit Arena(Comm& comm) : comm_(comm) {}  // which outlives this object

  std::span<float> allocate(std::size_t elements);

  // A whole span that allocate returned. Throws std::logic_error where it is none, or was given
  // back before.
  void release(std::span<float> block);

  std::size_t held_elements() const { return held_elements_; }  // now

 private:
  struct Block {
    std::unique_ptr<float[]> memory;
    std::size_t elements = 0;
  };

  Comm& comm_;
  std::map<const float*, Block> blocks_;
  std::vector<Block> given_back_;  // small ones, which stay NaN
  std::size_t held_elements_ = 0;
};

}  // namespace zerolab::exercises
