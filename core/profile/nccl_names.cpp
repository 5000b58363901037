#include "core/profile/nccl_names.hpp"

#include <array>

#include "core/base/units.hpp"

namespace zerolab {

namespace {

struct KindWord {
  std::string_view word;  // lower case, no underscores
  CallKind kind;
};

// The first word that a name contains decides: the longer ones stand before their parts.
constexpr std::array kind_words{
    KindWord{"sendrecv", CallKind::send_receive},
    KindWord{"pointtopoint", CallKind::send_receive},
    KindWord{"reducescatter", CallKind::reduce_scatter},
    KindWord{"allreduce", CallKind::all_reduce},
    KindWord{"allgather", CallKind::all_gather},
    KindWord{"alltoall", CallKind::all_to_all},
    KindWord{"broadcast", CallKind::broadcast},
    KindWord{"barrier", CallKind::barrier},
    KindWord{"reduce", CallKind::reduce},
    KindWord{"gather", CallKind::gather},
    KindWord{"scatter", CallKind::scatter},
    KindWord{"send", CallKind::send},
    KindWord{"recv", CallKind::receive},
};

struct TypeWord {
  std::string_view word;  // lower case
  std::string_view dtype;
  std::int64_t bytes;
};

constexpr std::array type_words{TypeWord{"float", "f32", 4},
                                TypeWord{"half", "f16", 2},
                                TypeWord{"bfloat16", "bf16", 2},
                                TypeWord{"double", "f64", 8},
                                TypeWord{"long", "i64", 8},
                                TypeWord{"long int", "i64", 8},
                                TypeWord{"int", "i32", 4},
                                TypeWord{"short", "i16", 2},
                                TypeWord{"byte", "u8", 1},
                                TypeWord{"unsigned char", "u8", 1},
                                TypeWord{"char", "i8", 1},
                                TypeWord{"signed char", "i8", 1},
                                TypeWord{"bool", "bool", 1},
                                TypeWord{"float8_e4m3fn", "f8", 1},
                                TypeWord{"float8_e5m2", "f8", 1},
                                TypeWord{"complexfloat", "c64", 8},
                                TypeWord{"c10::complex<float>", "c64", 8}};

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

std::string lower_case(std::string_view text) {
  std::string result;
  for (const char c : text) result += lower(c);
  return result;
}

std::string without_underscores(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c != '_') result += lower(c);
  }
  return result;
}

// What stands in front of the parameter list: "ncclKernel_AllReduce_RING_LL_Sum_float".
std::string_view bare_name(std::string_view kernel) {
  return kernel.substr(0, kernel.find('('));
}

}  // namespace

bool is_nccl_kernel(std::string_view name) {
  const std::string_view bare = bare_name(name);
  const std::size_t nccl = bare.find("nccl");
  return nccl != std::string_view::npos && bare.find("Kernel", nccl) != std::string_view::npos;
}

bool is_nccl_annotation(std::string_view name) {
  return name.starts_with("nccl:");
}

CallKind call_kind(std::string_view name) {
  constexpr std::size_t longest_name = 256;
  const std::string words = without_underscores(bare_name(name.substr(0, longest_name)));
  for (const KindWord& entry : kind_words) {
    if (words.find(entry.word) != std::string::npos) return entry.kind;
  }
  return CallKind::unknown;
}

std::string kernel_algorithm(std::string_view kernel) {
  constexpr std::array algorithms{"COLLNET_DIRECT", "COLLNET_CHAIN", "COLLNET", "NVLS_TREE",
                                  "NVLS",           "RING",          "TREE",    "PAT_"};
  constexpr std::array protocols{"LL128", "SIMPLE", "LL"};
  std::string upper(bare_name(kernel));
  for (char& c : upper) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  for (const std::string_view algorithm : algorithms) {
    const std::size_t place = upper.find(algorithm);
    if (place == std::string::npos) continue;
    std::string text(algorithm.substr(0, algorithm.find_last_not_of('_') + 1));
    for (const std::string_view protocol : protocols) {  // behind it: "AllReduce" has LL in it
      if (upper.find(protocol, place) != std::string::npos)
        return text + " " + std::string(protocol);
    }
    return text;
  }
  return {};
}

std::string dtype_name(std::string_view name) {
  constexpr std::size_t longest_type = 16;
  std::string word = lower_case(name.substr(0, 64));
  if (word.starts_with("c10::") && !word.starts_with("c10::complex")) word.erase(0, 5);
  for (const TypeWord& entry : type_words) {
    if (entry.word == word) return std::string(entry.dtype);
  }
  return printable(name.substr(0, longest_type));
}

std::optional<std::int64_t> dtype_bytes(std::string_view dtype) {
  for (const TypeWord& entry : type_words) {
    if (entry.dtype == dtype) return entry.bytes;
  }
  return std::nullopt;
}

}  // namespace zerolab
