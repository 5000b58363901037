// Wrong schedules made from a right one, and a simulation that tells, without the product's
// readers, what a change altered.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string_view>
#include <tuple>
#include <vector>

#include "core/schedule/layout.hpp"
#include "core/schedule/schedule.hpp"

namespace zerolab::test {

enum class Change {
  drop,
  duplicate,             // in the same step, the next, the last, or one after the last
  redirect_destination,  // to every other rank, the source included
  redirect_source,       // from every other rank, the destination included
  rechunk,               // to every other chunk
  restep,                // to every other step, and to one after the last
  swap_combine,          // add where it copied, copy where it added
  exchange               // two transfers exchange their step, source, destination or chunk
};
inline constexpr std::array all_changes{
    Change::drop,    Change::duplicate, Change::redirect_destination, Change::redirect_source,
    Change::rechunk, Change::restep,    Change::swap_combine,         Change::exchange};
std::string_view to_string(Change change);

// Every schedule that one such change makes of `right`; each is ordered by step and differs from it
// in more than the order of a step's transfers.
std::vector<Schedule> corrupted(const Schedule& right, Change change);

// What a schedule leads to.
struct Outcome {
  // Of every chunk that a rank is promised: its value and, as a hash, the order of its additions.
  // Three times over: where a step's transfers read what the last step left, and where each is done
  // before the next is begun, from the first to the last and the other way round. They differ where
  // the result depends on who is faster.
  std::vector<std::uint64_t> values;
  std::vector<std::uint64_t> orders;
  // By step, source and destination: messages and elements.
  std::map<std::tuple<int, int, int>, std::pair<std::int64_t, std::int64_t>> cost;

  bool is_right() const;  // the values are the definition's, in all three
  friend bool operator==(const Outcome&, const Outcome&) = default;

  std::vector<std::uint64_t> wanted;  // the values by definition
};
Outcome simulate(const Schedule& schedule, const ChunkLayout& layout);

}  // namespace zerolab::test
