#include "core/base/wrapped.hpp"

#include "core/base/units.hpp"
#include "core/base/words.hpp"

namespace zerolab {

std::string wrapped(std::string_view text, std::size_t columns, std::string_view first,
                    std::string_view margin) {
  std::string lines;
  std::string line(first);
  std::string_view opening = first;
  for (const std::string_view word : words_of(text)) {
    const bool opens = line == opening;
    if (!opens && display_width(line) + 1 + display_width(word) > columns) {
      lines += line + "\n";
      line = margin;
      opening = margin;
    } else if (!opens) {
      line += ' ';
    }
    line += word;
  }
  return lines + line + "\n";
}

}  // namespace zerolab
