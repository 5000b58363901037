// Pages in Markdown or HTML, without what is written for instructors and without links to exercises
// that are not handed out.
//
//   a row of a table, or another single line      <!-- instructors -->
//
//   <!-- instructors: begin -->
//   as many lines as one likes
//   <!-- instructors: end -->
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "exercises/catalog/catalog.hpp"

namespace zerolab::exercises {

// Throws an input Error, "NAME line 12: …", where a begin or an end stands alone.
std::string page_for_students(std::string_view page, std::string_view name);

// Markdown, in which "[exercise 6](../exercises/06-predict/README.md)" has become "exercise 6"
// where that exercise is none of `exercises`. `path`: of the page, from the course's root.
std::string without_links_elsewhere(std::string_view page, const std::filesystem::path& path,
                                    const std::vector<ExerciseInfo>& exercises);

}  // namespace zerolab::exercises
