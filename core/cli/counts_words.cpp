#include "core/cli/counts_words.hpp"

#include <algorithm>

#include <fmt/core.h>
#include <fmt/ranges.h>

#include "core/base/error.hpp"
#include "core/base/units.hpp"
#include "core/cli/counts_algorithms.hpp"
#include "core/cli/words.hpp"

namespace zerolab {

namespace {

constexpr std::string_view empty_buffer =
    "An empty buffer takes its steps and messages all the same; they carry nothing.\n";

std::int64_t psi_of(const WorldCounts& world) {
  return static_cast<std::int64_t>(world.layout.element_count);
}

// How often a ring takes each chunk round: an all-reduce goes round twice.
int rounds_of(Collective collective) {
  return collective == Collective::all_reduce ? 2 : 1;
}

std::string run_verdict(const std::vector<WorldCounts>& worlds) {
  std::vector<int> wrong;
  for (const WorldCounts& world : worlds) {
    if (!agrees(world)) wrong.push_back(world.world_size);
  }
  const bool has_run = worlds.front().run.has_value();
  if (wrong.empty()) {
    return has_run ? "Measured on threads: every value exact, messages and elements as counted.\n"
                   : "";
  }
  std::string text =
      fmt::format("THE NUMBERS DIFFER with N = {}: see ≠.\n", fmt::join(wrong, ", "));
  for (const WorldCounts& world : worlds) {
    if (world.run && !world.run->wrong_value.empty()) {
      text += fmt::format("N = {}: {}\n", world.world_size, world.run->wrong_value);
    }
  }
  return text;
}

// Where ranks differ by more than their chunks do.
std::string busiest_rank(const WorldCounts& world) {
  if (has_balanced_ranks(world)) return "";
  const auto multiple = [&](TrafficNumber number) {
    return as_multiple_of_psi(most_of(world.predicted, number), psi_of(world));
  };
  return fmt::format("That is the mean: with {} the busiest rank sends {}, and one receives {}.\n",
                     counted(world.world_size, "rank"), multiple(&Traffic::sent_elements),
                     multiple(&Traffic::received_elements));
}

}  // namespace

std::string named(Collective collective, std::optional<int> root) {
  if (!root) return std::string(to_string(collective));
  return fmt::format("{} {} rank {}", to_string(collective),
                     collective == Collective::broadcast ? "from" : "to", *root);
}

std::string heading_of(const WorldCounts& world) {
  return fmt::format("{} of Ψ = {} on {}\nby {} in {}; {}\n", named(world.collective, world.root),
                     counted(psi_of(world), "element"), counted(world.world_size, "rank"),
                     world.algorithm, counted(world.steps, "step"), chunks_in_words(world));
}

std::string heading_of(const std::vector<WorldCounts>& worlds) {
  const WorldCounts& world = worlds.front();
  // Nodes may have other sizes in other worlds: "hierarchical" then, without one.
  const bool same = std::all_of(worlds.begin(), worlds.end(), [&](const WorldCounts& other) {
    return other.algorithm == world.algorithm;
  });
  const std::string algorithm =
      same ? world.algorithm : world.algorithm.substr(0, world.algorithm.find(':'));
  return fmt::format(
      "{} of Ψ = {}, by {}\n"
      "what one rank sends, and what it receives, in worlds of N ranks\n"
      "most: the busiest rank, in elements; mean: over the ranks, as a multiple of Ψ\n",
      named(world.collective, world.root), counted(psi_of(world), "element"), algorithm);
}

std::string mean_formula(Collective collective) {
  return rounds_of(collective) == 2 ? "2(N-1)Ψ/N" : "(N-1)Ψ/N";
}

std::string meaning_of(const WorldCounts& world) {
  std::string text;
  if (world.world_size == 1) {
    text = "One rank has nobody to send to: nothing moves.\n";
  } else if (psi_of(world) == 0) {
    text = empty_buffer;
  } else {
    const std::int64_t sum = sum_of(world.predicted, &Traffic::sent_elements);
    const std::string least = fmt::format("{}(N-1)Ψ", rounds_of(world.collective) == 2 ? "2" : "");
    text = algorithm_meaning(world);
    text += fmt::format(
        "Sent and received are the two directions of a link, busy at the same time: two numbers,\n"
        "never one sum. Over all ranks {} are sent, {}, and as many received.\n",
        counted(sum, "element"),
        sum == least_sum(world) ? least
                                : fmt::format("more than the {} = {} that are\nalways needed",
                                              least, with_separators(least_sum(world))));
  }
  return text + run_verdict({world});
}

std::string meaning_of(const std::vector<WorldCounts>& worlds) {
  const WorldCounts& most_ranks = *std::max_element(
      worlds.begin(), worlds.end(),
      [](const WorldCounts& a, const WorldCounts& b) { return a.world_size < b.world_size; });
  const std::string mean = as_multiple_of_psi(sum_of(most_ranks.predicted, &Traffic::sent_elements),
                                              psi_of(most_ranks) * most_ranks.world_size);
  if (psi_of(most_ranks) == 0) return std::string(empty_buffer) + run_verdict(worlds);
  const bool is_least = std::all_of(worlds.begin(), worlds.end(), [](const WorldCounts& world) {
    return sum_of(world.predicted, &Traffic::sent_elements) == least_sum(world);
  });
  std::string text;
  if (!is_least) {
    text = fmt::format(
        "Each way a rank has to move {} in the mean, whatever the algorithm; +: this one moves\n"
        "more, {} with {}.\n",
        mean_formula(most_ranks.collective), mean, counted(most_ranks.world_size, "rank"));
  } else if (most_ranks.algorithm == "binomial") {
    text = fmt::format(
        "Every rank but the root {} all of Ψ once: (N-1)Ψ/N in the mean each way, {}\n"
        "with {}.\n",
        most_ranks.collective == Collective::broadcast ? "receives" : "sends", mean,
        counted(most_ranks.world_size, "rank"));
  } else if (rounds_of(most_ranks.collective) == 2) {
    text = fmt::format(
        "Each way a rank moves 2(N-1)Ψ/N: {} with {}. The more ranks, the nearer to 2Ψ,\n"
        "which is the 2Ψ per step that the ZeRO paper counts for plain data parallelism: Ψ for "
        "the\n"
        "reduce-scatter and Ψ for the all-gather inside the all-reduce, one direction each.\n",
        mean, counted(most_ranks.world_size, "rank"));
  } else if (has_root(most_ranks.collective)) {
    text = fmt::format(
        "Every rank of the chain passes all of Ψ on, except one that sends nothing: (N-1)Ψ/N in\n"
        "the mean, {} with {}. The more ranks, the nearer to Ψ: what the ZeRO\n"
        "paper counts for a {} or for any other collective that goes round once.\n",
        mean, counted(most_ranks.world_size, "rank"), to_string(most_ranks.collective));
  } else {
    text = fmt::format(
        "Each way a rank moves all chunks but one, (N-1)Ψ/N: {} with {}. The more ranks,\n"
        "the nearer to Ψ: the Ψ of the ZeRO paper is this limit, of one direction of one\n"
        "reduce-scatter or all-gather.\n",
        mean, counted(most_ranks.world_size, "rank"));
  }
  return text + busiest_rank(most_ranks) + run_verdict(worlds);
}

}  // namespace zerolab
