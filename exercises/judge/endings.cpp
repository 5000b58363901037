#include "exercises/judge/endings.hpp"

#include <algorithm>

#include "core/base/error.hpp"

namespace zerolab::exercises {

namespace {

// The call in which a rank waits; nullptr: in none.
const LoggedCall* waiting_call(const RankResult& rank) {
  return rank.calls.empty() || rank.calls.back().finished ? nullptr : &rank.calls.back();
}

// "rank 0 waits to send to rank 1, which waits to …": the transport's words without its advice,
// which is about its own interface, and without the messages' labels, which students do not give.
std::string cycle_words(std::string detail) {
  const std::string opening = "deadlock: ";
  if (detail.starts_with(opening)) detail.erase(0, opening.size());
  const std::size_t advice = detail.find(": post sends");
  if (advice != std::string::npos) detail.erase(advice);
  for (const std::string label : {" 'message' of", " 'message'"}) {
    for (std::size_t at = 0; (at = detail.find(label, at)) != std::string::npos;) {
      detail.erase(at, label.size());
    }
  }
  return detail;
}

// "rank 2 waits to receive 3 elements from rank 1, which has returned", for the first such rank.
std::optional<std::pair<int, std::string>> wait_for_returned(const RunRecord& record) {
  const auto returned = [&](int rank) {
    return rank >= 0 && rank < static_cast<int>(record.ranks.size()) &&
           waiting_call(record.ranks[static_cast<std::size_t>(rank)]) == nullptr;
  };
  for (std::size_t rank = 0; rank < record.ranks.size(); ++rank) {
    const LoggedCall* call = waiting_call(record.ranks[rank]);
    if (call == nullptr) continue;
    const auto words = [&](const char* does, const LoggedMessage& message, const char* to) {
      return std::pair(static_cast<int>(rank),
                       fmt::format("rank {} waits to {} {} elements {} rank {}, which has returned",
                                   rank, does, message.values.size(), to, message.peer));
    };
    for (const LoggedMessage& message : call->receives) {
      if (returned(message.peer)) return words("receive", message, "from");
    }
    for (const LoggedMessage& message : call->sends) {
      if (returned(message.peer)) return words("send", message, "to");
    }
  }
  return std::nullopt;
}

Wrong deadlock(const RunRecord& record) {
  const auto wait = wait_for_returned(record);
  if (wait) {
    return {Mistake::waits_for_nothing, -1, wait->first,
            fmt::format("{}: each message needs its send and its receive; do both make the same "
                        "number of steps?",
                        wait->second)};
  }
  bool all_send = true;
  bool all_receive = true;
  int first = record.culprit;
  for (std::size_t rank = 0; rank < record.ranks.size(); ++rank) {
    const LoggedCall* call = waiting_call(record.ranks[rank]);
    if (call == nullptr) continue;
    if (first < 0) first = static_cast<int>(rank);
    all_send = all_send && call->receives.empty();
    all_receive = all_receive && call->sends.empty();
  }
  const std::string cycle = cycle_words(record.detail);
  if (all_send) {
    return {
        Mistake::all_send_first, -1, first,
        fmt::format("deadlock: {}: all ranks send first, and a send ends only when its receiver "
                    "takes the message, so nobody comes to receive; let some ranks receive "
                    "first, or use sendrecv",
                    cycle)};
  }
  if (all_receive) {
    return {Mistake::all_receive_first, -1, first,
            fmt::format("deadlock: {}: all ranks receive first, so nobody comes to send; let some "
                        "ranks send first, or use sendrecv",
                        cycle)};
  }
  return {Mistake::waits_in_a_circle, -1, first,
          fmt::format("deadlock: {}: change the order of sends and receives on one of these ranks, "
                      "or use sendrecv",
                      cycle)};
}

Wrong mismatch(const RunRecord& record) {
  // The transport's advice is about collectives.
  std::string detail = record.detail;
  const std::size_t advice = detail.find(": both must issue");
  if (advice != std::string::npos) detail.erase(advice);
  const bool peer = detail.find("its peers are") != std::string::npos;
  return {peer ? Mistake::no_such_rank : Mistake::sizes_disagree, -1, record.culprit,
          cycle_words(detail)};
}

Wrong threw(const RunRecord& record) {
  const bool shared = record.detail.find("share memory") != std::string::npos;
  const std::string who =
      record.culprit < 0 ? "the function" : fmt::format("rank {}", record.culprit);
  return {shared ? Mistake::shared_buffer : Mistake::threw, -1, record.culprit,
          shared ? record.detail : fmt::format("{} threw: {}", who, record.detail)};
}

// Usually this one. In some hand-outs (exercises/reference) earlier ones are the student's own.
Wrong unwritten(const RunRecord& record) {
  for (int earlier = 1; earlier < record.run.exercise; ++earlier) {
    if (record.detail == fmt::format("exercise {:02} is not written yet", earlier)) {
      return {Mistake::unwritten, -1, -1,
              fmt::format("exercise {:02}, which this one calls, is not written yet", earlier)};
    }
  }
  return {Mistake::unwritten, -1, -1,
          fmt::format("exercise {:02} is not written yet", record.run.exercise)};
}

std::string told(const char* what, const RunRecord& record) {
  const std::string who = record.culprit < 0 ? "" : fmt::format("rank {}: ", record.culprit);
  return record.detail.empty() ? who + what : fmt::format("{}{}: {}", who, what, record.detail);
}

}  // namespace

std::string without_advice(const std::string& sentence) {
  const std::string opening = "deadlock: ";
  if (!sentence.starts_with(opening)) return sentence;
  return sentence.substr(0, sentence.find(": ", opening.size()));
}

bool has_results(const RunRecord& record) {
  return record.ending == Ending::finished || record.ending == Ending::unreceived;
}

std::optional<Wrong> wrong_end(const RunRecord& record) {
  const auto wrong = [&](Mistake mistake, const char* what) {
    return Wrong{mistake, -1, record.culprit, told(what, record)};
  };
  switch (record.ending) {
    case Ending::finished: return std::nullopt;
    case Ending::deadlock: return deadlock(record);
    case Ending::mismatch: return mismatch(record);
    case Ending::unreceived:
      return wrong(Mistake::never_received, "a message was sent that nobody received");
    case Ending::unwritten: return unwritten(record);
    case Ending::threw: return threw(record);
    case Ending::crashed: return wrong(Mistake::crashed, "the function crashed");
    case Ending::ended_early:
      return wrong(Mistake::ended_early, "the process ended before the function had returned");
    case Ending::endless:
      return wrong(Mistake::endless, "the function did not end within the limit of computing time");
    case Ending::out_of_memory:
      return wrong(Mistake::out_of_memory, "the function wanted more memory than is allowed");
    case Ending::forbidden: return wrong(Mistake::forbidden, "a system call that no answer needs");
    case Ending::flood: return wrong(Mistake::flood, "far more was sent than any answer needs");
    case Ending::not_run: return wrong(Mistake::not_run, "the submission could not be run");
  }
  throw InvariantError("an Ending without a verdict");
}

}  // namespace zerolab::exercises
