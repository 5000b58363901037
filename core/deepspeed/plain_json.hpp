// JSON as people write it in configuration files, made plain.
#pragma once

#include <string>
#include <string_view>

namespace zerolab {

// The same text with blanks in place of a UTF-8 byte order mark, comments (//, #, /* */) and commas
// before a closing bracket: what is left lies on the same line and at the same byte as before.
// Throws an input Error "NAME line LINE: …" for a comment without an end and for zero bytes.
enum class LastCommas { blank, keep };
std::string plain_json(std::string_view text, std::string_view name,
                       LastCommas last_commas = LastCommas::blank);

// The line of a byte, from 1.
int line_of(std::string_view text, std::size_t byte);

}  // namespace zerolab
