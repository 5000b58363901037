// The tables beside the sentence: what each rank should have sent and received, and did.
#include <algorithm>

#include <fmt/core.h>

#include "core/base/table.hpp"
#include "exercises/judge/messages.hpp"
#include "exercises/judge/traffic.hpp"
#include "exercises/judge/wrapping.hpp"

namespace zerolab::exercises {

namespace {

constexpr const char* mark = " <-";
// The last steps before the wrong one are shown, not more than these.
constexpr int most_steps = 8;

// "c2 0110 x3": the chunk, whose inputs are in it, how many elements. Where the message is no chunk
// of the right cut, its elements stand in place of the number: "[3,6) 0110 x3".
std::string cell(const Case& run, std::optional<int> slot, std::optional<Range> range,
                 const std::optional<Origins>& origins, std::size_t elements) {
  std::string what = "?";
  if (slot) {
    what = run.exercise == 7 ? fmt::format("b{}c{}", *slot / run.ranks, *slot % run.ranks)
                             : fmt::format("c{}", *slot);
  } else if (range) {
    what = fmt::format("[{},{})", range->begin, range->end);
  }
  return fmt::format("{} {} x{}", what, digits(origins), elements);
}

std::string cell(const Case& run, const RightMessage* message) {
  if (message == nullptr) return "-";
  return cell(run, message->slot, message->range, message->origins, message->range.size());
}

std::string cell(const Case& run, const DecodedMessage* message) {
  if (message == nullptr) return "-";
  const int slot = slot_of(*message, run.ranks);
  std::string text = cell(run, slot < 0 ? std::nullopt : std::optional(slot), message->range,
                          message->origins, message->elements);
  if (message->unreadable > 0) text = fmt::format("NaN x{}", message->elements);
  return text;
}

class Tables {
 public:
  Tables(const DecodedRun& decoded, const RightRun& right)
      : look_(decoded, right), run_(decoded.run), wrong_(first_wrong(decoded)) {
    const auto is_elsewhere = [&](const DecodedMessage& message) {
      return !goes_right(message) && is_first_wrong(message);
    };
    const auto& messages = decoded.messages;
    wrong_elsewhere_ = std::ranges::any_of(messages, is_elsewhere);
    for (const auto& of_rank : look_.sent) {
      longest_ = std::max(longest_, static_cast<int>(of_rank.size()));
    }
    last_step_ = std::max(right.steps(), longest_) - 1;
    if (wrong_ && wrong_->step >= 0) last_step_ = std::min(last_step_, wrong_->step);
    first_step_ = std::max(0, last_step_ + 1 - most_steps);
    const bool ended = std::ranges::find(decoded.returned, false) == decoded.returned.end();
    if (wrong_ && wrong_->step < 0 && ended && first_step_ > 0) first_step_ = last_step_ + 1;
  }

  std::string text() const {
    std::string text;
    if (wrong_) text += wrapped(wrong_->sentence) + "\n";
    if (first_step_ > last_step_ && run_.ranks > 1) {
      text += fmt::format("All {} messages are right.\n", look_.run.messages.size());
    } else {
      text += legend();
      for (int rank = 0; rank < run_.ranks; ++rank) text += rank_table(rank);
    }
    text += elsewhere();
    if (!wrong_ || wrong_->step < 0) text += result_table();
    return text;
  }

 private:
  std::string legend() const {
    const char* chunk = run_.exercise == 2   ? "c2: rank 2's numbers"
                        : run_.exercise == 7 ? "b1c2: chunk 2 of bucket 1"
                                             : "c2: chunk 2; [3,6): elements 3 to 5";
    return wrapped(fmt::format(
        "In each cell: what ({}), whose inputs are in it (a digit per rank, rank 0's last: how "
        "often), how many elements. ?: cannot be read. <-: the first that is wrong.",
        chunk));
  }

  bool goes_right(const DecodedMessage& message) const {
    return run_.ranks > 1 && message.destination == look_.right_of(message.source);
  }
  bool is_first_wrong(const DecodedMessage& message) const {
    return wrong_ && message.step == wrong_->step && message.source == wrong_->rank;
  }

  // Whether the message that this rank sends in this step is the first wrong one.
  bool is_wrong(int source, int step) const {
    return wrong_ && !wrong_elsewhere_ && wrong_->step == step && wrong_->rank == source;
  }

  std::string rank_table(int rank) const {
    const int left = look_.left_of(rank);
    const int right = look_.right_of(rank);
    if (run_.ranks == 1) return "\nrank 0 is alone: nothing to send or to receive\n";
    if (last_step_ < 0) return "";
    Table table({{"step"},
                 {"should send", Align::left},
                 {"sent", Align::left},
                 {"should receive", Align::left},
                 {"received", Align::left}});
    for (int step = first_step_; step <= last_step_; ++step) {
      const DecodedMessage* sent = look_.sent_at(rank, step);
      const DecodedMessage* received = look_.sent_at(left, step);
      table.add_row(
          {fmt::format("{}", step), cell(run_, look_.right.at(rank, step)),
           sent_cell(sent) + (is_wrong(rank, step) ? mark : ""),
           cell(run_, look_.right.at(left, step)),
           received_cell(received, rank, left, step) + (is_wrong(left, step) ? mark : "")});
    }
    const std::string before =
        first_step_ > 0 ? fmt::format("; steps 0 to {} are right", first_step_ - 1) : "";
    return fmt::format("\nrank {} (sends to {}, receives from {}{})\n{}", rank, right, left, before,
                       table.to_string());
  }

  std::string sent_cell(const DecodedMessage* message) const {
    std::string text = cell(run_, message);
    if (message != nullptr && !message->delivered) {
      text += run_.delivery == Delivery::buffered ? " (not received)" : " (waits)";
    }
    return text;
  }

  std::string received_cell(const DecodedMessage* message, int rank, int from, int step) const {
    if (message != nullptr && message->delivered) return cell(run_, message);
    for (const AwaitedMessage& awaited : look_.run.awaited) {
      if (awaited.rank != rank || awaited.from != from || awaited.step != step) continue;
      return fmt::format("waits for x{}", awaited.elements);
    }
    return "-";
  }

  // Messages and receives that are not between ring neighbours, the first few.
  std::string elsewhere() const {
    constexpr int most = 8;
    std::string text;
    int count = 0;
    for (const DecodedMessage& message : look_.run.messages) {
      if (goes_right(message)) continue;
      ++count;
      if (count > most) continue;
      text += fmt::format("  step {}: rank {} to rank {}: {}{}\n", message.step, message.source,
                          message.destination, cell(run_, &message),
                          is_first_wrong(message) ? mark : "");
    }
    for (const AwaitedMessage& awaited : look_.run.awaited) {
      if (awaited.from == look_.left_of(awaited.rank) && run_.ranks > 1) continue;
      ++count;
      if (count > most) continue;
      text +=
          fmt::format("  rank {} waits for {} from rank {}{}\n", awaited.rank,
                      count_words(awaited.elements), awaited.from, wrong_elsewhere_ ? "" : mark);
    }
    if (text.empty()) return text;
    if (count > most) text += fmt::format("  … and {} more\n", count - most);
    return "\nnot to the right neighbour\n" + text;
  }

  // What each rank holds at the end, by chunk; exercise 7 only of the first buckets.
  std::string result_table() const {
    if (std::ranges::find(look_.run.returned, true) == look_.run.returned.end()) return "";
    std::vector<Table::Column> columns{{"", Align::left}};
    const std::size_t slots =
        std::min(look_.right.held.front().size(), static_cast<std::size_t>(run_.ranks) * buckets());
    for (std::size_t slot = 0; slot < slots; ++slot) {
      columns.push_back({cell_name(static_cast<int>(slot)), Align::left});
    }
    Table table(std::move(columns));
    for (std::size_t rank = 0; rank < look_.right.held.size(); ++rank) {
      std::vector<std::string> row{fmt::format("rank {}", rank)};
      for (std::size_t slot = 0; slot < slots; ++slot) row.push_back(held_cell(rank, slot));
      table.add_row(std::move(row));
    }
    return fmt::format("\nheld at the end, by chunk ({})\n{}",
                       ". where nothing is asked, ! where it is wrong", table.to_string());
  }

  std::size_t buckets() const {
    // As many as fit beside each other.
    const std::size_t width =
        static_cast<std::size_t>(run_.ranks) * (static_cast<std::size_t>(run_.ranks) + 5);
    return std::max<std::size_t>(1, 88 / std::max<std::size_t>(width, 1));
  }
  std::string cell_name(int slot) const {
    return run_.exercise == 7 ? fmt::format("b{}c{}", slot / run_.ranks, slot % run_.ranks)
                              : fmt::format("c{}", slot);
  }
  std::string held_cell(std::size_t rank, std::size_t slot) const {
    const Origins& right = look_.right.held[rank][slot];
    if (right.empty()) return ".";
    if (!look_.run.returned[rank]) return "-";
    const std::optional<Origins>& held = look_.run.held[rank][slot];
    return digits(held) + (held == right ? "" : "!");
  }

  Comparison look_;
  const Case& run_;
  std::optional<FirstWrong> wrong_;
  bool wrong_elsewhere_ = false;  // not on the way to the right neighbour
  int longest_ = 0;
  int first_step_ = 0;  // that is shown; beyond the last: none is
  int last_step_ = -1;
};

}  // namespace

std::string comparison_text(const DecodedRun& decoded) {
  const std::vector<RightRun> rights = right_runs(decoded.run);
  if (rights.empty()) return decoded.end_fault ? decoded.end_fault->sentence + "\n" : "";
  return Tables(decoded, closest(rights, decoded)).text();
}

}  // namespace zerolab::exercises
