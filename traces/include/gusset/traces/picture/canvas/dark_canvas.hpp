#pragma once
#include "gusset/traces/picture/canvas/canvas.hpp"

namespace gusset::picture {

/// Converts a colour for white paper to one for dark paper with the same hue and chroma. All channels move by
/// the same amount. White becomes traces::dark_paper, and black becomes white.
Colour turned_dark(Colour colour);

/// Adapts a drawing made for white paper: forwards it to another canvas in colours for dark paper. Refers to
/// that canvas.
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
