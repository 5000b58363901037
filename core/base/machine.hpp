// What Linux says of this machine and process.
#pragma once

#include <cstdint>
#include <optional>

namespace zerolab {

// Memory that could be handed out now, swap left aside; nothing where /proc does not say.
std::optional<std::int64_t> available_memory_bytes();

// The process's pages that are in memory; 0 where /proc does not say.
std::int64_t resident_memory_bytes();

}  // namespace zerolab
