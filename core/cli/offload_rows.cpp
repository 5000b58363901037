#include "core/cli/offload_rows.hpp"

namespace zerolab {

std::vector<FetchCase> offload_cases(const OffloadQuestion& question) {
  std::vector<FetchCase> cases;
  for (const int world_size : question.world_sizes) {
    for (const FetchScheme scheme : all_fetch_schemes) {
      cases.push_back({scheme, world_size, question.units, question.unit_elements,
                       question.prefetch, slowed(question.host, question.scale)});
    }
  }
  return cases;
}

}  // namespace zerolab
