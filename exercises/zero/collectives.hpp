// The collectives that exercises 9 to 12 call: rings over Comm, correct and as cheap as exercises 3
// to 5 ask.
//
// All ranks call the same ones in the same order with buffers of the same size; a rank that differs
// ends the run with a message that names both sides. In place; buffers may have any size, also
// none, and need not divide by N: chunk r is shard(buffer.size(), N, r) of exercise 1.
#pragma once

#include <span>

#include "exercises/comm/comm.hpp"

namespace zerolab::exercises {

class Collectives {
 public:
  explicit Collectives(Comm& comm) : comm_(comm) {}  // which outlives this object

  int rank() const { return comm_.rank(); }  // 0 … size() - 1
  int size() const { return comm_.size(); }  // N

  // Before: every rank's own numbers. After: rank r's chunk r is the sum over ranks; its other
  // chunks hold partial sums that nobody should read. Sends Ψ - c_r elements.
  void reduce_scatter(std::span<float> buffer);

  // Before: rank r's chunk r. After: the whole buffer, on every rank. Sends Ψ - c_(r+1).
  void all_gather(std::span<float> buffer);

  // After: the sum over ranks, on every rank. Sends 2Ψ - c_r - c_(r+1).
  void all_reduce(std::span<float> buffer);

 private:
  Comm& comm_;
};

}  // namespace zerolab::exercises
