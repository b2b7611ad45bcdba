#include "gusset/traces/picture/timeline/hatching.hpp"

#include <algorithm>
#include <cmath>

namespace gusset::picture {
namespace {

constexpr double straight_share = 0.75;

}  // namespace

void for_each_hatch_line(const Box& box, Hatching hatching, double distance,
                         const std::function<void(const Point& from, const Point& to)>& visit) {
  if (box.width <= 0 || box.height <= 0) return;
  const double left = box.left;
  const double right = box.right();
  const double top = box.top;
  const double bottom = box.bottom();
  const auto first_from = [](double position, double step) { return std::ceil(position / step) * step; };
  const double straight = distance * straight_share;
  if (hatching == Hatching::vertical) {
    for (double x = first_from(left, straight); x < right; x += straight) visit({x, top}, {x, bottom});
  }
  if (hatching == Hatching::horizontal) {
    for (double y = first_from(top, straight); y < bottom; y += straight) visit({left, y}, {right, y});
  }
  if (hatching == Hatching::rising || hatching == Hatching::crossed) {
    for (double sum = first_from(left + top, distance); sum < right + bottom; sum += distance) {
      const double from_x = std::max(left, sum - bottom);
      const double to_x = std::min(right, sum - top);
      visit({from_x, sum - from_x}, {to_x, sum - to_x});
    }
  }
  if (hatching == Hatching::falling || hatching == Hatching::crossed) {
    for (double difference = first_from(left - bottom, distance); difference < right - top;
         difference += distance) {
      const double from_x = std::max(left, difference + top);
      const double to_x = std::min(right, difference + bottom);
      visit({from_x, from_x - difference}, {to_x, to_x - difference});
    }
  }
}

}  // namespace gusset::picture
