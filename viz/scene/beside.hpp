// What a scene shows of a run that stands beside another one: which of the shown step's transfers
// differ. They have an outline and a sign, so that colour says nothing alone.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "viz/playback/differences.hpp"
#include "viz/scene/scene.hpp"

namespace zerolab {

enum class MoveSign {
  differs,    // ≠ the other run does something else instead
  only_here,  // ! the other run has nothing instead
  missing     // ∅ the other run has it, this one has nothing instead
};
std::string_view sign_of(MoveSign sign);

struct MoveMark {
  ChunkMove move;  // of this run; of the other one where it is missing here
  MoveSign sign = MoveSign::differs;
};

struct Beside {
  std::vector<MoveMark> marks;         // of the shown step
  std::span<const Moved> other_moved;  // the other run's, in its collective, by rank
  bool idle = false;                   // this run has no such step: it waits, or has ended
};

// What `side` shows of the differences.
std::vector<MoveMark> marks_of(std::span<const TransferDifference> differences, Side side);

// The mark of one of this run's moves; null where it has none, or where the run stands alone.
const MoveMark* mark_of(const SceneInput& input, const ChunkMove& move);

// The marks of what is missing here.
std::vector<MoveMark> missing_marks(const SceneInput& input);

// Whether what the rank has sent or received so far differs in the other run.
bool counts_differ(const SceneInput& input, int rank);

// The sign on a disc.
void draw_sign(Painter& painter, Point centre, float radius, MoveSign sign, const Theme& theme);

// A line of dashes, for what is missing.
void draw_dashes(Painter& painter, std::span<const Point> points, Stroke stroke, float length);

}  // namespace zerolab
