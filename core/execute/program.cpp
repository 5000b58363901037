#include "core/execute/program.hpp"

#include "core/base/clock.hpp"
#include "core/base/error.hpp"

namespace zerolab {

namespace {

// What a chunk is in the buffer of a run.
struct Piece {
  std::byte* data;
  std::size_t offset;  // in elements
  std::size_t elements;
};

Piece piece_of(const RankProgram& program, const ProgramRun& run, int chunk) {
  const Range range = ChunkLayout{run.element_count, program.chunk_count}.range(chunk);
  auto* bytes = static_cast<std::byte*>(run.buffer);
  if (range.empty()) return {bytes, range.begin, 0};
  return {bytes + range.begin * size_bytes(run.dtype), range.begin, range.size()};
}

Label label_of(const ProgramRun& run, int chunk) {
  Label label = run.label;
  label.chunk = chunk;
  return label;
}

Event event_of(EventKind kind, const ProgramRun& run, int step, const Move& move,
               const Piece& piece, const Moment& moved, std::int64_t posted_ns) {
  Event event;
  event.kind = kind;
  event.peer = move.peer;
  event.collective_id = run.collective_id;
  event.step = step;
  event.chunk = move.chunk;
  event.slice = 0;
  event.offset = piece.offset;
  event.elements = piece.elements;
  event.bytes = piece.elements * size_bytes(run.dtype);
  event.combine = move.combine;
  // The peer may have begun to read just before this rank's clock was asked.
  event.posted = std::min(posted_ns, moved.begin_ns);
  event.begin = moved.begin_ns;
  event.end = moved.end_ns;
  return event;
}

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
  const bool recording = recorder != nullptr && recorder->recording();
  transport.set_timing(recording);  // reading the clock costs more than a small message
  std::vector<Send> sends;
  std::vector<Receive> receives;
  for (const ProgramStep& step : program.steps) {
    sends.clear();
    receives.clear();
    for (const Move& move : step.sends) {
      const Piece piece = piece_of(program, run, move.chunk);
      sends.push_back(
          {move.peer, piece.data, piece.elements, run.dtype, label_of(run, move.chunk), {}});
    }
    for (const Move& move : step.receives) {
      const Piece piece = piece_of(program, run, move.chunk);
      receives.push_back({move.peer,
                          piece.data,
                          piece.elements,
                          run.dtype,
                          move.combine,
                          label_of(run, move.chunk),
                          {}});
    }
    const std::int64_t posted_ns = recording ? now_ns() : 0;
    transport.exchange(sends, receives);
    if (!recording) continue;
    for (std::size_t i = 0; i < sends.size(); ++i) {
      const Piece piece = piece_of(program, run, step.sends[i].chunk);
      recorder->record(event_of(EventKind::send, run, step.step, step.sends[i], piece,
                                sends[i].moved, posted_ns));
    }
    for (std::size_t i = 0; i < receives.size(); ++i) {
      const Piece piece = piece_of(program, run, step.receives[i].chunk);
      recorder->record(event_of(EventKind::receive, run, step.step, step.receives[i], piece,
                                receives[i].moved, posted_ns));
    }
  }
}

}  // namespace zerolab
