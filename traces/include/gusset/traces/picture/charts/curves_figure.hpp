#pragma once
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "gusset/traces/picture/canvas/canvas.hpp"

namespace gusset::picture {

/// A value of a curve and its range.
struct CurvePoint {
  double x = 0.0;  ///< above 0
  double y = 0.0;
  double low = 0.0;   ///< of its range, at most y
  double high = 0.0;  ///< at least y
  friend bool operator==(const CurvePoint&, const CurvePoint&) = default;
};

/// How a curve looks, so that curves can be told apart in grey as well: squares on a line, discs on a line
/// with bars for their ranges, a dashed or dotted line, or a thin grey one.
enum class CurveStyle : std::uint8_t { squares, discs, dashes, dots, thin };

struct StyledCurve {
  std::string name;
  CurveStyle style = CurveStyle::discs;
  std::vector<CurvePoint> points;  ///< by x
  bool has_ticks = true;           ///< the horizontal axis has a tick at each point
};

/// Curves over a logarithmic axis that has a tick where points are; the other axis is linear and begins at 0,
/// or is logarithmic as well.
struct CurvesPanel {
  std::string title;
  std::string x_title;
  std::string y_title;
  std::vector<StyledCurve> curves;
  std::vector<Point> band = {};  ///< an area of values behind the curves, as a polygon; none: empty
};

/// Panels side by side, with one vertical scale and one legend, so that what they show can be compared. A
/// curve looks alike in all panels that have one of its name. Texts are UTF-8 and may come from outside.
struct CurvesFigure {
  std::string title;
  std::vector<CurvesPanel> panels;
  bool is_logarithmic = false;  ///< the vertical axis: all values are above 0
};

/// The size of a figure of curves, in pixels.
struct CurvesSize {
  int width = 0;
  int least_height = 0;  ///< panels grow to fill it
  int least_panel_height = 300;
};

/// The height that it is drawn in.
int curves_height(const CurvesFigure& figure, const CurvesSize& size);
/// Panels stand one below the other where the width is not enough for all.
void draw_curves(Canvas& canvas, const CurvesFigure& figure, const CurvesSize& size);

}  // namespace gusset::picture
