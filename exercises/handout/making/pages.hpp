// Pages in Markdown or HTML, without what is written for instructors.
//
//   a row of a table, or another single line      <!-- instructors -->
//
//   <!-- instructors: begin -->
//   as many lines as one likes
//   <!-- instructors: end -->
#pragma once

#include <string>
#include <string_view>

namespace zerolab::exercises {

// Throws an input Error, "NAME line 12: …", where a begin or an end stands alone.
std::string page_for_students(std::string_view page, std::string_view name);

}  // namespace zerolab::exercises
