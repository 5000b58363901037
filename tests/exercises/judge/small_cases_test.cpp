// Mistakes that only certain cases show: one case each, and what is said about it.
#include <algorithm>

#include "exercises/judge/exam.hpp"
#include "tests/catch.hpp"
#include "tests/exercises/judge/ring_options.hpp"

namespace zerolab::exercises {

namespace {

using test::ContainsSubstring;
using Spans = std::vector<std::span<float>>;

// The first finding of the case, in a group that asks for everything.
Finding told(const Case& run, const Program& program) {
  Exam exam{run.exercise, {0, 0, 0, 100, 0}, {{Group::edges, run, std::nullopt}}};
  SimulatedRunner runner(program);
  const ExamReport report = examine(exam, runner);
  const GroupReport& edges = report.groups[static_cast<std::size_t>(Group::edges)];
  REQUIRE(edges.failed == 1);
  REQUIRE(!edges.findings.empty());
  return edges.findings.front();
}

void expect(const Case& run, const Program& program, const std::string& sentence,
            const std::string& nudge) {
  const Finding finding = told(run, program);
  CHECK_THAT(finding.sentence, ContainsSubstring(sentence));
  CHECK_THAT(finding.nudge, ContainsSubstring(nudge));
}

Case of(int exercise, int ranks, std::size_t elements) {
  Case run;
  run.exercise = exercise;
  run.ranks = ranks;
  run.elements = elements;
  run.delivery = Delivery::buffered;
  return run;
}

Case of_tensors(int ranks, std::vector<std::size_t> tensors, std::size_t bucket) {
  Case run = of(7, ranks, 0);
  for (const std::size_t tensor : tensors) run.elements += tensor;
  run.tensors = std::move(tensors);
  run.bucket_elements = bucket;
  return run;
}

// The ring of exercise 3, one call at a time: `pass` sends one span and fills the other.
using Pass = std::function<void(Comm&, std::span<float> out, std::span<float> in)>;
Program ring_with(const Pass& pass) {
  return [pass](Comm& comm, const Case& run, const Spans& spans) {
    const std::vector<Range> chunks = cut(Cut::balanced, run.elements, run.ranks);
    const auto chunk = [&](int number) {
      const Range range = chunks[static_cast<std::size_t>((number + 2 * run.ranks) % run.ranks)];
      return spans[0].subspan(range.begin, range.size());
    };
    for (int step = 0; step < run.ranks - 1; ++step) {
      const std::span<float> sum = chunk(comm.rank() - 2 - step);
      std::vector<float> arrived(sum.size());
      pass(comm, chunk(comm.rank() - 1 - step), arrived);
      for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += arrived[i];
    }
  };
}

void pass_unless_empty(Comm& comm, std::span<float> out, std::span<float> in) {
  if (!out.empty()) comm.send(out, right_of(comm));
  if (!in.empty()) comm.recv(in, left_of(comm));
}

void announce_and_pass(Comm& comm, std::span<float> out, std::span<float> in) {
  float size = static_cast<float>(out.size());
  float announced = 0;
  comm.sendrecv({&size, 1}, right_of(comm), {&announced, 1}, left_of(comm));
  comm.sendrecv(out, right_of(comm), in, left_of(comm));
}

void pass_in_pieces(Comm& comm, std::span<float> out, std::span<float> in) {
  for (std::size_t i = 0; i < out.size(); ++i) {
    comm.sendrecv(out.subspan(i, 1), right_of(comm), in.subspan(i, 1), left_of(comm));
  }
}

// Averages the first `elements` of the list in the given buckets; `scale` is what 1/N should be.
Program average(std::vector<std::size_t> buckets, const std::function<float(int, float)>& scale) {
  return [buckets, scale](Comm& comm, const Case&, const Spans& spans) {
    std::vector<float*> places;
    for (const std::span<float> tensor : spans) {
      for (float& element : tensor) places.push_back(&element);
    }
    std::size_t begin = 0;
    for (std::size_t k = 0; k < buckets.size(); ++k) {
      std::vector<float> bucket;
      for (std::size_t i = 0; i < buckets[k]; ++i) bucket.push_back(*places[begin + i]);
      ring_first_half(comm, bucket);
      ring_second_half(comm, bucket);
      const float by = scale(static_cast<int>(k), static_cast<float>(comm.size()));
      for (std::size_t i = 0; i < buckets[k]; ++i) *places[begin + i] = bucket[i] * by;
      begin += buckets[k];
    }
  };
}

float rightly(int, float ranks) {
  return 1 / ranks;
}

}  // namespace

TEST_CASE("messages of empty chunks that are left out are told apart from missing ones") {
  expect(of(3, 3, 1), ring_with(pass_unless_empty), "which is empty here: it is sent all the same",
         "empty chunks are left out");
  expect(of(3, 4, 0), ring_with(pass_unless_empty), "leaves out chunk", "empty chunks");
  expect(
      of(3, 3, 1), [](Comm&, const Case&, const Spans&) {}, "no rank sends anything",
      "nothing is sent");
}

TEST_CASE("sizes sent ahead and messages in pieces are named") {
  expect(of(3, 3, 7), ring_with(announce_and_pass), "to announce the size of the next message",
         "sizes are announced");
  expect(of(3, 3, 6), ring_with(pass_in_pieces), "in pieces that are 4 messages instead of 2",
         "in pieces");
}

TEST_CASE("with one rank a wrong result is said to be that") {
  expect(
      of(2, 1, 3), [](Comm&, const Case&, const Spans&) {}, "a copy of `mine`", "with one rank");
  expect(
      of(5, 1, 3),
      [](Comm&, const Case&, const Spans& spans) {
        for (float& element : spans[0]) element *= 2;
      },
      "with one rank", "with one rank");
}

TEST_CASE("an average where the sum is asked is no miscount of inputs") {
  for (const int exercise : {3, 5}) {
    const Program program = [exercise](Comm& comm, const Case&, const Spans& spans) {
      ring_first_half(comm, spans[0]);
      if (exercise == 5) ring_second_half(comm, spans[0]);
      for (float& element : spans[0]) element /= static_cast<float>(comm.size());
    };
    expect(of(exercise, 3, 6), program, "divided by 3", "the sum is asked, not the average");
  }
}

TEST_CASE("another cut is found in either numbering of an all-reduce") {
  for (const int first : {0, -1}) {
    RingOptions options;
    options.first_sends = first;
    options.second_sends = first + 1;
    options.cut = Cut::remainder_last;
    expect(of(5, 3, 8), both_halves(options), "the remainder in the last", "exercise 1");
  }
}

TEST_CASE("what is wrong with the last bucket or an empty tensor is named") {
  const Case uneven = of_tensors(3, {5, 6}, 6);
  const Case even = of_tensors(3, {5, 7}, 6);
  expect(even, average({6, 6, 0}, rightly), "the last 4 are empty", "an empty bucket");
  expect(uneven, average({6, 5}, [](int k, float ranks) { return k == 1 ? 1 : 1 / ranks; }),
         "divide the last bucket by 3", "last bucket");
  expect(uneven, average({6, 5}, [](int, float) { return 0.0F; }), "1 / N is 0", "1 / N is 0");
  expect(of_tensors(3, {6, 0, 6}, 6), average({6}, rightly), "tensor 1 is empty", "empty tensor");
  expect(of_tensors(3, {6, 6}, 6), average({6}, rightly), "sends nothing for bucket 1",
         "the last bucket");
}

}  // namespace zerolab::exercises
