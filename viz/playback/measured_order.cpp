#include "viz/playback/measured_order.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include "viz/playback/collective_replay.hpp"

namespace zerolab {

namespace {

constexpr std::int64_t never = std::numeric_limits<std::int64_t>::min();

// What is known of one chunk on one rank.
struct Cell {
  int collective_id = -1;  // the numbers below are stale where it is another
  std::int64_t read_ns = never;
  std::int64_t written_ns = never;
  std::size_t read_in_beat = 0;  // number of the beat + 1
  std::size_t written_in_beat = 0;
};

class Arrivals {
 public:
  explicit Arrivals(const Story& story) : story_(story), arrival_ns_(story.moves().size()) {}

  std::vector<std::int64_t> find() {
    for (std::size_t b = 0; b < story_.beats().size(); ++b) find_in_beat(b);
    return std::move(arrival_ns_);
  }

 private:
  void find_in_beat(std::size_t b) {
    const Beat& beat = story_.beats()[b];
    if (beat.move_count == 0) return;
    const auto& info = story_.header().collectives[static_cast<std::size_t>(beat.collective_id)];
    chunk_count_ = static_cast<std::size_t>(info.chunk_count);
    collective_id_ = beat.collective_id;
    const std::size_t cells = static_cast<std::size_t>(story_.world_size()) * chunk_count_;
    if (cells_.size() < cells) cells_.resize(cells);

    const std::size_t end = beat.first_move + beat.move_count;
    std::int64_t last_ns = never;
    bool at_once = false;  // a cell is changed and used in this beat: all see the state before
    for (std::size_t m = beat.first_move; m < end; ++m) {
      const ChunkMove& move = story_.moves()[m];
      Cell& from = cell(move.source, move.chunk);
      Cell& to = cell(move.destination, move.chunk);
      arrival_ns_[m] = std::max({move.end_ns, from.written_ns, to.written_ns, to.read_ns});
      last_ns = std::max(last_ns, arrival_ns_[m]);
      from.read_in_beat = b + 1;
      at_once = at_once || to.written_in_beat == b + 1;
      to.written_in_beat = b + 1;
    }
    for (std::size_t m = beat.first_move; m < end; ++m) {
      const ChunkMove& move = story_.moves()[m];
      at_once = at_once || cell(move.destination, move.chunk).read_in_beat == b + 1;
    }
    for (std::size_t m = beat.first_move; m < end; ++m) {
      if (at_once) arrival_ns_[m] = last_ns;
      const ChunkMove& move = story_.moves()[m];
      Cell& from = cell(move.source, move.chunk);
      Cell& to = cell(move.destination, move.chunk);
      from.read_ns = std::max(from.read_ns, arrival_ns_[m]);
      to.written_ns = std::max(to.written_ns, arrival_ns_[m]);
    }
  }

  Cell& cell(int rank, int chunk) {
    Cell& found =
        cells_[static_cast<std::size_t>(rank) * chunk_count_ + static_cast<std::size_t>(chunk)];
    if (found.collective_id != collective_id_) found = {collective_id_, never, never, 0, 0};
    return found;
  }

  const Story& story_;
  std::vector<std::int64_t> arrival_ns_;
  std::vector<Cell> cells_;
  std::size_t chunk_count_ = 0;
  int collective_id_ = -1;
};

}  // namespace

MeasuredOrder measured_order(const Story& story) {
  const std::vector<std::int64_t> arrival_ns = Arrivals(story).find();
  const std::size_t count = arrival_ns.size();
  const auto sorted_by_arrival = [&](std::size_t first, std::size_t last) {
    std::vector<std::uint32_t> sorted(last - first);
    std::iota(sorted.begin(), sorted.end(), static_cast<std::uint32_t>(first));
    std::sort(sorted.begin(), sorted.end(), [&](std::uint32_t a, std::uint32_t b) {
      return std::pair(arrival_ns[a], a) < std::pair(arrival_ns[b], b);  // numbered by beat
    });
    return sorted;
  };
  std::vector<std::size_t> beat_of;
  for (std::size_t b = 0; b < story.beats().size(); ++b) {
    beat_of.insert(beat_of.end(), story.beats()[b].move_count, b);
  }

  MeasuredOrder order;
  order.overall = sorted_by_arrival(0, count);
  for (const std::uint32_t move : order.overall)
    order.overall_arrival_ns.push_back(arrival_ns[move]);
  order.opens_batch.resize(count);
  order.earliest_begin_ns.resize(count);
  for (std::size_t begin = 0; begin < count;) {
    const Beat& first_beat = story.beats()[beat_of[begin]];
    const Range range = positions_of_collective(story, first_beat.collective_id);
    std::size_t before = 0;  // the beat of the move in front
    for (const std::uint32_t move : sorted_by_arrival(range.begin, range.end)) {
      const std::size_t p = order.moves.size();
      order.moves.push_back(story.moves()[move]);
      order.arrival_ns.push_back(arrival_ns[move]);
      order.opens_batch[p] = p == range.begin || beat_of[move] != before ||
                             order.arrival_ns[p] != order.arrival_ns[p - 1];
      before = beat_of[move];
    }
    std::int64_t earliest = std::numeric_limits<std::int64_t>::max();
    for (std::size_t p = range.end; p-- > range.begin;) {
      earliest = std::min(earliest, order.moves[p].begin_ns);
      order.earliest_begin_ns[p] = earliest;
    }
    begin = range.end;
  }
  return order;
}

}  // namespace zerolab
