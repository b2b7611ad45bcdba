#pragma once
#include <functional>
#include <string>
#include <string_view>

#include "gusset/traces/picture/canvas/canvas.hpp"

namespace gusset::picture {

/// The width of a text in pixels, for example Canvas::text_width at one size.
using TextMeasure = std::function<double(std::string_view)>;

/// Valid UTF-8 without control characters: every other byte becomes U+FFFD. Names in a trace come from
/// outside.
std::string printable(std::string_view text);

/// The text itself, or as much of its beginning as fits into `width` with an ellipsis; empty if not even that
/// fits.
std::string shortened(const std::string& text, double width, const TextMeasure& measure);
std::string shortened(const Canvas& canvas, const std::string& text, double width, double size,
                      bool bold = false);

/// The same, but a number at the end stays: by it names are told apart.
std::string shortened_before_number(const std::string& text, double width, const TextMeasure& measure);
std::string shortened_before_number(const Canvas& canvas, const std::string& text, double width, double size,
                                    bool bold = false);

/// The text up to a comma where the rest does not fit, at the last comma that fits; only then shortened.
std::string shortened_list(const std::string& text, double width, const TextMeasure& measure);

/// Writes as much of a text from outside as fits into `width`.
void write_fitting(Canvas& canvas, Point at, std::string_view text, double width, const TextStyle& style);

/// A bold title at the largest size from `size` down to `least` at which it fits into `width`; where none
/// does, the shortened list at the least size.
struct FittedTitle {
  std::string text;
  double size = 0.0;
};
FittedTitle fitted_title(const std::string& text, double width, double size, double least,
                         const std::function<double(std::string_view text, double size)>& measure);
FittedTitle fitted_title(const Canvas& canvas, const std::string& text, double width, double size,
                         double least);

}  // namespace gusset::picture
