#include "core/deepspeed/plain_json.hpp"

#include <algorithm>
#include <optional>

#include "core/base/error.hpp"

namespace zerolab {

namespace {

class Cleaner {
 public:
  Cleaner(std::string_view text, std::string_view name, LastCommas last_commas)
      : text_(text), name_(name), last_commas_(last_commas) {}

  std::string clean() {
    std::size_t at = 0;
    if (text_.starts_with("\xEF\xBB\xBF")) at = blank({0, 3});
    while (at < text_.size()) {
      if (text_[at] == '"') {
        comma_.reset();
        at = after_string(at);
      } else if (const std::size_t end = comment_end(at); end > at) {
        at = blank({at, end});
      } else {
        take(at++);
      }
    }
    return text_;
  }

 private:
  struct Span {
    std::size_t begin, end;
  };

  // Line ends stay, so that lines keep their numbers.
  std::size_t blank(Span span) {
    for (std::size_t i = span.begin; i < span.end; ++i) {
      if (text_[i] != '\n') text_[i] = ' ';
    }
    return span.end;
  }

  std::size_t after_string(std::size_t at) const {
    for (++at; at < text_.size() && text_[at] != '"'; ++at) {
      if (text_[at] == '\\') ++at;
    }
    return std::min(at + 1, text_.size());
  }

  // One past the comment that begins at `at`; `at` where none does.
  std::size_t comment_end(std::size_t at) const {
    const std::string_view rest = std::string_view(text_).substr(at);
    if (rest.starts_with('#') || rest.starts_with("//")) {
      return at + std::min(rest.find('\n'), rest.size());
    }
    if (!rest.starts_with("/*")) return at;
    const std::size_t end = rest.find("*/", 2);
    if (end == std::string_view::npos) {
      throw input_error("{} line {}: a comment /* has no end; close it with */", name_,
                        line_of(text_, at));
    }
    return at + end + 2;
  }

  // A comma is superfluous when the next thing is a closing bracket.
  void take(std::size_t at) {
    const char c = text_[at];
    if (c == ' ' || c == '\t' || c == '\r' || c == '\n') return;
    const bool closes = c == '}' || c == ']';
    if (closes && comma_ && last_commas_ == LastCommas::blank) text_[*comma_] = ' ';
    comma_.reset();
    if (c == ',') comma_ = at;
  }

  std::string text_;
  std::string_view name_;
  LastCommas last_commas_;
  std::optional<std::size_t> comma_;  // the last thing seen, if it was one
};

}  // namespace

std::string plain_json(std::string_view text, std::string_view name, LastCommas last_commas) {
  if (const std::size_t zero = text.find('\0'); zero != std::string_view::npos) {
    throw input_error("{} line {}: a zero byte, so not a text file; save it as UTF-8", name,
                      line_of(text, zero));
  }
  return Cleaner(text, name, last_commas).clean();
}

int line_of(std::string_view text, std::size_t byte) {
  const auto end = text.begin() + static_cast<std::ptrdiff_t>(std::min(byte, text.size()));
  return 1 + static_cast<int>(std::count(text.begin(), end, '\n'));
}

}  // namespace zerolab
