#pragma once
#include <string_view>

#include "gusset/traces/picture/canvas/palette.hpp"
#include "gusset/traces/picture/canvas/path.hpp"

namespace gusset::picture {

using traces::Colour;

enum class Anchor { begin, middle, end };

struct TextStyle {
  double size = 12.0;  ///< of the font, pixels
  bool bold = false;
  Anchor anchor = Anchor::begin;
  Colour colour{0x22, 0x22, 0x22};
  bool upwards = false;  ///< turned to the left by 90 degrees
};

/// How lines along points are drawn.
struct StrokeStyle {
  double width = 1.0;  ///< pixels
  double dash = 0.0;   ///< 0: none
  double gap = 0.0;    ///< between dashes
  Colour colour;
  bool smooth = true;  ///< false: edges may have steps where that is faster
};

/// What a picture is drawn on: a window, pixels or a file. It decides nothing: colours, widths, dashes and
/// words are the composer's.
class Canvas {
 public:
  virtual ~Canvas() = default;

  /// Fills polygons. `name` says what they are, where the format can keep it.
  virtual void fill(const Path& path, Colour colour, std::string_view name) = 0;
  /// Draws lines along the points of polygons that are left open. Dashes begin with each.
  virtual void stroke(const Path& path, const StrokeStyle& style, std::string_view name) = 0;
  /// A line one pixel wide, horizontal or vertical, covering the pixels from (x0, y0) to (x1, y1).
  virtual void hairline(int x0, int y0, int x1, int y1, Colour colour) = 0;
  /// Makes the pixels from (x0, y0) to (x1, y1) whiter: by 0 (not at all) … 1 (white).
  virtual void fade(int x0, int y0, int x1, int y1, double by) = 0;
  /// `text` is valid UTF-8; `at` is on its baseline.
  virtual void text(Point at, std::string_view text, const TextStyle& style) = 0;
  /// The width in pixels of valid UTF-8 in the canvas' font.
  virtual double text_width(std::string_view text, double size, bool bold = false) const = 0;
};

}  // namespace gusset::picture
