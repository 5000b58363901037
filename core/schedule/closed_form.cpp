#include "core/schedule/closed_form.hpp"

#include "core/base/error.hpp"
#include "core/schedule/algorithm.hpp"
#include "core/schedule/double_binary_tree.hpp"
#include "core/schedule/halving_doubling.hpp"

namespace zerolab {

namespace {

// Some chunks: how many, and how many elements they have. Formulas of loads give both at once.
struct Load {
  std::int64_t messages = 0;
  std::int64_t elements = 0;

  friend Load operator+(Load a, Load b) {
    return {a.messages + b.messages, a.elements + b.elements};
  }
  friend Load operator-(Load a, Load b) {
    return {a.messages - b.messages, a.elements - b.elements};
  }
  friend Load operator*(std::int64_t times, Load load) {
    return {times * load.messages, times * load.elements};
  }
};

// What a rank sends and receives in one collective.
struct Both {
  Load sent;
  Load received;

  friend Both operator+(Both a, Both b) { return {a.sent + b.sent, a.received + b.received}; }
};

class Formulas {
 public:
  Formulas(const Schedule& schedule, const ChunkLayout& layout, int rank)
      : schedule_(schedule),
        layout_(layout),
        n_(schedule.world_size),
        r_(rank),
        all_(chunks(0, schedule.chunk_count)) {}

  Both of(const AlgorithmName& name) const {
    switch (name.algorithm) {
      case Algorithm::ring: return of_phases(&Formulas::ring_scatter, &Formulas::ring_gather);
      case Algorithm::bidirectional_ring:
        return of_phases(&Formulas::two_ring_scatter, &Formulas::two_ring_gather);
      case Algorithm::hierarchical: return hierarchical(name.ranks_per_node);
      case Algorithm::direct: return of_phases(&Formulas::direct_scatter, &Formulas::direct_gather);
      case Algorithm::halving_doubling: return halving_doubling();
      case Algorithm::double_binary_tree: return double_binary_tree();
      case Algorithm::root: return root();
      case Algorithm::chain: return chain();
      case Algorithm::binomial: return binomial();
    }
    throw InvariantError("an Algorithm without a formula");
  }

 private:
  using Phase = Both (Formulas::*)() const;

  // Chunks first … end-1.
  Load chunks(int first, int end) const {
    if (first == end) return {};
    return {end - first,
            static_cast<std::int64_t>(layout_.range(end - 1).end - layout_.range(first).begin)};
  }
  Load chunk(int number) const { return chunks(number, number + 1); }
  // Chunk c_k of N chunks, k mod N; and e_k and o_k of 2N.
  Load c(int k) const { return chunk(wrapped(k)); }
  Load even(int k) const { return chunk(2 * wrapped(k)); }
  Load odd(int k) const { return chunk(2 * wrapped(k) + 1); }
  int wrapped(int k) const { return ((k % n_) + n_) % n_; }

  // An all-reduce is a reduce-scatter and an all-gather.
  Both of_phases(Phase scatter, Phase gather) const {
    switch (schedule_.collective) {
      case Collective::reduce_scatter: return (this->*scatter)();
      case Collective::all_gather: return (this->*gather)();
      case Collective::all_reduce: return (this->*scatter)() + (this->*gather)();
      case Collective::broadcast:
      case Collective::reduce: break;
    }
    throw InvariantError("a collective without a root");
  }

  Both ring_scatter() const { return {all_ - c(r_), all_ - c(r_ - 1)}; }
  Both ring_gather() const { return {all_ - c(r_ + 1), all_ - c(r_)}; }
  Both two_ring_scatter() const {
    return {all_ - even(r_) - odd(r_), all_ - even(r_ - 1) - odd(r_ + 1)};
  }
  Both two_ring_gather() const {
    return {all_ - even(r_ + 1) - odd(r_ - 1), all_ - even(r_) - odd(r_)};
  }
  Both direct_scatter() const { return {all_ - c(r_), (n_ - 1) * c(r_)}; }
  Both direct_gather() const { return {(n_ - 1) * c(r_), all_ - c(r_)}; }

  Both hierarchical(int g) const {
    const int place = r_ % g;
    const auto shard = [&](int l) {
      Load sum;
      for (int k = (l + g) % g; k < n_; k += g) sum = sum + chunk(k);
      return sum;
    };
    const Both scatter{all_ - c(r_), all_ - shard(place - 1) + shard(place) - c(r_ - g)};
    const Both gather{all_ - shard(place + 1) + shard(place) - c(r_ + g), all_ - c(r_)};
    if (schedule_.collective == Collective::reduce_scatter) return scatter;
    return schedule_.collective == Collective::all_gather ? gather : scatter + gather;
  }

  Both halving_doubling() const {
    const bool whole = schedule_.collective == Collective::all_reduce;
    const int p = active_ranks(n_);
    const int extra = n_ - p;
    const bool in_pair = r_ < 2 * extra;
    const Load folded = in_pair && !whole ? chunk(r_ | 1) : Load{};  // c_f
    if (in_pair && r_ % 2 == 1) {
      if (schedule_.collective == Collective::reduce_scatter) return {all_, folded};
      if (schedule_.collective == Collective::all_gather) return {folded, all_ - folded};
      return {all_, all_};
    }
    const int v = in_pair ? r_ / 2 : r_ - extra;
    const auto first_chunk = [&](int number) {
      if (whole) return number;
      return number < extra ? 2 * number : number + extra;
    };
    const auto block = [&](int size) {
      const int first = v / size * size;
      return chunks(first_chunk(first), first_chunk(first + size));
    };
    Load blocks;  // ΣB
    for (int size = 1; size < p; size *= 2) blocks = blocks + block(size);
    const Load others = all_ - block(1);
    const Load fold = in_pair ? all_ : Load{};
    if (schedule_.collective == Collective::reduce_scatter) {
      return {others + folded, blocks + fold};
    }
    if (schedule_.collective == Collective::all_gather) {
      return {blocks + fold - folded, others + folded};
    }
    return {others + blocks + fold, others + blocks + fold};
  }

  Both double_binary_tree() const {
    Both both;
    for (const int tree : {0, 1}) {
      Load half;
      for (int k = tree; k < schedule_.chunk_count; k += 2) half = half + chunk(k);
      const int place = place_in_tree(tree, r_, n_);
      const int parents = place == active_ranks(n_) ? 0 : 1;
      const int children = place % 2 == 1 ? 0 : place < n_ ? 2 : 1;
      both = both + Both{(parents + children) * half, (parents + children) * half};
    }
    return both;
  }

  Both root() const {
    const bool centre = r_ == 0;
    switch (schedule_.collective) {
      case Collective::reduce_scatter:
        return centre ? Both{all_ - c(0), (n_ - 1) * all_} : Both{all_, c(r_)};
      case Collective::all_gather:
        return centre ? Both{(n_ - 2) * all_ + c(0), all_ - c(0)} : Both{c(r_), all_ - c(r_)};
      case Collective::all_reduce:
        return centre ? Both{(n_ - 1) * all_, (n_ - 1) * all_} : Both{all_, all_};
      case Collective::broadcast:
      case Collective::reduce: break;
    }
    throw InvariantError("a collective without a root");
  }

  // Broadcast and reduce: the rank nearest the root, or the farthest, has one direction only.
  Both chain() const {
    const int root = *schedule_.root;
    const auto unless = [&](int rank) { return r_ == wrapped(rank) ? Load{} : all_; };
    if (schedule_.collective == Collective::broadcast) return {unless(root - 1), unless(root)};
    return {unless(root), unless(root + 1)};
  }

  Both binomial() const {
    const int v = wrapped(r_ - *schedule_.root);
    std::int64_t children = 0;
    for (int distance = 1; distance < n_; distance *= 2) {
      if (distance > v && v + distance < n_) ++children;
    }
    const Load up = v == 0 ? Load{} : all_;
    if (schedule_.collective == Collective::broadcast) return {children * all_, up};
    return {up, children * all_};
  }

  const Schedule& schedule_;
  const ChunkLayout& layout_;
  int n_;
  int r_;
  Load all_;  // Ψ
};

}  // namespace

std::optional<Traffic> closed_form(const Schedule& schedule, const ChunkLayout& layout, int rank) {
  require(layout.chunk_count == schedule.chunk_count, "layout and schedule have the same chunks");
  const auto name = algorithm_of(schedule);
  if (!name) return std::nullopt;
  if (schedule.world_size == 1) return Traffic{};
  const auto [sent, received] = Formulas(schedule, layout, rank).of(*name);
  return Traffic{sent.messages, received.messages, sent.elements, received.elements};
}

}  // namespace zerolab
