#pragma once
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "gusset/traces/picture/canvas/canvas.hpp"

namespace gusset::picture {

/// A value on a curve and its range.
struct CurvePoint {
  double x = 0.0;  ///< > 0
  double y = 0.0;
  double low = 0.0;   ///< lower end of the range, at most y
  double high = 0.0;  ///< upper end of the range, at least y
  friend bool operator==(const CurvePoint&, const CurvePoint&) = default;
};

/// How a curve looks. Curves stay distinguishable in greyscale: squares on a line, discs on a line, a dashed
/// line, a dotted line, or a thin grey line. Points with a range have error bars.
enum class CurveStyle : std::uint8_t { squares, discs, dashes, dots, thin };

struct StyledCurve {
  std::string name;
  CurveStyle style = CurveStyle::discs;
  std::vector<CurvePoint> points;  ///< sorted by x
  bool has_ticks = true;           ///< the horizontal axis has a tick at each point
};

/// Curves over a logarithmic horizontal axis with a tick at each point. The vertical axis is logarithmic too,
/// or linear from 0.
struct CurvesPanel {
  std::string title;
  std::string x_title;
  std::string y_title;
  std::vector<StyledCurve> curves;
  std::vector<Point> band = {};  ///< polygon filled behind the curves; may be empty
};

/// Panels side by side with one vertical scale and one legend, so that readers can compare them. Curves of
/// the same name look alike in all panels. Text is UTF-8 and may come from outside.
struct CurvesFigure {
  std::string title;
  std::vector<CurvesPanel> panels;
  /// The vertical axis is logarithmic, with ticks at powers of two: all values are > 0.
  bool is_logarithmic = false;
};

/// The size of a figure of curves, in pixels.
struct CurvesSize {
  int width = 0;
  int min_height = 0;  ///< panels grow to fill it
  int min_panel_height = 300;
};

/// The figure's height in pixels.
int curves_height(const CurvesFigure& figure, const CurvesSize& size);
/// Draws the figure. Panels are stacked if they do not fit side by side.
void draw_curves(Canvas& canvas, const CurvesFigure& figure, const CurvesSize& size);

}  // namespace gusset::picture
