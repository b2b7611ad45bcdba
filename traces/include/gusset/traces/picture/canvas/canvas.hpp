#pragma once
#include <string_view>

#include "gusset/traces/picture/canvas/palette.hpp"
#include "gusset/traces/picture/canvas/path.hpp"

namespace gusset::picture {

using traces::Colour;

enum class Anchor { begin, middle, end };

struct TextStyle {
  double size = 12.0;  ///< font size in pixels
  bool bold = false;
  Anchor anchor = Anchor::begin;
  Colour colour{0x22, 0x22, 0x22};
  bool upwards = false;  ///< rotated 90 degrees anticlockwise
  double rim = 0.0;      ///< width of a rim around the letters, in pixels; 0: none
  Colour rim_colour{0xFF, 0xFF, 0xFF};
};

/// The style of a stroked line.
struct StrokeStyle {
  double width = 1.0;  ///< pixels
  double dash = 0.0;   ///< dash length in pixels; 0 for a solid line
  double gap = 0.0;    ///< distance between dashes, pixels
  Colour colour;
  bool smooth = true;  ///< false: the canvas may skip antialiasing where that is faster
};

/// A drawing surface: a window, pixels or a file. The canvas decides nothing: the caller chooses colours,
/// widths, dashes and text.
class Canvas {
 public:
  virtual ~Canvas() = default;

  /// Fills polygons. `name` describes them in formats that keep names.
  virtual void fill(const Path& path, Colour colour, std::string_view name) = 0;
  /// Strokes the outline of each polygon without closing it. The dash pattern restarts with each polygon.
  virtual void stroke(const Path& path, const StrokeStyle& style, std::string_view name) = 0;
  /// Draws a horizontal or vertical line, one pixel wide, that covers the pixels from (x0, y0) to (x1, y1).
  virtual void hairline(int x0, int y0, int x1, int y1, Colour colour) = 0;
  /// Lightens the pixels from (x0, y0) to (x1, y1). `by` ranges from 0 (no change) to 1 (white).
  virtual void fade(int x0, int y0, int x1, int y1, double by) = 0;
  /// Writes text. `text` must be valid UTF-8; `at` lies on its baseline.
  virtual void text(Point at, std::string_view text, const TextStyle& style) = 0;
  /// Returns the width in pixels of valid UTF-8 in the canvas's font.
  virtual double text_width(std::string_view text, double size, bool bold = false) const = 0;
};

}  // namespace gusset::picture
