#pragma once
#include <string>
#include <string_view>

namespace gusset::paper {

/// The style sheet of a report, without the pictures' dark colours.
extern const char* const report_style;

/// CSS rules that show the pictures in `html` on a dark background: one for each colour that an SVG element
/// of the document has, with the colour that DarkCanvas would draw.
std::string dark_picture_rules(std::string_view html);

}  // namespace gusset::paper
