// One event of a PyTorch profiler trace (Kineto), as far as it concerns communication.
// Fields that are missing or have another type are unknown, never an error.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/profile/call.hpp"

namespace zerolab {

enum class KinetoKind {
  kernel,           // of NCCL, on a GPU's stream
  gpu_annotation,   // the profiler's copy of an annotation, drawn over the kernels it launched
  host_annotation,  // nccl:… around a call of torch.distributed
  parameters,       // record_param_comms: the same call, with its sizes
  launch,           // cudaLaunchKernel…: its correlation is the kernel's
  step,             // ProfilerStep#7
  other
};

struct KinetoEvent {
  KinetoKind kind = KinetoKind::other;
  Call call;
  std::uint64_t lane = 0;         // a process's thread, or a device's stream
  std::int64_t external_id = -1;  // -1: none, also below
  std::int64_t correlation = -1;
  std::int64_t step = -1;
  bool has_faulty_numbers = false;  // a size or a time that cannot be, left out
};

// What the file says of the whole world.
struct DistributedInfo {
  std::optional<std::int64_t> rank;
  std::optional<std::int64_t> world_size;
  std::string backend;
  std::size_t groups = 0;  // process groups listed
};

// Whether an event's text may be one that KinetoReader makes something of: cheap, and never wrong
// when it says no.
bool may_concern_communication(std::string_view event);

class KinetoParser {
 public:
  KinetoParser();
  ~KinetoParser();
  KinetoParser(const KinetoParser&) = delete;
  KinetoParser& operator=(const KinetoParser&) = delete;

  // None where the text is not JSON.
  std::optional<KinetoEvent> event(std::string_view object);

  std::optional<DistributedInfo> distributed_info(std::string_view object);

  // The text at `key` of an object; empty where there is none.
  std::string text_member(std::string_view object, std::string_view key);

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace zerolab
