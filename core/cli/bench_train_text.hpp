// How `zerolab bench --train` prints what it measured.
#pragma once

#include <string>

#include "core/cli/bench_train.hpp"
#include "core/cli/json_output.hpp"

namespace zerolab {

std::string bench_train_text(const BenchTrainReport& report);
Json bench_train_json(const BenchTrainReport& report);

}  // namespace zerolab
