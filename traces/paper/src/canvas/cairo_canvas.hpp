#pragma once
#include <cairo.h>

#include <memory>
#include <string>
#include <string_view>

#include "canvas.hpp"

namespace gusset::paper {

/// Draws with cairo on a surface that it owns.
class CairoCanvas : public FileCanvas {
 public:
  void fill(const Path& path, Colour colour, std::string_view name) override;
  void stroke(const Path& path, const StrokeStyle& style, std::string_view name) override;
  void hairline(int x0, int y0, int x1, int y1, Colour colour) override;
  void fade(int x0, int y0, int x1, int y1, double by) override;
  void text(Point at, std::string_view text, const TextStyle& style) override;

 protected:
  /// Takes ownership of the surface. `scale` is the number of surface units per pixel of the figure.
  CairoCanvas(cairo_surface_t* surface, double scale);

  std::unique_ptr<cairo_surface_t, void (*)(cairo_surface_t*)> surface_;
  std::unique_ptr<cairo_t, void (*)(cairo_t*)> context_;
};

/// A canvas of pixels on white.
class PngCanvas : public CairoCanvas {
 public:
  PngCanvas(int width, int height, double scale = 1.0);
  std::string encode() override;
};

/// A canvas of pages as large as the figure. Text stays text. The file has no date, so the same figure
/// gives the same bytes.
class PdfCanvas : public CairoCanvas {
 public:
  PdfCanvas(int width, int height, double points_per_pixel, const std::string& title);
  /// Ends the page: what is drawn next goes on a new page.
  void next_page();
  std::string encode() override;

 private:
  explicit PdfCanvas(std::unique_ptr<std::string> out, int width, int height, double points_per_pixel);
  std::unique_ptr<std::string> out_;  ///< the bytes that the surface writes
};

}  // namespace gusset::paper
