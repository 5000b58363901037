// Exercise 6: which misconception gives just these volumes.
#include <functional>

#include <fmt/core.h>

#include "exercises/judge/numbers.hpp"
#include "exercises/judge/traffic.hpp"

namespace zerolab::exercises {

namespace {

using Volumes = std::vector<std::vector<std::int64_t>>;  // [rank]: sent, received

struct Reason {
  Mistake mistake;
  std::string words;
};

class VolumeReader {
 public:
  explicit VolumeReader(const RunRecord& record)
      : run_(record.run), got_(answers_of(record)), right_(right_answers(record.run)) {}

  std::optional<Wrong> read() const {
    for (std::size_t rank = 0; rank < right_.size(); ++rank) {
      if (got_[rank] == right_[rank]) continue;
      const Reason why = reason(rank);
      return Wrong{
          why.mistake, -1, static_cast<int>(rank),
          fmt::format("{} of {} over {}: rank {} sends {} and receives {}, not {} and {}; {}",
                      to_string(run_.collective), count_words(run_.elements),
                      run_.ranks == 1 ? "1 rank" : fmt::format("{} ranks", run_.ranks), rank,
                      right_[rank][0], right_[rank][1], got_[rank][0], got_[rank][1], why.words)};
    }
    return std::nullopt;
  }

 private:
  std::int64_t elements() const { return static_cast<std::int64_t>(run_.elements); }
  bool is_chain() const {
    return run_.collective == Collective::broadcast || run_.collective == Collective::reduce;
  }
  // Whether all ranks' answers come of the right ones by this change; of those of two numbers.
  bool all(const std::function<std::vector<std::int64_t>(int rank, std::int64_t sent,
                                                         std::int64_t received)>& change) const {
    for (std::size_t rank = 0; rank < right_.size(); ++rank) {
      if (got_[rank] != change(static_cast<int>(rank), right_[rank][0], right_[rank][1])) {
        return false;
      }
    }
    return true;
  }
  bool answers_are(const Case& run) const { return got_ == right_answers(run); }
  std::int64_t chunk(int number) const {
    const Range range = slots_of(as_buffer())[static_cast<std::size_t>(wrap(number, run_.ranks))];
    return static_cast<std::int64_t>(range.size());
  }
  Case as_buffer() const {
    Case buffer;
    buffer.ranks = run_.ranks;
    buffer.elements = run_.elements;
    return buffer;
  }
  // The number of buffers that move in all steps, if a chunk less were nothing less.
  std::int64_t halves() const { return run_.collective == Collective::all_reduce ? 2 : 1; }

  Reason reason(std::size_t rank) const {
    if (run_.ranks == 1) return {Mistake::volume_one_rank, "with one rank nothing moves"};
    if (all([](int, auto sent, auto received) { return std::vector{received, sent}; })) {
      return {Mistake::volume_swapped, "sent and received are exchanged"};
    }
    if (all([](int, auto sent, auto received) { return std::vector{4 * sent, 4 * received}; })) {
      return {Mistake::volume_bytes, "that is bytes; the volume is asked in elements"};
    }
    if (both_ways(rank)) {
      return {Mistake::volume_both_ways, "sent and received are added up; they are two numbers"};
    }
    for (const Collective collective : all_collectives) {
      Case other = run_;
      other.collective = collective;
      if (collective == run_.collective || !answers_are(other)) continue;
      return {Mistake::volume_other_collective,
              fmt::format("that is right for {}", to_string(collective))};
    }
    return is_chain() ? chain_reason(rank) : ring_reason();
  }

  bool both_ways(std::size_t rank) const {
    const std::int64_t sum = right_[rank][0] + right_[rank][1];
    const std::int64_t one = got_[rank][0];
    const std::int64_t other = got_[rank][1];
    return right_[rank][0] != 0 && right_[rank][1] != 0 &&
           ((one == sum && other == sum) || (one == sum && other == right_[rank][1]) ||
            (one == right_[rank][0] && other == sum));
  }

  Reason chain_reason(std::size_t rank) const {
    const int first = run_.collective == Collective::broadcast ? 0 : 1;
    const int last = run_.collective == Collective::broadcast ? run_.ranks - 1 : 0;
    const int r = static_cast<int>(rank);
    const std::string order =
        run_.collective == Collective::broadcast ? "0, 1, … N-1" : "1, 2, … N-1, 0";
    if (r == first && got_[rank][1] != 0) {
      return {
          Mistake::volume_chain_end,
          fmt::format("the chain is {}: rank {} is its beginning and receives nothing", order, r)};
    }
    if (r == last && got_[rank][0] != 0) {
      return {Mistake::volume_chain_end,
              fmt::format("the chain is {}: rank {} is its end and sends nothing", order, r)};
    }
    return {Mistake::volume_chain_end,
            fmt::format("the chain is {}: a rank between its ends receives the whole buffer once, "
                        "and sends it once",
                        order)};
  }

  Reason ring_reason() const {
    const std::int64_t n = elements();
    const std::int64_t ranks = run_.ranks;
    const std::string never_sent = run_.collective == Collective::all_reduce
                                       ? "in each half every chunk but one"
                                       : "every chunk but one";
    const std::int64_t whole = halves() * n;
    if (all([&](int, auto, auto) { return std::vector{whole, whole}; })) {
      return {Mistake::volume_whole_buffer,
              fmt::format("that is {}Ψ, the limit for many ranks; a rank sends {}",
                          halves() == 2 ? "2" : "", never_sent)};
    }
    const auto half_of = [&](std::int64_t share) {
      return all([&](int, auto, auto) { return std::vector{share, share}; });
    };
    for (const std::int64_t even :
         {halves() * n * (ranks - 1) / ranks, halves() * (ranks - 1) * (n / ranks),
          halves() * (n - n / ranks), halves() * (ranks - 1) * ((n + ranks - 1) / ranks),
          (halves() * n * (ranks - 1) + ranks - 1) / ranks}) {
      if (!half_of(even)) continue;
      return {Mistake::volume_even,
              fmt::format("{}Ψ(N-1)/N is right only where N divides Ψ; subtract the one chunk that "
                          "is not sent{}",
                          halves() == 2 ? "2" : "", halves() == 2 ? " in each half" : "")};
    }
    for (const std::int64_t twice : {2 * n * (ranks - 1) / ranks}) {
      if (halves() != 1 || !half_of(twice)) continue;
      return {Mistake::volume_both_ways,
              "that is 2Ψ(N-1)/N: an all-reduce one way, or both directions added up"};
    }
    if (all([&](int rank, auto, auto) {
          return std::vector{chunk(rank), chunk(rank - 1)};
        }) ||
        half_of(n / ranks) || half_of((n + ranks - 1) / ranks)) {
      return {Mistake::volume_one_step, "that is one step; a ring has N-1 of them in each half"};
    }
    return wrong_chunk();
  }

  // Right but for the chunks that are left out: n - c_(r+i) and n - c_(r+j).
  Reason wrong_chunk() const {
    const std::int64_t n = elements();
    for (int sent = 0; sent < run_.ranks && halves() == 1; ++sent) {
      for (int received = 0; received < run_.ranks; ++received) {
        if (!all([&](int rank, auto, auto) {
              return std::vector{n - chunk(rank + sent), n - chunk(rank + received)};
            })) {
          continue;
        }
        return {Mistake::volume_wrong_chunk, missing_chunks()};
      }
    }
    if (halves() == 2 && all_within_two()) return {Mistake::volume_wrong_chunk, missing_chunks()};
    return {Mistake::numbers_wrong, missing_chunks()};
  }
  bool all_within_two() const {
    for (std::size_t rank = 0; rank < right_.size(); ++rank) {
      for (const std::size_t way : {std::size_t{0}, std::size_t{1}}) {
        if (std::abs(got_[rank][way] - right_[rank][way]) > 2) return false;
      }
    }
    return true;
  }
  std::string missing_chunks() const {
    switch (run_.collective) {
      case Collective::reduce_scatter:
        return "rank r never sends chunk r, and never receives chunk r-1";
      case Collective::all_gather:
        return "rank r never sends chunk r+1, and never receives chunk r";
      case Collective::all_reduce:
        return "rank r does not send chunk r in the first half, nor chunk r+1 in the second, and "
               "does not receive chunk r-1 in the first, nor chunk r in the second";
      case Collective::broadcast:
      case Collective::reduce: break;
    }
    return "";
  }

  const Case& run_;
  Volumes got_;
  Volumes right_;
};

}  // namespace

std::optional<Wrong> wrong_volumes(const RunRecord& record) {
  return VolumeReader(record).read();
}

}  // namespace zerolab::exercises
