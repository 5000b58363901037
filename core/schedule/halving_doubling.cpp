#include "core/schedule/halving_doubling.hpp"

#include "core/base/error.hpp"

namespace zerolab {

namespace {

// Appends the phases to a schedule, one after the other.
class HalvingDoublingBuilder {
 public:
  HalvingDoublingBuilder(Collective collective, int world_size)
      : active_(active_ranks(world_size)), folded_(world_size - active_) {
    const int chunks = collective == Collective::all_reduce ? active_ : world_size;
    schedule_ = {collective, "halving-doubling", world_size, chunks, std::nullopt, {}};
  }

  // Folded ranks send everything to their partners.
  HalvingDoublingBuilder& fold_buffers() {
    for (int v = 0; v < folded_; ++v) {
      for (int chunk = 0; chunk < schedule_.chunk_count; ++chunk) {
        append(folded(v), rank_of(v), chunk, Combine::add);
      }
    }
    return next_step(folded_ > 0);
  }
  // Folded ranks send their own chunk to their partners.
  HalvingDoublingBuilder& fold_own_chunks() {
    for (int v = 0; v < folded_; ++v) append(folded(v), rank_of(v), folded(v), Combine::copy);
    return next_step(folded_ > 0);
  }
  // Partners send folded ranks the chunk that these own.
  HalvingDoublingBuilder& unfold_own_chunks() {
    for (int v = 0; v < folded_; ++v) append(rank_of(v), folded(v), folded(v), Combine::copy);
    return next_step(folded_ > 0);
  }
  // Partners send folded ranks all that these do not own.
  HalvingDoublingBuilder& unfold_buffers() {
    for (int v = 0; v < folded_; ++v) {
      for (int chunk = 0; chunk < schedule_.chunk_count; ++chunk) {
        const bool own = schedule_.collective == Collective::all_gather && chunk == folded(v);
        if (!own) append(rank_of(v), folded(v), chunk, Combine::copy);
      }
    }
    return next_step(folded_ > 0);
  }

  HalvingDoublingBuilder& halve() {
    for (int distance = active_ / 2; distance >= 1; distance /= 2) {
      for (int v = 0; v < active_; ++v) {
        const int partner = v ^ distance;
        append_block(v, partner, partner / distance * distance, distance, Combine::add);
      }
      next_step(true);
    }
    return *this;
  }
  HalvingDoublingBuilder& double_up() {
    for (int distance = 1; distance < active_; distance *= 2) {
      for (int v = 0; v < active_; ++v) {
        append_block(v, v ^ distance, v / distance * distance, distance, Combine::copy);
      }
      next_step(true);
    }
    return *this;
  }

  Schedule finished() { return std::move(schedule_); }

 private:
  int rank_of(int v) const { return v < folded_ ? 2 * v : v + folded_; }
  int folded(int v) const { return 2 * v + 1; }

  // The first chunk that active number v stands for; of v = p, the number of chunks.
  int first_chunk(int v) const {
    return schedule_.collective == Collective::all_reduce ? v : rank_of(v);
  }

  void append(int source, int destination, int chunk, Combine combine) {
    schedule_.transfers.push_back({step_, source, destination, chunk, combine});
  }

  // v sends its partner the chunks of active numbers first_v … first_v + count - 1.
  void append_block(int v, int partner, int first_v, int count, Combine combine) {
    for (int chunk = first_chunk(first_v); chunk < first_chunk(first_v + count); ++chunk) {
      append(rank_of(v), rank_of(partner), chunk, combine);
    }
  }

  HalvingDoublingBuilder& next_step(bool moved) {
    step_ += moved ? 1 : 0;
    return *this;
  }

  int active_;
  int folded_;  // how many
  int step_ = 0;
  Schedule schedule_;
};

}  // namespace

Schedule halving_doubling_reduce_scatter(int world_size) {
  return HalvingDoublingBuilder(Collective::reduce_scatter, world_size)
      .fold_buffers()
      .halve()
      .unfold_own_chunks()
      .finished();
}

Schedule halving_doubling_all_gather(int world_size) {
  return HalvingDoublingBuilder(Collective::all_gather, world_size)
      .fold_own_chunks()
      .double_up()
      .unfold_buffers()
      .finished();
}

Schedule halving_doubling_all_reduce(int world_size) {
  return HalvingDoublingBuilder(Collective::all_reduce, world_size)
      .fold_buffers()
      .halve()
      .double_up()
      .unfold_buffers()
      .finished();
}

int active_ranks(int world_size) {
  require(world_size >= 1, "a schedule has at least one rank");
  int active = 1;
  while (2 * active <= world_size) active *= 2;
  return active;
}

}  // namespace zerolab
