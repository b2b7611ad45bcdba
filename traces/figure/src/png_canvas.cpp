#include "png_canvas.hpp"

#include "text.hpp"

namespace gusset::figure {
namespace {

void set_colour(cairo_t* context, Colour colour) {
  cairo_set_source_rgb(context, colour.red / 255.0, colour.green / 255.0, colour.blue / 255.0);
}

cairo_status_t append(void* out, const unsigned char* data, unsigned int length) {
  static_cast<std::string*>(out)->append(reinterpret_cast<const char*>(data), length);
  return CAIRO_STATUS_SUCCESS;
}

}  // namespace

PngCanvas::PngCanvas(int width, int height)
    : surface_(cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height), cairo_surface_destroy),
      context_(cairo_create(surface_.get()), cairo_destroy) {
  set_colour(context_.get(), {255, 255, 255});
  cairo_paint(context_.get());
}

void PngCanvas::fill(const Path& path, Colour colour, std::string_view) {
  set_colour(context_.get(), colour);
  path.for_each_point([&](Point p, bool is_first) {
    if (is_first) {
      cairo_close_path(context_.get());
      cairo_move_to(context_.get(), p.x, p.y);
    } else {
      cairo_line_to(context_.get(), p.x, p.y);
    }
  });
  cairo_close_path(context_.get());
  cairo_fill(context_.get());
}

void PngCanvas::hairline(int x0, int y0, int x1, int y1, Colour colour) {
  // Whole pixels, filled: no smoothing can blur it.
  set_colour(context_.get(), colour);
  cairo_rectangle(context_.get(), x0, y0, x1 - x0 + 1, y1 - y0 + 1);
  cairo_fill(context_.get());
}

void PngCanvas::text(Point at, std::string_view text, const TextStyle& style) {
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
  cairo_move_to(context_.get(), shift, 0.0);
  cairo_show_text(context_.get(), std::string(text).c_str());
  cairo_restore(context_.get());
}

std::string PngCanvas::encode() {
  std::string out;
  if (cairo_status(context_.get()) != CAIRO_STATUS_SUCCESS) return out;
  if (cairo_surface_write_to_png_stream(surface_.get(), append, &out) != CAIRO_STATUS_SUCCESS) return {};
  return out;
}

}  // namespace gusset::figure
