#include "exercises/zero/arena.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <utility>

#include <fmt/core.h>

namespace zerolab::exercises {

namespace {

// Large blocks go back to the system, so that what a rank holds can be seen from outside.
constexpr std::size_t most_kept_elements = 4096;
constexpr float unwritten = std::numeric_limits<float>::quiet_NaN();

}  // namespace

std::span<float> Arena::allocate(std::size_t elements) {
  comm_.note({NoteKind::allocate, -1, elements});
  // An empty block has an address of its own too, by which it is given back.
  Block block{std::make_unique<float[]>(std::max<std::size_t>(elements, 1)), elements};
  const std::span<float> span(block.memory.get(), elements);
  std::ranges::fill(span, unwritten);
  held_elements_ += elements;
  blocks_.emplace(span.data(), std::move(block));
  return span;
}

void Arena::release(std::span<float> block) {
  const auto found = blocks_.find(block.data());
  if (found == blocks_.end()) {
    throw std::logic_error(
        fmt::format("the arena is given back {} elements that it did not hand out, or that were "
                    "given back before",
                    block.size()));
  }
  if (found->second.elements != block.size()) {
    throw std::logic_error(fmt::format(
        "the arena is given back {} elements of a block of {}: a block is given back as a whole",
        block.size(), found->second.elements));
  }
  comm_.note({NoteKind::release, -1, block.size()});
  held_elements_ -= block.size();
  std::ranges::fill(block, unwritten);
  if (block.size() <= most_kept_elements) given_back_.push_back(std::move(found->second));
  blocks_.erase(found);
}

}  // namespace zerolab::exercises
