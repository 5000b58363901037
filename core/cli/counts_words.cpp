#include "core/cli/counts_words.hpp"

#include <algorithm>

#include <fmt/core.h>
#include <fmt/ranges.h>

#include "core/base/error.hpp"
#include "core/base/units.hpp"
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

// "reduce-scatter", "broadcast from rank 2", "reduce to rank 2".
std::string named(Collective collective, std::optional<int> root) {
  if (!root) return std::string(to_string(collective));
  return fmt::format("{} {} rank {}", to_string(collective),
                     collective == Collective::broadcast ? "from" : "to", *root);
}

// The rank where a chain begins: the root of a broadcast, the one after the root of a reduce.
int first_of_chain(const WorldCounts& world) {
  return world.collective == Collective::broadcast ? *world.root
                                                   : (*world.root + 1) % world.world_size;
}

int last_of_chain(const WorldCounts& world) {
  return (first_of_chain(world) + world.world_size - 1) % world.world_size;
}

// "chunks of 3 and 2 elements; c_r: of chunk r, counted round the ring".
std::string sizes_in_words(const WorldCounts& world) {
  const auto [largest, smallest] = chunk_sizes(world.layout);
  return fmt::format("chunks of {}{}\nc_r: the elements of chunk r, counted round the ring",
                     largest == smallest ? "" : with_separators(largest) + " and ",
                     counted(smallest, "element"));
}

// "chunks of 2 elements; the chain is 1 → 2 → 3 → 0", long chains shortened.
std::string chain_in_words(const WorldCounts& world) {
  const auto [largest, smallest] = chunk_sizes(world.layout);
  std::string ranks;
  for (int i = 0; i < world.world_size; ++i) {
    const bool left_out = world.world_size > 16 && i > 2 && i < world.world_size - 1;
    if (left_out && i > 3) continue;
    ranks += i == 0 ? "" : " → ";
    ranks += left_out ? "…" : std::to_string((first_of_chain(world) + i) % world.world_size);
  }
  return fmt::format("chunks of {}{}\nthe chain of ranks: {}",
                     largest == smallest ? "" : with_separators(largest) + " and ",
                     counted(smallest, "element"), ranks);
}

std::string ring_meaning(const WorldCounts& world) {
  const auto [largest, smallest] = chunk_sizes(world.layout);
  const bool even = largest == smallest;
  const std::int64_t sum = sum_of(world.predicted, &Traffic::sent_elements);
  std::string text = fmt::format(
      "In each of the {} every rank sends one chunk, {}Ψ/{}, to the next rank and receives\n"
      "one from the rank before: {}Ψ/{} = {} each way{}.\n",
      counted(world.steps, "step"), even ? "" : "about ", world.world_size, world.steps,
      world.world_size, as_multiple_of_psi(sum, psi_of(world) * world.world_size),
      even ? "" : " in the mean; ranks differ as their chunks do");
  if (world.collective == Collective::all_reduce) {
    text += "The first half of the steps is a reduce-scatter, the second an all-gather.\n";
  }
  return text;
}

std::string chain_meaning(const WorldCounts& world) {
  const bool broadcast = world.collective == Collective::broadcast;
  return fmt::format(
      "The {} follow each other from rank to rank, and all of Ψ passes every one of the {}:\n"
      "{}. Rank {}, the {}, receives nothing, and rank {}, the {}, sends nothing.\n",
      counted(world.layout.chunk_count, "chunk"), counted(world.world_size - 1, "link"),
      counted(world.steps, "step"), first_of_chain(world), broadcast ? "root" : "first",
      last_of_chain(world), broadcast ? "last" : "root");
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

}  // namespace

std::string heading_of(const WorldCounts& world) {
  return fmt::format("{} of Ψ = {} on {}\nby {} in {}; {}\n", named(world.collective, world.root),
                     counted(psi_of(world), "element"), counted(world.world_size, "rank"),
                     world.algorithm, counted(world.steps, "step"),
                     has_root(world.collective) ? chain_in_words(world) : sizes_in_words(world));
}

std::string heading_of(const std::vector<WorldCounts>& worlds) {
  const WorldCounts& world = worlds.front();
  return fmt::format(
      "{} of Ψ = {}, by {}\n"
      "what one rank sends, and what it receives, in worlds of N ranks\n"
      "most: the busiest rank, in elements; mean: over the ranks, as a multiple of Ψ\n",
      named(world.collective, world.root), counted(psi_of(world), "element"), world.algorithm);
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
    text = has_root(world.collective) ? chain_meaning(world) : ring_meaning(world);
    text += fmt::format(
        "Sent and received are the two directions of a link, busy at the same time: two numbers,\n"
        "never one sum. Over all ranks {} are sent, {}(N-1)Ψ, and as many received.\n",
        counted(sum_of(world.predicted, &Traffic::sent_elements), "element"),
        rounds_of(world.collective) == 2 ? "2" : "");
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
  std::string text;
  if (rounds_of(most_ranks.collective) == 2) {
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
  return text + run_verdict(worlds);
}

}  // namespace zerolab
