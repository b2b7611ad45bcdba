#include "strokes.hpp"

#include <cmath>

namespace gusset::figure {

void add_line(Path& path, Point from, Point to, double width) {
  const double length = std::hypot(to.x - from.x, to.y - from.y);
  if (length == 0.0) return;
  const double across_x = -(to.y - from.y) / length * width / 2.0;
  const double across_y = (to.x - from.x) / length * width / 2.0;
  path.move_to(from.x - across_x, from.y - across_y);
  path.line_to(to.x - across_x, to.y - across_y);
  path.line_to(to.x + across_x, to.y + across_y);
  path.line_to(from.x + across_x, from.y + across_y);
}

void add_disc(Path& path, Point centre, double radius) {
  constexpr int corners = 24;
  for (int i = 0; i < corners; ++i) {
    const double angle = 2.0 * 3.14159265358979323846 * i / corners;
    const double x = centre.x + radius * std::cos(angle);
    const double y = centre.y + radius * std::sin(angle);
    if (i == 0) {
      path.move_to(x, y);
    } else {
      path.line_to(x, y);
    }
  }
}

void add_frame(Path& path, double left, double top, double right, double bottom, double width) {
  path.rectangle(left, top, right, top + width);
  path.rectangle(left, bottom - width, right, bottom);
  path.rectangle(left, top + width, left + width, bottom - width);
  path.rectangle(right - width, top + width, right, bottom - width);
}

Colour between(Colour a, Colour b, double share) {
  const auto mixed = [share](std::uint8_t x, std::uint8_t y) {
    return static_cast<std::uint8_t>(std::lround(x + (y - x) * share));
  };
  return {mixed(a.red, b.red), mixed(a.green, b.green), mixed(a.blue, b.blue)};
}

Colour ink_on(Colour paper) {
  const double brightness = 0.299 * paper.red + 0.587 * paper.green + 0.114 * paper.blue;
  return brightness > 140.0 ? Colour{0x22, 0x22, 0x22} : Colour{0xFF, 0xFF, 0xFF};
}

}  // namespace gusset::figure
