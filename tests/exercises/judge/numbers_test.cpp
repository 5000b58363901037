// Exercises 1 and 6: right numbers, and the misconception that gives wrong ones.
#include <functional>

#include "exercises/judge/findings.hpp"
#include "exercises/judge/partition.hpp"
#include "tests/catch.hpp"

namespace zerolab::exercises {

namespace {

using test::ContainsSubstring;
using Answer = std::vector<std::int64_t>;
using Answers = std::function<Answer(const Case& run, int rank)>;

std::vector<Finding> judged(const Case& run, const Answers& answers) {
  RunRecord record;
  record.run = run;
  for (int rank = 0; rank < run.ranks; ++rank) {
    record.ranks.emplace_back();
    record.ranks.back().numbers = answers(run, rank);
  }
  return judge(record);
}

Case shard_case(std::size_t elements, int ranks) {
  Case run;
  run.exercise = 1;
  run.elements = elements;
  run.ranks = ranks;
  return run;
}

Case volume_case(Collective collective, std::size_t elements = 10, int ranks = 4) {
  Case run = shard_case(elements, ranks);
  run.exercise = 6;
  run.collective = collective;
  return run;
}

void expect(const Case& run, const Answers& answers, const std::string& words) {
  const std::vector<Finding> findings = judged(run, answers);
  REQUIRE(findings.size() == 1);
  CHECK(findings[0].aspect == Aspect::values);
  CHECK_THAT(findings[0].sentence, ContainsSubstring(words));
  CHECK(!findings[0].nudge.empty());
}

Answers from_cut(Cut kind) {
  return [kind](const Case& run, int rank) {
    const Range range = cut(kind, run.elements, run.ranks)[static_cast<std::size_t>(rank)];
    return Answer{static_cast<std::int64_t>(range.begin), static_cast<std::int64_t>(range.end)};
  };
}

}  // namespace

TEST_CASE("right shards and volumes are never flagged") {
  for (int ranks = 1; ranks <= 9; ++ranks) {
    for (std::size_t elements = 0; elements < 30; ++elements) {
      CHECK(judged(shard_case(elements, ranks), right_numbers).empty());
      CHECK(judged(shard_case(elements, ranks), from_cut(Cut::balanced)).empty());
      for (const Collective collective : all_collectives) {
        CHECK(judged(volume_case(collective, elements, ranks), right_numbers).empty());
      }
    }
  }
  // The table of the design.
  const Case run = volume_case(Collective::all_reduce);
  CHECK(right_numbers(run, 0) == Answer{14, 15});
  CHECK(right_numbers(run, 1) == Answer{15, 14});
  CHECK(right_numbers(volume_case(Collective::reduce_scatter), 3) == Answer{8, 8});
  CHECK(right_numbers(volume_case(Collective::broadcast), 3) == Answer{0, 10});
  CHECK(right_numbers(volume_case(Collective::reduce), 1) == Answer{10, 0});
}

TEST_CASE("a wrong partition is named") {
  const Case run = shard_case(10, 4);
  expect(run, from_cut(Cut::ceiling), "⌈n/N⌉");
  expect(run, from_cut(Cut::remainder_last), "the remainder in the last");
  expect(run, from_cut(Cut::floor_only), "the remainder in none");
  expect(run, from_cut(Cut::longer_last), "the last n mod N");
  expect(run, from_cut(Cut::proportional), "⌊r·n/N⌋");
  const auto changed = [](auto change) {
    return [change](const Case& c, int rank) {
      Answer answer = right_numbers(c, rank);
      change(answer, c);
      return answer;
    };
  };
  expect(run, changed([](Answer& a, const Case&) { a[1] -= a[0]; }), "size, not its end");
  expect(run, changed([](Answer& a, const Case&) { a[1] -= 1; }), "one past");
  expect(
      run, [](const Case& c, int rank) { return right_numbers(c, (rank + 1) % 4); },
      "rank 1's shard");
  expect(
      run,
      [](const Case&, int) {
        return Answer{0, 10};
      },
      "shards must meet");
  expect(
      run, [](const Case&, int) { return Answer{}; }, "");
  expect(
      shard_case(10'000'000'003, 8),
      [](const Case& c, int rank) {
        Answer answer = right_numbers(c, rank);
        for (std::int64_t& number : answer) number &= 0xffffffff;
        return answer;
      },
      "an int ends at 2147483647");
  CHECK(judged(run, from_cut(Cut::ceiling))[0].rank == 2);
}

TEST_CASE("a wrong volume is named") {
  const auto changed = [](auto change) {
    return [change](const Case& c, int rank) {
      Answer answer = right_numbers(c, rank);
      change(answer);
      return answer;
    };
  };
  const Case scatter = volume_case(Collective::reduce_scatter);
  const Case reduce = volume_case(Collective::all_reduce);
  expect(scatter, changed([](Answer& a) { std::swap(a[0], a[1]); }), "exchanged");
  expect(scatter, changed([](Answer& a) { a = {a[0] + a[1], a[0] + a[1]}; }), "added up");
  expect(scatter, changed([](Answer& a) { a = {4 * a[0], 4 * a[1]}; }), "bytes");
  const auto always = [](std::int64_t volume) {
    return [volume](const Case&, int) { return Answer{volume, volume}; };
  };
  expect(scatter, always(10), "that is Ψ");
  expect(reduce, always(20), "that is 2Ψ");
  expect(scatter, always(7), "only where N divides");
  expect(reduce, always(15), "only where N divides");
  expect(volume_case(Collective::reduce_scatter, 8, 8), always(14), "added up");
  expect(volume_case(Collective::reduce_scatter, 13, 8), always(22), "2Ψ(N-1)/N");
  expect(
      scatter,
      [](const Case& c, int rank) {
        Case other = c;
        other.collective = Collective::all_gather;
        return right_numbers(other, rank);
      },
      "right for all-gather");
  expect(
      scatter,
      [](const Case& c, int rank) {
        Case gather = c;
        gather.collective = Collective::all_gather;
        const std::int64_t same = right_numbers(gather, rank)[1];  // Ψ - c_r
        return Answer{same, same};
      },
      "never receives chunk r-1");
  expect(volume_case(Collective::broadcast), always(10), "receives nothing");
  expect(volume_case(Collective::reduce), always(10), "sends nothing");
  expect(volume_case(Collective::all_gather, 10, 1), always(10), "nothing moves");
  expect(scatter, always(1), "rank r never sends chunk r");
}

}  // namespace zerolab::exercises
