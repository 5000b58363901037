// What every algorithm sends and receives, by formulas written here once more, from the textbooks:
// elements are dealt to chunks like cards, and nothing of the product counts them.
#include <bit>
#include <functional>

#include "core/schedule/closed_form.hpp"
#include "core/schedule/count.hpp"
#include "tests/catch.hpp"
#include "tests/schedule/every_schedule.hpp"

using namespace zerolab;
using namespace zerolab::test;

namespace {

using Sizes = std::vector<std::int64_t>;  // [chunk]

struct Volume {
  std::int64_t sent = 0;
  std::int64_t received = 0;
};
Volume operator+(Volume a, Volume b) {
  return {a.sent + b.sent, a.received + b.received};
}

// One rank of one world. With a size of 1 for every chunk volumes are messages.
struct World {
  Sizes sizes;
  int n;
  int r;
  Collective collective;
  int root;

  std::int64_t psi() const {
    std::int64_t sum = 0;
    for (const std::int64_t size : sizes) sum += size;
    return sum;
  }
  // Chunk k of N, counted round.
  std::int64_t c(int k) const { return sizes.at(static_cast<std::size_t>((k + 2 * n) % n)); }

  Volume phases(Volume scatter, Volume gather) const {
    if (collective == Collective::reduce_scatter) return scatter;
    return collective == Collective::all_gather ? gather : scatter + gather;
  }
};

Volume ring(const World& w) {
  return w.phases({w.psi() - w.c(w.r), w.psi() - w.c(w.r - 1)},
                  {w.psi() - w.c(w.r + 1), w.psi() - w.c(w.r)});
}

Volume two_rings(const World& w) {
  const auto half = [&](int rank, int which) {
    return w.sizes.at(static_cast<std::size_t>(2 * ((rank + w.n) % w.n) + which));
  };
  const auto but = [&](int even_of, int odd_of) {
    return w.psi() - half(even_of, 0) - half(odd_of, 1);
  };
  return w.phases({but(w.r, w.r), but(w.r - 1, w.r + 1)}, {but(w.r + 1, w.r - 1), but(w.r, w.r)});
}

Volume direct(const World& w) {
  const std::int64_t mine = w.c(w.r);
  return w.phases({w.psi() - mine, (w.n - 1) * mine}, {(w.n - 1) * mine, w.psi() - mine});
}

// Ring over the shards inside a node, then ring over a shard's chunks across the nodes.
Volume hierarchical(const World& w, int g) {
  const auto shard = [&](int place) {
    std::int64_t sum = 0;
    for (int k = 0; k < w.n; ++k) {
      if (k % g == (place + g) % g) sum += w.c(k);
    }
    return sum;
  };
  const int place = w.r % g;
  const Volume scatter_within{w.psi() - shard(place), w.psi() - shard(place - 1)};
  const Volume scatter_across{shard(place) - w.c(w.r), shard(place) - w.c(w.r - g)};
  const Volume gather_across{shard(place) - w.c(w.r + g), shard(place) - w.c(w.r)};
  const Volume gather_within{w.psi() - shard(place + 1), w.psi() - shard(place)};
  return w.phases(scatter_within + scatter_across, gather_across + gather_within);
}

// The last rounds in which active number v meets a number depend on how many leading bits they
// share; v holds a chunk once for every block of 1, 2, 4, … < p that has both.
Volume halving_doubling(const World& w) {
  int rounds = 0;
  while ((2 << rounds) <= w.n) ++rounds;
  const int p = 1 << rounds;
  const int extra = w.n - p;
  const auto number_of = [&](int rank) { return rank < 2 * extra ? rank / 2 : rank - extra; };
  const bool whole = w.collective == Collective::all_reduce;
  const bool paired = w.r < 2 * extra;
  if (paired && w.r % 2 == 1) {
    if (whole) return {w.psi(), w.psi()};
    return w.phases({w.psi(), w.c(w.r)}, {w.c(w.r), w.psi() - w.c(w.r)});
  }
  const int v = number_of(w.r);
  std::int64_t blocks = 0, own = 0;
  for (int k = 0; k < static_cast<int>(w.sizes.size()); ++k) {
    const int holder = whole ? k : number_of(k);
    const std::int64_t size = w.sizes[static_cast<std::size_t>(k)];
    for (int j = 0; j < rounds; ++j) blocks += (holder >> j) == (v >> j) ? size : 0;
    own += holder == v ? size : 0;
  }
  const std::int64_t fold = paired ? w.psi() : 0;
  const std::int64_t handed_over = paired && !whole ? w.c(w.r + 1) : 0;
  if (whole) return {w.psi() - own + blocks + fold, fold + blocks + w.psi() - own};
  return w.phases({w.psi() - own + handed_over, fold + blocks},
                  {blocks + fold - handed_over, w.psi() - own + handed_over});
}

// Each edge of a tree carries each of its chunks once up and once down. A place's parent, by its
// bits: xx01 → xx10, xx11 → xx10, or, beyond the last place, xx01 → xx00.
Volume two_trees(const World& w) {
  const auto parent = [&](int place) {
    const int bit = place & -place;
    const int up = (place ^ bit) | (bit << 1);
    return up > w.n ? place ^ bit : up;
  };
  Volume volume;
  for (const int tree : {0, 1}) {
    int place = w.r + 1;
    if (tree == 1) place = w.n % 2 == 0 ? w.n - w.r : (w.r + w.n - 1) % w.n + 1;
    int neighbours = parent(place) == 0 ? 0 : 1;
    for (int other = 1; other <= w.n; ++other) neighbours += parent(other) == place ? 1 : 0;
    for (std::size_t k = static_cast<std::size_t>(tree); k < w.sizes.size(); k += 2) {
      volume = volume + Volume{neighbours * w.sizes[k], neighbours * w.sizes[k]};
    }
  }
  return volume;
}

Volume through_root(const World& w) {
  const std::int64_t others = w.n - 1;
  if (w.collective == Collective::all_reduce) {
    return w.r == 0 ? Volume{others * w.psi(), others * w.psi()} : Volume{w.psi(), w.psi()};
  }
  if (w.r == 0) {
    return w.phases({w.psi() - w.c(0), others * w.psi()},
                    {others * w.psi() - (w.psi() - w.c(0)), w.psi() - w.c(0)});
  }
  return w.phases({w.psi(), w.c(w.r)}, {w.c(w.r), w.psi() - w.c(w.r)});
}

Volume chain(const World& w) {
  const bool broadcast = w.collective == Collective::broadcast;
  const int first = broadcast ? w.root : (w.root + 1) % w.n;
  const int last = broadcast ? (w.root + w.n - 1) % w.n : w.root;
  return {w.r == last ? 0 : w.psi(), w.r == first ? 0 : w.psi()};
}

// The parent of v is v without its highest bit.
Volume binomial(const World& w) {
  const int v = (w.r - w.root + w.n) % w.n;
  std::int64_t children = 0;
  for (unsigned other = 1; other < static_cast<unsigned>(w.n); ++other) {
    children += other - std::bit_floor(other) == static_cast<unsigned>(v) ? 1 : 0;
  }
  const std::int64_t parent = v == 0 ? 0 : 1;
  if (w.collective == Collective::broadcast) return {children * w.psi(), parent * w.psi()};
  return {parent * w.psi(), children * w.psi()};
}

Volume formula(const std::string& algorithm, const World& world) {
  if (world.n == 1) return {};
  if (algorithm == "ring") return ring(world);
  if (algorithm == "bidirectional-ring") return two_rings(world);
  if (algorithm == "direct") return direct(world);
  if (algorithm == "halving-doubling") return halving_doubling(world);
  if (algorithm == "double-binary-tree") return two_trees(world);
  if (algorithm == "root") return through_root(world);
  if (algorithm == "chain") return chain(world);
  if (algorithm == "binomial") return binomial(world);
  REQUIRE(algorithm.starts_with("hierarchical:"));
  return hierarchical(world, std::stoi(algorithm.substr(13)));
}

std::vector<Traffic> counted(const std::string& algorithm, Collective collective, int n,
                             std::size_t elements) {
  const Schedule schedule = build_schedule(collective, algorithm, n);
  return count_per_rank(schedule, {elements, schedule.chunk_count});
}

}  // namespace

TEST_CASE("every algorithm moves what its formula says and the closed form says the same") {
  for (const int n : world_sizes()) {
    for_every_schedule(n, [&](const Schedule& schedule) {
      for (const int psi : {0, 1, n - 1, 37, 1000}) {
        const ChunkLayout layout{static_cast<std::size_t>(psi), schedule.chunk_count};
        const auto traffic = count_per_rank(schedule, layout);
        for (int r = 0; r < n; ++r) {
          const auto of = [&](Sizes sizes) {
            return formula(schedule.algorithm, {std::move(sizes), n, r, schedule.collective,
                                                schedule.root.value_or(0)});
          };
          const Volume elements = of(dealt(psi, schedule.chunk_count));
          const Volume messages = of(Sizes(static_cast<std::size_t>(schedule.chunk_count), 1));
          const Traffic wanted{messages.sent, messages.received, elements.sent, elements.received};
          INFO(described(schedule) << ", psi = " << psi << ", rank " << r);
          CHECK(traffic[static_cast<std::size_t>(r)] == wanted);
          CHECK(closed_form(schedule, layout, r) == wanted);
        }
      }
    });
  }
}

TEST_CASE("even chunks give the figures of the textbook") {
  constexpr std::size_t psi = 4800;
  const auto most_sent = [](const std::vector<Traffic>& ranks) {
    std::int64_t most = 0;
    for (const Traffic& rank : ranks) most = std::max(most, rank.sent_elements);
    return most;
  };
  const auto all_reduce = [&](const char* algorithm, int n) {
    return most_sent(counted(algorithm, Collective::all_reduce, n, psi));
  };
  for (const char* algorithm :
       {"ring", "bidirectional-ring", "hierarchical:4", "direct", "halving-doubling"}) {
    CHECK(all_reduce(algorithm, 8) == 2 * 7 * 4800 / 8);
  }
  CHECK(all_reduce("root", 8) == 7 * 4800);
  CHECK(all_reduce("double-binary-tree", 8) == 2 * 4800);
  CHECK(all_reduce("halving-doubling", 12) == 2 * 7 * 4800 / 8 + 4800);  // 2(p-1)/p·S + S
}

TEST_CASE("a schedule under a name or in chunks of somebody's own has no closed form") {
  Schedule schedule = build_schedule(Collective::all_reduce, "ring", 4);
  const ChunkLayout layout{10, 4};
  CHECK(closed_form(schedule, layout, 0).has_value());
  for (const char* name :
       {"mine", "hierarchical", "hierarchical:3", "chain", "bidirectional-ring"}) {
    schedule.algorithm = name;
    INFO(name);
    CHECK_FALSE(closed_form(schedule, layout, 0).has_value());
    CHECK_FALSE(closed_form_steps(schedule).has_value());
    CHECK(closed_form_text(schedule, Direction::sent) == "formula");
  }
}

TEST_CASE("links in use are counted once each and busy ones per step") {
  const auto use = [](Collective collective, const char* algorithm, int n) {
    const auto root = has_root(collective) ? std::optional(0) : std::nullopt;
    return link_use(build_schedule(collective, algorithm, n, root));
  };
  const LinkUse ring = use(Collective::all_reduce, "ring", 6);
  CHECK(ring.links == 6);
  CHECK(ring.busy_per_step == 6);
  const LinkUse two = use(Collective::all_reduce, "bidirectional-ring", 6);
  CHECK(two.links == 12);
  CHECK(two.busy_per_step == 12);
  const LinkUse direct = use(Collective::all_gather, "direct", 6);
  CHECK(direct.links == 30);
  CHECK(direct.busy_per_step == 6);
  const LinkUse root = use(Collective::all_gather, "root", 6);  // 5 chunks in one step: one link
  CHECK(root.links == 10);
  CHECK(root.busy_per_step == 1);
  const LinkUse tree = use(Collective::broadcast, "binomial", 8);  // 1, 2 and 4 links
  CHECK(tree.links == 7);
  CHECK(tree.busy_per_step * 3 == 7);
  CHECK(use(Collective::all_reduce, "ring", 1).links == 0);
  CHECK(use(Collective::all_reduce, "ring", 1).busy_per_step == 0);
}
