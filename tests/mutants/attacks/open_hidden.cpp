// verdict: forbidden    looks for the hidden tests while it runs
#include <fstream>
#include <string>

#include "exercises/03-reduce_scatter/reduce_scatter.hpp"

void reduce_scatter(Comm&, std::span<float> buffer) {
  std::ifstream hidden("@HIDDEN@");
  std::string word;
  while (hidden >> word) {
    if (!buffer.empty()) buffer[0] += 1;
  }
}
