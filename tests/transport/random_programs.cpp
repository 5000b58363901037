#include "tests/transport/random_programs.hpp"

#include <algorithm>

#include <fmt/core.h>

namespace zerolab::test {

namespace {

class Maker {
 public:
  explicit Maker(unsigned seed) : random_(seed) {
    world_size_ = below(7) + 2;
    program_.ranks.resize(index(world_size_));
    if (below(3) == 0) program_.options.eager_bytes = index(8 << below(8));
  }

  int below(int limit) { return static_cast<int>(random_() % static_cast<unsigned>(limit)); }
  static std::size_t index(int i) { return static_cast<std::size_t>(i); }
  Program& program() { return program_; }
  int world_size() const { return world_size_; }
  std::vector<Step>& steps(int rank) { return program_.ranks[index(rank)]; }

  // A list of messages in a global order. `together`: how likely a rank adds a message to its
  // last exchange rather than to a new one, out of 4.
  void add_list(int messages) {
    const int together = below(5);
    std::vector<bool> fresh(index(world_size_), true);
    for (int i = 0; i < messages; ++i) {
      const int source = below(world_size_);
      const int destination = other_than(source);
      const Half half = new_half({"all-gather", 2 + below(3), next_id_});
      for (const int rank : {source, destination}) {
        if (fresh[index(rank)] || below(4) >= together) steps(rank).emplace_back();
        fresh[index(rank)] = false;
      }
      send(steps(source).back(), destination, half);
      receive(steps(destination).back(), source, half);
    }
  }

  // Ring shifts of singles: even ranks send first, odd ranks receive first.
  void add_even_odd_shift() {
    for (int rank = 0; rank < world_size_; ++rank) {
      Half to_right{0, 5, {"shift", 1, rank}, 100 + rank};
      Half from_left{0, 5, {"shift", 1, (rank + world_size_ - 1) % world_size_}};
      from_left.value = 100 + from_left.label.chunk;
      Step sends, receives;
      send(sends, (rank + 1) % world_size_, to_right);
      receive(receives, from_left.label.chunk, from_left);
      const bool sends_first = rank % 2 == 0;
      steps(rank).push_back(sends_first ? sends : receives);
      steps(rank).push_back(sends_first ? receives : sends);
    }
  }

  // A knot with random arrows; without a cycle if `loose`, else with at least one cycle, unless
  // buffered sends undo it.
  void add_knot(bool loose) {
    std::vector<int> order(index(world_size_));
    for (int i = 0; i < world_size_; ++i) order[index(i)] = i;
    std::ranges::shuffle(order, random_);
    sends_of_.assign(index(world_size_ * world_size_), -1);
    for (int rank = 0; rank < world_size_; ++rank) steps(rank).resize(steps(rank).size() + 2);
    const bool in_collectives = below(3) == 0;
    if (!loose) {
      const int length = 2 + below(world_size_ - 1);
      const int all_alike = length == 2 ? below(2) : below(3);  // 2: each as it likes
      for (int i = 0; i < length; ++i) {
        add_arrow(order[index(i)], order[index((i + 1) % length)],
                  all_alike == 2 ? below(2) == 0 : all_alike == 1, in_collectives);
      }
    }
    for (int more = below(world_size_); more > 0; --more) {
      int from = below(world_size_);
      int to = other_than(order[index(from)]);
      to = static_cast<int>(std::ranges::find(order, to) - order.begin());
      if (loose && from > to) std::swap(from, to);
      add_arrow(order[index(from)], order[index(to)], below(2) == 0, in_collectives);
    }
    for (int more = below(world_size_); more > 0; --more) add_whole(below(world_size_));
    drop_arrows_to_nowhere();
    program_.outcome = program_.arrows.empty() ? Outcome::fine : Outcome::deadlock;
  }

  void add_pause(int likely_of_100) {
    if (below(100) >= likely_of_100) return;
    auto& mine = steps(below(world_size_));
    if (!mine.empty()) mine[index(below(static_cast<int>(mine.size())))].pause_ms = 60 + below(80);
  }

  // A random receive no longer fits its send.
  void add_mismatch() {
    const auto [receiver, step, at] = random_receive();
    Half& half = steps(receiver)[index(step)].receives[index(at)];
    const Half sent = half;
    switch (below(3)) {
      case 0: half.elements += 1; break;
      case 1: half.dtype = DType::f32; break;
      case 2: half.label.text = "reduce-scatter"; break;
    }
    program_.outcome = Outcome::mismatch;
    program_.text = fmt::format(
        "rank {} receives '{}' of {} {} elements from rank {}, which sends '{}' of {} i64 "
        "elements: ",
        receiver, to_string(half.label), half.elements, to_string(half.dtype), half.peer,
        to_string(sent.label), sent.elements);
    if (half.label == sent.label) {
      program_.text += "both must issue the same collectives in the same order with the same sizes";
      return;
    }
    const auto in = [&](int rank) {
      return fmt::format("{} #{}", rank == receiver ? "reduce-scatter" : "all-gather",
                         sent.label.sequence);
    };
    const int low = std::min(receiver, half.peer);
    const int high = std::max(receiver, half.peer);
    program_.text += fmt::format(
        "rank {} is in {}, rank {} in {}: all ranks must issue the same collectives in the same "
        "order",
        low, in(low), high, in(high));
  }

  void add_throw() {
    const int rank = below(world_size_);
    program_.outcome = Outcome::thrown;
    program_.text = fmt::format("rank {} has had enough", rank);
    auto& mine = steps(rank);
    mine.insert(mine.begin() + below(static_cast<int>(mine.size()) + 1), Step{})->throws = true;
  }

  void add_end() {
    const auto [rank, step, at] = random_receive();
    program_.outcome = Outcome::ended;
    program_.culprit = rank;
    auto& mine = steps(rank);
    for (std::size_t i = index(step); i < mine.size(); ++i) {
      for (const Half& half : mine[i].sends) {
        program_.arrows.insert({half.peer, false, to_string(half.label), rank, ""});
      }
      for (const Half& half : mine[i].receives) {
        program_.arrows.insert({half.peer, true, to_string(half.label), rank, ""});
      }
    }
    mine.resize(index(step));
    mine.emplace_back().ends = true;
  }

 private:
  int other_than(int rank) { return (rank + 1 + below(world_size_ - 1)) % world_size_; }

  Half new_half(Label label) {
    Half half;
    half.elements = index(below(4) == 0 ? below(2000) : below(40));
    half.label = label;
    half.value = next_id_++;
    half.combine = below(2) == 0 ? Combine::copy : Combine::add;
    return half;
  }

  static void send(Step& step, int peer, Half half) {
    half.peer = peer;
    step.sends.push_back(half);
  }
  static void receive(Step& step, int peer, Half half) {
    half.peer = peer;
    step.receives.push_back(half);
  }

  Step& first_of_knot(int rank) { return steps(rank).end()[-2]; }
  Step& second_of_knot(int rank) { return steps(rank).back(); }

  // `rank` posts its half of a message at once, `peer` the other half afterwards. Two ranks that
  // point at each other must both send or both receive: else their halves would fit.
  void add_arrow(int rank, int peer, bool sends, bool in_collectives) {
    int& mine = sends_of_[index(rank * world_size_ + peer)];
    const int theirs = sends_of_[index(peer * world_size_ + rank)];
    if (mine != -1 || theirs == whole) return;
    if (theirs != -1) sends = theirs == 1;
    mine = sends ? 1 : 0;
    const char* name = rank % 2 == 0 ? "all-gather" : "reduce-scatter";
    const Half half =
        new_half(in_collectives ? Label{name, 7, next_id_} : Label{"piece", -1, next_id_});
    if (sends) {
      send(first_of_knot(rank), peer, half);
      receive(second_of_knot(peer), rank, half);
    } else {
      receive(first_of_knot(rank), peer, half);
      send(second_of_knot(peer), rank, half);
    }
    if (sends && half.elements * sizeof(long) <= program_.options.eager_bytes &&
        program_.options.eager_bytes > 0) {
      return;  // buffered
    }
    program_.arrows.insert({rank, sends, to_string(half.label), peer,
                            in_collectives ? fmt::format("{} #7", name) : ""});
  }

  // Both halves at once, in a knot: nobody waits for that.
  void add_whole(int rank) {
    const int peer = other_than(rank);
    int& mine = sends_of_[index(rank * world_size_ + peer)];
    int& theirs = sends_of_[index(peer * world_size_ + rank)];
    if (mine != -1 || theirs != -1) return;
    mine = theirs = whole;
    const Half half = new_half({"whole", -1, next_id_});
    send(first_of_knot(rank), peer, half);
    receive(first_of_knot(peer), rank, half);
  }

  // What remains are the ranks that are stuck: each has an arrow to one that is stuck.
  void drop_arrows_to_nowhere() {
    const auto stuck = [&](int rank) {
      return std::ranges::any_of(program_.arrows, [&](const Arrow& a) { return a.rank == rank; });
    };
    while (std::erase_if(program_.arrows, [&](const Arrow& a) { return !stuck(a.peer); }) > 0) {
    }
  }

  struct Place {
    int rank, step, at;
  };
  Place random_receive() {
    std::vector<Place> places;
    for (int rank = 0; rank < world_size_; ++rank) {
      for (int step = 0; step < static_cast<int>(steps(rank).size()); ++step) {
        const auto count = static_cast<int>(steps(rank)[index(step)].receives.size());
        for (int at = 0; at < count; ++at) places.push_back({rank, step, at});
      }
    }
    return places[random_() % places.size()];
  }

  static constexpr int whole = 2;

  std::mt19937 random_;
  int world_size_ = 2;
  int next_id_ = 0;
  Program program_;
  std::vector<int> sends_of_;  // of the knot, [rank][peer]: -1 no arrow, 0 receives, 1 sends, whole
};

}  // namespace

Program random_right_program(unsigned seed) {
  Maker maker(seed);
  maker.add_list(maker.below(60));
  if (maker.below(2) == 0) maker.add_even_odd_shift();
  if (maker.below(2) == 0) maker.add_knot(true);
  maker.add_list(maker.below(60));
  maker.add_pause(10);
  return maker.program();
}

Program random_wrong_program(unsigned seed) {
  Maker maker(seed);
  maker.add_list(1 + maker.below(40));
  switch (seed % 5) {
    case 0:
    case 1: maker.add_knot(false); break;
    case 2: maker.add_mismatch(); break;
    case 3: maker.add_throw(); break;
    case 4: maker.add_end(); break;
  }
  if (seed % 5 < 2) maker.add_list(maker.below(40));
  maker.add_pause(10);
  return maker.program();
}

}  // namespace zerolab::test
