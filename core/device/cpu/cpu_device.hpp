// Plain memory of the host.
#pragma once

#include "core/device/device.hpp"

namespace zerolab {

Device& cpu_device();

}  // namespace zerolab
