#pragma once
#include "gusset/traces/picture/canvas/canvas.hpp"

namespace gusset::picture {

/// A colour for dark paper instead of one for white paper, of the same hue and chroma: all channels move by
/// the same amount, white becomes traces::dark_paper, and black white.
Colour turned_dark(Colour colour);

/// Draws on another canvas, on dark paper, what is composed for white paper.
class DarkCanvas final : public Canvas {
 public:
  explicit DarkCanvas(Canvas& canvas) : canvas_(canvas) {}

  void fill(const Path& path, Colour colour, std::string_view name) override {
    canvas_.fill(path, turned_dark(colour), name);
  }
  void stroke(const Path& path, const StrokeStyle& style, std::string_view name) override {
    StrokeStyle dark = style;
    dark.colour = turned_dark(style.colour);
    canvas_.stroke(path, dark, name);
  }
  void hairline(int x0, int y0, int x1, int y1, Colour colour) override {
    canvas_.hairline(x0, y0, x1, y1, turned_dark(colour));
  }
  void fade(int x0, int y0, int x1, int y1, double by) override { canvas_.fade(x0, y0, x1, y1, by); }
  void text(Point at, std::string_view text, const TextStyle& style) override {
    TextStyle dark = style;
    dark.colour = turned_dark(style.colour);
    canvas_.text(at, text, dark);
  }
  double text_width(std::string_view text, double size, bool bold) const override {
    return canvas_.text_width(text, size, bold);
  }

 private:
  Canvas& canvas_;
};

}  // namespace gusset::picture
