#pragma once
#include "gusset/traces/answers/verdict.hpp"
#include "gusset/traces/picture/canvas/palette.hpp"

namespace gusset::picture {

/// The colour of a headline's badge, in the window and in reports. White text is readable on it.
traces::Colour rating_colour(traces::Headline::Rating rating);

}  // namespace gusset::picture
