#include "core/schedule/crossover.hpp"

#include <algorithm>
#include <cmath>

#include "core/base/error.hpp"

namespace zerolab {

namespace {

constexpr double closeness = 1e-6;
constexpr double tangent_step = 1.0 / 64;
constexpr std::size_t most_lines = 64;  // a bound for times that are no maximum of lines

double crossing(const TimeLine& a, const TimeLine& b) {
  return (a.seconds - b.seconds) / (b.seconds_per_byte - a.seconds_per_byte);  // may be no number
}

class Tangents {
 public:
  Tangents(const std::function<double(double)>& time, double first, double last) : time_(time) {
    const TimeLine left = tangent(first, time_(first));
    const TimeLine right = tangent(last, time_(last));
    lines_ = {left, right};
    between(left, first, right, last);
  }

  TimeLines lines_;

 private:
  TimeLine tangent(double bytes, double seconds) const {
    const double step = bytes * tangent_step;
    const double slope = (time_(bytes + step) - seconds) / step;
    return {seconds - bytes * slope, slope};
  }

  // `left` touches the time at `low`, and `right` at `high`.
  void between(const TimeLine& left, double low, const TimeLine& right, double high) {
    const double meeting = crossing(left, right);
    if (!(meeting > low && meeting < high) || lines_.size() == most_lines) return;
    const double seconds = time_(meeting);
    if (seconds <= left.at(meeting) * (1 + closeness)) return;
    const TimeLine middle = tangent(meeting, seconds);
    lines_.push_back(middle);
    between(left, low, middle, meeting);
    between(middle, meeting, right, high);
  }

  const std::function<double(double)>& time_;
};

std::size_t fastest_at(const std::vector<TimeLines>& times, double bytes) {
  std::size_t best = 0;
  for (std::size_t i = 1; i < times.size(); ++i) {
    if (seconds_at(times[i], bytes) < seconds_at(times[best], bytes) * (1 - closeness)) best = i;
  }
  return best;
}

}  // namespace

double seconds_at(const TimeLines& lines, double bytes) {
  double seconds = 0;
  for (const TimeLine& line : lines) seconds = std::max(seconds, line.at(bytes));
  return seconds;
}

TimeLines lines_of(const std::function<double(double)>& seconds_of_bytes, double first,
                   double last) {
  return Tangents(seconds_of_bytes, first, last).lines_;
}

std::vector<Fastest> fastest_by_size(const std::vector<TimeLines>& times, std::int64_t first,
                                     std::int64_t last) {
  require(!times.empty(), "there is an algorithm to be the fastest");
  require(first >= 1 && first <= last, "sizes go up from 1");
  const auto begin = static_cast<double>(first);
  const auto end = static_cast<double>(last);
  TimeLines all;
  for (const TimeLines& lines : times) all.insert(all.end(), lines.begin(), lines.end());
  std::vector<double> meetings{begin, end};
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const double meeting = crossing(all[i], all[j]);
      if (meeting > begin && meeting < end) meetings.push_back(meeting);
    }
  }
  std::ranges::sort(meetings);
  // Between two neighbours nothing meets, so that any point there stands for all.
  std::vector<Fastest> changes;
  for (std::size_t i = 0; i + 1 < meetings.size(); ++i) {
    const std::size_t winner = fastest_at(times, std::sqrt(meetings[i] * meetings[i + 1]));
    if (!changes.empty() && changes.back().algorithm == winner) continue;
    changes.push_back({static_cast<std::int64_t>(std::ceil(meetings[i])), winner});
  }
  return changes;
}

}  // namespace zerolab
