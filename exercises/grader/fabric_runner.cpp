#include "exercises/grader/fabric_runner.hpp"

#include <cstring>
#include <limits>

#include "core/base/error.hpp"
#include "core/transport/fabric/fabric.hpp"
#include "exercises/grader/job.hpp"
#include "exercises/grader/rank_processes.hpp"

namespace zerolab::exercises {

namespace {

// More than any way to the result takes, were it ever so roundabout, and an end to flooding.
FabricOptions fabric_options(const Case& run) {
  constexpr std::int64_t spare_elements = 100'000;
  constexpr std::int64_t most_messages = 50'000;
  const auto elements = static_cast<std::int64_t>(run.elements);
  const std::int64_t total = 2 * (run.ranks + 1) * elements + spare_elements;
  FabricOptions options;
  options.eager_bytes =
      run.delivery == Delivery::buffered ? std::numeric_limits<std::size_t>::max() : std::size_t{0};
  options.order_seed = run.order_seed;
  options.max_message_bytes = static_cast<std::size_t>(total) * sizeof(float);
  options.max_messages = most_messages;
  options.max_total_bytes = total * static_cast<std::int64_t>(sizeof(float));
  options.keep_payloads = true;
  return options;
}

std::vector<LoggedMessage> logged(std::vector<FabricMessage>& messages) {
  std::vector<LoggedMessage> result;
  for (FabricMessage& message : messages) {
    LoggedMessage& one = result.emplace_back(LoggedMessage{message.peer, {}});
    one.values.resize(message.elements);
    const std::size_t size = std::min(message.bytes.size(), message.elements * sizeof(float));
    if (size > 0) std::memcpy(one.values.data(), message.bytes.data(), size);
    message.bytes = {};  // a run with large buffers is held once, not twice
  }
  return result;
}

std::vector<LoggedCall> logged(std::vector<FabricCall>& calls) {
  std::vector<LoggedCall> result;
  for (FabricCall& call : calls) {
    result.push_back({logged(call.sends), logged(call.receives), call.finished});
  }
  return result;
}

// `record` says that it is over, and for which reason; the processes know more of some.
void tell_ending(const FabricRecord& fabric, const RankProcesses& processes, RunRecord& record) {
  record.culprit = fabric.culprit;
  record.detail = fabric.detail;
  const auto from_process = [&](int rank) {
    const std::optional<RankEnd>& end = processes.end_of(rank);
    if (!end) return false;
    record.ending = end->ending;
    record.culprit = rank;
    record.detail = end->detail;
    return true;
  };
  switch (fabric.ending) {
    case FabricEnding::finished: record.ending = Ending::finished; return;
    case FabricEnding::deadlock: record.ending = Ending::deadlock; return;
    case FabricEnding::mismatch: record.ending = Ending::mismatch; return;
    case FabricEnding::unreceived: record.ending = Ending::unreceived; return;
    case FabricEnding::flood: record.ending = Ending::flood; return;
    case FabricEnding::nonsense: record.ending = Ending::forbidden; return;
    case FabricEnding::rank_failed: {
      const Failure failure = parse_failure(fabric.detail);
      record.detail = failure.what;
      switch (failure.failing) {
        case Failing::not_written: record.ending = Ending::unwritten; return;
        case Failing::no_memory: record.ending = Ending::out_of_memory; return;
        case Failing::threw: record.ending = Ending::threw; return;
      }
      return;
    }
    case FabricEnding::rank_gone:
      record.ending = Ending::ended_early;
      from_process(fabric.culprit);
      return;
    case FabricEnding::stopped:
      record.ending = Ending::endless;
      for (int rank = 0; rank < record.run.ranks; ++rank) {
        if (from_process(rank)) return;
      }
      return;
  }
}

}  // namespace

bool FabricRunner::is_out_of_time() const {
  return std::chrono::steady_clock::now() >= options_.deadline;
}

RunRecord FabricRunner::run(const Case& run) {
  RunRecord record{run, Ending::finished, "", -1,
                   std::vector<RankResult>(static_cast<std::size_t>(run.ranks))};
  if (is_out_of_time()) {
    record.ending = Ending::endless;
    record.detail = "the time for grading this submission is used up";
    return record;
  }
  SandboxPlan plan;
  plan.protections = options_.protections;
  plan.system_calls = options_.static_program ? SystemCalls::rank : SystemCalls::dynamic_rank;
  if (!options_.static_program) {
    for (const char* libraries : {"/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib"}) {
      plan.paths.push_back({libraries, true, false, true});
    }
    plan.paths.push_back({"/etc/ld.so.cache"});
  }
  plan.limits.cpu_seconds = options_.cpu_seconds;
  // The block, what arrives for it, and its copy in the answer.
  plan.limits.memory_bytes =
      options_.memory_bytes +
      4 * static_cast<std::int64_t>(largest_block_elements(run) * sizeof(float));
  plan.user = 1;
  plan.program = program_;
  plan.arguments = {"rank"};
  RankProcesses processes(plan, run);
  processes_started_ += run.ranks;
  FabricRecord fabric =
      run_fabric(processes.sockets(), fabric_options(run),
                 {[&] { return processes.trouble(); },
                  [&](int rank, std::int64_t mark, std::size_t calls) {
                    if (mark < first_note_number) {
                      processes.look_at_memory(rank, static_cast<int>(mark));
                    } else if (std::optional<Note> note = note_of(mark)) {
                      note->calls = calls;
                      record.ranks[static_cast<std::size_t>(rank)].notes.push_back(*note);
                    }
                  }});
  processes.end_all(fabric.ending == FabricEnding::rank_gone ? fabric.culprit : -1);
  tell_ending(fabric, processes, record);
  for (int rank = 0; rank < run.ranks; ++rank) {
    FabricRank& heard = fabric.ranks[static_cast<std::size_t>(rank)];
    RankResult& result = record.ranks[static_cast<std::size_t>(rank)];
    result.calls = logged(heard.calls);
    result.peak_bytes = processes.peak_bytes(rank);
    if (!heard.ended) continue;
    std::optional<Answer> answer = parse_answer(heard.report, run, rank);
    if (answer) {
      result.block = std::move(answer->block);
      result.numbers = std::move(answer->numbers);
    } else if (record.ending == Ending::finished) {
      record.ending = Ending::forbidden;
      record.culprit = rank;
      record.detail = "what it wrote at its end is no answer of this grader's own program";
    }
    heard.report = {};
  }
  return record;
}

}  // namespace zerolab::exercises
