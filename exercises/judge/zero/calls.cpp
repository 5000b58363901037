#include "exercises/judge/zero/calls.hpp"

#include <fmt/core.h>

#include "core/base/error.hpp"
#include "core/schedule/layout.hpp"
#include "core/schedule/ring.hpp"
#include "exercises/judge/traffic.hpp"
#include "exercises/judge/zero/layout.hpp"

namespace zerolab::exercises {

namespace {

std::vector<RightCall> calls_of_steps(const Case& run) {
  std::vector<RightCall> calls;
  const auto add = [&](NoteKind kind, const char* topic, int step) {
    calls.push_back({kind, run.elements, topic, fmt::format("{} of step {}", topic, step)});
  };
  for (int step = 1; step <= run.step; ++step) {
    add(NoteKind::reduce_scatter, "the gradients", step);
    add(NoteKind::all_gather, "the updated parameters", step);
  }
  return calls;
}

std::vector<RightCall> calls_of_passes(const Case& run) {
  std::vector<RightCall> calls;
  const int units = static_cast<int>(run.tensors.size());
  for (int micro_step = 0; micro_step < run.micro_steps; ++micro_step) {
    const auto add = [&](NoteKind kind, int unit, const char* what, const char* when) {
      calls.push_back(
          {kind, run.tensors[static_cast<std::size_t>(unit)],
           fmt::format("a unit's {}, {}", what, when),
           fmt::format("the {} of unit {}, {} in micro-step {}", what, unit, when, micro_step),
           unit});
    };
    for (int unit = 0; unit < units && run.exercise == 11; ++unit) {
      add(NoteKind::all_gather, unit, "parameters", "for its forward pass");
    }
    for (int unit = units - 1; unit >= 0; --unit) {
      if (run.exercise == 11) {
        add(NoteKind::all_gather, unit, "parameters", "for its backward pass");
      }
      add(NoteKind::reduce_scatter, unit, "gradients", "after its backward pass");
    }
  }
  return calls;
}

// Exercise 14: three states, from each old shard's rank to each new one's that meets it.
Links links_of_reshard(const Case& run) {
  Links links;
  for (int from = 0; from < run.from_ranks; ++from) {
    for (int to = 0; to < run.to_ranks; ++to) {
      const Range piece = intersect(shard_range(run.elements, run.from_ranks, from),
                                    shard_range(run.elements, run.to_ranks, to));
      if (from != to && !piece.empty()) links[{from, to}] = {3, 3 * piece.size()};
    }
  }
  return links;
}

}  // namespace

std::vector<RightCall> right_calls(const Case& run) {
  std::vector<RightCall> calls;
  if (run.exercise == 9) calls = calls_of_steps(run);
  if (run.exercise == 10 || run.exercise == 11) calls = calls_of_passes(run);
  if (run.exercise == 12) {
    calls = {{NoteKind::all_gather, static_cast<std::size_t>(run.ranks), "one number per rank",
              "one number per rank"}};
  }
  std::erase_if(calls, [](const RightCall& call) { return call.elements == 0; });
  return calls;
}

bool is_collective_note(NoteKind kind) {
  switch (kind) {
    case NoteKind::reduce_scatter:
    case NoteKind::all_gather:
    case NoteKind::all_reduce: return true;
    case NoteKind::allocate:
    case NoteKind::release:
    case NoteKind::forward:
    case NoteKind::backward: return false;
  }
  return false;
}

Schedule schedule_of(NoteKind kind, int ranks) {
  switch (kind) {
    case NoteKind::reduce_scatter: return ring_reduce_scatter(ranks);
    case NoteKind::all_gather: return ring_all_gather(ranks);
    case NoteKind::all_reduce: return ring_all_reduce(ranks);
    case NoteKind::allocate:
    case NoteKind::release:
    case NoteKind::forward:
    case NoteKind::backward: break;
  }
  throw InvariantError("a note of no collective has no schedule");
}

std::string words_of(NoteKind kind) {
  switch (kind) {
    case NoteKind::reduce_scatter: return "reduce-scatter";
    case NoteKind::all_gather: return "all-gather";
    case NoteKind::all_reduce: return "all-reduce";
    case NoteKind::allocate: return "allocate";
    case NoteKind::release: return "release";
    case NoteKind::forward: return "forward";
    case NoteKind::backward: return "backward";
  }
  return "";
}

std::string with_article(const std::string& words) {
  return (words.starts_with("a") ? "an " : "a ") + words;
}

std::string call_words(NoteKind kind, std::size_t elements) {
  return fmt::format("{} of {}", with_article(words_of(kind)), count_words(elements));
}

std::vector<SeenCall> seen_calls(const RankResult& rank) {
  std::vector<SeenCall> calls = all_seen_calls(rank);
  std::erase_if(calls, [](const SeenCall& call) { return call.elements == 0; });
  return calls;
}

std::vector<SeenCall> all_seen_calls(const RankResult& rank) {
  std::vector<SeenCall> calls;
  for (std::size_t n = 0; n < rank.notes.size(); ++n) {
    const Note& note = rank.notes[n];
    if (!is_collective_note(note.kind)) continue;
    if (!calls.empty()) calls.back().end = note.calls;
    calls.push_back({note.kind, note.elements, note.calls, rank.calls.size(), n});
  }
  return calls;
}

Links right_links(const Case& run) {
  if (run.exercise == 14) return links_of_reshard(run);
  Links links;
  for (const RightCall& call : right_calls(run)) {
    const ChunkLayout layout{call.elements, run.ranks};
    for (const Transfer& transfer : schedule_of(call.kind, run.ranks).transfers) {
      const std::size_t elements = layout.range(transfer.chunk).size();
      if (elements == 0) continue;
      LinkTraffic& link = links[{transfer.source, transfer.destination}];
      ++link.messages;
      link.elements += elements;
    }
  }
  return links;
}

Links seen_links(const RunRecord& record) {
  Links links;
  for (std::size_t rank = 0; rank < record.ranks.size(); ++rank) {
    for (const LoggedCall& call : record.ranks[rank].calls) {
      for (const LoggedMessage& message : call.sends) {
        if (message.values.empty() && record.run.exercise != 14) continue;
        LinkTraffic& link = links[{static_cast<int>(rank), message.peer}];
        ++link.messages;
        link.elements += message.values.size();
      }
    }
  }
  return links;
}

}  // namespace zerolab::exercises
