#include "viz/playback/step_words.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "core/base/error.hpp"
#include "core/schedule/definition.hpp"
#include "viz/playback/chunk_history.hpp"
#include "viz/playback/rank_words.hpp"

namespace zerolab {

namespace {

constexpr std::size_t most_clauses = 3;

// Words for one move with a gap for its chunks: moves that differ in their chunk only, in a step to
// one rank, have equal words and are told together.
struct Clause {
  std::string before;   // "adds its own "
  std::string after;    // " to what rank 1 sent; it now holds ranks 0, 1, 2"
  std::string several;  // the same as `after` for more than one chunk
  std::vector<int> chunks;
};

std::string own_or_sum(std::span<const std::uint8_t> there) {
  const std::string ranks = contributors(there);
  return ranks == "nothing" ? "nothing" : fmt::format("what it holds ({})", ranks);
}

Clause adding(const ChunkHistory& history, const ChunkMove& move,
              std::span<const ChunkMove> arriving_moves) {
  const std::string now = contributors(history.after(move.destination, move.chunk, arriving_moves));
  const auto there = history.held(move.destination, move.chunk);
  const auto arriving = history.held(move.source, move.chunk);
  if (is_input_of(there, move.destination)) {
    const std::string to = fmt::format(" to what rank {} sent; ", move.source);
    return {"adds its own ", to + "it now holds " + now, to + "of each it now holds " + now, {}};
  }
  const std::string to = fmt::format(" from rank {} ({}) to {}; ", move.source,
                                     contributors(arriving), own_or_sum(there));
  return {"adds ", to + "it now holds " + now, to + "of each it now holds " + now, {}};
}

// The ranks whose inputs a finished chunk holds, each once.
bool is_finished(const Schedule& definition, int chunk, std::span<const std::uint8_t> held) {
  for (std::size_t rank = 0; rank < held.size(); ++rank) {
    const bool wanted = has_input(definition, static_cast<int>(rank), chunk);
    if (held[rank] != (wanted ? 1 : 0)) return false;
  }
  return true;
}

Clause copying(const Schedule& definition, const ChunkHistory& history, const ChunkMove& move) {
  const auto arriving = history.held(move.source, move.chunk);
  const std::string from = fmt::format(" from rank {} and keeps ", move.source);
  if (!is_finished(definition, move.chunk, arriving)) {
    const std::string with = fmt::format(", with {} in it,", contributors(arriving));
    const std::string each = fmt::format(", with {} in each,", contributors(arriving));
    return {"receives ", with + from + "it", each + from + "them", {}};
  }
  switch (definition.collective) {
    case Collective::reduce_scatter:
    case Collective::all_reduce:
    case Collective::reduce:
      return {"receives ", ", complete," + from + "it", ", complete," + from + "them", {}};
    case Collective::broadcast: {
      const std::string of = move.source == *definition.root
                                 ? fmt::format(" from rank {}, the root, and keeps ", move.source)
                                 : fmt::format(" of rank {}, the root,", *definition.root) + from;
      return {"receives ", of + "it", of + "them", {}};
    }
    case Collective::all_gather:
      return {"receives ",
              fmt::format(", rank {}'s own,", owner_of(definition, move.chunk)) + from + "it",
              ", each its owner's," + from + "them",
              {}};
  }
  throw InvariantError("a Collective without words");
}

// Of all-gather the chunks of several owners are told together.
bool told_together(const Clause& a, const Clause& b) {
  return a.before == b.before && a.several == b.several;
}

std::string in_words(const Clause& clause) {
  return clause.before + numbered("chunk", clause.chunks) +
         (clause.chunks.size() == 1 ? clause.after : clause.several);
}

std::string sending_words(std::span<const ChunkMove> moves, int rank) {
  std::vector<int> chunks;
  std::vector<int> peers;
  for (const ChunkMove& move : moves) {
    if (move.source != rank) continue;
    chunks.push_back(move.chunk);
    peers.push_back(move.destination);
  }
  if (chunks.empty()) return fmt::format("rank {} neither sends nor receives.", rank);
  const auto sort_unique = [](std::vector<int>& numbers) {
    std::sort(numbers.begin(), numbers.end());
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  };
  sort_unique(chunks);
  sort_unique(peers);
  return fmt::format("rank {} sends {} to {} and receives nothing.", rank,
                     numbered("chunk", chunks), numbered("rank", peers));
}

}  // namespace

std::string step_words(const Story& story, const Beat& beat, int rank) {
  const std::span<const ChunkMove> moves = story.moves_of(beat);
  std::vector<ChunkMove> arriving;
  std::vector<int> chunks;
  for (const ChunkMove& move : moves) {
    if (move.destination != rank) continue;
    arriving.push_back(move);
    chunks.push_back(move.chunk);
  }
  if (arriving.empty()) return sending_words(moves, rank);
  std::sort(chunks.begin(), chunks.end());
  chunks.erase(std::unique(chunks.begin(), chunks.end()), chunks.end());
  std::stable_sort(arriving.begin(), arriving.end(),
                   [](const ChunkMove& a, const ChunkMove& b) { return a.chunk < b.chunk; });

  const auto& info = story.header().collectives[static_cast<std::size_t>(beat.collective_id)];
  const Schedule definition{info.collective,  info.algorithm, story.world_size(),
                            info.chunk_count, info.root,      {}};
  const ChunkHistory history(story, beat, std::move(chunks));
  std::vector<Clause> clauses;
  for (const ChunkMove& move : arriving) {
    Clause clause = move.combine == Combine::add ? adding(history, move, arriving)
                                                 : copying(definition, history, move);
    const auto same = std::find_if(clauses.begin(), clauses.end(), [&](const Clause& earlier) {
      return told_together(earlier, clause);
    });
    Clause& target = same == clauses.end() ? clauses.emplace_back(std::move(clause)) : *same;
    target.chunks.push_back(move.chunk);
  }
  std::string text = fmt::format("rank {} {}.", rank, in_words(clauses[0]));
  std::size_t left = 0;
  for (std::size_t i = 1; i < clauses.size(); ++i) {
    if (i < most_clauses) {
      text += fmt::format(" It also {}.", in_words(clauses[i]));
    } else {
      left += clauses[i].chunks.size();
    }
  }
  if (left > 0) text += fmt::format(" It receives {} more.", left);
  return text;
}

}  // namespace zerolab
