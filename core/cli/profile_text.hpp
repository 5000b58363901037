// zerolab profile for people.
#pragma once

#include <string>

#include "core/cli/profile_report.hpp"

namespace zerolab {

// `most_rows`: longer tables are cut, and say so; 0: never.
std::string profile_text(const OwnReport& report, int most_rows);
std::string profile_text(const KinetoReport& report, int most_rows);

// Lines of at most 100 columns, each but the first begun by `indent` blanks; the first by `first`.
std::string filled(const std::string& text, const std::string& first, int indent);

// "1.234" milliseconds; "?" where unknown (negative).
std::string profile_ms(double us);

// "7", "7–8"; "?" for none.
std::string extremes_text(const std::optional<Extremes>& moved);

// "… and 12 more rows …" where a table was cut.
std::string cut_note(std::size_t rows, int most_rows);

}  // namespace zerolab
