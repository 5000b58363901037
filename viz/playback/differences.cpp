#include "viz/playback/differences.hpp"

#include <algorithm>
#include <cctype>

#include <fmt/core.h>

#include "core/base/error.hpp"
#include "core/base/units.hpp"
#include "viz/playback/chunk_history.hpp"
#include "viz/playback/rank_words.hpp"

namespace zerolab {

namespace {

std::span<const ChunkMove> moves_of(const Story& story, const std::optional<std::size_t>& beat) {
  if (!beat) return {};
  return story.moves_of(story.beats()[*beat]);
}

ChunkHistory history_of(const Story& story, std::size_t beat) {
  std::vector<int> chunks;
  for (const ChunkMove& move : story.moves_of(story.beats()[beat])) chunks.push_back(move.chunk);
  std::sort(chunks.begin(), chunks.end());
  chunks.erase(std::unique(chunks.begin(), chunks.end()), chunks.end());
  return ChunkHistory(story, story.beats()[beat], std::move(chunks));
}

// The moves of both beats, of which ever more find their like in the other run.
class Matching {
 public:
  Matching(std::span<const ChunkMove> left, std::span<const ChunkMove> right)
      : left_(left.begin(), left.end()), right_(right.begin(), right.end()) {}

  // Takes out all that are alike, in order, and hands each two over.
  template <typename Alike, typename Take>
  void take(const Alike& alike, const Take& take_both) {
    for (auto left = left_.begin(); left != left_.end();) {
      const auto right = std::find_if(right_.begin(), right_.end(),
                                      [&](const ChunkMove& move) { return alike(*left, move); });
      if (right == right_.end()) {
        ++left;
        continue;
      }
      take_both(*left, *right);
      right_.erase(right);
      left = left_.erase(left);
    }
  }

  const std::vector<ChunkMove>& left() const { return left_; }
  const std::vector<ChunkMove>& right() const { return right_; }

 private:
  std::vector<ChunkMove> left_;
  std::vector<ChunkMove> right_;
};

std::string message_count(std::size_t count) {
  return fmt::format("{} message{}", with_separators(static_cast<std::int64_t>(count)),
                     count == 1 ? "" : "s");
}

// Without its full stop: more may follow.
std::string difference_clause(const TransferDifference& difference, const RunTitles& titles) {
  using Kind = TransferDifference::Kind;
  const auto& left = difference.left;
  const auto& right = difference.right;
  switch (difference.kind) {
    case Kind::chunk:
      return fmt::format("Rank {} sends chunk {}, {} chunk {}", left->source, left->chunk,
                         titles.right, right->chunk);
    case Kind::peer:
      return left->chunk == right->chunk
                 ? fmt::format("Rank {} sends chunk {} to rank {}, {} to rank {}", left->source,
                               left->chunk, left->destination, titles.right, right->destination)
                 : fmt::format("Rank {} sends chunk {} to rank {}, {} chunk {} to rank {}",
                               left->source, left->chunk, left->destination, titles.right,
                               right->chunk, right->destination);
    case Kind::combine:
      return left->combine == Combine::add
                 ? fmt::format("Rank {} adds chunk {} to its own, {} keeps it as it came",
                               left->destination, left->chunk, titles.right)
                 : fmt::format("Rank {} keeps chunk {} as it came, {} adds it", left->destination,
                               left->chunk, titles.right);
    case Kind::elements:
      return fmt::format("Rank {} sends {} elements of chunk {}, {} {}", left->source,
                         with_separators(left->elements), left->chunk, titles.right,
                         with_separators(right->elements));
    case Kind::missing:
      return fmt::format("Nothing gets from rank {} to rank {}, in {} chunk {}", right->source,
                         right->destination, titles.right, right->chunk);
    case Kind::extra:
      return fmt::format("Rank {} sends chunk {} to rank {}, {} nothing", left->source, left->chunk,
                         left->destination, titles.right);
    case Kind::contents:
      return fmt::format("Rank {} sends chunk {} with {} in it, {} with {}", left->source,
                         left->chunk, contributors(difference.left_held), titles.right,
                         contributors(difference.right_held));
  }
  throw InvariantError("a kind of difference without words");
}

bool concerns(const TransferDifference& difference, int rank) {
  return std::ranges::any_of(both_sides, [&](Side side) {
    const auto& move = difference.of(side);
    return move && (move->source == rank || move->destination == rank);
  });
}

}  // namespace

std::vector<TransferDifference> differences_of(const Story& left, const Story& right,
                                               const BeatPair& pair) {
  using Kind = TransferDifference::Kind;
  std::vector<TransferDifference> found;
  Matching rest(moves_of(left, pair.left), moves_of(right, pair.right));
  const auto add = [&](Kind kind, const ChunkMove& mine, const ChunkMove& other) {
    found.push_back({kind, mine, other, {}, {}});
  };
  if (pair.left && pair.right && !rest.left().empty() && !rest.right().empty()) {
    const ChunkHistory left_history = history_of(left, *pair.left);
    const ChunkHistory right_history = history_of(right, *pair.right);
    rest.take(
        [](const ChunkMove& a, const ChunkMove& b) {
          return a.source == b.source && a.destination == b.destination && a.chunk == b.chunk;
        },
        [&](const ChunkMove& a, const ChunkMove& b) {
          const auto left_held = left_history.held(a.source, a.chunk);
          const auto right_held = right_history.held(b.source, b.chunk);
          if (a.combine != b.combine) {
            add(Kind::combine, a, b);
          } else if (a.elements != b.elements) {
            add(Kind::elements, a, b);
          } else if (!std::ranges::equal(left_held, right_held)) {
            found.push_back({Kind::contents,
                             a,
                             b,
                             {left_held.begin(), left_held.end()},
                             {right_held.begin(), right_held.end()}});
          }
        });
  }
  rest.take(
      [](const ChunkMove& a, const ChunkMove& b) {
        return a.source == b.source && a.destination == b.destination;
      },
      [&](const ChunkMove& a, const ChunkMove& b) { add(Kind::chunk, a, b); });
  rest.take([](const ChunkMove& a,
               const ChunkMove& b) { return a.source == b.source && a.chunk == b.chunk; },
            [&](const ChunkMove& a, const ChunkMove& b) { add(Kind::peer, a, b); });
  rest.take([](const ChunkMove& a, const ChunkMove& b) { return a.source == b.source; },
            [&](const ChunkMove& a, const ChunkMove& b) { add(Kind::peer, a, b); });
  for (const ChunkMove& move : rest.left()) {
    found.push_back({Kind::extra, move, std::nullopt, {}, {}});
  }
  for (const ChunkMove& move : rest.right()) {
    found.push_back({Kind::missing, std::nullopt, move, {}, {}});
  }
  std::ranges::stable_sort(found, [](const TransferDifference& a, const TransferDifference& b) {
    if ((a.kind == Kind::contents) != (b.kind == Kind::contents)) return b.kind == Kind::contents;
    return a.source() < b.source();
  });
  return found;
}

std::string heading(const std::string& title) {
  std::string words = title;
  const bool is_path = title.find_first_of("./") != std::string::npos;
  if (!is_path && !words.empty()) {
    words[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(words[0])));
  }
  return words;
}

std::string difference_words(const TransferDifference& difference, const RunTitles& titles) {
  return difference_clause(difference, titles) + ".";
}

std::string difference_sentence(const Alignment& alignment, double time, const Story& left,
                                const Story& right, std::span<const TransferDifference> differences,
                                const RunTitles& titles, std::optional<int> pinned_rank) {
  const auto shown = alignment.shown(time);
  if (!shown) return "Both runs begin here.";
  const BeatPair& pair = alignment.pairs()[*shown];
  const std::size_t left_count = moves_of(left, pair.left).size();
  const std::size_t right_count = moves_of(right, pair.right).size();
  if (left_count == 0 && right_count > 0) {
    return fmt::format("{} sends nothing in this step, {} {}.", heading(titles.left), titles.right,
                       message_count(right_count));
  }
  if (right_count == 0 && left_count > 0) {
    return fmt::format("{} sends {} in this step, {} nothing.", heading(titles.left),
                       message_count(left_count), titles.right);
  }
  if (!pair.left || !pair.right) {
    return fmt::format("Only {} has this operation.", pair.left ? titles.left : titles.right);
  }
  if (differences.empty()) return "Both runs do the same in this step.";
  const auto of_pinned = std::ranges::find_if(differences, [&](const TransferDifference& one) {
    return pinned_rank && concerns(one, *pinned_rank);
  });
  const auto& first = of_pinned == differences.end() ? differences.front() : *of_pinned;
  const std::size_t more = differences.size() - 1;
  if (more == 0) return difference_words(first, titles);
  return fmt::format("{}; {} more transfer{}.", difference_clause(first, titles), more,
                     more == 1 ? " differs" : "s differ");
}

std::string ended_words(const Alignment& alignment, double time, const Story& run,
                        const Story& other, Side side) {
  if (!alignment.has_ended(side, time)) return "";
  const std::size_t own = run.moves().size();
  const std::size_t others = other.moves().size();
  if (own == others) return "ended: as many messages";
  return own < others ? fmt::format("ended: {} fewer", message_count(others - own))
                      : fmt::format("ended: {} more", message_count(own - others));
}

}  // namespace zerolab
