// Elements whose type is known when the program runs: what collectives carry and kernels convert.
#pragma once

#include <cstddef>
#include <span>

#include "core/base/error.hpp"
#include "core/base/names.hpp"
#include "core/base/range.hpp"

namespace zerolab {

struct TypedSpan {
  void* data = nullptr;
  std::size_t elements = 0;
  DType dtype = DType::f32;

  TypedSpan() = default;
  TypedSpan(void* first, std::size_t count, DType type)
      : data(first), elements(count), dtype(type) {}
  template <typename T>
  TypedSpan(std::span<T> span)  // NOLINT: a span says all that this does
      : data(span.data()), elements(span.size()), dtype(dtype_of<T>()) {}

  TypedSpan sub(Range range) const {
    return {static_cast<std::byte*>(data) + range.begin * size_bytes(dtype), range.size(), dtype};
  }

  // The elements as T, which they are (InvariantError otherwise).
  template <typename T>
  std::span<T> as() const {
    require(dtype == dtype_of<T>(), "the elements are of the type that is asked for");
    return {static_cast<T*>(data), elements};
  }
};

}  // namespace zerolab
