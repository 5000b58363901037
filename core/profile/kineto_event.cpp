#include "core/profile/kineto_event.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <functional>

#include <simdjson.h>

#include "core/base/units.hpp"
#include "core/profile/nccl_names.hpp"

namespace zerolab {

namespace {

using simdjson::dom::array;
using simdjson::dom::element;
using simdjson::dom::object;

constexpr double longest_time_us = 1e12;  // eleven days
constexpr std::size_t longest_called = 40;

std::string_view text_at(object from, std::string_view key) {
  std::string_view text;
  return from[key].get(text) == simdjson::SUCCESS ? text : std::string_view();
}

// A number, also where it is written as text ("Ev Idx": "7").
std::optional<double> number_at(object from, std::string_view key) {
  double number = 0;
  if (from[key].get(number) == simdjson::SUCCESS) return number;
  const std::string_view text = text_at(from, key);
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool whole = status == std::errc{} && end == text.data() + text.size();
  return whole ? std::optional(number) : std::nullopt;
}

std::int64_t id_at(object from, std::string_view key) {
  const auto number = number_at(from, key);
  return number && *number >= 0 && *number < 9e15 ? static_cast<std::int64_t>(*number) : -1;
}

// A whole number from 0 to `most`; `faulty` is set where there is one outside.
std::optional<std::int64_t> whole_at(object from, std::string_view key, std::int64_t most,
                                     bool& faulty) {
  const auto number = number_at(from, key);
  if (!number) return std::nullopt;
  if (*number >= 0 && *number <= static_cast<double>(most) && *number == std::floor(*number)) {
    return static_cast<std::int64_t>(*number);
  }
  faulty = true;
  return std::nullopt;
}

std::size_t hash_of(object from, std::string_view key) {
  element value;
  if (from[key].get(value) != simdjson::SUCCESS) return 0;
  return std::hash<std::string>{}(simdjson::minify(value));
}

// The elements of "Input Dims": [[2, 1024, 34820]] holds one tensor, [[[3], [4]]] a list of two.
std::optional<std::int64_t> elements_of(element dims, int levels_left) {
  array list;
  if (dims.get(list) != simdjson::SUCCESS || levels_left == 0) return std::nullopt;
  std::int64_t product = 1;
  std::int64_t sum = 0;
  bool has_numbers = false;
  bool has_lists = false;
  for (const element item : list) {
    std::int64_t size = 0;
    if (item.get(size) == simdjson::SUCCESS) {
      if (size < 0 || (size > 0 && product > most_elements / size)) return std::nullopt;
      product *= size;
      has_numbers = true;
    } else if (const auto inner = elements_of(item, levels_left - 1)) {
      sum = saturating_sum(sum, *inner);
      has_lists = true;
    }
  }
  if (has_numbers == has_lists || sum > most_elements) return std::nullopt;
  return has_numbers ? product : sum;
}

std::string first_type(object args) {
  array types;
  if (args["Input type"].get(types) != simdjson::SUCCESS) return {};
  for (const element type : types) {
    std::string_view name;
    if (type.get(name) == simdjson::SUCCESS && !name.empty()) return dtype_name(name);
  }
  return {};
}

void read_arguments(object args, KinetoEvent& event) {
  event.external_id = id_at(args, "External id");
  event.correlation = id_at(args, "correlation");
  Call& call = event.call;
  bool& faulty = event.has_faulty_numbers;
  if (const std::string_view name = text_at(args, "Collective name"); !name.empty()) {
    call.kind = call_kind(name);
    call.called = call.kind == CallKind::unknown ? printable(name.substr(0, longest_called)) : "";
  }
  call.input_elements = whole_at(args, "In msg nelems", most_elements, faulty);
  call.output_elements = whole_at(args, "Out msg nelems", most_elements, faulty);
  call.group_size = whole_at(args, "Group size", most_ranks, faulty);
  if (call.group_size == 0) call.group_size.reset();
  if (const std::string_view type = text_at(args, "dtype"); !type.empty()) {
    call.dtype = dtype_name(type);
  }
  element dims;
  if (!call.input_elements && args["Input Dims"].get(dims) == simdjson::SUCCESS) {
    call.input_elements = elements_of(dims, 4);
    if (call.dtype.empty()) call.dtype = first_type(args);
  }
}

KinetoKind kind_of(std::string_view name, std::string_view category) {
  if (name.starts_with("ProfilerStep#")) {
    return category.starts_with("gpu") ? KinetoKind::other : KinetoKind::step;
  }
  if (category == "kernel" || category == "Kernel") {
    return is_nccl_kernel(name) ? KinetoKind::kernel : KinetoKind::other;
  }
  if (category == "gpu_user_annotation") {
    return is_nccl_annotation(name) ? KinetoKind::gpu_annotation : KinetoKind::other;
  }
  if (name == "record_param_comms") return KinetoKind::parameters;
  if (is_nccl_annotation(name)) return KinetoKind::host_annotation;
  return name.find("LaunchKernel") != std::string_view::npos ? KinetoKind::launch
                                                             : KinetoKind::other;
}

}  // namespace

struct KinetoParser::Implementation {
  simdjson::dom::parser parser;

  std::optional<object> parse(std::string_view text) {
    object root;
    const auto error = parser.parse(text.data(), text.size()).get(root);
    return error == simdjson::SUCCESS ? std::optional(root) : std::nullopt;
  }
};

KinetoParser::KinetoParser() : implementation_(std::make_unique<Implementation>()) {}
KinetoParser::~KinetoParser() = default;

bool may_concern_communication(std::string_view event) {
  for (const std::string_view word :
       {"nccl", "LaunchKernel", "record_param_comms", "ProfilerStep#"}) {
    if (event.find(word) != std::string_view::npos) return true;
  }
  return false;
}

std::optional<KinetoEvent> KinetoParser::event(std::string_view text) {
  const auto root = implementation_->parse(text);
  if (!root) return std::nullopt;
  KinetoEvent event;
  const std::string_view phase = text_at(*root, "ph");
  if (!phase.empty() && phase != "X") return event;
  const std::string_view name = text_at(*root, "name");
  event.kind = kind_of(name, text_at(*root, "cat"));
  if (event.kind == KinetoKind::other) return event;
  Call& call = event.call;
  call.kind = call_kind(name);
  if (call.kind == CallKind::unknown) {
    call.called = printable(name.substr(0, std::min(name.find('('), longest_called)));
  }
  if (event.kind == KinetoKind::kernel) call.algorithm = kernel_algorithm(name);
  call.begin_us = number_at(*root, "ts").value_or(0);
  const auto duration = number_at(*root, "dur");
  if (duration && *duration >= 0 && *duration <= longest_time_us) call.duration_us = *duration;
  event.has_faulty_numbers = duration && call.duration_us < 0;
  event.lane = hash_of(*root, "pid") * 1000003 + hash_of(*root, "tid");
  if (event.kind == KinetoKind::step) {
    const std::string_view digits = name.substr(name.find('#') + 1);
    std::from_chars(digits.data(), digits.data() + digits.size(), event.step);
    return event;
  }
  object args;
  if ((*root)["args"].get(args) == simdjson::SUCCESS) read_arguments(args, event);
  return event;
}

std::optional<DistributedInfo> KinetoParser::distributed_info(std::string_view text) {
  const auto root = implementation_->parse(text);
  if (!root) return std::nullopt;
  DistributedInfo info;
  bool faulty = false;
  info.rank = whole_at(*root, "rank", most_ranks, faulty);
  info.world_size = whole_at(*root, "world_size", most_ranks, faulty);
  if (info.world_size == 0) info.world_size.reset();
  info.backend = printable(text_at(*root, "backend").substr(0, longest_called));
  array groups;
  if ((*root)["pg_config"].get(groups) == simdjson::SUCCESS) info.groups = groups.size();
  return info;
}

std::string KinetoParser::text_member(std::string_view text, std::string_view key) {
  const auto root = implementation_->parse(text);
  return root ? std::string(text_at(*root, key)) : std::string();
}

}  // namespace zerolab
