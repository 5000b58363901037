// The same intent in three systems: DeepSpeed as configured, the ZeRO paper, and PyTorch's FSDP2.
//
//   stage  paper                                        FSDP2
//   0      all-reduce, 2x                               DDP: all-reduce, 2x
//   1      reduce-scatter + all-gather, 2x              reshard_after_forward=False: 2Mx
//   2      the same every micro-step, (M+1)x            the same
//   3      broadcast before each use, 3Mx               reshard_after_forward=True: 3Mx
// FSDP2 without resharding keeps gathered parameters until the backward, and gathers again in every
// micro-step: for M = 1 as much as stage 2, beyond that more.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/deepspeed/explanation.hpp"

namespace zerolab {

enum class Dialect { deepspeed, paper, fsdp2 };
std::string_view to_string(Dialect dialect);
Dialect parse_dialect(std::string_view name);  // input Error that lists the three

struct DialectMove {
  std::string what;        // "gradients"
  std::string collective;  // in the system's own words
  std::string when;
  double x = 0;                    // a multiple of x
  std::int64_t sent_elements = 0;  // a step, the rank that sends most
};

struct DialectColumn {
  Dialect dialect = Dialect::deepspeed;
  std::string how;  // how the intent is written there
  std::vector<DialectMove> moves;
  std::string formula;  // "(M+1)x"
  double x = 0;         // all moves
  std::int64_t sent_elements = 0;
};

// One column per dialect, in the order above.
std::vector<DialectColumn> in_all_dialects(const ConfigExplanation& explanation);

}  // namespace zerolab
