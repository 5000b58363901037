// Reads the sentence of a step back into numbers, and holds them against a simulated step.
#pragma once

#include <algorithm>
#include <cstdint>
#include <regex>
#include <span>
#include <string>
#include <vector>

#include "tests/catch.hpp"
#include "tests/viz/playback/simulation.hpp"

namespace zerolab::test {

// "0, 2 to 5" -> 0, 2, 3, 4, 5.
inline std::vector<int> numbers_in(const std::string& list) {
  std::vector<int> numbers;
  const std::regex item(R"((\d+)( to (\d+))?)");
  for (std::sregex_iterator it(list.begin(), list.end(), item), end; it != end; ++it) {
    const int first = std::stoi((*it)[1]);
    const int last = (*it)[3].matched ? std::stoi((*it)[3]) : first;
    for (int number = first; number <= last; ++number) numbers.push_back(number);
  }
  return numbers;
}

// "ranks 0, 2", "all 8 ranks" or "nothing" as a value.
inline std::uint64_t value_in(const std::string& ranks, int n) {
  std::uint64_t value = 0;
  if (ranks.rfind("all ", 0) == 0) {
    REQUIRE(ranks == "all " + std::to_string(n) + " ranks");
    for (int rank = 0; rank < n; ++rank) value += contribution_of(rank);
    return value;
  }
  for (const int rank : numbers_in(ranks)) value += contribution_of(rank);
  return value;
}

// One step, for one rank, against which its sentence is held.
class StepCheck {
 public:
  StepCheck(const Schedule& schedule, std::span<const Transfer> transfers, const Values& before,
            const Values& after, int rank)
      : schedule_(schedule), transfers_(transfers), before_(before), after_(after), rank_(rank) {}

  // `words` is what follows "Step s of S: ".
  void check(const std::string& words) {
    const std::string subject = "rank " + std::to_string(rank_) + " ";
    REQUIRE(words.rfind(subject, 0) == 0);
    const std::string rest = words.substr(subject.size());
    const auto arrivals = std::ranges::count(transfers_, rank_, &Transfer::destination);
    if (arrivals == 0) return check_idle(rest);
    std::size_t told = 0;
    std::size_t begin = 0;
    while (begin < rest.size()) {
      std::size_t end = rest.find(". It ", begin);
      if (end == std::string::npos) end = rest.size() - 1;
      told += check_clause(rest.substr(begin, end - begin));
      begin = end + std::string(". It ").size();
    }
    CHECK(told == static_cast<std::size_t>(arrivals));
  }

 private:
  static constexpr const char* some_ranks = R"(((?:ranks? [\d, to]+?)|all \d+ ranks|nothing))";

  std::uint64_t before(int rank, int chunk) const {
    return before_[static_cast<std::size_t>(rank)][static_cast<std::size_t>(chunk)];
  }
  std::uint64_t after(int chunk) const {
    return after_[static_cast<std::size_t>(rank_)][static_cast<std::size_t>(chunk)];
  }

  void check_transfer(int source, int chunk, Combine combine) const {
    const bool found = std::ranges::any_of(transfers_, [&](const Transfer& t) {
      return t.source == source && t.destination == rank_ && t.chunk == chunk &&
             t.combine == combine;
    });
    CHECK(found);
  }

  void check_idle(const std::string& words) const {
    std::vector<int> chunks;
    std::vector<int> peers;
    for (const Transfer& t : transfers_) {
      if (t.source != rank_) continue;
      chunks.push_back(t.chunk);
      peers.push_back(t.destination);
    }
    if (chunks.empty()) {
      CHECK(words == "neither sends nor receives.");
      return;
    }
    std::smatch match;
    const std::regex form("sends (chunks? .+) to (ranks? .+) and receives nothing\\.");
    REQUIRE(std::regex_match(words, match, form));
    for (auto* numbers : {&chunks, &peers}) {
      std::ranges::sort(*numbers);
      numbers->erase(std::unique(numbers->begin(), numbers->end()), numbers->end());
    }
    CHECK(numbers_in(match[1]) == chunks);
    CHECK(numbers_in(match[2]) == peers);
  }

  // How many transfers the clause tells of.
  std::size_t check_clause(std::string clause) {
    if (clause.rfind("also ", 0) == 0) clause = clause.substr(5);
    const int n = schedule_.world_size;
    std::smatch match;
    static const std::regex own(
        R"(adds its own chunks? ([\d, to]+) to what rank (\d+) sent; (?:of each )?it now holds )" +
        std::string(some_ranks));
    static const std::regex sum(R"(adds chunks? ([\d, to]+) from rank (\d+) \()" +
                                std::string(some_ranks) + R"(\) to (?:what it holds \()?)" +
                                some_ranks + R"(\)?; (?:of each )?it now holds )" + some_ranks);
    static const std::regex complete(
        R"(receives chunks? ([\d, to]+), complete, from rank (\d+) and keeps (?:it|them))");
    static const std::regex partial(R"(receives chunks? ([\d, to]+), with )" +
                                    std::string(some_ranks) +
                                    R"( in (?:it|each), from rank (\d+) and keeps (?:it|them))");
    static const std::regex of_owner(
        R"(receives chunk (\d+), rank (\d+)'s own, from rank (\d+) and keeps it)");
    static const std::regex of_owners(
        R"(receives chunks ([\d, to]+), each its owner's, from rank (\d+) and keeps them)");
    static const std::regex from_root(
        R"(receives chunks? ([\d, to]+) from rank (\d+), the root, and keeps (?:it|them))");
    static const std::regex of_root(R"(receives chunks? ([\d, to]+) of rank (\d+), the root, )"
                                    R"(from rank (\d+) and keeps (?:it|them))");
    static const std::regex more(R"(receives (\d+) more)");

    const auto check_each = [&](const std::string& list, const std::string& source, Combine combine,
                                auto value_after) {
      const std::vector<int> chunks = numbers_in(list);
      for (const int chunk : chunks) {
        check_transfer(std::stoi(source), chunk, combine);
        CHECK(after(chunk) == value_after(chunk));
      }
      return chunks.size();
    };
    const auto owned = [&](int chunk) {
      return contribution_of(chunk * n / schedule_.chunk_count);
    };
    if (std::regex_match(clause, match, own)) {
      for (const int chunk : numbers_in(match[1])) {
        CHECK(before(rank_, chunk) == contribution_of(rank_));
      }
      return check_each(match[1], match[2], Combine::add,
                        [&](int) { return value_in(match[3], n); });
    }
    if (std::regex_match(clause, match, sum)) {
      for (const int chunk : numbers_in(match[1])) {
        CHECK(before(std::stoi(match[2]), chunk) == value_in(match[3], n));
        CHECK(before(rank_, chunk) == value_in(match[4], n));
        CHECK(before(rank_, chunk) != contribution_of(rank_));
      }
      return check_each(match[1], match[2], Combine::add,
                        [&](int) { return value_in(match[5], n); });
    }
    if (std::regex_match(clause, match, complete)) {
      const std::string all = "all " + std::to_string(n) + " ranks";
      return check_each(match[1], match[2], Combine::copy, [&](int) { return value_in(all, n); });
    }
    if (std::regex_match(clause, match, partial)) {
      return check_each(match[1], match[3], Combine::copy,
                        [&](int) { return value_in(match[2], n); });
    }
    if (std::regex_match(clause, match, of_owner)) {
      CHECK(after(std::stoi(match[1])) == contribution_of(std::stoi(match[2])));
      return check_each(match[1], match[3], Combine::copy, owned);
    }
    if (std::regex_match(clause, match, of_owners)) {
      return check_each(match[1], match[2], Combine::copy, owned);
    }
    const auto root = [&](int) { return contribution_of(*schedule_.root); };
    if (std::regex_match(clause, match, from_root)) {
      CHECK(std::stoi(match[2]) == *schedule_.root);
      return check_each(match[1], match[2], Combine::copy, root);
    }
    if (std::regex_match(clause, match, of_root)) {
      CHECK(std::stoi(match[2]) == *schedule_.root);
      return check_each(match[1], match[3], Combine::copy, root);
    }
    if (std::regex_match(clause, match, more)) return std::stoul(match[1]);
    FAIL_CHECK("no form of a sentence: " << clause);
    return 0;
  }

  const Schedule& schedule_;
  std::span<const Transfer> transfers_;
  const Values& before_;
  const Values& after_;
  int rank_;
};

}  // namespace zerolab::test
