#include "viz/playback/sentence.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "core/base/error.hpp"
#include "core/schedule/definition.hpp"
#include "viz/playback/rank_words.hpp"
#include "viz/playback/step_words.hpp"

namespace zerolab {

namespace {

struct OperationWords {
  std::string_view name;   // the first word of the plan's line
  std::string_view words;  // with "{}" for the unit
};

// By the names in the text of a plan (core/zero/plan/text_plan.hpp). A trace may come from another
// version: an operation that is not here is quoted.
constexpr std::array operation_phrases{
    OperationWords{"zero-gradients", "The gradients at rest become zero"},
    OperationWords{"gather-parameters", "Gathering the parameters of {}"},
    OperationWords{"forward", "Forward through {}"},
    OperationWords{"backward", "Backward through {}"},
    OperationWords{"release-parameters", "Releasing the gathered parameters of {}"},
    OperationWords{"open-bucket", "Opening the gradient bucket of {}"},
    OperationWords{"reduce-scatter-gradients", "Reduce-scatter of the gradients of {}"},
    OperationWords{"all-reduce-gradients", "All-reduce of the gradients of {}"},
    OperationWords{"accumulate-shard",
                   "Adding the own shard of the bucket to the gradients of {} at rest"},
    OperationWords{"close-bucket", "Closing the gradient bucket of {}"},
    OperationWords{"gather-norm", "Gathering the gradient norm"},
    OperationWords{"update", "Updating {}"},
    OperationWords{"all-gather-parameters", "All-gather of the updated parameters of {}"},
    OperationWords{"gather-loss", "Gathering the loss"}};

std::string_view plan_line(std::string_view plan, int number) {
  for (int line = 0; line < number && !plan.empty(); ++line) {
    const std::size_t end = plan.find('\n');
    plan.remove_prefix(end == std::string_view::npos ? plan.size() : end + 1);
  }
  plan = plan.substr(0, plan.find('\n'));
  plan.remove_prefix(std::min(plan.find_first_not_of(" \t"), plan.size()));
  return plan;
}

std::string operation_words(const TraceHeader& header, const Beat& beat) {
  if (beat.plan_op < 0) return "An operation";
  const std::string_view line = plan_line(header.plan, beat.plan_op);
  if (line.empty()) return fmt::format("Operation {}", beat.plan_op);
  for (const auto& [name, words] : operation_phrases) {
    if (line.substr(0, line.find(' ')) != name) continue;
    const std::size_t gap = words.find("{}");
    if (gap == std::string_view::npos) return std::string(words);
    const auto unit = static_cast<std::size_t>(beat.unit);
    return std::string(words.substr(0, gap)) +
           (beat.unit >= 0 ? header.units[unit].name : "a unit") +
           std::string(words.substr(gap + 2));
  }
  return fmt::format("Operation \"{}\"", line);
}

const CollectiveInfo& info_of(const Story& story, const Beat& beat) {
  return story.header().collectives[static_cast<std::size_t>(beat.collective_id)];
}

Schedule definition_of(const Story& story, const CollectiveInfo& info) {
  return {info.collective, info.algorithm, story.world_size(), info.chunk_count, info.root, {}};
}

// The chunks that a rank owns in reduce-scatter and all-gather.
std::vector<int> chunks_of(const Schedule& definition, int rank) {
  std::vector<int> chunks;
  for (int chunk = 0; chunk < definition.chunk_count; ++chunk) {
    if (owner_of(definition, chunk) == rank) chunks.push_back(chunk);
  }
  return chunks;
}

std::string holder(std::optional<int> pinned_rank) {
  return pinned_rank ? fmt::format("rank {} holds", *pinned_rank) : "every rank holds";
}

std::string begin_words(const Schedule& definition, std::optional<int> pinned_rank) {
  const std::string holds = holder(pinned_rank);
  switch (definition.collective) {
    case Collective::reduce_scatter:
    case Collective::all_reduce:
    case Collective::reduce: return holds + " its own input of every chunk.";
    case Collective::all_gather: {
      const int rank = pinned_rank.value_or(0);
      const std::string own = numbered("chunk", chunks_of(definition, rank));
      return pinned_rank ? fmt::format("{} {} and nothing else.", holds, own)
                         : fmt::format("{} its own part only, rank 0 {}.", holds, own);
    }
    case Collective::broadcast:
      if (pinned_rank && pinned_rank != definition.root) {
        return fmt::format("rank {} holds nothing yet.", *pinned_rank);
      }
      return fmt::format("rank {}, the root, holds every chunk, and the other ranks nothing.",
                         *definition.root);
  }
  throw InvariantError("a Collective without a begin");
}

std::string end_words(const Schedule& definition, std::optional<int> pinned_rank) {
  const std::string holds = holder(pinned_rank);
  switch (definition.collective) {
    case Collective::reduce_scatter:
      return pinned_rank ? fmt::format("{} {} of the sum over all ranks.", holds,
                                       numbered("chunk", chunks_of(definition, *pinned_rank)))
                         : holds + " its own part of the sum over all ranks.";
    case Collective::all_reduce: return holds + " every chunk of the sum over all ranks.";
    case Collective::all_gather: return holds + " every chunk.";
    case Collective::broadcast:
      return fmt::format("{} every chunk of rank {}, the root.", holds, *definition.root);
    case Collective::reduce:
      return fmt::format("rank {}, the root, holds every chunk of the sum over all ranks.",
                         *definition.root);
  }
  throw InvariantError("a Collective without an end");
}

// The first promise that is not kept, in words; empty where all are.
std::string broken_promise(const Schedule& definition, const PlaybackState& state) {
  std::vector<std::uint8_t> wanted(static_cast<std::size_t>(state.world_size));
  for (int chunk = 0; chunk < state.chunk_count; ++chunk) {
    for (int rank = 0; rank < state.world_size; ++rank) {
      wanted[static_cast<std::size_t>(rank)] = has_input(definition, rank, chunk) ? 1 : 0;
    }
    for (int rank = 0; rank < state.world_size; ++rank) {
      if (!is_promised(definition, rank, chunk)) continue;
      const auto held = state.held(rank, chunk);
      if (std::equal(held.begin(), held.end(), wanted.begin())) continue;
      return fmt::format("rank {}'s chunk {} holds {}; it should hold {}.", rank, chunk,
                         contributors(held), contributors(wanted));
    }
  }
  return {};
}

std::string beat_words(const Story& story, std::size_t number, std::optional<int> pinned_rank) {
  const Beat& beat = story.beats()[number];
  if (beat.kind == Beat::Kind::step) {
    const Range beats = story.beats_of_collective(beat.collective_id);
    int lowest = story.world_size();
    for (const ChunkMove& move : story.moves_of(beat)) lowest = std::min(lowest, move.destination);
    return fmt::format("Step {} of {}: {}", number - beats.begin + 1, beats.size(),
                       step_words(story, beat, pinned_rank.value_or(lowest)));
  }
  if (beat.collective_id < 0) {
    return operation_words(story.header(), beat) + ": nothing is sent.";
  }
  return fmt::format(
      "Nothing is sent in this {} of {}.", to_string(info_of(story, beat).collective),
      story.world_size() == 1 ? "one rank" : fmt::format("{} ranks", story.world_size()));
}

// How the exercises say that a run broke off; null: it did not.
const std::string* broken_off(const TraceHeader& header) {
  for (const auto& [name, value] : header.config) {
    if (name == "ended") return &value;
  }
  return nullptr;
}

}  // namespace

std::string sentence(const Story& story, const PlaybackState& state,
                     std::optional<int> pinned_rank) {
  const std::vector<Beat>& beats = story.beats();
  if (beats.empty()) return "Nothing happens in this trace.";
  if (pinned_rank && (*pinned_rank < 0 || *pinned_rank >= story.world_size())) pinned_rank.reset();
  if (state.fraction > 0 && state.beat < beats.size()) {
    return beat_words(story, state.beat, pinned_rank);
  }
  if (state.beat < beats.size()) {
    const Beat& next = beats[state.beat];
    if (next.collective_id >= 0 && next.collective_id == state.collective_id &&
        story.beats_of_collective(next.collective_id).begin == state.beat) {
      return "Before the first step: " +
             begin_words(definition_of(story, info_of(story, next)), pinned_rank);
    }
  }
  if (state.beat == 0) return "Before the first operation: nothing has been sent.";
  if (state.beat >= beats.size()) {
    if (const std::string* how = broken_off(story.header())) return "Ended wrong: " + *how;
  }
  const std::size_t done = std::min(state.beat, beats.size()) - 1;
  const Beat& beat = beats[done];
  if (beat.collective_id < 0 || beat.collective_id != state.collective_id ||
      story.beats_of_collective(beat.collective_id).end != done + 1) {
    return beat_words(story, done, pinned_rank);
  }
  const Schedule definition = definition_of(story, info_of(story, beat));
  const std::string broken = broken_promise(definition, state);
  return broken.empty() ? "Done: " + end_words(definition, pinned_rank) : "Ended wrong: " + broken;
}

}  // namespace zerolab
