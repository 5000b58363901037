// Which of the kernels, annotations and launches of a trace are one and the same collective, so
// that each is counted once.
#pragma once

#include <vector>

#include "core/profile/kineto_event.hpp"

namespace zerolab {

// A kernel's start by the host; a large trace has hundreds of thousands.
struct Launch {
  std::int64_t correlation = -1;  // the kernel's
  std::uint64_t lane = 0;         // of the host
  double begin_us = 0;
};

struct KinetoEvents {
  std::vector<KinetoEvent> kernels;
  std::vector<KinetoEvent> gpu_annotations;
  std::vector<KinetoEvent> host;  // annotations and record_param_comms
  std::vector<Launch> launches;
};

struct JoinedCalls {
  std::vector<Call> kernels;  // in order of time; with what the host knows of each, where that is
                              // certain; several kernels of one call are one
  std::vector<Call> host;     // calls that the host made and no kernel could be given to, in order;
                              // their times are the host's and say nothing of the collective
  std::size_t given_sizes = 0;  // kernels that have their size from the host
};

// A kernel belongs to the call of the host
//   whose External id it has (an id that equals its correlation is none), or
//   whose External id the GPU annotation drawn over it has, or
//   during which the host launched it (correlation).
// Never by order or by nearness in time: a trace may begin between a call and its kernel.
JoinedCalls join(KinetoEvents events);

}  // namespace zerolab
