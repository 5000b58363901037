// How an event is called on a timeline, for people.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/trace/trace.hpp"

namespace zerolab {

// Keeps the plan's lines at hand, so that naming a million events splits the text once. Borrows
// the header.
class SliceNames {
 public:
  explicit SliceNames(const TraceHeader& header);

  // Appends, for example, "forward block 0" (the plan's line), "all-gather gradients of block 0",
  // "send chunk 3 → rank 1", "add chunk 3 ← rank 0" or "parameters: 1.235 MB".
  void append(std::string& text, const Event& event) const;

 private:
  void append_operation(std::string& text, const Event& event) const;
  void append_collective(std::string& text, const Event& event) const;

  const TraceHeader& header_;
  std::vector<std::string_view> plan_lines_;  // without indentation
};

}  // namespace zerolab
