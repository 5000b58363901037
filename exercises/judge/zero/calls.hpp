// The collectives of a run of exercises 9 to 12: which are right, and which a rank has called.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/schedule/schedule.hpp"
#include "exercises/judge/run_record.hpp"

namespace zerolab::exercises {

// What an exercise asks for; the same on all ranks, in this order. A collective of nothing may be
// called or left out, and is none of these.
struct RightCall {
  NoteKind kind = NoteKind::reduce_scatter;
  std::size_t elements = 0;
  std::string topic;  // without data: "the gradients", "a unit's parameters, for its forward pass"
  std::string words;  // "the gradients of step 2", "the parameters of unit 1, for …"
  int unit = -1;
};
std::vector<RightCall> right_calls(const Case& run);

// What a rank says that it called, and which of its messages belong to it: [first, end) of its
// calls of sendrecv. Without collectives of nothing, but for all_seen_calls.
struct SeenCall {
  NoteKind kind = NoteKind::reduce_scatter;
  std::size_t elements = 0;
  std::size_t first = 0;
  std::size_t end = 0;
  std::size_t note = 0;  // its own
};
std::vector<SeenCall> seen_calls(const RankResult& rank);
std::vector<SeenCall> all_seen_calls(const RankResult& rank);

bool is_collective_note(NoteKind kind);
Schedule schedule_of(NoteKind kind, int ranks);               // of a collective's note
std::string words_of(NoteKind kind);                          // "reduce-scatter"
std::string with_article(const std::string& words);           // "an all-reduce"
std::string call_words(NoteKind kind, std::size_t elements);  // "a reduce-scatter of 8 elements"

// By directed link: what passes over it in all. Messages of exercises 9 to 12 that are empty are
// not counted: a collective of nothing may be called or left out.
struct LinkTraffic {
  std::size_t messages = 0;
  std::size_t elements = 0;
  friend bool operator==(const LinkTraffic&, const LinkTraffic&) = default;
};
using Links = std::map<std::pair<int, int>, LinkTraffic>;  // source, destination
Links right_links(const Case& run);                        // exercise 14 too
Links seen_links(const RunRecord& record);

}  // namespace zerolab::exercises
