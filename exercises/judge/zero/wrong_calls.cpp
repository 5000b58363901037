// Which collectives were called, and what moved.
#include <fmt/core.h>

#include "exercises/judge/endings.hpp"
#include "exercises/judge/traffic.hpp"
#include "exercises/judge/zero/call_pairs.hpp"
#include "exercises/judge/zero/judge_zero.hpp"
#include "exercises/judge/zero/layout.hpp"

namespace zerolab::exercises {

namespace {

Finding counts(int rank, std::string sentence, std::string nudge) {
  return {Aspect::counts, rank, std::move(sentence), std::move(nudge)};
}

Finding missing(int rank, std::size_t place, const RightCall& right) {
  return counts(
      rank,
      fmt::format("rank {}: collective {} should be {}, for {}; it is missing", rank, place + 1,
                  call_words(right.kind, right.elements), right.words),
      fmt::format("a collective is missing: the {} for {}", words_of(right.kind), right.topic));
}

Finding surplus(int rank, std::size_t number, const SeenCall& seen, std::size_t enough) {
  return counts(
      rank,
      fmt::format("rank {}: collective {} is {}, which nothing asks for at its place: {} {} "
                  "enough",
                  rank, number + 1, call_words(seen.kind, seen.elements), enough,
                  enough == 1 ? "collective is" : "collectives are"),
      fmt::format("{} that nothing asks for at its place: fewer collectives are enough",
                  with_article(words_of(seen.kind))));
}

Finding other(int rank, std::size_t number, const RightCall& right, const SeenCall& seen) {
  const std::string both = fmt::format("rank {}: collective {} is {}, and should be {}, for {}",
                                       rank, number + 1, call_words(seen.kind, seen.elements),
                                       call_words(right.kind, right.elements), right.words);
  const std::string due = with_article(words_of(right.kind));
  if (seen.kind == right.kind) {
    return counts(
        rank, both,
        fmt::format("{} has another number of elements than it should, for {}", due, right.topic));
  }
  if (seen.kind == NoteKind::all_reduce && seen.elements == right.elements) {
    return counts(rank, fmt::format("{}: an all-reduce moves twice what {} does", both, due),
                  fmt::format("an all-reduce where {} is enough, for {}: it moves twice as much",
                              due, right.topic));
  }
  return counts(rank, both,
                fmt::format("{} where {} is due, for {}", with_article(words_of(seen.kind)), due,
                            right.topic));
}

LinkTraffic traffic_on(const Links& links, std::pair<int, int> link) {
  const auto found = links.find(link);
  return found == links.end() ? LinkTraffic{} : found->second;
}

// The first link with more than should pass over it, of a run that did not end.
std::optional<std::pair<int, int>> link_too_much(const Links& right, const Links& seen) {
  for (const auto& [link, traffic] : seen) {
    const LinkTraffic due = traffic_on(right, link);
    if (traffic.messages > due.messages || traffic.elements > due.elements) return link;
  }
  return std::nullopt;
}

// Exercise 14: rank 0 collects whole old shards, and hands out whole new ones.
bool all_through_rank_0(const Case& run, const Links& links) {
  const auto is_whole = [&](std::pair<int, int> link, int ranks, int rank) {
    const std::size_t shard = rank < ranks ? shard_range(run.elements, ranks, rank).size() : 0;
    return traffic_on(links, link).elements == 3 * shard;
  };
  for (int rank = 1; rank < run.ranks; ++rank) {
    if (!is_whole({rank, 0}, run.from_ranks, rank)) return false;
    if (!is_whole({0, rank}, run.to_ranks, rank)) return false;
  }
  return run.from_ranks > 1 && run.to_ranks > 1;
}

std::string traffic_words(const LinkTraffic& traffic) {
  if (traffic.messages == 0) return "nothing";
  return fmt::format("{} message{} with {} in all", traffic.messages,
                     traffic.messages == 1 ? "" : "s", count_words(traffic.elements));
}

// The first link whose traffic differs.
std::optional<std::pair<int, int>> wrong_link_of(const Links& right, const Links& seen) {
  for (const Links* links : {&right, &seen}) {
    for (const auto& [link, traffic] : *links) {
      if (traffic_on(right, link) != traffic_on(seen, link)) return link;
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<Finding> called_otherwise(const RunRecord& record) {
  if (record.run.ranks == 1) return std::nullopt;  // nothing moves, whatever is called
  const std::optional<WrongCall> wrong = first_wrong_call(record);
  if (!wrong) return std::nullopt;
  const std::vector<RightCall> right = right_calls(record.run);
  const CallPair& pair = wrong->pair;
  if (!pair.seen) return missing(wrong->rank, *pair.right, right[*pair.right]);
  const SeenCall seen = seen_calls(record.ranks[static_cast<std::size_t>(wrong->rank)])[*pair.seen];
  return pair.right ? other(wrong->rank, *pair.seen, right[*pair.right], seen)
                    : surplus(wrong->rank, *pair.seen, seen, right.size());
}

std::optional<Finding> wrong_calls(const RunRecord& record) {
  const Links right = right_links(record.run);
  const Links seen = seen_links(record);
  const auto link = wrong_link_of(right, seen);
  if (!link) return std::nullopt;
  if (std::optional<Finding> wrong = called_otherwise(record)) return wrong;
  if (!has_results(record)) return std::nullopt;  // right as far as it went
  return counts(
      link->first,
      fmt::format("rank {} sends rank {} {}, and should send {}", link->first, link->second,
                  traffic_words(traffic_on(seen, *link)), traffic_words(traffic_on(right, *link))),
      "other messages are sent than those of the collectives that are due");
}

std::optional<Finding> wrong_pieces(const RunRecord& record) {
  const Links right = right_links(record.run);
  const Links seen = seen_links(record);
  const auto link = has_results(record) ? wrong_link_of(right, seen) : link_too_much(right, seen);
  if (!link) return std::nullopt;
  const LinkTraffic due = traffic_on(right, *link);
  const LinkTraffic sent = traffic_on(seen, *link);
  const std::string both = fmt::format("rank {} sends rank {} {}, and should send {}", link->first,
                                       link->second, traffic_words(sent), traffic_words(due));
  if (all_through_rank_0(record.run, seen)) {
    return counts(link->first, both + ": everything goes through rank 0",
                  "everything goes through rank 0: ranks whose shards meet send to each other");
  }
  if (due.messages == 0) {
    return counts(link->first, both + ": their shards do not meet",
                  "a rank sends to another whose new shard has nothing of its old one: only shards "
                  "that meet exchange messages, and none are empty");
  }
  if (sent.messages == 0) {
    return counts(link->first, both + ": there their shards meet",
                  "nothing is sent between two ranks whose old and new shards meet");
  }
  if (sent.elements == due.elements) {
    return counts(link->first, both + ": one message per state",
                  "another number of messages than one per state between two ranks whose shards "
                  "meet");
  }
  return counts(link->first, both + ": only the elements in which their shards meet move",
                "a message has another number of elements than the old and the new shard share");
}

namespace {

std::string words_of_call(const std::vector<SeenCall>& calls, std::size_t place) {
  return place < calls.size() ? call_words(calls[place].kind, calls[place].elements)
                              : std::string("none");
}

std::optional<Finding> disagreement_of(const std::vector<std::vector<SeenCall>>& seen) {
  for (std::size_t rank = 1; rank < seen.size(); ++rank) {
    for (std::size_t place = 0; place < std::max(seen[0].size(), seen[rank].size()); ++place) {
      const std::string of_0 = words_of_call(seen[0], place);
      const std::string of_rank = words_of_call(seen[rank], place);
      if (of_0 == of_rank) continue;
      return Finding{Aspect::deadlock, static_cast<int>(rank),
                     fmt::format("collective {}: rank 0 calls {}, and rank {} {}: all ranks call "
                                 "the same collectives, in the same order, with buffers of the "
                                 "same size",
                                 place + 1, of_0, rank, of_rank),
                     "ranks are in different collectives: all call the same ones, in the same "
                     "order, with buffers of the same size"};
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<Finding> ranks_disagree(const RunRecord& record) {
  if (record.run.exercise == 14 || record.ending == Ending::threw) return std::nullopt;
  std::vector<std::vector<SeenCall>> moving;
  std::vector<std::vector<SeenCall>> all;
  for (const RankResult& rank : record.ranks) {
    moving.push_back(seen_calls(rank));
    all.push_back(all_seen_calls(rank));
  }
  const std::optional<Finding> first = disagreement_of(moving);
  return first ? first : disagreement_of(all);
}

}  // namespace zerolab::exercises
