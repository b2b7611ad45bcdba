#pragma once
#include <functional>
#include <string>
#include <string_view>

#include "gusset/traces/picture/canvas/canvas.hpp"

namespace gusset::picture {

/// Measures the width of a text in pixels, for example by Canvas::text_width at one size.
using TextMeasure = std::function<double(std::string_view)>;

/// Makes text from outside, for example names in a trace, valid UTF-8 without control characters: replaces
/// every other byte by U+FFFD.
std::string printable(std::string_view text);

/// Returns the text if it fits into `width`, otherwise the longest beginning that fits with an ellipsis.
/// Returns an empty text if not even that fits.
std::string shortened(const std::string& text, double width, const TextMeasure& measure);
std::string shortened(const Canvas& canvas, const std::string& text, double width, double size,
                      bool bold = false);

/// Shortens a text but keeps a number at its end, because that number distinguishes names.
std::string shortened_before_number(const std::string& text, double width, const TextMeasure& measure);
std::string shortened_before_number(const Canvas& canvas, const std::string& text, double width, double size,
                                    bool bold = false);

/// Shortens a list: cuts it at the last separator that fits, or like `shortened` if none fits.
std::string shortened_list(const std::string& text, double width, const TextMeasure& measure,
                           std::string_view separator = ", ");

/// Writes the longest beginning of a text from outside that fits into `width`.
void write_fitting(Canvas& canvas, Point at, std::string_view text, double width, const TextStyle& style);

/// A bold title at the largest size from `size` down to `least` that fits into `width`. If none fits, the
/// text is shortened as a list at the smallest size.
struct FittedTitle {
  std::string text;
  double size = 0.0;
};
FittedTitle fitted_title(const std::string& text, double width, double size, double least,
                         const std::function<double(std::string_view text, double size)>& measure);
FittedTitle fitted_title(const Canvas& canvas, const std::string& text, double width, double size,
                         double least);

}  // namespace gusset::picture
