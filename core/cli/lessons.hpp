// Where the lessons lie: known when the program is built.
#pragma once

#include <string>

namespace zerolab {

// The path of a file of lessons/, such as "corpus.txt".
std::string lesson_file(const std::string& name);

}  // namespace zerolab
