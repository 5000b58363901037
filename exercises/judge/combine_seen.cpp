#include "exercises/judge/combine_seen.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace zerolab::exercises {

namespace {

// One end of a message, in the order in which its rank came to it.
struct Act {
  bool receives = false;
  std::size_t call = 0;
  std::size_t message = 0;  // index into the run's messages
};

enum class Fate { added, copied, ignored };
constexpr Fate fates[] = {Fate::added, Fate::copied, Fate::ignored};

// Beyond this many receives of one element, none of which is seen, nothing is tried.
constexpr std::size_t max_unseen = 8;

class RankHistory {
 public:
  RankHistory(int rank, const std::vector<Codes>& carried, const RankCodes& codes, DecodedRun& run)
      : carried_(carried), after_(codes.after), state_(codes.before), run_(run) {
    for (std::size_t m = 0; m < run.messages.size(); ++m) {
      const DecodedMessage& message = run.messages[m];
      if (!message.range || message.range->end > state_.size()) continue;
      if (message.source == rank) acts_.push_back({false, message.send_call, m});
      if (message.destination == rank && message.delivered) {
        acts_.push_back({true, message.receive_call, m});
      }
    }
    // What a sendrecv sends is as it was before what it receives.
    std::ranges::stable_sort(acts_, [](const Act& a, const Act& b) {
      return a.call != b.call ? a.call < b.call : a.receives < b.receives;
    });
  }

  void walk() {
    for (std::size_t a = 0; a < acts_.size(); ++a) {
      const DecodedMessage& message = run_.messages[acts_[a].message];
      if (!acts_[a].receives) {
        for (std::size_t i = 0; i < message.elements; ++i) {
          state_[message.range->begin + i] = carried_[acts_[a].message][i];
        }
      } else if (!message.range->empty()) {
        receive(a);
      }
    }
  }

 private:
  Range range(std::size_t act) const { return *run_.messages[acts_[act].message].range; }
  double carried(std::size_t act, std::size_t element) const {
    return carried_[acts_[act].message][element - range(act).begin];
  }

  void receive(std::size_t first) {
    // This receive, and those of the same elements before they are seen again.
    std::vector<std::size_t> unseen{first};
    Range common = range(first);
    std::size_t a = first + 1;
    for (; a < acts_.size(); ++a) {
      const Range overlap = intersect(common, range(a));
      if (overlap.empty()) continue;
      common = overlap;
      if (!acts_[a].receives) break;
      unseen.push_back(a);
    }
    const std::size_t element = common.begin;
    std::optional<Fate> fate;
    if (a < acts_.size()) {
      fate = fate_of(unseen, element, carried(a, element));
    } else if (!after_.empty()) {
      fate = fate_of(unseen, element, after_[element]);
    }
    settle(first, fate);
  }

  // What happened to the first of them, given what the element was seen to be after the last. The
  // first combination of fates that explains it, `added` before the others.
  std::optional<Fate> fate_of(const std::vector<std::size_t>& unseen, std::size_t element,
                              double seen) const {
    if (unseen.size() > max_unseen || std::isnan(seen)) return std::nullopt;
    std::size_t combinations = 1;
    for (std::size_t i = 0; i < unseen.size(); ++i) combinations *= 3;
    for (std::size_t combination = 0; combination < combinations; ++combination) {
      double code = state_[element];
      std::size_t rest = combination;
      for (const std::size_t act : unseen) {
        const double arrived = carried(act, element);
        switch (fates[rest % 3]) {
          case Fate::added: code += arrived; break;
          case Fate::copied: code = arrived; break;
          case Fate::ignored: break;
        }
        rest /= 3;
      }
      if (code == seen) return fates[combination % 3];
    }
    return std::nullopt;
  }

  void settle(std::size_t act, std::optional<Fate> fate) {
    DecodedMessage& message = run_.messages[acts_[act].message];
    if (fate == Fate::added) message.added = true;
    if (fate == Fate::copied) message.added = false;
    for (std::size_t i = message.range->begin; i < message.range->end; ++i) {
      if (!fate) {
        state_[i] = std::numeric_limits<double>::quiet_NaN();
      } else if (fate == Fate::added) {
        state_[i] += carried(act, i);
      } else if (fate == Fate::copied) {
        state_[i] = carried(act, i);
      }
    }
  }

  const std::vector<Codes>& carried_;
  const Codes& after_;
  Codes state_;
  DecodedRun& run_;
  std::vector<Act> acts_;
};

}  // namespace

void see_combines(const std::vector<Codes>& carried, const std::vector<RankCodes>& ranks,
                  DecodedRun& run) {
  for (std::size_t rank = 0; rank < ranks.size(); ++rank) {
    RankHistory(static_cast<int>(rank), carried, ranks[rank], run).walk();
  }
}

}  // namespace zerolab::exercises
