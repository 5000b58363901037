// Named places of a picture: mouse, tests and tutorials find a rank's card or a button by its name.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "viz/paint/geometry.hpp"

namespace zerolab {

struct Place {
  std::string name;
  Box box;  // the visible part, in the coordinates of the scene
  friend bool operator==(const Place&, const Place&) = default;
};

class Places {
 public:
  void add(const Box& box, std::string_view name);
  void clear() { all_.clear(); }

  // The latest place of that name, or null.
  const Place* find(std::string_view name) const;
  // The topmost place under the point, or null: a later place lies above earlier ones.
  const Place* at(Point point) const;
  // In drawing order.
  const std::vector<Place>& all() const { return all_; }

 private:
  std::vector<Place> all_;
};

}  // namespace zerolab
