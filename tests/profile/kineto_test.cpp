// Two real traces, and small ones of which every number is known.
#include "core/profile/judgement.hpp"
#include "core/profile/rows.hpp"
#include "core/trace/chrome.hpp"
#include "core/trace/gzip.hpp"
#include "tests/catch.hpp"
#include "tests/profile/kineto_files.hpp"

using namespace zerolab;
using test::ContainsSubstring;
using test::event_of;
using test::kineto_sample;
using test::read_bytes;
using test::read_trace_file;

TEST_CASE("the sample with sizes is plain data parallelism of 25557032 parameters") {
  const KinetoTrace trace = read_trace_file(kineto_sample(test::sized_sample)).kineto;
  CHECK(trace.warnings.empty());
  CHECK(trace.events == 364);
  CHECK(trace.info.rank == 0);
  CHECK(trace.info.world_size == 2);
  CHECK(trace.info.backend == "nccl");
  CHECK(trace.calls.kernels.size() == 21);
  CHECK(every_kernel_has_a_size(trace.calls));

  auto rows = rows_of(trace.calls.kernels, trace.info.world_size);
  sort_rows(rows, SortBy::volume);
  REQUIRE(rows.size() == 7);
  CHECK(rows[0].collective == "all-reduce");
  CHECK(rows[0].elements == 7875584);
  CHECK(rows[0].count == 3);
  CHECK(rows[0].dtype == "f32");
  CHECK(rows[0].algorithm == "RING LL");
  CHECK(rows[0].sent == Extremes{3 * 7875584, 3 * 7875584});  // 2(n-1)/n = 1
  CHECK(rows[6].dtype == "i64");
  CHECK(rows[6].elements == 53);

  const Shares shares = shares_of(judged_calls(trace.calls), trace.info.world_size, 0);
  CHECK(shares.gradient_elements() == 3 * 25557032);
  CHECK(shares.steps == 3);
  const Judgement judgement = judge(shares, trace.info);
  CHECK_THAT(judgement.verdict, ContainsSubstring("Plain data parallelism"));
  CHECK_THAT(judgement.flags, ContainsSubstring("stage 0"));
}

TEST_CASE("the older sample keeps kernels without sizes and calls of the host apart") {
  const KinetoTrace trace = read_trace_file(kineto_sample(test::unsized_sample)).kineto;
  CHECK(trace.warnings.empty());
  CHECK(trace.calls.kernels.size() == 64);
  CHECK(trace.calls.host.size() == 60);
  CHECK(trace.calls.given_sizes == 0);
  CHECK(!every_kernel_has_a_size(trace.calls));
  for (const ProfileRow& row : rows_of(trace.calls.kernels, trace.info.world_size)) {
    CHECK(!row.elements);
    CHECK(!row.sent);
    CHECK(row.total_us > 0);
  }
  const auto judged = judged_calls(trace.calls);
  CHECK(judged.size() == 60);
  const Shares shares = shares_of(judged, trace.info.world_size, 0);
  CHECK(shares.of(CallKind::all_reduce).elements == 6 * (45310188 + 267040 + 4432073));
  CHECK(shares.of(CallKind::all_to_all).count == 42);
  CHECK_THAT(judge(shares, trace.info).verdict, ContainsSubstring("Not ZeRO"));
}

TEST_CASE("what a file is is read from its content") {
  Trace ours;
  ours.header.collectives.push_back({"a", Collective::all_reduce, "ring", {}, 8, 1, DType::f32});
  const std::string json = to_chrome_json(ours);
  CHECK(read_bytes(json).is_ours);
  CHECK(read_bytes(gzip(json)).is_ours);
  CHECK(!read_trace_file(kineto_sample(test::sized_sample)).is_ours);
  // Another program may have written the header behind the events.
  CHECK(read_bytes(R"({"traceEvents":[],"otherData":{"format":"zerolab trace"}})").is_ours);
  CHECK(!read_bytes(R"({"traceEvents":[],"otherData":{"format":"another"}})").is_ours);
}

TEST_CASE("a compressed file says the same as the plain one") {
  const std::string text = read_file(kineto_sample(test::sized_sample));
  const KinetoTrace plain = read_bytes(text).kineto;
  const KinetoTrace packed = read_bytes(gzip(text)).kineto;
  CHECK(packed.text_bytes == text.size());
  CHECK(plain.text_bytes == text.size());
  CHECK(packed.events == plain.events);
  CHECK(packed.calls.kernels.size() == plain.calls.kernels.size());
}

TEST_CASE("the profiler's step annotations are counted once each") {
  const KinetoTrace trace =
      read_bytes(test::trace_of({event_of("user_annotation", "ProfilerStep#3", 1, 0, 5),
                                 event_of("gpu_user_annotation", "ProfilerStep#3", 7, 0, 5),
                                 event_of("user_annotation", "ProfilerStep#4", 1, 9, 5)}))
          .kineto;
  CHECK(trace.steps_marked == 2);
}

TEST_CASE("sizes in Input Dims multiply and lists of tensors add up") {
  const auto elements = [](std::string_view dims) {
    const KinetoTrace trace =
        read_bytes(test::trace_of({event_of("user_annotation", "nccl:all_reduce", 1, 0, 5,
                                            fmt::format(R"("Input Dims":{})", dims))}))
            .kineto;
    REQUIRE(trace.calls.host.size() == 1);
    return trace.calls.host[0].input_elements;
  };
  CHECK(elements("[[2,1024,34820]]") == 2 * 1024 * 34820);
  CHECK(elements("[[[3],[4,2]]]") == 11);
  CHECK(!elements("[]"));
  CHECK(!elements("[[1000000000000,1000000000000]]"));
  CHECK(!elements("[[-3]]"));
  CHECK(!elements("\"[3]\""));
  CHECK(!elements("[[[[[[3]]]]]]"));
}
