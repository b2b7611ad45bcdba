#pragma once
#include <cstddef>
#include <vector>

namespace gusset::picture {

struct Point {
  double x = 0.0;
  double y = 0.0;
  friend bool operator==(const Point&, const Point&) = default;
};

/// Closed polygons that are filled together. y grows downwards.
class Path {
 public:
  void move_to(double x, double y) {
    first_.push_back(points_.size());
    points_.push_back({x, y});
  }
  void line_to(double x, double y) { points_.push_back({x, y}); }
  void rectangle(double left, double top, double right, double bottom) {
    move_to(left, top);
    line_to(right, top);
    line_to(right, bottom);
    line_to(left, bottom);
  }

  bool empty() const { return points_.empty(); }
  std::size_t polygons() const { return first_.size(); }

  /// Calls visit(point, is_first) for every point in order.
  template <class Visit>
  void for_each_point(Visit visit) const {
    std::size_t next = 0;
    for (std::size_t i = 0; i < points_.size(); ++i) {
      const bool is_first = next < first_.size() && first_[next] == i;
      if (is_first) ++next;
      visit(points_[i], is_first);
    }
  }

 private:
  std::vector<Point> points_;
  std::vector<std::size_t> first_;  // index of each polygon's first point
};

}  // namespace gusset::picture
