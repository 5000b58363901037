// verdict: not run    includes a file without end
#include </dev/zero>

#include "exercises/03-reduce_scatter/reduce_scatter.hpp"

void reduce_scatter(Comm&, std::span<float>) {}
