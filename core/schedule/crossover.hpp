// From which size on which of several algorithms is the fastest.
//
// With equal chunks a max-plus time (cost.hpp) is a maximum of lines in the size: each path through
// the steps has so many α and carries so many bytes, and the slowest path counts. So a few
// questions to an algorithm tell its time for all sizes, and where two algorithms are equal, two
// lines cross.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace zerolab {

struct TimeLine {
  double seconds = 0;  // at 0 bytes
  double seconds_per_byte = 0;

  double at(double bytes) const { return seconds + bytes * seconds_per_byte; }
};

using TimeLines = std::vector<TimeLine>;  // at least one; the time is the largest

double seconds_at(const TimeLines& lines, double bytes);

// The lines of a time that is a maximum of lines, between `first` and `last` bytes: a tangent at
// each end, and one wherever two tangents meet below the time. A tangent is taken from two sizes
// 1/64 apart, and lines that stay within a millionth of the time are not looked for.
TimeLines lines_of(const std::function<double(double)>& seconds_of_bytes, double first,
                   double last);

struct Fastest {
  std::int64_t from_bytes = 0;
  std::size_t algorithm = 0;  // an index into the times

  friend bool operator==(const Fastest&, const Fastest&) = default;
};

// All changes of the fastest between `first` and `last` bytes, in order; the first entry is that at
// `first`. Of equals (to one part in 10^6) the first is taken. At least one time;
// 1 <= first <= last.
std::vector<Fastest> fastest_by_size(const std::vector<TimeLines>& times, std::int64_t first,
                                     std::int64_t last);

}  // namespace zerolab
