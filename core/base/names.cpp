#include "core/base/names.hpp"

#include <string>

#include "core/base/error.hpp"

namespace zerolab {

namespace {

template <typename Enum, std::size_t count>
Enum parse_name(std::string_view name, const char* what, const std::array<Enum, count>& values) {
  std::string known;
  for (const Enum value : values) {
    if (to_string(value) == name) return value;
    if (!known.empty()) known += ", ";
    known += to_string(value);
  }
  throw input_error("unknown {} '{}': it may be {}", what, name, known);
}

}  // namespace

std::string_view to_string(Collective collective) {
  switch (collective) {
    case Collective::reduce_scatter: return "reduce-scatter";
    case Collective::all_gather: return "all-gather";
    case Collective::all_reduce: return "all-reduce";
    case Collective::broadcast: return "broadcast";
    case Collective::reduce: return "reduce";
  }
  throw InvariantError("a Collective without a name");
}

std::string_view to_string(Combine combine) {
  switch (combine) {
    case Combine::copy: return "copy";
    case Combine::add: return "add";
  }
  throw InvariantError("a Combine without a name");
}

std::string_view to_string(DType dtype) {
  switch (dtype) {
    case DType::f32: return "f32";
    case DType::bf16: return "bf16";
    case DType::i64: return "i64";
  }
  throw InvariantError("a DType without a name");
}

std::string_view to_string(MemoryCategory category) {
  switch (category) {
    case MemoryCategory::parameters: return "parameters";
    case MemoryCategory::gradients: return "gradients";
    case MemoryCategory::master_weights: return "master weights";
    case MemoryCategory::momentum: return "momentum";
    case MemoryCategory::variance: return "variance";
    case MemoryCategory::gathered_parameters: return "gathered parameters";
    case MemoryCategory::buckets: return "buckets";
    case MemoryCategory::activations: return "activations";
    case MemoryCategory::scratch: return "scratch";
  }
  throw InvariantError("a MemoryCategory without a name");
}

Collective parse_collective(std::string_view name) {
  return parse_name(name, "collective", all_collectives);
}

Combine parse_combine(std::string_view name) {
  return parse_name(name, "combine", std::array{Combine::copy, Combine::add});
}

DType parse_dtype(std::string_view name) {
  return parse_name(name, "element type", std::array{DType::f32, DType::bf16, DType::i64});
}

MemoryCategory parse_memory_category(std::string_view name) {
  return parse_name(name, "memory category", all_memory_categories);
}

bool has_root(Collective collective) {
  switch (collective) {
    case Collective::broadcast:
    case Collective::reduce: return true;
    case Collective::reduce_scatter:
    case Collective::all_gather:
    case Collective::all_reduce: return false;
  }
  throw InvariantError("a Collective of which nobody said whether it has a root");
}

std::size_t size_bytes(DType dtype) {
  switch (dtype) {
    case DType::f32: return 4;
    case DType::bf16: return 2;
    case DType::i64: return 8;
  }
  throw InvariantError("a DType without a size");
}

bool is_at_rest(MemoryCategory category) {
  switch (category) {
    case MemoryCategory::parameters:
    case MemoryCategory::gradients:
    case MemoryCategory::master_weights:
    case MemoryCategory::momentum:
    case MemoryCategory::variance: return true;
    case MemoryCategory::gathered_parameters:
    case MemoryCategory::buckets:
    case MemoryCategory::activations:
    case MemoryCategory::scratch: return false;
  }
  throw InvariantError("a MemoryCategory of which nobody said whether it is at rest");
}

}  // namespace zerolab
