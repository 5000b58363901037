#include "core/execute/collectives.hpp"

#include <algorithm>
#include <string>

#include "core/base/clock.hpp"
#include "core/base/error.hpp"
#include "core/schedule/build.hpp"

namespace zerolab {

std::size_t default_slice_bytes(int world_size) {
  constexpr std::size_t kib = 1024;
  return std::clamp(1024 * kib / static_cast<std::size_t>(world_size), 32 * kib, 256 * kib);
}

Collectives::Collectives(Transport& transport, Recorder* recorder, CollectiveOptions options)
    : transport_(transport),
      recorder_(recorder),
      options_(std::move(options)),
      order_check_(transport) {}

Range Collectives::own_chunk(std::size_t elements) const {
  return ChunkLayout{elements, world_size()}.range(rank());
}

void Collectives::barrier() {
  run(Collective::all_gather, -1, {nullptr, 0, DType::f32}, "barrier");
}

const Collectives::Compiled& Collectives::compiled(Collective collective, int root) {
  const auto key = std::pair(collective, root);
  const auto found = programs_.find(key);
  if (found != programs_.end()) return found->second;
  const auto chosen = options_.algorithms.find(collective);
  const std::optional<int> root_or_none = root < 0 ? std::nullopt : std::optional(root);
  const Schedule schedule =
      chosen == options_.algorithms.end()
          ? build_schedule(collective, world_size(), root_or_none)
          : build_schedule(collective, chosen->second, world_size(), root_or_none);
  return programs_.emplace(key, Compiled{schedule.algorithm, program_for(schedule, rank())})
      .first->second;
}

void Collectives::run(Collective collective, int root, TypedSpan buffer, std::string_view purpose) {
  if (has_root(collective) && (root < 0 || root >= world_size())) {
    throw input_error("{} from or to root {}: the ranks are 0 to {}", to_string(collective), root,
                      world_size() - 1);
  }
  if (options_.check_order) order_check_.before(sequence_, collective, root, buffer, purpose);
  const auto own = options_.own.find(collective);
  const bool is_own = buffer.dtype == DType::f32 && own != options_.own.end();
  static const Compiled own_code{"own", {}};
  const Compiled& algorithm = is_own ? own_code : compiled(collective, root);
  const bool recording = recorder_ != nullptr && recorder_->recording();

  ProgramRun run{
      buffer.data,  buffer.elements,
      buffer.dtype, {to_string(collective).data(), sequence_++, -1, purpose, buffer.elements},
      -1,           options_.slice_bytes.value_or(default_slice_bytes(world_size()))};
  Event event;
  if (recording) {
    run.collective_id = recorder_->note_collective(
        {std::string(purpose), collective, algorithm.algorithm,
         root < 0 ? std::nullopt : std::optional(root), buffer.elements,
         is_own ? world_size() : algorithm.program.chunk_count, buffer.dtype});
    event.kind = EventKind::collective;
    event.collective_id = run.collective_id;
    event.elements = buffer.elements;
    event.bytes = buffer.elements * size_bytes(buffer.dtype);
    event.posted = event.begin = now_ns();
  }
  if (is_own) {
    own->second(transport_, root, {static_cast<float*>(buffer.data), buffer.elements});
  } else {
    execute(algorithm.program, run, transport_, recorder_);
  }
  transport_.synchronize();
  if (recording) {
    event.end = now_ns();
    recorder_->record(event);
  }
  ++issued_[static_cast<std::size_t>(collective)];
}

}  // namespace zerolab
