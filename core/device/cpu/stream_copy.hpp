// Copies of more than the caches hold, written past them: an ordinary store first reads the line
// that it overwrites, so that a copy moves three bytes of memory for each, this one two. memcpy
// does so too, but only beyond three quarters of the last cache, which here belongs to many
// machines at once (glibc's x86_non_temporal_threshold).
#pragma once

#include <cstddef>

namespace zerolab {

// Copies as std::memcpy does; the ranges must not overlap.
void stream_copy(void* destination, const void* source, std::size_t size_bytes);

}  // namespace zerolab
