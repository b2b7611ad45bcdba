#pragma once
#include "gusset/traces/picture/canvas/canvas.hpp"

namespace gusset::picture {

/// Converts a colour for a white background to one for a dark background with about the same hue and chroma:
/// all channels move by about the same amount. White becomes traces::dark_background, and black becomes
/// white.
Colour inverted_lightness(Colour colour);

/// Adapts a drawing made for a white background: forwards it to another canvas in colours for a dark one.
/// Refers to that canvas.
class DarkCanvas final : public Canvas {
 public:
  explicit DarkCanvas(Canvas& canvas) : canvas_(canvas) {}

  void fill(const Path& path, Colour colour, std::string_view name) override {
    canvas_.fill(path, inverted_lightness(colour), name);
  }
  void stroke(const Path& path, const StrokeStyle& style, std::string_view name) override {
    StrokeStyle dark = style;
    dark.colour = inverted_lightness(style.colour);
    canvas_.stroke(path, dark, name);
  }
  void hairline(int x0, int y0, int x1, int y1, Colour colour) override {
    canvas_.hairline(x0, y0, x1, y1, inverted_lightness(colour));
  }
  void fade(int x0, int y0, int x1, int y1, double by) override { canvas_.fade(x0, y0, x1, y1, by); }
  void text(Point at, std::string_view text, const TextStyle& style) override {
    TextStyle dark = style;
    dark.colour = inverted_lightness(style.colour);
    dark.rim_colour = inverted_lightness(style.rim_colour);
    canvas_.text(at, text, dark);
  }
  double text_width(std::string_view text, double size, bool bold) const override {
    return canvas_.text_width(text, size, bold);
  }

 private:
  Canvas& canvas_;
};

}  // namespace gusset::picture
