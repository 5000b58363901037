#include "exercises/judge/messages.hpp"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace zerolab::exercises {

namespace {

using Link = std::pair<int, int>;                       // source, destination
using Ends = std::map<Link, std::vector<std::size_t>>;  // the calls of finished receives, in order

Ends finished_receives(const RunRecord& record) {
  Ends ends;
  for (std::size_t rank = 0; rank < record.ranks.size(); ++rank) {
    const std::vector<LoggedCall>& calls = record.ranks[rank].calls;
    for (std::size_t c = 0; c < calls.size(); ++c) {
      if (!calls[c].finished) continue;
      for (const LoggedMessage& message : calls[c].receives) {
        ends[{message.peer, static_cast<int>(rank)}].push_back(c);
      }
    }
  }
  return ends;
}

void add_sends(int rank, const std::vector<LoggedCall>& calls, const Ends& ends, DecodedRun& run) {
  std::map<int, int> steps;  // by peer
  for (std::size_t c = 0; c < calls.size(); ++c) {
    for (const LoggedMessage& sent : calls[c].sends) {
      DecodedMessage message;
      message.source = rank;
      message.destination = sent.peer;
      message.step = steps[sent.peer]++;
      message.elements = sent.values.size();
      message.send_call = c;
      const auto received = ends.find({rank, sent.peer});
      const auto step = static_cast<std::size_t>(message.step);
      message.delivered = received != ends.end() && step < received->second.size();
      if (message.delivered) message.receive_call = received->second[step];
      run.messages.push_back(message);
    }
  }
}

void add_awaited(int rank, const std::vector<LoggedCall>& calls, DecodedRun& run) {
  std::map<int, int> steps;
  for (const LoggedCall& call : calls) {
    for (const LoggedMessage& message : call.receives) {
      const int step = steps[message.peer]++;
      if (call.finished) continue;
      run.awaited.push_back({rank, message.peer, step, message.values.size()});
    }
  }
}

// How many steps agree before the first that does not, how many messages agree in all, and, where
// that is equal, how many elements of the messages are the right ones.
std::tuple<int, int, std::size_t> agreement(const RightRun& right, const DecodedRun& run) {
  int first_wrong = right.steps();
  int agreeing = 0;
  std::size_t elements = 0;
  for (const DecodedMessage& message : run.messages) {
    const RightMessage* expected =
        message.source < run.run.ranks ? right.at(message.source, message.step) : nullptr;
    if (expected != nullptr && message.range) {
      elements += intersect(*message.range, expected->range).size();
    }
    if (expected != nullptr && agrees(message, *expected, run.run.ranks)) {
      ++agreeing;
    } else {
      first_wrong = std::min(first_wrong, message.step);
    }
  }
  return {first_wrong, agreeing, elements};
}

}  // namespace

DecodedRun without_values(const RunRecord& record) {
  DecodedRun run;
  run.run = record.run;
  run.ending = record.ending;
  const Ends ends = finished_receives(record);
  for (std::size_t rank = 0; rank < record.ranks.size(); ++rank) {
    const RankResult& result = record.ranks[rank];
    add_sends(static_cast<int>(rank), result.calls, ends, run);
    add_awaited(static_cast<int>(rank), result.calls, run);
    run.returned.push_back(!result.block.empty());
  }
  std::ranges::stable_sort(run.messages, {}, [](const DecodedMessage& message) {
    return std::tuple(message.step, message.source, message.destination);
  });
  return run;
}

const std::vector<float>& values_of(const RunRecord& record, const DecodedMessage& message) {
  return record.ranks[static_cast<std::size_t>(message.source)]
      .calls[message.send_call]
      .sends.front()
      .values;
}

bool agrees(const DecodedMessage& message, const RightMessage& right, int ranks) {
  if (message.destination != right.destination || message.elements != right.range.size() ||
      message.unreadable > 0) {
    return false;
  }
  if (message.elements == 0) return true;
  if (message.range && *message.range != right.range) return false;
  if (message.chunk && slot_of(message, ranks) != right.slot) return false;
  return !message.origins || *message.origins == right.origins;
}

const RightRun& closest(const std::vector<RightRun>& rights, const DecodedRun& run) {
  return *std::ranges::max_element(rights, {},
                                   [&](const RightRun& right) { return agreement(right, run); });
}

}  // namespace zerolab::exercises
