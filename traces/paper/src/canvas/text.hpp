#pragma once
#include <string>
#include <string_view>

#include "gusset/traces/picture/canvas/text.hpp"

namespace gusset::paper {

/// The font family of every figure.
inline constexpr const char* font_family = "DejaVu Sans";

/// The width in pixels of valid UTF-8 in `font_family`.
double text_width(std::string_view text, double size, bool bold = false);

/// Writes a share, 0…1, in percent without the sign: "61.2". A share above 0 is never written as 0, and one
/// below 1 never as 100: "<0.1", ">99.9".
std::string percent_digits(double share);

using picture::FittedTitle;
using picture::printable;
// The functions of `picture` with the same names, in `font_family`.
std::string shortened(const std::string& text, double width, double size, bool bold = false);
std::string shortened_list(const std::string& text, double width, double size, bool bold = false);
FittedTitle fitted_title(const std::string& text, double width, double size, double least);

}  // namespace gusset::paper
