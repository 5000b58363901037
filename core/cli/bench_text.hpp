// How the rows of `zerolab bench` are printed: nccl-tests' columns and footer, and two more.
#pragma once

#include <string>

#include "core/cli/bench_rows.hpp"
#include "core/cli/json_output.hpp"

namespace zerolab {

// What is measured and how, with every formula; then the rows, under a heading where a
// collective begins and above a footer where it ends.
std::string bench_preface(const BenchReport& report);
std::string bench_heading(const BenchRow& row);
std::string bench_row(const BenchRow& row);
std::string bench_footer(const BenchReport& report, Collective collective);

Json bench_json(const BenchReport& report);

}  // namespace zerolab
