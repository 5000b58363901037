#include "core/offload/token_bucket.hpp"

#include <cmath>

#include "core/base/error.hpp"

namespace zerolab {

TokenBucket::TokenBucket(double rate) : rate_(rate) {
  require(rate > 0, "a token bucket fills at some rate");
}

std::int64_t TokenBucket::reserve(std::size_t bytes, std::int64_t at_ns) {
  if (!used_ || at_ns > passed_ns_) {
    begin_ns_ = at_ns;
    bytes_ = 0;
    used_ = true;
  }
  bytes_ += static_cast<double>(bytes);
  passed_ns_ = begin_ns_ + std::llround(bytes_ * 1e9 / rate_);
  return passed_ns_;
}

}  // namespace zerolab
