// One blocking send, or one blocking receive, of floats that nobody looks at.
#pragma once

#include <vector>

#include "core/transport/transport.hpp"

namespace zerolab::test {

inline void send_to(Transport& transport, int peer, std::size_t elements,
                    Label label = {"number"}) {
  const std::vector<float> values(elements);
  Send send{peer, values.data(), elements, DType::f32, label, {}};
  transport.exchange({&send, 1}, {});
}

inline void receive_from(Transport& transport, int peer, std::size_t elements,
                         Label label = {"number"}, DType dtype = DType::f32) {
  std::vector<long> values(elements);
  Receive receive{peer, values.data(), elements, dtype, Combine::copy, label, {}};
  transport.exchange({}, {&receive, 1});
}

}  // namespace zerolab::test
