#pragma once
#include <string>
#include <string_view>

namespace gusset::figure {

/// The family every figure is set in.
inline constexpr const char* font_family = "DejaVu Sans";

/// Width in pixels of valid UTF-8 in `font_family`.
double text_width(std::string_view text, double size, bool bold = false);

/// A share in 0…1 in per cent, without the sign: "61.2"; never 0 or 100 of what is something or not all:
/// "<0.1", ">99.9".
std::string percent_digits(double share);

/// Valid UTF-8 without control characters: what is not is shown as U+FFFD. Names in a trace come from
/// outside.
std::string printable(std::string_view text);

/// The text itself, or as much of its begin as fits into `width` with an ellipsis; empty if not even that
/// fits.
std::string shortened(const std::string& text, double width, double size, bool bold = false);

/// The text without what stands behind its last commas, as far as it has no room; only then shortened.
std::string shortened_list(const std::string& text, double width, double size, bool bold = false);

/// A bold title at the largest size from `size` down to `least` at which it fits into `width`; else at that
/// one, as shortened_list.
struct FittedTitle {
  std::string text;
  double size = 0.0;
};
FittedTitle fitted_title(const std::string& text, double width, double size, double least);

}  // namespace gusset::figure
