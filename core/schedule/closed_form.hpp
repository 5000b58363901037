// What each rank sends and receives, by formula: the tables at the head of the algorithms' headers,
// written in the sizes of chunks and nothing else, so that a count can be checked against them.
// Nothing here looks at a transfer.
#pragma once

#include <optional>
#include <string>

#include "core/schedule/algorithm.hpp"
#include "core/schedule/count.hpp"

namespace zerolab {

// The algorithm, where there are formulas for the schedule: not for one under a name of somebody's
// own, and not for one that is cut into other chunks than the builder of that name cuts.
std::optional<AlgorithmName> algorithm_of(const Schedule& schedule);

// One rank's traffic. None where algorithm_of has none.
std::optional<Traffic> closed_form(const Schedule& schedule, const ChunkLayout& layout, int rank);

// The number of steps, likewise.
std::optional<int> closed_form_steps(const Schedule& schedule);

// The elements' formula for people, in Ψ, c_r (elements of chunk r) and so on: "Ψ - c_r"; "formula"
// where it does not fit a column and is found at the head of the algorithm's header.
enum class Direction { sent, received };
std::string closed_form_text(const Schedule& schedule, Direction direction);

}  // namespace zerolab
