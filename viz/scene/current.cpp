#include "viz/scene/current.hpp"

#include <algorithm>

#include <fmt/core.h>

#include "core/base/units.hpp"
#include "core/schedule/definition.hpp"
#include "viz/scene/beside.hpp"

namespace zerolab {

Current current_of(const Story& story, const PlaybackState& state) {
  Current current;
  if (state.collective_id < 0) return current;
  const auto id = static_cast<std::size_t>(state.collective_id);
  current.info = &story.header().collectives[id];
  const CollectiveInfo& info = *current.info;
  current.definition = {info.collective,  info.algorithm, story.world_size(),
                        info.chunk_count, info.root,      {}};
  current.layout = {info.element_count, info.chunk_count};
  current.beats = story.beats_of_collective(state.collective_id);
  const std::size_t under_way = state.beat;
  if (state.fraction > 0 && under_way >= current.beats.begin && under_way < current.beats.end) {
    current.beat = under_way;
  } else if (under_way > current.beats.begin && under_way <= current.beats.end) {
    current.beat = under_way - 1;
  } else if (under_way > current.beats.end && !current.beats.empty()) {
    current.beat = current.beats.end - 1;
  }
  return current;
}

std::span<const ChunkMove> shown_moves(const Story& story, const Current& current) {
  if (!current.beat) return {};
  return story.moves_of(story.beats()[*current.beat]);
}

std::span<const ChunkMove> shown_moves(const SceneInput& input, const Current& current) {
  if (input.beside != nullptr && input.beside->idle) return {};
  return shown_moves(input.story, current);
}

bool is_complete(const Current& current, int chunk, std::span<const std::uint8_t> held) {
  for (std::size_t rank = 0; rank < held.size(); ++rank) {
    const bool wanted = has_input(current.definition, static_cast<int>(rank), chunk);
    if (held[rank] != (wanted ? 1 : 0)) return false;
  }
  return true;
}

int contributor_count(std::span<const std::uint8_t> held) {
  return static_cast<int>(std::ranges::count_if(held, [](std::uint8_t c) { return c > 0; }));
}

std::string in_psi(std::int64_t elements, std::int64_t psi, int world_size) {
  if (elements == 0) return "0";
  if (psi <= 0 || elements > INT64_MAX / world_size || elements * world_size % psi != 0) {
    return with_separators(elements);
  }
  const std::int64_t parts = elements * world_size / psi;
  if (parts % world_size == 0) {
    return parts == world_size ? "Ψ" : fmt::format("{}Ψ", parts / world_size);
  }
  return fmt::format("{}Ψ/{}", parts == 1 ? "" : std::to_string(parts), world_size);
}

std::string phase_name(const Current& current, std::span<const ChunkMove> moves) {
  const bool adds =
      std::ranges::any_of(moves, [](const ChunkMove& m) { return m.combine == Combine::add; });
  const bool copies =
      std::ranges::any_of(moves, [](const ChunkMove& m) { return m.combine == Combine::copy; });
  const bool has_phases = current.info->collective == Collective::all_reduce;
  if (!has_phases || adds == copies) return std::string(to_string(current.info->collective));
  return adds ? "reduce-scatter" : "all-gather";
}

float share_of(const View& view, int rank, int chunk) {
  const bool other_rank = view.pinned_rank && *view.pinned_rank != rank;
  const bool other_chunk = view.pinned_chunk && *view.pinned_chunk != chunk;
  return other_rank || other_chunk ? faded : 1;
}

float eased(double fraction) {
  const auto t = static_cast<float>(std::clamp(fraction, 0.0, 1.0));
  return t * t * (3 - 2 * t);
}

}  // namespace zerolab
