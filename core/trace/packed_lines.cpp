#include "core/trace/packed_lines.hpp"

#include <algorithm>
#include <future>
#include <span>
#include <string>
#include <utility>

#include "core/trace/gzip.hpp"
#include "core/trace/json_damage.hpp"
#include "core/trace/record_lines.hpp"

namespace zerolab {

namespace {

constexpr std::size_t block_bytes = std::size_t{1} << 20;

// The text in blocks of whole lines.
class LineBlocks {
 public:
  explicit LineBlocks(std::string_view gzipped) : source_(gzipped, max_json_bytes) {}

  // The next lines, which lie in `memory`; empty at the end.
  std::string_view next(std::string& memory) {
    memory.resize(std::max(block_bytes, 2 * begun_line_.size()));
    std::size_t size = begun_line_.copy(memory.data(), begun_line_.size());
    while (true) {
      size += source_.read(std::span(memory).subspan(size));
      if (source_.done()) {
        begun_line_.clear();
        return std::string_view(memory).substr(0, size);
      }
      const std::size_t last_end = memory.rfind('\n');
      if (last_end != memory.npos) {
        begun_line_.assign(memory, last_end + 1);
        return std::string_view(memory).substr(0, last_end + 1);
      }
      memory.resize(2 * memory.size());  // a line longer than a block
    }
  }

  bool whole() const { return source_.done() && source_.fault().empty(); }

 private:
  Gunzip source_;
  std::string begun_line_;  // the text behind the last block
};

}  // namespace

std::optional<Trace> read_packed_lines(std::string_view gzipped) {
  LineBlocks blocks(gzipped);
  RecordLines reader;
  std::string memory;
  std::string memory_ahead;
  std::string_view lines = blocks.next(memory);
  while (!lines.empty()) {
    auto ahead = std::async(std::launch::async, [&] { return blocks.next(memory_ahead); });
    const bool fits = reader.add(lines);
    lines = ahead.get();
    if (!fits) return std::nullopt;
    std::swap(memory, memory_ahead);
  }
  return blocks.whole() ? reader.finish() : std::nullopt;
}

}  // namespace zerolab
