// Searches run backwards, since a later place lies above: a picture has some hundreds of them.
#include "viz/paint/places.hpp"

#include <algorithm>

namespace zerolab {

void Places::add(const Box& box, std::string_view name) {
  all_.push_back({std::string(name), box});
}

const Place* Places::find(std::string_view name) const {
  const auto found = std::find_if(all_.rbegin(), all_.rend(),
                                  [&](const Place& place) { return place.name == name; });
  return found == all_.rend() ? nullptr : &*found;
}

const Place* Places::at(Point point) const {
  const auto found = std::find_if(all_.rbegin(), all_.rend(),
                                  [&](const Place& place) { return place.box.contains(point); });
  return found == all_.rend() ? nullptr : &*found;
}

}  // namespace zerolab
