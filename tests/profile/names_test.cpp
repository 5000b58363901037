// Names of kernels, annotations, collectives and types, as files have them.
#include "core/profile/nccl_names.hpp"
#include "tests/catch.hpp"

using namespace zerolab;

TEST_CASE("kernels of every generation of NCCL") {
  struct Kernel {
    const char* name;
    CallKind kind;
    const char* algorithm;
  };
  const Kernel kernels[] = {
      {"ncclKernel_AllReduce_RING_LL_Sum_float(ncclDevComm*, unsigned long, ncclWork*)",
       CallKind::all_reduce, "RING LL"},
      {"ncclKernel_SendRecv_RING_SIMPLE_Sum_int8_t(ncclWorkElem)", CallKind::send_receive,
       "RING SIMPLE"},
      {"ncclDevKernel_AllGather_RING_LL(ncclDevComm*)", CallKind::all_gather, "RING LL"},
      {"ncclDevKernel_AllGather_NVLS(ncclDevComm*)", CallKind::all_gather, "NVLS"},
      {"ncclDevKernel_ReduceScatter_Sum_bf16_RING_LL128(x)", CallKind::reduce_scatter,
       "RING LL128"},
      {"ncclDevKernel_Broadcast_RING_LL(x)", CallKind::broadcast, "RING LL"},
      {"ncclDevKernel_Reduce_Sum_f32_RING_SIMPLE(x)", CallKind::reduce, "RING SIMPLE"},
      {"ncclDevKernel_AllReduce_Sum_f32_TREE_LL(x)", CallKind::all_reduce, "TREE LL"},
      {"ncclDevKernel_AllReduce_Sum_bf16_NVLS_TREE_SIMPLE(x)", CallKind::all_reduce,
       "NVLS_TREE SIMPLE"},
      {"ncclDevKernel_AllReduce_Sum_f16_COLLNET_DIRECT_SIMPLE(x)", CallKind::all_reduce,
       "COLLNET_DIRECT SIMPLE"},
      {"ncclDevKernel_ReduceScatter_Sum_f32_PAT_SIMPLE(x)", CallKind::reduce_scatter, "PAT SIMPLE"},
      {"ncclAllReduceRingLLKernel_sum_f32(ncclColl)", CallKind::all_reduce, "RING LL"},
      {"ncclDevKernel_Generic(x)", CallKind::unknown, ""}};
  for (const Kernel& kernel : kernels) {
    INFO(kernel.name);
    CHECK(is_nccl_kernel(kernel.name));
    CHECK(call_kind(kernel.name) == kernel.kind);
    CHECK(kernel_algorithm(kernel.name) == kernel.algorithm);
  }
  CHECK(!is_nccl_kernel("void at::native::reduce_kernel<512>(ncclKernel)"));
  CHECK(!is_nccl_kernel("Kernel_nccl"));
}

TEST_CASE("annotations and collective names of torch.distributed") {
  struct Name {
    const char* name;
    CallKind kind;
  };
  const Name names[] = {{"nccl:all_reduce", CallKind::all_reduce},
                        {"nccl:all_gather", CallKind::all_gather},
                        {"nccl:_all_gather_base", CallKind::all_gather},
                        {"nccl:reduce_scatter", CallKind::reduce_scatter},
                        {"nccl:_reduce_scatter_base", CallKind::reduce_scatter},
                        {"nccl:broadcast", CallKind::broadcast},
                        {"nccl:reduce", CallKind::reduce},
                        {"nccl:all_to_all", CallKind::all_to_all},
                        {"nccl:send 0->1", CallKind::send},
                        {"nccl:recv 1<-0", CallKind::receive},
                        {"nccl:barrier", CallKind::barrier},
                        {"nccl:coalesced", CallKind::unknown},
                        {"allreduce", CallKind::all_reduce},
                        {"_allgather_base", CallKind::all_gather},
                        {"allgather_into_tensor_coalesced", CallKind::all_gather},
                        {"reduce_scatter_tensor_coalesced", CallKind::reduce_scatter},
                        {"alltoallv", CallKind::all_to_all},
                        {"all_to_allv", CallKind::all_to_all},
                        {"gather", CallKind::gather},
                        {"scatter", CallKind::scatter},
                        {"wait", CallKind::unknown},
                        {"", CallKind::unknown}};
  for (const Name& entry : names) {
    INFO(entry.name);
    CHECK(call_kind(entry.name) == entry.kind);
  }
}

TEST_CASE("types are written as the field writes them and foreign ones kept short") {
  CHECK(dtype_name("Float") == "f32");
  CHECK(dtype_name("c10::BFloat16") == "bf16");
  CHECK(dtype_name("Half") == "f16");
  CHECK(dtype_name("Long") == "i64");
  CHECK(dtype_name("long int") == "i64");
  CHECK(dtype_name("Quaternion\x01 of a very long name") == "Quaternion\\x01 of a");
  CHECK(dtype_bytes("bf16") == 2);
  CHECK(!dtype_bytes("Quaternion"));
}
