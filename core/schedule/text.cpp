#include "core/schedule/text.hpp"

#include <charconv>
#include <set>

#include <fmt/core.h>

#include "core/base/error.hpp"
#include "core/base/words.hpp"
#include "core/schedule/build.hpp"

namespace zerolab {

namespace {

constexpr int max_number =
    1'000'000;  // of a step or chunk: far beyond any schedule, far below overflow

// Reads one schedule, remembering the line for its complaints.
class Parser {
 public:
  Parser(std::string_view text, std::string_view name) : text_(text), name_(name) {}

  Schedule parse() {
    std::size_t begin = 0;
    while (begin < text_.size()) {
      const std::size_t end = std::min(text_.find('\n', begin), text_.size());
      ++line_number_;
      line_ = text_.substr(begin, end - begin);
      const auto words = words_of(line_.substr(0, line_.find('#')));
      if (!words.empty()) read_line(words);
      begin = end + 1;
    }
    for (const char* key : {"collective", "algorithm", "ranks", "chunks"}) {
      if (seen_.count(key) == 0) {
        throw input_error(
            "{}: has no line '{} …'; a schedule starts with collective, algorithm, "
            "ranks and chunks",
            name_, key);
      }
    }
    if (has_root(schedule_.collective) && !schedule_.root) {
      throw input_error("{}: {} needs a line 'root R'", name_, to_string(schedule_.collective));
    }
    if (!has_root(schedule_.collective) && schedule_.root) {
      throw input_error("{}: {} has no root, but root {} was given: leave the line out", name_,
                        to_string(schedule_.collective), *schedule_.root);
    }
    return std::move(schedule_);
  }

 private:
  [[noreturn]] void complain(std::string_view expected) const {
    throw input_error("{} line {}: '{}': {}", name_, line_number_, line_, expected);
  }

  int number(std::string_view word, std::string_view what, int largest) const {
    int value = 0;
    const auto [end, status] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (status != std::errc{} || end != word.data() + word.size() || value < 0 || value > largest) {
      complain(fmt::format("{} is a number from 0 to {}, got '{}'", what, largest, word));
    }
    return value;
  }

  void read_line(const std::vector<std::string_view>& words) {
    if (words[0] == "step") return read_transfer(words);
    if (words.size() != 2) complain("expected 'KEY VALUE' or 'step S: A -> B chunk C add|copy'");
    const std::string key(words[0]);
    if (!seen_.insert(key).second) complain(fmt::format("a second line '{} …'", key));
    if (key == "collective") {
      try {
        schedule_.collective = parse_collective(words[1]);
      } catch (const Error& error) {
        complain(error.what());
      }
    } else if (key == "algorithm") {
      schedule_.algorithm = words[1];
    } else if (key == "ranks") {
      schedule_.world_size = number(words[1], "ranks", max_schedule_ranks);
      if (schedule_.world_size == 0) complain("a schedule has at least one rank");
    } else if (key == "chunks") {
      schedule_.chunk_count = number(words[1], "chunks", max_number);
      if (schedule_.chunk_count == 0) complain("a schedule has at least one chunk");
    } else if (key == "root") {
      schedule_.root = number(words[1], "root", max_schedule_ranks);
    } else {
      complain("unknown key: it may be collective, algorithm, ranks, chunks, root or step");
    }
  }

  // step 0: 0 -> 1 chunk 1 add
  void read_transfer(const std::vector<std::string_view>& words) {
    constexpr auto form = "expected 'step S: A -> B chunk C add|copy'";
    if (words.size() != 8 || words[1].back() != ':' || words[3] != "->" || words[5] != "chunk") {
      complain(form);
    }
    Transfer transfer;
    transfer.step = number(words[1].substr(0, words[1].size() - 1), "the step", max_number);
    transfer.source = number(words[2], "the source", max_number);
    transfer.destination = number(words[4], "the destination", max_number);
    transfer.chunk = number(words[6], "the chunk", max_number);
    if (words[7] != "add" && words[7] != "copy") complain(form);
    transfer.combine = parse_combine(words[7]);
    schedule_.transfers.push_back(transfer);
  }

  std::string_view text_;
  std::string_view name_;
  std::string_view line_;
  int line_number_ = 0;
  std::set<std::string> seen_;
  Schedule schedule_;
};

}  // namespace

std::string to_text(const Transfer& transfer) {
  return fmt::format("step {}: {} -> {} chunk {} {}", transfer.step, transfer.source,
                     transfer.destination, transfer.chunk, to_string(transfer.combine));
}

std::string to_text(const Schedule& schedule) {
  std::string text = fmt::format("collective {}\nalgorithm {}\nranks {}\nchunks {}\n",
                                 to_string(schedule.collective), schedule.algorithm,
                                 schedule.world_size, schedule.chunk_count);
  if (schedule.root) text += fmt::format("root {}\n", *schedule.root);
  for (const Transfer& transfer : schedule.transfers) text += to_text(transfer) + "\n";
  return text;
}

Schedule parse_schedule(std::string_view text, std::string_view name_for_errors) {
  return Parser(text, name_for_errors).parse();
}

}  // namespace zerolab
