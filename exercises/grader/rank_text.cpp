// The functions of fmt, compiled into the rank program, which is linked statically: Debian has fmt
// as a shared library only. FMT_HEADER_ONLY comes from the build: with fmt 8 its headers are
// included before this line.
#include <fmt/format.h>

namespace zerolab::exercises {

// To use a function is what makes the compiler emit it.
std::string format_something(fmt::string_view text, fmt::format_args values) {
  return fmt::vformat(text, values);
}

}  // namespace zerolab::exercises
