// One collective that a file shows as kernel, annotation and launch counts once; what is not
// certainly the same stays apart.
#include "core/profile/shares.hpp"
#include "tests/catch.hpp"
#include "tests/profile/kineto_files.hpp"

using namespace zerolab;
using test::event_of;
using test::trace_of;

namespace {

constexpr std::string_view all_reduce_kernel = "ncclDevKernel_AllReduce_Sum_f32_RING_LL(x)";
constexpr std::string_view grouped_kernel = "ncclDevKernel_SendRecv(x)";

std::string kernel(std::string_view name, double begin, std::string_view args) {
  return event_of("kernel", name, 7, begin, 10, args);
}

JoinedCalls joined(const std::vector<std::string>& events) {
  return test::read_bytes(trace_of(events)).kineto.calls;
}

}  // namespace

TEST_CASE("a kernel's own size holds and its annotation is not counted again") {
  const JoinedCalls calls = joined(
      {event_of("user_annotation", "nccl:all_reduce", 1, 0, 5, R"("External id":12)"),
       event_of("gpu_user_annotation", "nccl:all_reduce", 7, 99, 12, R"("External id":12)"),
       kernel(all_reduce_kernel, 100,
              R"("External id":11,"correlation":5,"Collective name":"allreduce",)"
              R"("In msg nelems":640,"Out msg nelems":640,"Group size":8,"dtype":"BFloat16")")});
  REQUIRE(calls.kernels.size() == 1);
  CHECK(calls.host.empty());
  CHECK(calls.given_sizes == 0);
  CHECK(calls.kernels[0].input_elements == 640);
  CHECK(calls.kernels[0].dtype == "bf16");
  CHECK(calls.kernels[0].group_size == 8);
  CHECK(calls.kernels[0].duration_us == 10);
}

TEST_CASE("a kernel takes its size from the call with its External id") {
  const JoinedCalls calls =
      joined({kernel(all_reduce_kernel, 100, R"("External id":11,"correlation":5)"),
              event_of("cpu_op", "record_param_comms", 1, 0, 5,
                       R"("External id":11,"Collective name":"allreduce","In msg nelems":640,)"
                       R"("Out msg nelems":640,"Group size":4,"dtype":"Float")")});
  REQUIRE(calls.kernels.size() == 1);
  CHECK(calls.host.empty());
  CHECK(calls.given_sizes == 1);
  CHECK(calls.kernels[0].input_elements == 640);
  CHECK(calls.kernels[0].group_size == 4);
  CHECK(calls.kernels[0].algorithm == "RING LL");
}

TEST_CASE("an id that is only the correlation is no External id") {
  const JoinedCalls calls =
      joined({kernel(all_reduce_kernel, 100, R"("External id":11,"correlation":11)"),
              event_of("user_annotation", "nccl:all_reduce", 1, 0, 5,
                       R"("External id":11,"Input Dims":[[640]],"Input type":["float"])")});
  REQUIRE(calls.kernels.size() == 1);
  CHECK(!calls.kernels[0].input_elements);
  REQUIRE(calls.host.size() == 1);
  CHECK(calls.host[0].input_elements == 640);
}

TEST_CASE("the annotation drawn over a kernel leads to the call") {
  const std::string call = event_of("user_annotation", "nccl:all_to_all", 1, 0, 5,
                                    R"("External id":12,"Input Dims":[[2,32,10]],)"
                                    R"("Input type":["float"])");
  const std::string drawn =
      event_of("gpu_user_annotation", "nccl:all_to_all", 7, 99, 12, R"("External id":12)");
  const JoinedCalls calls =
      joined({call, drawn, kernel(grouped_kernel, 100, R"("External id":3)")});
  REQUIRE(calls.kernels.size() == 1);
  CHECK(calls.kernels[0].kind == CallKind::all_to_all);
  CHECK(calls.kernels[0].input_elements == 640);
  CHECK(calls.kernels[0].dtype == "f32");
  CHECK(calls.host.empty());

  const JoinedCalls elsewhere =
      joined({call, drawn, event_of("kernel", grouped_kernel, 8, 100, 10, "")});
  CHECK(!elsewhere.kernels[0].input_elements);
  CHECK(elsewhere.host.size() == 1);
}

TEST_CASE("the launch during a call leads to the call") {
  const std::string call = event_of("user_annotation", "nccl:all_reduce", 1, 0, 50,
                                    R"("External id":12,"Input Dims":[[640]])");
  const auto launch = [](double begin) {
    return event_of("cuda_runtime", "cudaLaunchKernelExC", 1, begin, 5, R"("correlation":77)");
  };
  const std::string launched = kernel(all_reduce_kernel, 100, R"("correlation":77)");
  CHECK(joined({call, launch(20), launched}).kernels[0].input_elements == 640);
  CHECK(!joined({call, launch(51), launched}).kernels[0].input_elements);
}

TEST_CASE("a call of another kind gives no size") {
  const JoinedCalls calls =
      joined({kernel(all_reduce_kernel, 100, R"("External id":11,"correlation":5)"),
              event_of("user_annotation", "nccl:broadcast", 1, 0, 5,
                       R"("External id":11,"Input Dims":[[640]])")});
  CHECK(calls.kernels[0].kind == CallKind::all_reduce);
  CHECK(!calls.kernels[0].input_elements);
  CHECK(calls.host.size() == 1);
}

TEST_CASE("several kernels of one call are one collective") {
  const JoinedCalls calls =
      joined({event_of("user_annotation", "nccl:all_to_all", 1, 0, 5,
                       R"("External id":11,"Input Dims":[[640]])"),
              kernel(grouped_kernel, 100, R"("External id":11,"correlation":5)"),
              kernel(grouped_kernel, 120, R"("External id":11,"correlation":6)")});
  REQUIRE(calls.kernels.size() == 1);
  CHECK(calls.kernels[0].duration_us == 20);
}

TEST_CASE("an annotation inside record_param_comms is the same call") {
  for (const bool annotation_outside : {false, true}) {
    const JoinedCalls calls =
        joined({event_of("cpu_op", "record_param_comms", 1, annotation_outside ? 2 : 0, 50,
                         R"("External id":11,"Collective name":"allreduce","In msg nelems":640)"),
                event_of("user_annotation", "nccl:all_reduce", 1, annotation_outside ? 0 : 2, 40,
                         R"("External id":12)")});
    CHECK(calls.kernels.empty());
    REQUIRE(calls.host.size() == 1);
    CHECK(calls.host[0].input_elements == 640);
  }
}

TEST_CASE("calls of the host count where kernels do not tell and nowhere else") {
  const std::string call = event_of("user_annotation", "nccl:all_reduce", 1, 0, 5,
                                    R"("External id":12,"Input Dims":[[640]])");
  const auto judged = [](const JoinedCalls& calls) { return judged_calls(calls).size(); };
  CHECK(judged(joined({call})) == 1);
  CHECK(judged(joined({call, kernel(all_reduce_kernel, 100, "")})) == 1);
  CHECK(judged(joined({call, kernel(all_reduce_kernel, 100, R"("In msg nelems":640)")})) == 1);
  CHECK(judged(joined({call, kernel("ncclDevKernel_Broadcast(x)", 100, "")})) == 2);
}

TEST_CASE("waits and other threads' launches are no collectives") {
  const JoinedCalls calls =
      joined({event_of("cpu_op", "record_param_comms", 1, 0, 5, R"("Collective name":"wait")"),
              event_of("cuda_runtime", "cudaLaunchKernel", 1, 0, 5, R"("correlation":77)"),
              event_of("kernel", "void gemm(nccl)", 7, 0, 5, "")});
  CHECK(calls.kernels.empty());
  CHECK(calls.host.empty());
}
