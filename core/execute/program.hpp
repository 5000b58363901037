// Runs a schedule on a transport: first one rank's part is picked out of it, then each step's
// sends and receives are exchanged together.
#pragma once

#include <vector>

#include "core/schedule/layout.hpp"
#include "core/schedule/schedule.hpp"
#include "core/trace/recorder.hpp"
#include "core/transport/transport.hpp"

namespace zerolab {

// One rank's side of a transfer.
struct Move {
  int peer = 0;
  int chunk = 0;
  Combine combine = Combine::copy;  // meaningful for receives
};

struct ProgramStep {
  int step = 0;  // of the schedule
  std::vector<Move> sends;
  std::vector<Move> receives;
};

// What one rank does, in order. Steps in which it neither sends nor receives are left out.
struct RankProgram {
  int chunk_count = 1;
  std::vector<ProgramStep> steps;
};

// The transfers of `schedule` that start or end at `rank`.
RankProgram program_for(const Schedule& schedule, int rank);

// One run of a program on one buffer, in place.
struct ProgramRun {
  void* buffer = nullptr;
  std::size_t element_count = 0;
  DType dtype = DType::f32;
  Label label;                  // its chunk is filled in per message
  int collective_id = -1;       // for the trace
  std::size_t slice_bytes = 0;  // see execute; 0: whole chunks
};

// Chunk c of the buffer is ChunkLayout{element_count, chunk_count}.range(c).
//
// A chunk of more than `slice_bytes` moves in slices: all steps for slice 0 of every chunk, then
// all steps for slice 1, and so on. No element changes its chunk, its way or the order of its
// additions, but what the ranks work on meanwhile, slice_bytes per chunk and rank, stays in the
// cache. The slices of a chunk are one message.
//
// Records one send or receive event per slice where `recorder` is given and recording. Errors:
// those of Transport::exchange.
void execute(const RankProgram& program, const ProgramRun& run, Transport& transport,
             Recorder* recorder);

}  // namespace zerolab
