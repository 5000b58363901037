// verdict: not run    an object file of a gigabyte
#include "exercises/03-reduce_scatter/reduce_scatter.hpp"

char huge[1 << 30] = {1};

void reduce_scatter(Comm&, std::span<float>) {}
