// The keys of a JSON object with their values, lines and places in the text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/deepspeed/ds_config.hpp"

namespace zerolab {

// `plain` is what plain_json made of `source`. Entries stand in the file's order; what lies inside
// a list has none. Throws input Errors as parse_ds_config does, except for types.
std::vector<DsEntry> read_entries(std::string_view source, const std::string& plain,
                                  std::string_view name);

}  // namespace zerolab
