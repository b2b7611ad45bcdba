#pragma once
#include <span>
#include <string>
#include <vector>

#include "canvas/canvas.hpp"
#include "layout.hpp"

namespace gusset::figure {

inline constexpr Colour message_colour{0x96, 0x46, 0xA0};
inline constexpr double message_dash = 6.0;  ///< and as long a gap

/// One arrow, in pixels.
struct ArrowStroke {
  std::vector<Point> points;
  double width = 1.0;
  double tip = 0.0;   ///< how long it is; 0: none
  double dash = 0.0;  ///< and as long a gap; 0: none
  Colour colour;
  std::string name;
};

/// White around an arrow, so that it is seen on every colour. All rims come before all arrows, so that none
/// hides another.
void draw_rim(Canvas& canvas, const ArrowStroke& arrow);
/// The line, which ends within the tip, and the tip.
void draw_arrow(Canvas& canvas, const ArrowStroke& arrow);

/// How much smaller arrows of a panel are than on rows of usual height.
double arrow_scale(const PanelLayout& place);

/// Puts words on small plates where no others stand, if there is such a place. For one panel.
class Plates {
 public:
  Plates(Canvas& canvas, const Layout& layout) : canvas_(canvas), layout_(layout) {}

  /// Its middle is at the first of these points where it covers no other; where there is none, that of the
  /// shorter words, if there are any; else it is left out.
  void add(std::span<const Point> points, const std::string& words, Colour colour, const std::string& name,
           const std::string& shorter_words = {});
  /// A line on the whole of what is drawn, at the lower left, above others.
  void add_note(const std::string& words, Colour colour, double rows_bottom);

 private:
  struct Place {
    double left, top, right, bottom;
  };
  Place place_at(Point at, const std::string& words) const;
  bool place(std::span<const Point> points, const std::string& words, Colour colour, const std::string& name);
  void put(const Place& place, const std::string& words, Colour colour, const std::string& name);

  Canvas& canvas_;
  const Layout& layout_;
  std::vector<Place> taken_;
};

}  // namespace gusset::figure
