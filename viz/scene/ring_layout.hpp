// Where the ranks' cards lie on the ring, and the way of a chunk between two of them.
#pragma once

#include <vector>

#include "viz/paint/geometry.hpp"

namespace zerolab {

class RingLayout {
 public:
  // Cards of `world_size` ranks clockwise round an ellipse inside `box`, rank 0 at the top (two
  // ranks: side by side); each with a strip of `chunk_count` cells in rows of at most 8. The cards
  // keep apart: where there is little room, cells shrink.
  RingLayout(const Box& box, int world_size, int chunk_count, float unit);

  Box card(int rank) const { return cards_[index(rank)]; }
  Box cell(int rank, int chunk) const;
  float heading_height() const { return heading_; }
  Point centre() const { return centre_; }
  // What lies free inside the cards, for text.
  Box middle() const;

  // Points from the source's card to the destination's: along the ellipse between neighbours, a
  // bow through the inside otherwise. `backwards` neighbours (r to r-1) keep a little to the
  // inside.
  std::vector<Point> way(int source, int destination) const;

  // Where a chunk is at `t` (0 … 1) of its way from cell to cell.
  Point on_way(int source, int destination, int chunk, float t) const;

 private:
  static std::size_t index(int number) { return static_cast<std::size_t>(number); }
  Point bow(Point from, Point to) const;
  std::vector<Point> outside(const std::vector<Point>& way, int source, int destination) const;
  Point at_length(float turns, float scale) const;  // from rank 0 on, clockwise, by arc length

  int world_size_;
  int columns_;
  Point centre_;
  float radius_x_, radius_y_;
  float cell_width_, cell_height_, gap_, padding_, heading_;
  float card_width_, card_height_;
  std::vector<Box> cards_;
  std::vector<float> lengths_;  // of the ellipse up to each of a number of equal angles
};

}  // namespace zerolab
