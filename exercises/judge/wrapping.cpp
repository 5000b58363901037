#include "exercises/judge/wrapping.hpp"

#include "core/base/wrapped.hpp"

namespace zerolab::exercises {

std::string wrapped(std::string_view text, std::string_view first, std::string_view margin) {
  return zerolab::wrapped(text, text_width, first, margin);
}

}  // namespace zerolab::exercises
