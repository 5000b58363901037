// Which pixels a triangle covers, exactly, and how values given at its corners vary over it.
// rasterizer.hpp states the rules.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

namespace zerolab {

constexpr std::int64_t subpixels = 256;  // per pixel

struct PixelRange {
  int begin = 0;
  int end = 0;  // excluded
};

struct ClipRectangle {
  PixelRange x;
  PixelRange y;
};

// In subpixels.
struct Corner {
  std::int64_t x = 0;
  std::int64_t y = 0;
};

// a x + b y + c: positive on the inner side of a triangle whose corners go clockwise on the screen,
// in squares of subpixels. Corners of up to 2^29 subpixels keep it inside 64 bits.
class Edge {
 public:
  Edge(const Corner& from, const Corner& to);

  // Narrows `x` to the pixels of a row whose centres are inside.
  void narrow(PixelRange& x, int row) const;

 private:
  std::int64_t a_;
  std::int64_t b_;
  std::int64_t c_;
};

// A value at pixel centres.
struct Plane {
  float base = 0;
  float dx = 0;  // per column
  float dy = 0;  // per row
  float at(int column, int row) const {
    return base + dx * static_cast<float>(column) + dy * static_cast<float>(row);
  }
};

class Triangle {
 public:
  Triangle(const std::array<Corner, 3>& corners, const ClipRectangle& clip);

  // Rows that may have pixels; none for a triangle without area or outside the clip.
  PixelRange rows() const { return rows_; }
  PixelRange columns(int row) const {
    PixelRange x = columns_;
    for (const Edge& edge : edges_) edge.narrow(x, row);
    return x;
  }

  // The linear function with these values at the corners, in the order of the constructor.
  Plane plane(float at_0, float at_1, float at_2) const;

 private:
  std::array<Corner, 3> corners_;
  std::int64_t area_;  // twice the area, positive where the corners go clockwise
  std::array<Edge, 3> edges_;
  PixelRange rows_;
  PixelRange columns_;
};

}  // namespace zerolab
