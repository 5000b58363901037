// Times training steps beside the bare list of their own matrix products, turn by turn on the same
// pinned cores in one run, so that what disturbs the machine disturbs both.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/zero/engine/train.hpp"

namespace zerolab {

struct BenchTrainOptions {
  std::string model = "small";
  int batch = 4;       // sequences per rank
  int sequence = 256;  // bytes per sequence
  int ranks = 1;
  int stage = 0;
  Precision precision = Precision::f32;
  int iterations = 5;  // timed steps
  int warmup = 1;
};

// One turn of one rank: a step, then the bare products; in seconds.
struct Turn {
  double step = 0;
  double collectives = 0;  // of the step: waiting for slower ranks is part of it
  double products = 0;
};

// Over turns.
struct Spread {
  double median = 0;
  double least = 0;
};
Spread spread_of(std::vector<double> values);

struct BenchTrainReport {
  BenchTrainOptions options;
  std::vector<int> cores;                // that may be used
  std::int64_t parameters = 0;           // Ψ
  double flops_per_step = 0;             // of all ranks
  std::vector<std::vector<Turn>> ranks;  // [rank][turn]

  Spread step() const;      // of the slowest rank in each turn
  Spread products() const;  // likewise
  // Step over products: the median over turns; and the least step over the least products.
  Spread ratio() const;
  double tokens_per_second() const;  // of all ranks, at the median step
  double flops_per_second() const;   // likewise

  // Shares of the step's time: the mean over ranks, at the median over turns. The products' is the
  // bare list's time over the step's, not measured within the step; elsewhere is what is left.
  double products_share() const;
  double collectives_share() const;
  double elsewhere_share() const { return 1 - products_share() - collectives_share(); }
};

// Throws an input Error that names the option that is out of range; to be called before anything is
// printed.
BenchTrainReport prepare(const BenchTrainOptions& options);

// Fills report.ranks. `on_turn` is called on rank 0's thread before each turn with its number.
void run(BenchTrainReport& report, const std::function<void(int)>& on_turn);

}  // namespace zerolab
