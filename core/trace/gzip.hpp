// gzip in memory (RFC 1952).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace zerolab {

// The same text gives the same bytes: no time and no name in the header.
std::string gzip(std::string_view text);

bool is_gzip(std::string_view bytes);

struct Gunzipped {
  std::string text;      // all that could be restored
  std::string fault;     // empty, or why that is not the whole
  std::size_t byte = 0;  // of the compressed bytes, where the fault was noticed
};

// Never throws for damaged bytes. Stops with a fault beyond `size_limit` bytes of text.
Gunzipped gunzip(std::string_view bytes, std::size_t size_limit);

}  // namespace zerolab
