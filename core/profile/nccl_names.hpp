// What the names of NCCL's kernels and of PyTorch's annotations say. Every name is data of the
// file: an unknown one is unknown, never an error.
//   ncclKernel_AllReduce_RING_LL_Sum_float(…)      NCCL to 2.18
//   ncclDevKernel_AllGather_RING_LL(…)             NCCL from 2.19
//   ncclAllReduceRingLLKernel_sum_f32(…)           NCCL to 2.7
//   nccl:_all_gather_base, nccl:all_reduce         annotations of torch.distributed
//   allreduce, reduce_scatter_tensor_coalesced     "Collective name" arguments
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/profile/call.hpp"

namespace zerolab {

// A kernel of NCCL (or RCCL, which keeps the names).
bool is_nccl_kernel(std::string_view name);

// An annotation around a call of torch.distributed.
bool is_nccl_annotation(std::string_view name);

// Of a kernel, an annotation or a "Collective name".
CallKind call_kind(std::string_view name);

// "RING LL", "TREE SIMPLE", "NVLS", "COLLNET_DIRECT"; empty where the name says nothing. Kernels
// are shared between types, so that the type in the name is not the call's.
std::string kernel_algorithm(std::string_view kernel);

// "Float", "float", "c10::BFloat16" -> "f32", "bf16"; any other text printable and cut to 16
// characters.
std::string dtype_name(std::string_view name);

// Of one element; none for a type that dtype_name does not know.
std::optional<std::int64_t> dtype_bytes(std::string_view dtype);

}  // namespace zerolab
