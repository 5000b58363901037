#include "viz/scene/memory_history.hpp"

#include <algorithm>

namespace zerolab {

std::vector<CategoryBytes> memory_history(const Story& story, int rank, int columns) {
  std::vector<CategoryBytes> history(static_cast<std::size_t>(std::max(columns, 0)));
  const std::size_t beats = story.beats().size();
  const std::size_t n = history.size();
  CategoryBytes now{};
  std::size_t untouched = 0;  // the first column that no beat has come to yet
  for (std::size_t b = 0; b < beats; ++b) {
    for (std::size_t i = story.first_change(b); i < story.first_change(b + 1); ++i) {
      const MemoryChange& change = story.memory_changes()[i];
      if (change.rank == rank) bytes_of(now, change.category) = change.bytes;
    }
    const std::size_t end = std::min(((b + 1) * n + beats - 1) / beats, n);
    for (std::size_t c = b * n / beats; c < end; ++c) {
      if (c >= untouched || total_bytes(now) > total_bytes(history[c])) history[c] = now;
    }
    untouched = std::max(untouched, end);
  }
  return history;
}

CategoryBytes memory_peaks(const Story& story, int rank) {
  CategoryBytes peaks{};
  for (const MemoryChange& change : story.memory_changes()) {
    if (change.rank != rank) continue;
    std::int64_t& peak = bytes_of(peaks, change.category);
    peak = std::max(peak, change.bytes);
  }
  return peaks;
}

std::array<bool, all_memory_categories.size()> memory_in_use(const Story& story) {
  std::array<bool, all_memory_categories.size()> used{};
  for (const MemoryChange& change : story.memory_changes()) {
    if (change.bytes > 0) used[static_cast<std::size_t>(change.category)] = true;
  }
  return used;
}

std::int64_t at_rest_bytes(const CategoryBytes& bytes) {
  std::int64_t sum = 0;
  for (const MemoryCategory category : all_memory_categories) {
    if (is_at_rest(category)) sum += bytes_of(bytes, category);
  }
  return sum;
}

}  // namespace zerolab
