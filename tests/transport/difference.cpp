// Runs a random program and compares what happened with what was to happen.
#include <algorithm>
#include <chrono>
#include <regex>
#include <thread>

#include "core/base/error.hpp"
#include "tests/transport/random_programs.hpp"

namespace zerolab::test {

namespace {

void run_step(Transport& transport, const Step& step) {
  std::vector<std::vector<long>> outgoing, arriving;
  std::vector<Send> sends;
  std::vector<Receive> receives;
  for (const Half& half : step.sends) {
    outgoing.emplace_back(half.elements, half.value);
    sends.push_back({half.peer, outgoing.back().data(), half.elements, half.dtype, half.label, {}});
  }
  for (const Half& half : step.receives) {
    arriving.emplace_back(half.elements, 1000);
    receives.push_back({half.peer,
                        arriving.back().data(),
                        half.elements,
                        half.dtype,
                        half.combine,
                        half.label,
                        {}});
  }
  transport.exchange(sends, receives);
  for (std::size_t i = 0; i < arriving.size(); ++i) {
    const Half& half = step.receives[i];
    const long right = half.value + (half.combine == Combine::add ? 1000 : 0);
    if (std::ranges::any_of(arriving[i], [&](long element) { return element != right; })) {
      throw failure("rank {}: '{}' arrived wrong", transport.rank(), to_string(half.label));
    }
  }
}

void run_rank(const Program& program, Transport& transport) {
  for (const Step& step : program.ranks[static_cast<std::size_t>(transport.rank())]) {
    std::this_thread::sleep_for(std::chrono::milliseconds(step.pause_ms));
    if (step.throws) throw failure("rank {} has had enough", transport.rank());
    if (step.ends) return;
    run_step(transport, step);
  }
}

// The arrows that a message of the transport tells of: "rank 0 waits to send 'x' to rank 1, which
// waits …". `rest` is what follows them.
std::vector<Arrow> arrows_in(const std::string& text, std::string& rest) {
  static const std::regex one(
      "(?:rank ([0-9]+)|which) (?:waits to )?(send|sent|receive) '([^']*)' (?:to|from) rank "
      "([0-9]+)");
  std::vector<Arrow> arrows;
  rest = text;
  for (std::sregex_iterator it(text.begin(), text.end(), one), end; it != end; ++it) {
    const std::smatch& match = *it;
    const int rank = match[1].matched ? std::stoi(match[1]) : arrows.back().peer;
    arrows.push_back({rank, match[2] != "receive", match[3], std::stoi(match[4]), ""});
    rest = match.suffix();
  }
  return arrows;
}

// The planned arrow that is told of; nullptr if none was planned.
const Arrow* planned(const Program& program, const Arrow& told) {
  const auto found = std::ranges::find_if(program.arrows, [&](const Arrow& arrow) {
    return arrow.rank == told.rank && arrow.sends == told.sends && arrow.label == told.label &&
           arrow.peer == told.peer;
  });
  return found == program.arrows.end() ? nullptr : &*found;
}

bool is_right_deadlock(const Program& program, const std::string& text) {
  std::string rest;
  const std::vector<Arrow> cycle = arrows_in(text, rest);
  if (!text.starts_with("deadlock: rank ") || cycle.size() < 2) return false;
  std::vector<Arrow> known;
  std::set<int> ranks;
  for (std::size_t i = 0; i < cycle.size(); ++i) {
    const Arrow* arrow = planned(program, cycle[i]);
    if (arrow == nullptr || cycle[i].peer != cycle[(i + 1) % cycle.size()].rank) return false;
    known.push_back(*arrow);
    ranks.insert(arrow->rank);
  }
  if (ranks.size() != cycle.size() || *ranks.begin() != cycle[0].rank) return false;
  for (const Arrow& a : known) {
    for (const Arrow& b : known) {
      if (a.rank < b.rank && a.collective != b.collective &&
          rest == fmt::format(": rank {} is in {}, rank {} in {}: all ranks must issue the same "
                              "collectives in the same order",
                              a.rank, a.collective, b.rank, b.collective)) {
        return true;
      }
    }
  }
  const bool all_alike = std::ranges::all_of(
      known, [&](const Arrow& arrow) { return arrow.collective == known[0].collective; });
  return all_alike && rest.starts_with(": post sends and receives together");
}

bool is_right_end(const Program& program, const std::string& text) {
  std::string rest;
  const std::vector<Arrow> told = arrows_in(text, rest);
  return told.size() == 1 && planned(program, told[0]) != nullptr &&
         told[0].peer == program.culprit &&
         (rest == ", which has ended" || rest == ", which has ended without receiving it");
}

}  // namespace

std::string difference(const Program& program, std::string_view transport_name) {
  std::string text;
  try {
    run_ranks(
        transport_name, static_cast<int>(program.ranks.size()),
        [&](Transport& transport) { run_rank(program, transport); }, program.options);
  } catch (const Error& error) {
    text = error.what();
  }
  bool right = false;
  switch (program.outcome) {
    case Outcome::fine: right = text.empty(); break;
    case Outcome::deadlock: right = is_right_deadlock(program, text); break;
    case Outcome::mismatch:
    case Outcome::thrown: right = text == program.text; break;
    case Outcome::ended: right = is_right_end(program, text); break;
  }
  if (right) return "";
  static constexpr const char* names[] = {"to end well", "a deadlock", "a mismatch", "a throw",
                                          "an early end"};
  std::string all = fmt::format("expected {} ({}), got '{}'; of", names[int(program.outcome)],
                                program.text, text);
  for (const Arrow& arrow : program.arrows) {
    all += fmt::format(" [{} {} {} {}]", arrow.rank, arrow.sends ? "to" : "from", arrow.peer,
                       arrow.label);
  }
  return all;
}

}  // namespace zerolab::test
