#include "cairo_canvas.hpp"

#include <cairo-pdf.h>

#include <cmath>

#include "text.hpp"

namespace gusset::paper {
namespace {

void set_colour(cairo_t* context, Colour colour) {
  cairo_set_source_rgb(context, colour.red / 255.0, colour.green / 255.0, colour.blue / 255.0);
}

void add_path(cairo_t* context, const Path& path, bool closed) {
  path.for_each_point([&](Point p, bool is_first) {
    if (is_first && closed) cairo_close_path(context);
    (is_first ? cairo_move_to : cairo_line_to)(context, p.x, p.y);
  });
  if (closed) cairo_close_path(context);
}

// Whole pixels, so antialiasing cannot blur them.
void fill_pixels(cairo_t* context, int x0, int y0, int x1, int y1) {
  cairo_rectangle(context, x0, y0, x1 - x0 + 1, y1 - y0 + 1);
  cairo_fill(context);
}

cairo_status_t append(void* out, const unsigned char* data, unsigned int length) {
  static_cast<std::string*>(out)->append(reinterpret_cast<const char*>(data), length);
  return CAIRO_STATUS_SUCCESS;
}

}  // namespace

CairoCanvas::CairoCanvas(cairo_surface_t* surface, double scale)
    : surface_(surface, cairo_surface_destroy), context_(cairo_create(surface), cairo_destroy) {
  cairo_scale(context_.get(), scale, scale);
}

void CairoCanvas::fill(const Path& path, Colour colour, std::string_view) {
  set_colour(context_.get(), colour);
  add_path(context_.get(), path, true);
  cairo_fill(context_.get());
}

void CairoCanvas::stroke(const Path& path, const StrokeStyle& style, std::string_view) {
  set_colour(context_.get(), style.colour);
  cairo_set_line_width(context_.get(), style.width);
  cairo_set_line_join(context_.get(), CAIRO_LINE_JOIN_ROUND);
  const double dashes[] = {style.dash, style.gap};
  cairo_set_dash(context_.get(), dashes, style.dash > 0.0 ? 2 : 0, 0.0);
  add_path(context_.get(), path, false);
  cairo_stroke(context_.get());
}

void CairoCanvas::hairline(int x0, int y0, int x1, int y1, Colour colour) {
  set_colour(context_.get(), colour);
  fill_pixels(context_.get(), x0, y0, x1, y1);
}

void CairoCanvas::fade(int x0, int y0, int x1, int y1, double by) {
  cairo_set_source_rgba(context_.get(), 1.0, 1.0, 1.0, by);
  fill_pixels(context_.get(), x0, y0, x1, y1);
}

void CairoCanvas::text(Point at, std::string_view text, const TextStyle& style) {
  const double width = text_width(text, style.size, style.bold);
  const double shift = style.anchor == Anchor::begin    ? 0.0
                       : style.anchor == Anchor::middle ? -width / 2
                                                        : -width;
  set_colour(context_.get(), style.colour);
  cairo_select_font_face(context_.get(), font_family, CAIRO_FONT_SLANT_NORMAL,
                         style.bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
  cairo_set_font_size(context_.get(), style.size);
  cairo_save(context_.get());
  cairo_translate(context_.get(), at.x, at.y);
  if (style.upwards) cairo_rotate(context_.get(), -1.5707963267948966);
  if (style.rim > 0.0) {
    cairo_move_to(context_.get(), shift, 0.0);
    cairo_text_path(context_.get(), std::string(text).c_str());
    set_colour(context_.get(), style.rim_colour);
    cairo_set_line_width(context_.get(), 2.0 * style.rim);
    cairo_set_line_join(context_.get(), CAIRO_LINE_JOIN_ROUND);
    cairo_set_dash(context_.get(), nullptr, 0, 0.0);
    cairo_stroke(context_.get());
    set_colour(context_.get(), style.colour);
  }
  cairo_move_to(context_.get(), shift, 0.0);
  cairo_show_text(context_.get(), std::string(text).c_str());
  cairo_restore(context_.get());
}

PngCanvas::PngCanvas(int width, int height, double scale)
    : CairoCanvas(cairo_image_surface_create(CAIRO_FORMAT_RGB24, static_cast<int>(std::lround(width * scale)),
                                             static_cast<int>(std::lround(height * scale))),
                  scale) {
  set_colour(context_.get(), {255, 255, 255});
  cairo_paint(context_.get());
}

std::string PngCanvas::encode() {
  std::string out;
  if (cairo_status(context_.get()) != CAIRO_STATUS_SUCCESS) return out;
  if (cairo_surface_write_to_png_stream(surface_.get(), append, &out) != CAIRO_STATUS_SUCCESS) return {};
  return out;
}

PdfCanvas::PdfCanvas(int width, int height, double points_per_pixel, const std::string& title)
    : PdfCanvas(std::make_unique<std::string>(), width, height, points_per_pixel) {
  cairo_pdf_surface_set_metadata(surface_.get(), CAIRO_PDF_METADATA_TITLE, title.c_str());
  cairo_pdf_surface_set_metadata(surface_.get(), CAIRO_PDF_METADATA_CREATE_DATE, "");
}

PdfCanvas::PdfCanvas(std::unique_ptr<std::string> out, int width, int height, double points_per_pixel)
    : CairoCanvas(cairo_pdf_surface_create_for_stream(append, out.get(), width * points_per_pixel,
                                                      height * points_per_pixel),
                  points_per_pixel),
      out_(std::move(out)) {}

void PdfCanvas::next_page() {
  cairo_show_page(context_.get());
}

std::string PdfCanvas::encode() {
  cairo_show_page(context_.get());
  cairo_surface_finish(surface_.get());
  if (cairo_surface_status(surface_.get()) != CAIRO_STATUS_SUCCESS) return {};
  return std::move(*out_);
}

}  // namespace gusset::paper
