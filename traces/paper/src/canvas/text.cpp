#include "text.hpp"

#include <cairo.h>

#include <memory>

#include "canvas/canvas.hpp"
#include "gusset/base/numbers.hpp"
#include "gusset/base/utf8.hpp"

namespace gusset::paper {

double text_width(std::string_view text, double size, bool bold) {
  const std::unique_ptr<cairo_surface_t, void (*)(cairo_surface_t*)> surface(
      cairo_image_surface_create(CAIRO_FORMAT_A8, 1, 1), cairo_surface_destroy);
  const std::unique_ptr<cairo_t, void (*)(cairo_t*)> context(cairo_create(surface.get()), cairo_destroy);
  cairo_select_font_face(context.get(), font_family, CAIRO_FONT_SLANT_NORMAL,
                         bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
  cairo_set_font_size(context.get(), size);
  cairo_text_extents_t extents{};
  cairo_text_extents(context.get(), std::string(text).c_str(), &extents);
  return extents.x_advance;
}

double FileCanvas::text_width(std::string_view text, double size, bool bold) const {
  return paper::text_width(text, size, bold);
}

std::string percent_digits(double share) {
  const std::string text = percent_text(share);
  return text.substr(0, text.rfind(' '));
}

std::string shortened(const std::string& text, double width, double size, bool bold) {
  return picture::shortened(text, width, [&](std::string_view part) { return text_width(part, size, bold); });
}

std::string shortened_list(const std::string& text, double width, double size, bool bold) {
  return picture::shortened_list(text, width,
                                 [&](std::string_view part) { return text_width(part, size, bold); });
}

FittedTitle fitted_title(const std::string& text, double width, double size, double least) {
  return picture::fitted_title(text, width, size, least, [](std::string_view part, double part_size) {
    return text_width(part, part_size, true);
  });
}

}  // namespace gusset::paper

#if defined(__SANITIZE_ADDRESS__)
// Fontconfig keeps its caches where LeakSanitizer does not find them. That is not our leak, but it would fail
// every program that draws. The functions are weak, so a program can define its own.
extern "C" __attribute__((weak)) const char* __lsan_default_suppressions();
extern "C" __attribute__((weak)) const char* __lsan_default_suppressions() {
  return "leak:libfontconfig.so";
}
extern "C" __attribute__((weak)) const char* __lsan_default_options();
extern "C" __attribute__((weak)) const char* __lsan_default_options() {
  return "print_suppressions=0";  // otherwise every program that draws would print the suppressions
}
#endif
