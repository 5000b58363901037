// An explanation as text, for people.
#pragma once

#include <string>
#include <vector>

#include "core/deepspeed/dialects.hpp"
#include "core/deepspeed/explanation.hpp"

namespace zerolab {

// `name`: the file's.
std::string explanation_text(const std::string& name, const ConfigExplanation& explanation);

// Three systems side by side; `asked` is marked, and said how it is written there.
std::string dialects_text(const ConfigExplanation& explanation, Dialect asked);

// Text in lines of at most 100 columns: the first after `lead`, the others as far in.
std::string paragraph(const std::string& lead, std::string_view text);

}  // namespace zerolab
