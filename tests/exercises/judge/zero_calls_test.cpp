// Exercises 9 to 11: what moves over each link, and which call is wrong.
#include "exercises/judge/zero/call_pairs.hpp"
#include "tests/catch.hpp"
#include "tests/exercises/judge/zero_called.hpp"

namespace zerolab::exercises {

namespace {

using test::ContainsSubstring;

// The size of chunk r of n elements over N ranks.
std::size_t chunk_size(std::size_t n, int ranks, int r) {
  const auto count = static_cast<std::size_t>(ranks);
  return n / count + (static_cast<std::size_t>(r % ranks) < n % count ? 1 : 0);
}

// What rank r sends to r + 1 of a buffer of n elements, in elements.
std::size_t sent_by_reduce_scatter(std::size_t n, int ranks, int r) {
  return n - chunk_size(n, ranks, r);
}
std::size_t sent_by_all_gather(std::size_t n, int ranks, int r) {
  return n - chunk_size(n, ranks, r + 1);
}

std::size_t elements_to_the_right(const Links& links, int rank, int ranks) {
  const auto found = links.find({rank, (rank + 1) % ranks});
  return found == links.end() ? 0 : found->second.elements;
}

std::string kinds(const RunRecord& record, int rank) {
  std::string text;
  const auto seen = seen_calls(record.ranks[static_cast<std::size_t>(rank)]);
  for (const CallPair& pair : paired_calls(right_calls(record.run), seen)) {
    text += pair.same ? "=" : !pair.seen ? "-" : !pair.right ? "+" : "x";
  }
  return text;
}

}  // namespace

TEST_CASE("a step of exercise 9 moves what an all-reduce of the gradients would") {
  for (int ranks = 2; ranks <= 9; ++ranks) {
    for (const std::size_t n : {1, 2, 7, 8, 37}) {
      const Links links = right_links(zero_case(9, ranks, {n}, 3));
      for (int r = 0; r < ranks; ++r) {
        const std::size_t all_reduce =
            2 * n - chunk_size(n, ranks, r) - chunk_size(n, ranks, r + 1);
        CHECK(elements_to_the_right(links, r, ranks) == 3 * all_reduce);
        CHECK(all_reduce == sent_by_reduce_scatter(n, ranks, r) + sent_by_all_gather(n, ranks, r));
      }
      CHECK(links.size() <= static_cast<std::size_t>(ranks));  // to the right neighbour only
    }
  }
}

TEST_CASE("stage 2 moves one and stage 3 three collectives per unit and micro-step") {
  const std::vector<std::size_t> units{11, 3, 0, 8};
  for (int ranks = 2; ranks <= 9; ++ranks) {
    for (int micro_steps = 1; micro_steps <= 3; ++micro_steps) {
      const Links stage_2 = right_links(zero_case(10, ranks, units, micro_steps));
      const Links stage_3 = right_links(zero_case(11, ranks, units, micro_steps));
      for (int r = 0; r < ranks; ++r) {
        std::size_t reduced = 0;
        std::size_t gathered = 0;
        for (const std::size_t unit : units) {
          reduced += sent_by_reduce_scatter(unit, ranks, r);
          gathered += sent_by_all_gather(unit, ranks, r);
        }
        const auto times = static_cast<std::size_t>(micro_steps);
        CHECK(elements_to_the_right(stage_2, r, ranks) == times * reduced);
        CHECK(elements_to_the_right(stage_3, r, ranks) == times * (reduced + 2 * gathered));
      }
    }
  }
}

TEST_CASE("messages of even chunks are 2 N - 2 per step and empty ones are not counted") {
  const Links even = right_links(zero_case(9, 4, {8}, 2));
  for (const auto& [link, traffic] : even) CHECK(traffic.messages == 2 * 2 * 3);
  // One element on four ranks: chunk 0 goes all the way round, but for one link, in each.
  std::size_t messages = 0;
  for (const auto& [link, traffic] : right_links(zero_case(9, 4, {1}, 1))) {
    messages += traffic.messages;
  }
  CHECK(messages == 2 * 3);
}

TEST_CASE("right notes have right calls and right messages") {
  for (const int exercise : {9, 10, 11}) {
    for (int ranks = 2; ranks <= 5; ++ranks) {
      const RunRecord record = called_right(zero_case(exercise, ranks, {7, 0, 4}, 2));
      CHECK_FALSE(first_wrong_call(record));
      CHECK(seen_links(record) == right_links(record.run));
      CHECK(judge(record).empty());
      CHECK(calls_text(record).empty());
    }
  }
}

TEST_CASE("a call that is left out does not make the later ones wrong") {
  const Case run = zero_case(11, 3, {8, 4, 8}, 1);
  CHECK(kinds(called_right(run), 0) == "=========");
  // Gathers 0 to 2 are for the forward passes.
  const RunRecord kept = called_but(run, [](int, Notes& notes) {
    for (int gather = 0; gather < 3; ++gather) erase_note(notes, NoteKind::all_gather, 3);
  });
  CHECK(kinds(kept, 2) == "===-=-=-=");
  const auto wrong = first_wrong_call(kept);
  REQUIRE(wrong);
  CHECK(wrong->place == 3);
  const auto finding = wrong_calls(kept);
  REQUIRE(finding);
  CHECK_THAT(finding->sentence, ContainsSubstring("collective 4 should be an all-gather of 8 "
                                                  "elements, for the parameters of unit 2, for "
                                                  "its backward pass in micro-step 0"));
  CHECK_THAT(finding->nudge, ContainsSubstring("a unit's parameters, for its backward pass"));
}

TEST_CASE("an all-reduce stands for the reduce-scatter and one too many for nothing") {
  const Case run = zero_case(9, 3, {7}, 2);
  const RunRecord more = called_but(run, [](int, Notes& notes) {
    for (Note& note : notes) {
      if (note.kind == NoteKind::reduce_scatter) note.kind = NoteKind::all_reduce;
    }
  });
  CHECK(kinds(more, 1) == "x=x=");
  CHECK_THAT(wrong_calls(more)->nudge, ContainsSubstring("an all-reduce where a reduce-scatter"));
  CHECK_THAT(calls_text(more), ContainsSubstring("all-reduce 7 <-"));

  const RunRecord data_parallel = called_but(run, [](int, Notes& notes) {
    notes = {{NoteKind::all_reduce, -1, 7}, {NoteKind::all_reduce, -1, 7}};
  });
  CHECK(kinds(data_parallel, 0) == "x-x-");
  CHECK_FALSE(wrong_calls(data_parallel));  // just as much moves
  CHECK(called_otherwise(data_parallel));

  const RunRecord twice = called_but(run, [](int, Notes& notes) {
    insert_note(notes, place_of(notes, NoteKind::all_gather, 0), {NoteKind::all_gather, -1, 7});
  });
  CHECK(kinds(twice, 0) == "==+==");
  CHECK_THAT(wrong_calls(twice)->sentence,
             ContainsSubstring("collective 3 is an all-gather of 7 elements, which nothing asks"));
}

TEST_CASE("a chunk in place of the buffer has another number of elements") {
  const RunRecord record = called_but(zero_case(10, 3, {6, 9, 3}, 2), [](int, Notes& notes) {
    for (Note& note : notes) {
      if (note.kind == NoteKind::reduce_scatter) note.elements /= 3;
    }
  });
  CHECK(kinds(record, 0) == "xxxxxx");
  CHECK_THAT(wrong_calls(record)->nudge, ContainsSubstring("another number of elements"));
}

TEST_CASE("a collective of nothing may be called or left out") {
  const Case run = zero_case(10, 3, {5, 0, 4}, 2);
  const RunRecord without = called_but(run, [](int, Notes& notes) {
    std::erase_if(notes, [](const Note& note) {
      return note.kind == NoteKind::reduce_scatter && note.elements == 0;
    });
  });
  CHECK(judge(without).empty());
  const RunRecord barrier = called_but(run, [](int, Notes& notes) {
    insert_note(notes, 0, {NoteKind::all_reduce, -1, 0});
  });
  CHECK(judge(barrier).empty());
}

TEST_CASE("what a stopped rank has not called may have been still to come") {
  RunRecord record = called_but(zero_case(9, 3, {7}, 1), [](int rank, Notes& notes) {
    if (rank > 0) erase_note(notes, NoteKind::all_gather, 0);
  });
  record.ending = Ending::deadlock;
  record.ranks[0].block.clear();
  record.ranks[2].block.clear();
  const auto wrong = first_wrong_call(record);
  REQUIRE(wrong);
  CHECK(wrong->rank == 1);  // which has returned
  const auto disagreement = ranks_disagree(record);
  REQUIRE(disagreement);
  CHECK_THAT(disagreement->sentence,
             ContainsSubstring("collective 2: rank 0 calls an all-gather of 7 elements, and rank "
                               "1 none"));
}

TEST_CASE("who skips an empty collective alone is told as well") {
  RunRecord record = called_but(zero_case(10, 2, {4, 0, 2}, 1), [](int rank, Notes& notes) {
    if (rank == 1) std::erase(notes, Note{NoteKind::reduce_scatter, -1, 0});
  });
  record.ending = Ending::mismatch;
  for (RankResult& rank : record.ranks) rank.block.clear();
  REQUIRE(ranks_disagree(record));
  CHECK_THAT(ranks_disagree(record)->sentence,
             ContainsSubstring("rank 0 calls a reduce-scatter of 0 elements"));
}

}  // namespace zerolab::exercises
