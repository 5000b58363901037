#include "core/execute/program.hpp"

#include <algorithm>

#include "core/base/clock.hpp"
#include "core/base/error.hpp"

namespace zerolab {

namespace {

// What a slice of a chunk is in the buffer of a run.
struct Piece {
  std::byte* data;
  std::size_t offset;  // in elements
  std::size_t elements;
};

// One execution: the buffer cut into chunks and these into slices.
class Execution {
 public:
  Execution(const RankProgram& program, const ProgramRun& run, Transport& transport,
            Recorder* recorder)
      : run_(run),
        layout_{run.element_count, program.chunk_count},
        slice_elements_(run.slice_bytes == 0
                            ? std::max<std::size_t>(run.element_count, 1)
                            : std::max<std::size_t>(run.slice_bytes / size_bytes(run.dtype), 1)),
        transport_(transport),
        recorder_(recorder != nullptr && recorder->recording() ? recorder : nullptr) {
    transport.set_timing(recorder_ != nullptr);  // the clock costs more than a small message
  }

  // As many slices as the largest chunk has; at least one, since empty chunks are sent too.
  int slice_count() const {
    const auto chunks = static_cast<std::size_t>(layout_.chunk_count);
    const std::size_t largest = (layout_.element_count + chunks - 1) / chunks;
    return static_cast<int>(
        std::max<std::size_t>((largest + slice_elements_ - 1) / slice_elements_, 1));
  }

  void step(const ProgramStep& step, int slice) {
    sends_.clear();
    receives_.clear();
    for (const Move& move : step.sends) {
      const Piece piece = piece_of(move.chunk, slice);
      if (skipped(piece, slice)) continue;
      sends_.push_back(
          {move.peer, piece.data, piece.elements, run_.dtype, label_of(move.chunk), {}, slice > 0});
    }
    for (const Move& move : step.receives) {
      const Piece piece = piece_of(move.chunk, slice);
      if (skipped(piece, slice)) continue;
      receives_.push_back({move.peer,
                           piece.data,
                           piece.elements,
                           run_.dtype,
                           move.combine,
                           label_of(move.chunk),
                           {},
                           slice > 0});
    }
    if (sends_.empty() && receives_.empty()) return;
    const std::int64_t posted_ns = recorder_ != nullptr ? now_ns() : 0;
    transport_.exchange(sends_, receives_);
    if (recorder_ == nullptr) return;
    record(EventKind::send, step.step, slice, step.sends, sends_, posted_ns);
    record(EventKind::receive, step.step, slice, step.receives, receives_, posted_ns);
  }

 private:
  Piece piece_of(int chunk, int slice) const {
    const Range range = layout_.range(chunk);
    const std::size_t begin =
        std::min(range.begin + static_cast<std::size_t>(slice) * slice_elements_, range.end);
    const std::size_t end = std::min(begin + slice_elements_, range.end);
    auto* bytes = static_cast<std::byte*>(run_.buffer);
    if (begin == end) return {bytes, begin, 0};
    return {bytes + begin * size_bytes(run_.dtype), begin, end - begin};
  }

  // A chunk that is shorter than others has fewer slices, but always the first.
  static bool skipped(const Piece& piece, int slice) { return slice > 0 && piece.elements == 0; }

  Label label_of(int chunk) const {
    Label label = run_.label;
    label.chunk = chunk;
    return label;
  }

  template <typename Message>
  void record(EventKind kind, int step, int slice, const std::vector<Move>& moves,
              const std::vector<Message>& messages, std::int64_t posted_ns) {
    auto message = messages.begin();
    for (const Move& move : moves) {
      const Piece piece = piece_of(move.chunk, slice);
      if (skipped(piece, slice)) continue;
      Event event;
      event.kind = kind;
      event.peer = move.peer;
      event.collective_id = run_.collective_id;
      event.step = step;
      event.chunk = move.chunk;
      event.slice = slice;
      event.offset = piece.offset;
      event.elements = piece.elements;
      event.bytes = piece.elements * size_bytes(run_.dtype);
      event.combine = move.combine;
      // The peer may have begun to read just before this rank's clock was asked.
      event.posted = std::min(posted_ns, message->moved.begin_ns);
      event.begin = message->moved.begin_ns;
      event.end = message->moved.end_ns;
      recorder_->record(event);
      ++message;
    }
  }

  const ProgramRun& run_;
  ChunkLayout layout_;
  std::size_t slice_elements_;
  Transport& transport_;
  Recorder* recorder_;  // nullptr: not recording
  std::vector<Send> sends_;
  std::vector<Receive> receives_;
};

}  // namespace

RankProgram program_for(const Schedule& schedule, int rank) {
  RankProgram program{schedule.chunk_count, {}};
  for (const Transfer& transfer : schedule.transfers) {
    const bool sends = transfer.source == rank;
    const bool receives = transfer.destination == rank;
    if (!sends && !receives) continue;
    if (program.steps.empty() || program.steps.back().step != transfer.step) {
      program.steps.push_back({transfer.step, {}, {}});
    }
    ProgramStep& step = program.steps.back();
    if (sends) step.sends.push_back({transfer.destination, transfer.chunk, transfer.combine});
    if (receives) step.receives.push_back({transfer.source, transfer.chunk, transfer.combine});
  }
  return program;
}

void execute(const RankProgram& program, const ProgramRun& run, Transport& transport,
             Recorder* recorder) {
  Execution execution(program, run, transport, recorder);
  const int slices = execution.slice_count();
  for (int slice = 0; slice < slices; ++slice) {
    for (const ProgramStep& step : program.steps) execution.step(step, slice);
  }
}

}  // namespace zerolab
