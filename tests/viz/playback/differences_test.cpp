// Each mistake is found in its step and told in one sentence.
#include "viz/playback/differences.hpp"

#include "tests/catch.hpp"
#include "tests/viz/wrong_rings.hpp"

using namespace zerolab;
using namespace zerolab::test;

namespace {

using Kind = TransferDifference::Kind;

const RunTitles titles{"your run", "the right run"};

// A wrong ring of four beside the right one.
struct Compared {
  explicit Compared(Trace wrong, Trace good = ring_of(4))
      : left(std::move(wrong)), right(std::move(good)), alignment(left, right) {}

  std::vector<TransferDifference> at(std::size_t pair) const {
    return differences_of(left, right, alignment.pairs()[pair]);
  }
  // Of the pair that ends at `time`.
  std::string sentence(double time, std::optional<int> pinned = std::nullopt) const {
    const auto shown = alignment.shown(time);
    const auto found = shown ? at(*shown) : std::vector<TransferDifference>();
    return difference_sentence(alignment, time, left, right, found, titles, pinned);
  }

  Story left;
  Story right;
  Alignment alignment;
};

template <typename Change>
Compared after(const Change& change) {
  Schedule schedule = right_ring(4);
  change(schedule);
  return Compared(trace_of_ring(schedule));
}

}  // namespace

TEST_CASE("runs alike do not differ in any step") {
  const Compared compared(ring_of(4));
  for (std::size_t pair = 0; pair < 3; ++pair) CHECK(compared.at(pair).empty());
  CHECK(compared.sentence(0) == "Both runs begin here.");
  CHECK(compared.sentence(1.5) == "Both runs do the same in this step.");
}

TEST_CASE("another chunk is told, and later what it led to") {
  const Compared compared = after([](Schedule& s) { transfer_of(s, 1, 2).chunk = 2; });
  CHECK(compared.at(0).empty());
  const auto found = compared.at(1);
  REQUIRE(found.size() == 1);
  CHECK(found[0].kind == Kind::chunk);
  CHECK(found[0].left->chunk == 2);
  CHECK(found[0].right->chunk == 0);
  CHECK(compared.sentence(2) == "Rank 2 sends chunk 2, the right run chunk 0.");
  CHECK(compared.sentence(1.5) == compared.sentence(2));
  const auto later = compared.at(2);
  REQUIRE(later.size() == 1);
  CHECK(later[0].kind == Kind::contents);
  CHECK(compared.sentence(3) ==
        "Rank 3 sends chunk 0 with rank 3 in it, the right run with ranks 1, 2, 3.");
}

TEST_CASE("another peer and overwriting and a missing and an extra message are told") {
  CHECK(after([](Schedule& s) { transfer_of(s, 1, 2).destination = 0; }).sentence(2) ==
        "Rank 2 sends chunk 0 to rank 0, the right run to rank 3.");
  CHECK(after([](Schedule& s) { transfer_of(s, 1, 2).combine = Combine::copy; }).sentence(2) ==
        "Rank 3 keeps chunk 0 as it came, the right run adds it.");
  CHECK(after([](Schedule& s) {
          std::erase_if(s.transfers,
                        [](const Transfer& t) { return t.step == 1 && t.source == 2; });
        }).sentence(2) == "Nothing gets from rank 2 to rank 3, in the right run chunk 0.");
  CHECK(after([](Schedule& s) {
          s.transfers.insert(s.transfers.begin(), {0, 2, 0, 1, Combine::add});
        }).sentence(1) == "Rank 2 sends chunk 1 to rank 0, the right run nothing.");
}

TEST_CASE("of several differences the first is told and the pinned rank's first of all") {
  const Compared compared = after([](Schedule& s) {
    for (int rank = 0; rank < 4; ++rank) transfer_of(s, 0, rank).chunk = rank;
  });
  CHECK(compared.at(0).size() == 4);
  CHECK(compared.sentence(1) ==
        "Rank 0 sends chunk 0, the right run chunk 3; 3 more transfers differ.");
  CHECK(compared.sentence(1, 2) ==
        "Rank 1 sends chunk 1, the right run chunk 0; 3 more transfers differ.");
}

TEST_CASE("a step that only one run has is told with its messages") {
  const Compared compared(ring_cut_short(4));
  CHECK(compared.at(2).size() == 4);
  CHECK(compared.sentence(3) == "Your run sends nothing in this step, the right run 4 messages.");
  CHECK(ended_words(compared.alignment, 3, compared.left, compared.right, Side::left) ==
        "ended: 4 messages fewer");
  CHECK(ended_words(compared.alignment, 3, compared.right, compared.left, Side::right).empty());
  CHECK(ended_words(compared.alignment, 2, compared.left, compared.right, Side::left).empty());
  const Compared swapped(ring_of(4), ring_cut_short(4));
  CHECK(swapped.sentence(3) == "Your run sends 4 messages in this step, the right run nothing.");
}

TEST_CASE("names of files are not capitalised") {
  CHECK(heading("your run") == "Your run");
  CHECK(heading("mine.json") == "mine.json");
  CHECK(heading("") == "");
}
