// An explanation as the object of --json.
#pragma once

#include <optional>
#include <string>

#include "core/cli/json_output.hpp"
#include "core/deepspeed/dialects.hpp"
#include "core/deepspeed/explanation.hpp"

namespace zerolab {

// `name`: the file's. With `asked` the three dialects are in it too.
Json explanation_json(const std::string& name, const ConfigExplanation& explanation,
                      std::optional<Dialect> asked);

}  // namespace zerolab
