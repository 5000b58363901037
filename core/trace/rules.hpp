// What Perfetto asks of a Chrome trace, checked on the JSON text alone, by another parser than
// the one that reads traces, and without any of the writer's code.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace zerolab {

// The violated rules, one line each; empty where Perfetto shows the trace as it is meant:
//   - an object with otherData and the list traceEvents; records with ph, pid and tid
//   - ts and dur are numbers in µs on whole nanoseconds, dur not negative
//   - slices on one (pid, tid) nest
//   - each flow: one s and one f of the same cat, name and integer id, an id used once; each inside
//     a slice, which comes before it in the file at equal ts; f with "bp":"e" and not before s
//   - counters are numbers
std::vector<std::string> check_chrome_rules(std::string_view json);

}  // namespace zerolab
