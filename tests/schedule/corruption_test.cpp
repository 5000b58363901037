// Every schedule is corrupted in every way, and whatever alters the result, the order or the cost
// is caught by verify or by count.
//
//   result  a promised chunk's value by definition, whoever is faster within a step
//   order   the order of the additions behind such a value
//   cost    what passes over each link in each step
//
// tests/schedule/corruption.hpp decides by numbers which of them a change altered. Who catches it:
//   verify    finds something, with nothing to compare the schedule with
//   formulas  a rank's count, or the number of steps, differs from the closed form: likewise
//   compared  verify's order of additions, or count's traffic per link and step, differs from that
//             of the right schedule: what is left are other schedules with the right result
#include "tests/schedule/corruption.hpp"

#include <map>

#include <fmt/core.h>

#include "core/base/table.hpp"
#include "core/base/units.hpp"
#include "core/schedule/closed_form.hpp"
#include "core/schedule/text.hpp"
#include "core/schedule/verify.hpp"
#include "tests/catch.hpp"
#include "tests/schedule/every_schedule.hpp"

using namespace zerolab;
using namespace zerolab::test;

namespace {

// How many changes altered what, and who caught them.
struct Tally {
  std::int64_t changes = 0;
  std::int64_t result = 0;   // altered the result
  std::int64_t order = 0;    // the order, but not the result
  std::int64_t cost = 0;     // the cost only
  std::int64_t nothing = 0;  // equivalent
  // Of those that altered something:
  std::int64_t by_verify = 0;
  std::int64_t by_formulas = 0;
  std::int64_t by_either = 0;
  std::int64_t caught = 0;  // by either, or by comparison

  std::int64_t altered() const { return result + order + cost; }

  Tally& operator+=(const Tally& other) {
    for (std::int64_t Tally::*field :
         {&Tally::changes, &Tally::result, &Tally::order, &Tally::cost, &Tally::nothing,
          &Tally::by_verify, &Tally::by_formulas, &Tally::by_either, &Tally::caught}) {
      this->*field += other.*field;
    }
    return *this;
  }
};

bool differs_from_formulas(const Schedule& schedule, const ChunkLayout& layout) {
  if (step_count(schedule) != closed_form_steps(schedule)) return true;
  const auto counts = count_per_rank(schedule, layout);
  for (int rank = 0; rank < schedule.world_size; ++rank) {
    if (counts[static_cast<std::size_t>(rank)] != closed_form(schedule, layout, rank)) return true;
  }
  return false;
}

// A right schedule, what it leads to, and what the product's readers say of it.
struct Right {
  explicit Right(const Schedule& of)
      : schedule(of),
        // One element more than divides: chunks differ in size.
        layout{static_cast<std::size_t>(3 * of.chunk_count + 1), of.chunk_count},
        outcome(simulate(of, layout)),
        verdict(verify(of)),
        links(count_per_link(of, layout)) {}

  const Schedule& schedule;
  ChunkLayout layout;
  Outcome outcome;
  Verdict verdict;
  std::vector<LinkTraffic> links;
};

// The first transfer in which the two differ.
std::string difference(const Schedule& right, const Schedule& wrong) {
  for (std::size_t i = 0; i < wrong.transfers.size(); ++i) {
    if (i < right.transfers.size() && wrong.transfers[i] == right.transfers[i]) continue;
    return to_text(wrong.transfers[i]);
  }
  return "its end";
}

void judge(const Right& right, const Schedule& wrong, Tally& tally) {
  const Outcome outcome = simulate(wrong, right.layout);
  ++tally.changes;
  const bool wrong_result = !outcome.is_right();
  if (wrong_result) {
    ++tally.result;
  } else if (outcome.orders != right.outcome.orders) {
    ++tally.order;
  } else if (outcome.cost != right.outcome.cost) {
    ++tally.cost;
  } else {
    ++tally.nothing;
    return;
  }
  const Verdict verdict = verify(wrong);
  const bool by_formulas = differs_from_formulas(wrong, right.layout);
  const bool compared =
      verdict.orders != right.verdict.orders || count_per_link(wrong, right.layout) != right.links;
  const bool caught = !verdict.correct() || by_formulas || compared;
  tally.by_verify += verdict.correct() ? 0 : 1;
  tally.by_formulas += by_formulas ? 1 : 0;
  tally.by_either += !verdict.correct() || by_formulas ? 1 : 0;
  tally.caught += caught ? 1 : 0;
  const bool believed = wrong_result && verdict.correct();
  if (caught && !believed) return;
  INFO(described(right.schedule) << ": " << difference(right.schedule, wrong));
  CHECK(caught);
  CHECK_FALSE(believed);  // a wrong result is verify's own to find
}

std::string share(std::int64_t part, std::int64_t whole) {
  if (whole == 0) return "·";
  return fmt::format("{:.1f} %", 100.0 * static_cast<double>(part) / static_cast<double>(whole));
}

void print(const std::string& what, const std::map<std::string, Tally>& tallies) {
  Table table({{what, Align::left},
               {"changes"},
               {"result"},
               {"order"},
               {"cost only"},
               {"equivalent"},
               {"verify"},
               {"formulas"},
               {"either"},
               {"+ compared"},
               {"missed"}});
  const auto add_row = [&](const std::string& name, const Tally& t) {
    const auto number = [](std::int64_t value) { return with_separators(value); };
    table.add_row({name, number(t.changes), number(t.result), number(t.order), number(t.cost),
                   number(t.nothing), share(t.by_verify, t.altered()),
                   share(t.by_formulas, t.altered()), share(t.by_either, t.altered()),
                   share(t.caught, t.altered()), number(t.altered() - t.caught)});
  };
  Tally sum;
  for (const auto& [name, tally] : tallies) {
    add_row(name, tally);
    sum += tally;
  }
  table.add_gap();
  add_row("all", sum);
  fmt::print("{}\n", table.to_string());
}

// The algorithms in which three rounds of doubling show more than two.
bool doubles(const std::string& algorithm) {
  return algorithm == "halving-doubling" || algorithm == "double-binary-tree" ||
         algorithm == "binomial";
}

}  // namespace

TEST_CASE("every corruption that alters the result or the order or the cost is caught") {
  std::map<std::string, Tally> by_change, by_algorithm;
  for (const int n : {2, 3, 4, 5, 6, 8}) {
    for_every_schedule(n, [&](const Schedule& schedule) {
      if (n == 8 && !doubles(schedule.algorithm)) return;
      const Right right(schedule);
      REQUIRE(right.outcome.is_right());
      REQUIRE(right.verdict.correct());
      REQUIRE_FALSE(differs_from_formulas(schedule, right.layout));
      for (const Change change : all_changes) {
        if (change == Change::exchange && n > 4) continue;  // pairs are many
        Tally tally;
        for (const Schedule& wrong : corrupted(schedule, change)) judge(right, wrong, tally);
        const std::string family = schedule.algorithm.substr(0, schedule.algorithm.find(':'));
        by_change[std::string(to_string(change))] += tally;
        by_algorithm[std::string(to_string(schedule.collective)) + " " + family] += tally;
      }
    });
  }
  fmt::print(
      "Corrupted schedules: what a change altered; of those that altered something the share that\n"
      "is caught\n\n");
  print("change", by_change);
  print("schedule", by_algorithm);
  CHECK(by_change.size() == all_changes.size());
}
