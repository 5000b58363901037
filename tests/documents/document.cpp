// Reads the blocks of a document, one after the other.
#include "tests/documents/document.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <regex>
#include <sstream>

#include <fmt/core.h>

namespace zerolab::documents {

namespace {

struct Block {
  std::size_t line = 0;  // of the opening fence
  std::string language;
  std::vector<std::string> words;  // of the info string, after the language
  std::vector<std::string> content;
};

// The fence that opens or closes a block: "```" or longer, or "~~~".
struct Fence {
  std::size_t indent;
  std::string marks;
  std::string info;
};

std::optional<Fence> fence_of(const std::string& line) {
  static const std::regex fence(R"(^( *)(`{3,}|~{3,})\s*([^`]*?)\s*$)");
  std::smatch match;
  if (!std::regex_match(line, match, fence)) return std::nullopt;
  return Fence{match[1].str().size(), match[2].str(), match[3].str()};
}

bool closes(const Fence& opening, const std::string& line) {
  const auto fence = fence_of(line);
  return fence && fence->info.empty() && fence->marks.starts_with(opening.marks);
}

// A line of a block whose fence is indented, as in a list.
std::string without_indent(const std::string& line, std::size_t indent) {
  return line.substr(std::min(indent, std::min(line.find_first_not_of(' '), line.size())));
}

class Parser {
 public:
  explicit Parser(std::string_view markdown) : lines_(split_lines(markdown)) {}

  Document parse() {
    while (next_ < lines_.size()) {
      const std::string& line = lines_[next_];
      if (const auto fence = fence_of(line)) {
        read_block(*fence);
      } else {
        read_prose(line);
        ++next_;
      }
    }
    if (!patterns_.empty()) stray_pattern();
    return std::move(document_);
  }

 private:
  void problem(std::size_t line, std::string message) {
    document_.problems.push_back({line, std::move(message)});
  }

  void stray_pattern() {
    problem(pattern_line_, "a volatile comment stands before a console block that is run");
    patterns_.clear();
  }

  void read_prose(const std::string& line) {
    static const std::regex comment(R"(^\s*<!--\s*volatile:\s*(.*?)\s*-->\s*$)");
    static const std::regex indented_command(R"(^(\t| {4,})(\$ |\./lab ).*)");
    std::smatch match;
    if (std::regex_match(line, match, comment)) {
      pattern_line_ = next_ + 1;
      add_pattern(match[1].str());
    } else if (std::regex_match(line, indented_command)) {
      problem(next_ + 1, "an indented command is not checked: put it into a console block");
    } else if (!patterns_.empty() && line.find_first_not_of(" \t") != std::string::npos) {
      stray_pattern();
    }
  }

  void add_pattern(const std::string& pattern) {
    try {
      if (std::regex_search("", std::regex(pattern))) {
        problem(pattern_line_, fmt::format("volatile: '{}' matches nothing at all", pattern));
        return;
      }
      patterns_.push_back(pattern);
    } catch (const std::regex_error& error) {
      problem(pattern_line_, fmt::format("volatile: '{}': {}", pattern, error.what()));
    }
  }

  void read_block(const Fence& fence) {
    Block block;
    block.line = next_ + 1;
    std::istringstream info(fence.info);
    info >> block.language;
    for (std::string word; info >> word;) block.words.push_back(word);
    for (++next_; next_ < lines_.size() && !closes(fence, lines_[next_]); ++next_) {
      block.content.push_back(without_indent(lines_[next_], fence.indent));
    }
    if (next_ == lines_.size()) {
      problem(block.line, "this block is never closed");
      return;
    }
    ++next_;
    judge(block);
  }

  // Decides whether the block is run.
  void judge(const Block& block) {
    static constexpr std::array shells{"sh", "bash", "shell", "zsh", "shellsession"};
    const bool no_run = std::ranges::find(block.words, "no-run") != block.words.end();
    if (block.language == "console" && !no_run) {
      read_commands(block);
      return;
    }
    if (!patterns_.empty()) stray_pattern();
    if (no_run) return;
    if (std::ranges::find(shells, block.language) != shells.end()) {
      problem(block.line, fmt::format("a block of {} is not checked: make it console, with \"$ \" "
                                      "before each command, or mark it no-run",
                                      block.language));
      return;
    }
    for (std::size_t i = 0; i < block.content.size(); ++i) {
      if (block.content[i].starts_with("$ ") || block.content[i].starts_with("./lab ")) {
        problem(block.line + 1 + i,
                "a command that is not checked: make the block console, or mark it no-run");
      }
    }
  }

  void read_commands(const Block& block) {
    std::vector<Command> commands;
    for (std::size_t i = 0; i < block.content.size(); ++i) {
      const std::string& line = block.content[i];
      if (line.starts_with("$ ")) {
        Command command{block.line + 1 + i, line.substr(2), 0, {}, patterns_};
        while (command.text.ends_with('\\') && i + 1 < block.content.size()) {
          const std::string& more = block.content[++i];
          command.text.back() = '\n';
          command.text.insert(command.text.size() - 1, "\\");
          command.text += more.starts_with("> ") ? more.substr(2) : more;
        }
        commands.push_back(std::move(command));
      } else if (commands.empty()) {
        problem(block.line + 1 + i, "output without a command: a command line starts with \"$ \"");
      } else {
        commands.back().expected.push_back(line);
      }
    }
    if (commands.empty()) {
      problem(block.line, "a console block without a command: a command line starts with \"$ \"");
    } else {
      commands.back().exit_status = exit_status_of(block);
      check_patterns_are_used(block, commands);
    }
    patterns_.clear();
    std::ranges::move(commands, std::back_inserter(document_.commands));
  }

  int exit_status_of(const Block& block) {
    int status = 0;
    for (const std::string& word : block.words) {
      const char* end = word.data() + word.size();
      if (!word.starts_with("exit=") || std::from_chars(word.data() + 5, end, status).ptr != end ||
          word.size() == 5) {
        problem(block.line, fmt::format("'{}': a console block takes no-run or exit=N", word));
      }
    }
    return status;
  }

  // A pattern that matches nothing is a figure that has moved away, or a typing error.
  void check_patterns_are_used(const Block& block, const std::vector<Command>& commands) {
    for (const std::string& pattern : patterns_) {
      const std::regex regex(pattern);
      const bool used = std::ranges::any_of(commands, [&](const Command& command) {
        return std::ranges::any_of(command.expected, [&](const std::string& line) {
          return std::regex_search(line, regex);
        });
      });
      if (!used) {
        problem(block.line, fmt::format("volatile: '{}' matches no line of this block", pattern));
      }
    }
  }

  std::vector<std::string> lines_;
  std::size_t next_ = 0;
  std::vector<std::string> patterns_;  // of the volatile comments since the last block
  std::size_t pattern_line_ = 0;
  Document document_;
};

}  // namespace

Document parse(std::string_view markdown) {
  return Parser(markdown).parse();
}

std::vector<std::string> split_lines(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return lines;
}

}  // namespace zerolab::documents
