#include "viz/scene/ring_layout.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace zerolab {

namespace {

constexpr int samples = 720;
constexpr int points_per_way = 48;
constexpr int cells_per_row = 8;

float smooth(float t) {
  t = std::clamp(t, 0.0F, 1.0F);
  return t * t * (3 - 2 * t);
}

float distance(Point a, Point b) {
  return std::hypot(a.x - b.x, a.y - b.y);
}

bool apart(const Box& a, const Box& b, float margin) {
  return a.right() + margin <= b.x || b.right() + margin <= a.x || a.bottom() + margin <= b.y ||
         b.bottom() + margin <= a.y;
}

}  // namespace

RingLayout::RingLayout(const Box& box, int world_size, int chunk_count, float unit)
    : world_size_(world_size),
      columns_(std::clamp(chunk_count, 1, cells_per_row)),
      centre_(box.centre()) {
  const int rows = std::max(1, (chunk_count + cells_per_row - 1) / cells_per_row);
  constexpr float largest_cell = 64;
  constexpr float smallest_cell = 10;
  // More ranks need a longer way round.
  const float longest = world_size <= 4 ? 1.6F : world_size <= 8 ? 1.9F : 2.7F;
  for (float cell = largest_cell; cell >= smallest_cell; cell -= 1) {
    gap_ = std::max(3 * unit, 0.14F * cell * unit);
    padding_ = std::max(4 * unit, 0.2F * cell * unit);
    heading_ = std::max(15.0F, std::clamp(0.62F * cell, 14.0F, 28.0F) * unit);
    cell_width_ = cell * unit;
    cell_height_ = cell_width_ * 1.22F;
    const auto columns = static_cast<float>(columns_);
    card_width_ = std::max(columns * cell_width_ + (columns - 1) * gap_ + 2 * padding_, 74 * unit);
    card_height_ =
        static_cast<float>(rows) * (cell_height_ + gap_) - gap_ + heading_ + 2 * padding_;
    radius_y_ = (box.height - card_height_) / 2 - 8 * unit;
    radius_x_ = std::min((box.width - card_width_) / 2 - 8 * unit,
                         std::max(radius_y_ * longest, card_width_ * 0.9F));
    if (radius_x_ <= 0 || radius_y_ <= 0) continue;

    lengths_.assign(1, 0);
    const auto point = [this](int i) {
      const float angle = 2 * std::numbers::pi_v<float> * static_cast<float>(i) / samples;
      return Point{radius_x_ * std::sin(angle), -radius_y_ * std::cos(angle)};
    };
    for (int i = 1; i <= samples; ++i) {
      lengths_.push_back(lengths_.back() + distance(point(i - 1), point(i)));
    }
    cards_.clear();
    for (int rank = 0; rank < world_size; ++rank) {
      const Point at = world_size == 1
                           ? Point{centre_.x, centre_.y + radius_y_ * 0.55F}
                           : at_length(static_cast<float>(rank) / static_cast<float>(world_size) +
                                           (world_size == 2 ? 0.75F : 0),
                                       1);
      cards_.push_back(
          {at.x - card_width_ / 2, at.y - card_height_ / 2, card_width_, card_height_});
    }
    bool fits = true;
    for (int rank = 0; rank < world_size && world_size > 1; ++rank) {
      const int next = (rank + 1) % world_size;
      fits &= apart(cards_[index(rank)], cards_[index(next)], 18 * unit);
    }
    const Box inside = middle();
    fits &= inside.width >= 300 * unit && inside.height >= 120 * unit;
    if (fits) break;
  }
}

Box RingLayout::cell(int rank, int chunk) const {
  const Box& card = cards_[index(rank)];
  const auto column = static_cast<float>(chunk % cells_per_row);
  const auto row = static_cast<float>(chunk / cells_per_row);
  const auto columns = static_cast<float>(columns_);
  const float strip = columns * cell_width_ + (columns - 1) * gap_;
  return {card.x + (card.width - strip) / 2 + column * (cell_width_ + gap_),
          card.y + padding_ + heading_ + row * (cell_height_ + gap_), cell_width_, cell_height_};
}

Box RingLayout::middle() const {
  if (world_size_ == 1) {
    return {centre_.x - radius_x_, centre_.y - radius_y_ - card_height_ / 2, 2 * radius_x_,
            radius_y_ * 1.2F};
  }
  const float half_width =
      std::max(radius_x_ - card_width_ / 2, 0.0F) * (world_size_ > 8 ? 0.86F : 0.92F);
  const float half_height =
      world_size_ == 2 ? radius_y_ : std::max(radius_y_ - card_height_ / 2, 0.0F) * 0.9F;
  return {centre_.x - half_width, centre_.y - half_height, 2 * half_width, 2 * half_height};
}

Point RingLayout::at_length(float turns, float scale) const {
  turns -= std::floor(turns);
  const float length = turns * lengths_.back();
  const auto found = std::ranges::upper_bound(lengths_, length);
  const auto above = static_cast<std::size_t>(std::min<std::ptrdiff_t>(
      found - lengths_.begin(), static_cast<std::ptrdiff_t>(lengths_.size()) - 1));
  const float step = lengths_[above] - lengths_[above - 1];
  const float part = step > 0 ? (length - lengths_[above - 1]) / step : 0;
  const float angle =
      2 * std::numbers::pi_v<float> * (static_cast<float>(above - 1) + part) / samples;
  return {centre_.x + scale * radius_x_ * std::sin(angle),
          centre_.y - scale * radius_y_ * std::cos(angle)};
}

std::vector<Point> RingLayout::way(int source, int destination) const {
  std::vector<Point> points;
  const bool forwards = (source + 1) % world_size_ == destination;
  const bool backwards = (destination + 1) % world_size_ == source && !forwards;
  const float offset = world_size_ == 2 ? 0.75F : 0;
  const auto turns = [&](int rank) {
    return static_cast<float>(rank) / static_cast<float>(world_size_) + offset;
  };
  const Point from = cards_[index(source)].centre();
  const Point to = cards_[index(destination)].centre();
  for (int i = 0; i <= points_per_way; ++i) {
    const float t = static_cast<float>(i) / points_per_way;
    if (forwards || backwards) {
      const float way = t / static_cast<float>(world_size_) * (forwards ? 1 : -1);
      // Sinks to the inside and comes up again.
      const float scale = forwards ? 1 : 1 - 0.12F * std::sin(t * std::numbers::pi_v<float>);
      points.push_back(at_length(turns(source) + way, scale));
    } else {
      const Point control = bow(from, to);
      const float s = 1 - t;
      points.push_back({s * s * from.x + 2 * s * t * control.x + t * t * to.x,
                        s * s * from.y + 2 * s * t * control.y + t * t * to.y});
    }
  }
  return outside(points, source, destination);
}

// Where the bow between two cards is drawn to: inwards, and the nearer the straight way passes the
// centre the more to its left, so that ways through the inside do not all meet in one point.
Point RingLayout::bow(Point from, Point to) const {
  const Point middle{(from.x + to.x) / 2, (from.y + to.y) / 2};
  const float off_centre =
      std::hypot((middle.x - centre_.x) / radius_x_, (middle.y - centre_.y) / radius_y_);
  const float sideways = 0.55F * std::max(0.0F, 1 - off_centre);
  return {middle.x + 0.45F * (centre_.x - middle.x) +
              sideways * (to.y - from.y) * radius_x_ / radius_y_,
          middle.y + 0.45F * (centre_.y - middle.y) -
              sideways * (to.x - from.x) * radius_y_ / radius_x_};
}

// Without what lies over the two cards; at least two points.
std::vector<Point> RingLayout::outside(const std::vector<Point>& way, int source,
                                       int destination) const {
  std::size_t first = 0;
  std::size_t last = way.size() - 1;
  while (first + 1 < last && cards_[index(source)].contains(way[first + 1])) ++first;
  while (last > first + 1 && cards_[index(destination)].contains(way[last - 1])) --last;
  return {way.begin() + static_cast<std::ptrdiff_t>(first),
          way.begin() + static_cast<std::ptrdiff_t>(last + 1)};
}

Point RingLayout::on_way(int source, int destination, int chunk, float t) const {
  const std::vector<Point> points = way(source, destination);
  const float at = std::clamp(t, 0.0F, 1.0F) * static_cast<float>(points.size() - 1);
  const auto below = std::min(static_cast<std::size_t>(at), points.size() - 2);
  const float part = at - static_cast<float>(below);
  const Point on{points[below].x + (points[below + 1].x - points[below].x) * part,
                 points[below].y + (points[below + 1].y - points[below].y) * part};
  // Leaves from the source's cell and drops into the destination's.
  constexpr float lift = 0.3F;
  const float leaving = 1 - smooth(t / lift);
  const float landing = smooth((t - (1 - lift)) / lift);
  const Point from = cell(source, chunk).centre();
  const Point to = cell(destination, chunk).centre();
  return {on.x + leaving * (from.x - points.front().x) + landing * (to.x - points.back().x),
          on.y + leaving * (from.y - points.front().y) + landing * (to.y - points.back().y)};
}

}  // namespace zerolab
