// The transports of this build. The only file of core/transport with a feature #if.
#include "core/transport/registry.hpp"

#include <fmt/ranges.h>

#include "core/base/error.hpp"
#include "core/transport/fabric/fabric_transport.hpp"
#include "core/transport/threads/thread_transport.hpp"

namespace zerolab {

std::vector<std::string_view> transport_names() {
  return {"threads", "fabric"};
}

void check_ranks(std::string_view transport, int world_size) {
  if (transport == "threads") return check_thread_ranks(world_size);
  if (transport == "fabric") return check_fabric_ranks(world_size);
  throw input_error("unknown transport '{}': this build has {}", transport,
                    fmt::join(transport_names(), ", "));
}

void run_ranks(std::string_view transport, int world_size, const RankMain& rank_main,
               const RunOptions& options) {
  check_ranks(transport, world_size);
  if (transport == "threads") run_thread_ranks(world_size, rank_main, options);
  if (transport == "fabric") run_fabric_ranks(world_size, rank_main, options);
}

}  // namespace zerolab
