#include "core/profile/json_cutter.hpp"

#include <utility>

#include <fmt/core.h>

namespace zerolab {

namespace {

bool is_blank(char c) {
  return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

// What may stand outside strings and is no bracket: numbers, true, false, null.
bool is_literal(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || c == '-' || c == '+' || c == '.' ||
         c == 'E' || c == 'N' || c == 'I';  // Python writes NaN and Infinity
}

bool is_control(char c) {
  return static_cast<unsigned char>(c) < 0x20;
}

}  // namespace

JsonCutter::JsonCutter(OnEvent on_event, OnMember on_member)
    : on_event_(std::move(on_event)), on_member_(std::move(on_member)) {}

bool JsonCutter::in_events() const {
  return events_open_;
}

bool JsonCutter::add(std::string_view piece) {
  piece_ = piece;
  taken_ = 0;
  for (at_ = 0; at_ < piece.size() && damage_.empty(); ++at_) {
    const char c = piece[at_];
    if (!in_string_) {
      structure(c);
    } else if (escaped_) {
      escaped_ = false;
    } else if (c == '\\') {
      escaped_ = true;
    } else if (c == '"') {
      end_of_string();
    } else if (is_control(c)) {
      stop("a control character inside a string, which JSON does not allow");
    }
  }
  if (capturing_) append(piece.substr(taken_));
  piece_start_ += piece.size();
  at_ = 0;
  return damage_.empty();
}

void JsonCutter::finish() {
  if (!damage_.empty()) return;
  if (in_string_) {
    stop("the text ends inside a string");
  } else if (!open_.empty()) {
    stop(fmt::format("the text ends where {} {} still open", open_.size(),
                     open_.size() == 1 ? "bracket is" : "brackets are"));
  } else if (!ended_) {
    stop("nothing but blanks in it");
  }
}

void JsonCutter::structure(char c) {
  if (is_blank(c)) return;
  if (ended_) return stop("more text follows the end of the JSON");
  if (open_.empty() && c != '{' && c != '[') {
    return stop("JSON of a trace begins with { or [, and this does not");
  }
  switch (c) {
    case '{':
    case '[': return open(c);
    case '}':
    case ']': return close(c);
    case ',': return comma();
    case ':': return colon();
    case '"':
      in_string_ = true;
      if (awaits_key_ && open_.size() == 1) {
        reads_key_ = true;
        begin_capture();
      }
      return;
    default:
      if (!is_literal(c)) {
        stop(fmt::format("byte {:02x} cannot stand between values",
                         static_cast<unsigned>(static_cast<unsigned char>(c))));
      }
  }
}

void JsonCutter::open(char bracket) {
  if (open_.size() == deepest_event) {
    return stop(fmt::format("nested deeper than {} levels", deepest_event));
  }
  if (open_.empty()) {
    awaits_key_ = bracket == '{';
    events_open_ = has_events_ = bracket == '[';
  } else if (bracket == '[' && events_follow_ && open_.size() == 1) {
    events_follow_ = false;
    capturing_ = false;
    events_open_ = has_events_ = true;
  } else if (bracket == '{' && in_events() && !capturing_) {
    begin_capture();
  }
  open_ += bracket;
}

void JsonCutter::close(char bracket) {
  const char opening = bracket == '}' ? '{' : '[';
  if (open_.empty() || open_.back() != opening) {
    return stop(fmt::format("a {} closes what a {} opened", bracket, open_.back()));
  }
  const std::size_t level = open_.size();
  if (level == 1 && bracket == '}') end_member();
  open_.pop_back();
  const std::size_t events_level = open_.empty() || open_.front() == '[' ? 1 : 2;
  if (in_events() && capturing_ && level == events_level + 1) {
    append(piece_.substr(taken_, at_ + 1 - taken_));
    capturing_ = false;
    ++events_;
    if (too_long_) {
      ++passed_over_;
    } else {
      on_event_(captured_, captured_at_);
    }
  } else if (in_events() && level == events_level) {
    events_open_ = false;
  }
  ended_ = open_.empty();
}

void JsonCutter::colon() {
  if (open_ != "{" || awaits_key_) return;
  events_follow_ = key_ == "\"traceEvents\"";
  begin_capture();
  taken_ = at_ + 1;  // the value stands behind the colon
}

void JsonCutter::comma() {
  if (open_ != "{") return;
  end_member();
  awaits_key_ = true;
}

void JsonCutter::end_of_string() {
  in_string_ = false;
  if (!reads_key_) return;
  append(piece_.substr(taken_, at_ + 1 - taken_));
  key_ = captured_;
  capturing_ = reads_key_ = awaits_key_ = false;
}

void JsonCutter::begin_capture() {
  capturing_ = true;
  too_long_ = false;
  captured_.clear();
  captured_at_ = here();
  taken_ = at_;
}

void JsonCutter::end_member() {
  if (!capturing_) return;
  append(piece_.substr(taken_, at_ - taken_));
  capturing_ = events_follow_ = false;
  if (too_long_) {
    ++passed_over_;
  } else if (key_.size() >= 2) {
    on_member_(std::string_view(key_).substr(1, key_.size() - 2), captured_);
  }
}

void JsonCutter::append(std::string_view text) {
  taken_ = at_;
  if (too_long_ || captured_.size() + text.size() > longest_event) {
    too_long_ = true;
    captured_.clear();
  } else {
    captured_ += text;
  }
}

void JsonCutter::stop(std::string reason) {
  damage_ = std::move(reason);
  damage_byte_ = here();
  capturing_ = false;
}

}  // namespace zerolab
