// RecordLines for a compressed file: one thread restores the text block by block, another reads the
// block before. The whole text, ten times the file, is never in memory.
#pragma once

#include <optional>
#include <string_view>

#include "core/trace/trace.hpp"

namespace zerolab {

// None where RecordLines gives up, or the compressed data is damaged.
std::optional<Trace> read_packed_lines(std::string_view gzipped);

}  // namespace zerolab
