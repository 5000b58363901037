// zerolab deadlock: every rank passes a message to its right neighbour, in an order of calls that
// may or may not end, with or without buffers that hide it.
#include <memory>

#include <fmt/core.h>

#include "core/base/error.hpp"
#include "core/base/table.hpp"
#include "core/base/units.hpp"
#include "core/cli/bench_options.hpp"
#include "core/cli/commands.hpp"
#include "core/cli/json_output.hpp"
#include "core/cli/words.hpp"
#include "core/transport/registry.hpp"

namespace zerolab {

namespace {

struct DeadlockArguments {
  int ranks = 4;
  std::string bytes = "1K,4K,8K";
  std::string order = "send-first";
  std::string eager;
  bool json = false;
};

enum class CallOrder { send_first, even_odd, together };

CallOrder parse_order(std::string_view name) {
  if (name == "send-first") return CallOrder::send_first;
  if (name == "even-odd") return CallOrder::even_odd;
  if (name == "together") return CallOrder::together;
  throw input_error("unknown order '{}': it may be send-first, even-odd, together", name);
}

std::string_view described(CallOrder order) {
  switch (order) {
    case CallOrder::send_first: return "sends to its right neighbour, then receives from its left";
    case CallOrder::even_odd:
      return "sends to the right and receives from the left: even ranks send first, odd ranks "
             "receive first";
    case CallOrder::together:
      return "posts its send to the right and its receive from the left together, then waits for "
             "both";
  }
  throw InvariantError("a CallOrder without words");
}

// Blocking calls, as MPI_Send and MPI_Recv are; `together` is MPI_Sendrecv.
void pass_right(Transport& transport, CallOrder order, std::size_t bytes) {
  const int n = transport.world_size();
  const int right = (transport.rank() + 1) % n;
  const int left = (transport.rank() + n - 1) % n;
  std::vector<float> mine(bytes / sizeof(float));
  std::vector<float> theirs(mine.size());
  Send send{right, mine.data(), mine.size(), DType::f32, {"message to the right"}, {}};
  Receive receive{
      left, theirs.data(), theirs.size(), DType::f32, Combine::copy, {"message to the right"}, {}};
  const bool sends_first = order == CallOrder::send_first || transport.rank() % 2 == 0;
  if (order == CallOrder::together) {
    transport.exchange({&send, 1}, {&receive, 1});
  } else if (sends_first) {
    transport.exchange({&send, 1}, {});
    transport.exchange({}, {&receive, 1});
  } else {
    transport.exchange({}, {&receive, 1});
    transport.exchange({&send, 1}, {});
  }
}

struct PassOutcome {
  std::size_t bytes = 0;
  std::string error;  // empty: it ended
};

PassOutcome pass_on(int ranks, CallOrder order, std::size_t bytes, std::size_t eager_bytes) {
  PassOutcome outcome{bytes / sizeof(float) * sizeof(float), {}};
  try {
    run_ranks("threads", ranks, [&](Transport& transport) { pass_right(transport, order, bytes); },
              {eager_bytes});
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::input) throw;
    outcome.error = error.what();
  }
  return outcome;
}

std::string size_text(std::size_t bytes) {
  return with_separators(static_cast<std::int64_t>(bytes));
}

std::string deadlock_text(const std::vector<PassOutcome>& outcomes, int ranks, CallOrder order,
                          std::size_t eager_bytes) {
  std::string text = fmt::format(
      "Each of {} {}.\n{}\n\n", counted(ranks, "rank"), described(order),
      eager_bytes == 0 ? std::string("A send is done when its message has been received.")
                       : fmt::format("A send of up to {} bytes is copied into a buffer and done at "
                                     "once; a longer one is done when it has been received.",
                                     size_text(eager_bytes)));
  Table table({{"message (bytes)"}, {"result", Align::left}});
  const PassOutcome* stuck = nullptr;
  bool hidden = false;
  for (const PassOutcome& outcome : outcomes) {
    const bool ends = outcome.error.empty();
    table.add_row({size_text(outcome.bytes), ends ? "all ranks end" : "deadlock"});
    if (!ends && stuck == nullptr) stuck = &outcome;
    hidden |= ends;
  }
  text += table.to_string();
  if (stuck == nullptr) return text;
  text += fmt::format("\nWith {} bytes: {}\n", size_text(stuck->bytes), stuck->error);
  if (hidden) {
    text += "The buffers hid this from the shorter messages: the program was as wrong with them.\n";
  }
  return text + "Ways out: --order even-odd, --order together.\n";
}

int run_deadlock(const DeadlockArguments& arguments) {
  const CallOrder order = parse_order(arguments.order);
  const std::size_t eager = arguments.eager.empty() ? 0 : parse_binary_bytes(arguments.eager);
  if (arguments.ranks < 2) {
    throw input_error("{}: a rank needs a neighbour to send to; give --ranks 2 or more",
                      counted(arguments.ranks, "rank"));
  }
  check_ranks("threads", arguments.ranks);
  std::vector<std::size_t> sizes;
  std::string_view rest = arguments.bytes;
  for (bool more = true; more;) {
    const std::size_t comma = std::min(rest.find(','), rest.size());
    sizes.push_back(parse_binary_bytes(rest.substr(0, comma)));
    more = comma < rest.size();
    rest.remove_prefix(more ? comma + 1 : comma);
  }
  std::vector<PassOutcome> outcomes;
  for (const std::size_t bytes : sizes) {
    outcomes.push_back(pass_on(arguments.ranks, order, bytes, eager));
  }
  if (!arguments.json) {
    fmt::print("{}", deadlock_text(outcomes, arguments.ranks, order, eager));
    return 0;
  }
  Json report = json_report("deadlock");
  report["config"] = {
      {"ranks", arguments.ranks}, {"order", arguments.order}, {"eager_bytes", eager}};
  report["rows"] = Json::array();
  for (const PassOutcome& outcome : outcomes) {
    report["rows"].push_back({{"bytes", outcome.bytes},
                              {"ends", outcome.error.empty()},
                              {"error", outcome.error.empty() ? Json() : Json(outcome.error)}});
  }
  print_json(report);
  return 0;
}

}  // namespace

void add_deadlock_command(CommandLine& program) {
  const auto arguments =
      std::make_shared<DeadlockArguments>();  // shared: the callback outlives this call
  Command command =
      program.add("deadlock", "Pass messages round a ring by blocking calls: does it end?");
  command.option("--ranks", arguments->ranks, "N, the world size");
  command.option("--bytes", arguments->bytes,
                 "The message, or several to try: K, M, G are 2^10, 2^20, 2^30");
  command.option("--order", arguments->order, "send-first, even-odd, together");
  command.option("--eager", arguments->eager,
                 "Messages of up to so many bytes are buffered, as MPI does (default: none is)");
  command.flag("--json", arguments->json, "One JSON object on standard output");
  command.example(
      "Example: zerolab deadlock                  (every rank sends first: nobody receives)\n"
      "         zerolab deadlock --eager 4K       (small messages hide it)\n"
      "         zerolab deadlock --order together\n"
      "Exit status 0 also where the ranks deadlock: that is an answer.");
  command.runs([arguments] { return run_deadlock(*arguments); });
}

}  // namespace zerolab
