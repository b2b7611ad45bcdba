#pragma once
#include <string>
#include <string_view>

#include "gusset/traces/picture/canvas/text.hpp"

namespace gusset::paper {

/// The family every figure is set in.
inline constexpr const char* font_family = "DejaVu Sans";

/// Width in pixels of valid UTF-8 in `font_family`.
double text_width(std::string_view text, double size, bool bold = false);

/// A share in 0…1 in per cent, without the sign: "61.2"; never 0 or 100 of what is something or not all:
/// "<0.1", ">99.9".
std::string percent_digits(double share);

using picture::FittedTitle;
using picture::printable;
// Those of `picture`, in `font_family`.
std::string shortened(const std::string& text, double width, double size, bool bold = false);
std::string shortened_list(const std::string& text, double width, double size, bool bold = false);
FittedTitle fitted_title(const std::string& text, double width, double size, double least);

}  // namespace gusset::paper
