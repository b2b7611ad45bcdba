#pragma once
#include <cairo.h>

#include <memory>
#include <string>
#include <string_view>

#include "canvas.hpp"

namespace gusset::figure {

/// Pixels on white.
class PngCanvas : public Canvas {
 public:
  PngCanvas(int width, int height);

  void fill(const Path& path, Colour colour, std::string_view name) override;
  void hairline(int x0, int y0, int x1, int y1, Colour colour) override;
  void text(Point at, std::string_view text, const TextStyle& style) override;
  std::string encode() override;

 private:
  std::unique_ptr<cairo_surface_t, void (*)(cairo_surface_t*)> surface_;
  std::unique_ptr<cairo_t, void (*)(cairo_t*)> context_;
};

}  // namespace gusset::figure
