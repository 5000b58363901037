// nlohmann's parser reports keys and values one by one. It does not say where they lie: the
// iterator that feeds it does, for a key's quote or a bracket is the last character it has read.
#include "core/deepspeed/read_entries.hpp"

#include <cmath>
#include <iterator>
#include <set>

#include <nlohmann/json.hpp>

#include "core/base/error.hpp"
#include "core/base/units.hpp"
#include "core/deepspeed/key_table.hpp"
#include "core/deepspeed/plain_json.hpp"

namespace zerolab {

namespace {

constexpr std::size_t deepest = 32;
constexpr std::size_t longest_quoted = 60;  // bytes of a value that messages quote

// Reads the text, and keeps how much of it was read where its copies share it.
struct Feed {
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  const char* next = nullptr;
  const char** furthest = nullptr;

  reference operator*() const { return *next; }
  Feed& operator++() {
    *furthest = ++next;
    return *this;
  }
  Feed operator++(int) {
    Feed old = *this;
    ++*this;
    return old;
  }
  friend bool operator==(const Feed& a, const Feed& b) { return a.next == b.next; }
  friend bool operator!=(const Feed& a, const Feed& b) { return a.next != b.next; }
};

std::string cut_short(std::string_view text) {
  if (text.size() <= longest_quoted) return printable(text);
  return printable(text.substr(0, longest_quoted)) + "…";
}

class Reader : public nlohmann::json_sax<nlohmann::json> {
 public:
  Reader(std::string_view source, const std::string& plain, std::string_view name)
      : source_(source), plain_(plain), name_(name), read_(plain.data()) {}

  std::vector<DsEntry> read() {
    const Feed first{plain_.data(), &read_};
    const Feed last{plain_.data() + plain_.size(), &read_};
    nlohmann::json::sax_parse(first, last, this);
    return std::move(entries_);
  }

  bool null() override { return scalar(ValueKind::null, "", 0); }
  bool boolean(bool value) override { return scalar(ValueKind::boolean, "", value ? 1 : 0); }
  bool number_integer(std::int64_t value) override { return number(static_cast<double>(value)); }
  bool number_unsigned(std::uint64_t value) override { return number(static_cast<double>(value)); }
  bool number_float(double value, const std::string&) override { return number(value); }
  bool string(std::string& value) override { return scalar(ValueKind::text, value, 0); }
  bool binary(nlohmann::json::binary_t&) override { throw InvariantError("JSON has no bytes"); }

  bool start_object(std::size_t) override { return open(ValueKind::section); }
  bool start_array(std::size_t) override { return open(ValueKind::list); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }

  bool key(std::string& written) override {
    if (in_list()) return true;
    DsEntry entry;
    entry.path = path_of(written);
    const std::size_t begin = plain_.find('"', event_end_);
    entry.key_bytes = {begin, position()};
    entry.line = line_of(source_, begin);
    if (!seen_.insert(entry.path).second) {
      throw input_error(
          "{} line {}: '{}' is given twice, first in line {}; DeepSpeed refuses that "
          "too: keep one",
          name_, entry.line, cut_short(entry.path), line_of_first(entry.path));
    }
    entries_.push_back(std::move(entry));
    event_end_ = position();
    return true;
  }

  bool parse_error(std::size_t byte, const std::string&,
                   const nlohmann::json::exception& error) override {
    std::string_view what = error.what();
    for (const std::string_view before : {"] ", "parse error", ": "}) {
      const std::size_t at = what.find(before);
      if (at != std::string_view::npos) what.remove_prefix(at + before.size());
      if (before == "] " && !what.starts_with("parse error")) break;
    }
    constexpr std::size_t longest = 240;
    throw input_error("{} line {}: {}; is it JSON?", name_,
                      line_of(plain_, byte == 0 ? position() : byte - 1),
                      printable(what.substr(0, longest)));
  }

 private:
  // An open bracket.
  struct Frame {
    ValueKind kind;
    std::string path;   // of a section that has entries: what its keys' paths start with
    std::size_t entry;  // whose value it is; none where it lies in a list or is the file
    bool only_numbers = true;
  };
  static constexpr std::size_t none = static_cast<std::size_t>(-1);

  std::size_t position() const { return static_cast<std::size_t>(read_ - plain_.data()); }
  bool in_list() const {
    for (const Frame& frame : frames_) {
      if (frame.kind == ValueKind::list) return true;
    }
    return false;
  }

  std::string path_of(const std::string& written) const {
    const std::string& section = frames_.back().path;
    const bool plain = !written.empty() && written.find('.') == std::string::npos;
    const std::string part = plain ? written : '"' + written + '"';
    const std::string path = section.empty() ? part : section + "." + part;
    const std::string with_stage = section + ".stage3_" + part;
    const bool known = find_key(path) != nullptr;
    return !known && section == "zero_optimization" && find_key(with_stage) != nullptr ? with_stage
                                                                                       : path;
  }

  int line_of_first(std::string_view path) const {
    for (const DsEntry& entry : entries_) {
      if (entry.path == path) return entry.line;
    }
    return 0;
  }

  // The value that begins now, or has just ended, is the last key's.
  void place_value(DsEntry& entry) const {
    const std::size_t colon = plain_.find(':', entry.key_bytes.end);
    entry.value_bytes.begin = plain_.find_first_not_of(" \t\r\n", colon + 1);
  }

  bool number(double value) { return scalar(ValueKind::number, "", value); }

  bool scalar(ValueKind kind, const std::string& text, double number) {
    if (frames_.empty()) refuse_top_level();
    if (in_list()) {
      Frame& list = frames_.back();
      if (kind == ValueKind::number && list.entry != none) {
        entries_[list.entry].numbers.push_back(number);
      } else {
        list.only_numbers = false;
      }
    } else {
      DsEntry& entry = entries_.back();
      entry.kind = kind;
      entry.text = text;
      entry.number = number;
      entry.boolean = number != 0;
      place_value(entry);
      // A number's end shows only when the character after it has been read.
      const std::size_t end = plain_.find_first_of(" \t\r\n,}]", entry.value_bytes.begin);
      entry.value_bytes.end = kind == ValueKind::text ? position() : std::min(end, plain_.size());
      entry.raw = cut_short(plain_.substr(entry.value_bytes.begin, entry.value_bytes.size()));
    }
    event_end_ = position();
    return true;
  }

  bool open(ValueKind kind) {
    if (frames_.empty() && kind != ValueKind::section) refuse_top_level();
    if (frames_.size() == deepest) {
      throw input_error("{} line {}: brackets {} deep; a configuration needs at most {}", name_,
                        line_of(plain_, position()), deepest + 1, deepest);
    }
    Frame frame{kind, "", none};
    if (!frames_.empty() && in_list()) {
      frames_.back().only_numbers = false;
    } else if (!frames_.empty()) {
      DsEntry& entry = entries_.back();
      entry.kind = kind;
      place_value(entry);
      frame.path = entry.path;
      frame.entry = entries_.size() - 1;
    }
    frames_.push_back(frame);
    event_end_ = position();
    return true;
  }

  bool close() {
    const Frame frame = frames_.back();
    frames_.pop_back();
    event_end_ = position();
    if (frame.entry == none) return true;
    DsEntry& entry = entries_[frame.entry];
    entry.value_bytes.end = position();
    const bool section = frame.kind == ValueKind::section;
    entry.raw = section
                    ? "{…}"
                    : cut_short(plain_.substr(entry.value_bytes.begin, entry.value_bytes.size()));
    if (!frame.only_numbers) entry.numbers.clear();
    return true;
  }

  [[noreturn]] void refuse_top_level() const {
    throw input_error("{}: not an object at the top; a configuration is {{ \"key\": value, … }}",
                      name_);
  }

  std::string_view source_;
  const std::string& plain_;
  std::string_view name_;
  const char* read_;            // how far the parser has read
  std::size_t event_end_ = 0;   // and had read at the last event
  std::vector<Frame> frames_;   // from the outermost
  std::set<std::string> seen_;  // paths
  std::vector<DsEntry> entries_;
};

}  // namespace

std::vector<DsEntry> read_entries(std::string_view source, const std::string& plain,
                                  std::string_view name) {
  return Reader(source, plain, name).read();
}

}  // namespace zerolab
