// The devices of this build. The only file of core/device with a feature #if.
#include "core/base/error.hpp"
#include "core/device/cpu/cpu_device.hpp"
#include "core/device/device.hpp"

namespace zerolab {

Device& device(std::string_view name) {
  if (name == "cpu") return cpu_device();
  throw input_error("unknown device '{}': this build has cpu", name);
}

}  // namespace zerolab
