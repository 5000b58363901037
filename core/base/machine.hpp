// What Linux says of this machine and process.
#pragma once

#include <cstdint>
#include <optional>

namespace zerolab {

// The cores that the calling thread may run on (its affinity mask), at least 1; those of the
// machine where the system does not say.
int usable_core_count();

// Memory that could be handed out now, swap left aside; nothing where /proc does not say.
std::optional<std::int64_t> available_memory_bytes();

// The process's pages that are in memory; 0 where /proc does not say.
std::int64_t resident_memory_bytes();

}  // namespace zerolab
