// The two ways a call can fail, and the check of an invariant.
//
// Error is what a person can mend: bad input (exit status 2) or a failure while running (exit
// status 1), such as a peer that died or a disk that is full. Messages are lower case, name what
// was wrong, give both numbers, and end with the way out.
// InvariantError is a defect of zerolab itself: `require` throws it.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

#include <fmt/core.h>

namespace zerolab {

enum class ErrorKind { input, failure };

class Error : public std::runtime_error {
 public:
  Error(ErrorKind kind, const std::string& message) : std::runtime_error(message), kind_(kind) {}
  ErrorKind kind() const { return kind_; }

 private:
  ErrorKind kind_;
};

class InvariantError : public std::logic_error {
  using std::logic_error::logic_error;
};

// Bad input: a number out of range, a malformed file, an unknown name.
template <typename... Args>
Error input_error(fmt::format_string<Args...> format, Args&&... args) {
  return Error(ErrorKind::input, fmt::format(format, std::forward<Args>(args)...));
}

// Something that was asked for correctly went wrong while running.
template <typename... Args>
Error failure(fmt::format_string<Args...> format, Args&&... args) {
  return Error(ErrorKind::failure, fmt::format(format, std::forward<Args>(args)...));
}

// Throws InvariantError("broken invariant: ...") unless `holds`.
void require(bool holds, std::string_view invariant);

}  // namespace zerolab
