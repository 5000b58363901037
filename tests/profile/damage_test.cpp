// A damaged file is a table with a warning that says where it broke off, or an input Error; never
// anything else.
#include <random>

#include "core/base/error.hpp"
#include "core/profile/judgement.hpp"
#include "core/profile/rows.hpp"
#include "core/trace/gzip.hpp"
#include "tests/catch.hpp"
#include "tests/profile/kineto_files.hpp"

using namespace zerolab;
using test::ContainsSubstring;
using test::read_bytes;

namespace {

// The sample's first events, for speed: 33 mentions of NCCL.
std::string small_sample() {
  const std::string text = read_file(test::kineto_sample(test::sized_sample));
  const std::size_t end = text.rfind(", {\"", 14000);
  return text.substr(0, end) + "]}";
}

// Reads and does with it all that the command does.
std::string outcome(const std::string& bytes) {
  try {
    const KinetoTrace trace = read_bytes(bytes).kineto;
    const auto judged = judged_calls(trace.calls);
    rows_of(trace.calls.kernels, trace.info.world_size);
    rows_of(trace.calls.host, trace.info.world_size);
    const Judgement judgement =
        judge(shares_of(judged, trace.info.world_size, trace.steps_marked), trace.info);
    CHECK(!judgement.verdict.empty());
    return trace.warnings.empty() ? std::string() : trace.warnings.front();
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::input);
    CHECK_THAT(error.what(), ContainsSubstring("cannot read"));
    CHECK(std::string_view(error.what()).size() < 400);
    return error.what();
  }
}

}  // namespace

TEST_CASE("a file cut anywhere says where") {
  const std::string text = small_sample();
  for (std::size_t size = 0; size < text.size() - 2; size += 211) {
    INFO("cut to " << size);
    CHECK(!outcome(text.substr(0, size)).empty());
  }
}

TEST_CASE("a compressed file cut anywhere says where") {
  const std::string packed = gzip(small_sample());
  for (std::size_t size = 1; size < packed.size(); size += 97) {
    INFO("cut to " << size);
    CHECK(!outcome(packed.substr(0, size)).empty());
  }
}

TEST_CASE("random damage never does anything else") {
  const std::string text = small_sample();
  const std::string packed = gzip(text);
  std::mt19937 random(1);
  const auto below = [&](std::size_t limit) { return random() % limit; };
  constexpr std::string_view pieces[] = {"{",    "}",    "[", "]",           "\"",
                                         "\\",   ":",    ",", "1e999",       "null",
                                         "\x01", "\xff", "-", "traceEvents", "{\"ph\":\"X\"}"};
  for (int round = 0; round < 100; ++round) {
    std::string damaged = text;
    for (std::size_t change = 0; change <= below(3); ++change) {
      const std::string_view piece = pieces[below(std::size(pieces))];
      damaged.replace(below(damaged.size()), below(2) * below(40), piece);
    }
    outcome(damaged);
    std::string bytes = packed;
    bytes[below(bytes.size())] = static_cast<char>(random());
    outcome(bytes);
  }
}

TEST_CASE("garbage in the middle leaves what lies before it") {
  const std::string text = read_file(test::kineto_sample(test::sized_sample));
  const KinetoTrace trace =
      read_bytes(text.substr(0, 100000) + "\x01\xff" + text.substr(100000)).kineto;
  CHECK(trace.events == 241);
  CHECK(trace.calls.kernels.size() == 19);
  REQUIRE(trace.warnings.size() == 1);
  CHECK_THAT(trace.warnings[0], ContainsSubstring("at byte 100,000 of the file"));
  CHECK_THAT(trace.warnings[0], ContainsSubstring("241 events"));
}

TEST_CASE("an event that is not JSON is left out and the rest read") {
  const KinetoTrace trace =
      read_bytes(test::trace_of({R"({"name": nccl})",
                                 test::event_of("kernel", "ncclKernel_AllReduce", 1, 0, 5)}))
          .kineto;
  CHECK(trace.calls.kernels.size() == 1);
  REQUIRE(trace.warnings.size() == 1);
  CHECK_THAT(trace.warnings[0], ContainsSubstring("1 event that mentions NCCL, first at byte 17"));
}

TEST_CASE("numbers that cannot be are unknown") {
  const auto call = [](std::string_view args) {
    const KinetoTrace trace =
        read_bytes(
            test::trace_of({test::event_of("kernel", "ncclDevKernel_AllReduce", 1, 0, 5, args)}))
            .kineto;
    REQUIRE(trace.calls.kernels.size() == 1);
    CHECK(trace.warnings.size() == 1);
    return trace.calls.kernels[0];
  };
  CHECK(!call(R"("In msg nelems":-5)").input_elements);
  CHECK(!call(R"("In msg nelems":1e300)").input_elements);
  CHECK(!call(R"("In msg nelems":2.5)").input_elements);
  CHECK(!call(R"("Group size":1e40)").group_size);
}

TEST_CASE("fields of another type and missing ones are unknown") {
  const KinetoTrace trace =
      read_bytes(R"({"distributedInfo":7,"traceEvents":[)"
                 R"({"cat":"kernel","name":"ncclDevKernel_AllReduce","args":[1]},)"
                 R"({"cat":"kernel","name":"ncclDevKernel_AllReduce","ts":"a","dur":null,)"
                 R"("args":{"dtype":7,"In msg nelems":[1],"Group size":0,"Collective name":3}},)"
                 R"({"cat":7,"name":"nccl:all_reduce","pid":{},"tid":[]},)"
                 R"({"ph":3,"name":["nccl"]}, 7, null, "nccl"]})")
          .kineto;
  CHECK(trace.calls.kernels.size() == 2);
  CHECK(trace.calls.host.size() == 1);
  for (const Call& call : trace.calls.kernels) {
    CHECK(call.kind == CallKind::all_reduce);
    CHECK(!call.input_elements);
    CHECK(!call.group_size);
    CHECK(call.duration_us == -1);
  }
}

TEST_CASE("what is no trace is an input Error") {
  CHECK_THAT(outcome(""), ContainsSubstring("nothing but blanks"));
  CHECK_THAT(outcome("hello"), ContainsSubstring("begins with"));
  CHECK_THAT(outcome(R"({"a": [1]})"), ContainsSubstring("without traceEvents"));
  CHECK_THAT(outcome(R"({"traceEvents": 5})"), ContainsSubstring("without traceEvents"));
  CHECK_THAT(outcome("{\"traceEvents\":[" + std::string(100000, '[')),
             ContainsSubstring("deeper than 256 levels"));
  CHECK_THROWS_WITH(test::read_trace_file("/nowhere/trace.json"), ContainsSubstring("cannot read"));
  CHECK_THROWS_WITH(test::read_trace_file(std::filesystem::temp_directory_path()),
                    ContainsSubstring("folder"));
}
