// What a scene asks again and again about the collective that the state shows.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/schedule/layout.hpp"
#include "core/schedule/schedule.hpp"
#include "viz/scene/scene.hpp"

namespace zerolab {

struct Current {
  const CollectiveInfo* info = nullptr;  // nullptr: no collective has begun, or the trace has none
  Schedule definition;                   // of that collective, without its transfers
  ChunkLayout layout;
  Range beats;  // of the collective, in the story

  // The beat that the picture is about: the one under way, or at a whole time the one just done.
  // None before the first step of the collective.
  std::optional<std::size_t> beat;

  std::size_t steps() const { return beats.size(); }
  std::size_t steps_done(const PlaybackState& state) const {
    return std::min(state.beat, beats.end) - std::min(state.beat, beats.begin);
  }
};

Current current_of(const Story& story, const PlaybackState& state);

// The moves of Current::beat; none where there is none. A run that waits for the one beside it
// shows none.
std::span<const ChunkMove> shown_moves(const Story& story, const Current& current);
std::span<const ChunkMove> shown_moves(const SceneInput& input, const Current& current);

// Whether `held` is the finished chunk: the input of every rank that has some, each once.
bool is_complete(const Current& current, int chunk, std::span<const std::uint8_t> held);

// How many ranks' inputs are in it.
int contributor_count(std::span<const std::uint8_t> held);

// "5Ψ/8" where `elements` is a whole number k of Ψ/N, "Ψ" for N of them, "0"; else the elements
// with separators. psi is the buffer's size.
std::string in_psi(std::int64_t elements, std::int64_t psi, int world_size);

// "reduce-scatter", or, of an all-reduce by ring and its like, the phase: whether a beat adds or
// copies.
std::string phase_name(const Current& current, std::span<const ChunkMove> moves);

// What pinning leaves bright: 1, or the opacity of what fades because another rank or another chunk
// is pinned.
inline constexpr float faded = 0.22F;
float share_of(const View& view, int rank, int chunk);

// From 0 to 1 with rest at both ends.
float eased(double fraction);

}  // namespace zerolab
