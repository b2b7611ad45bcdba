#pragma once
#include <map>
#include <string>
#include <vector>

#include "canvas/canvas.hpp"
#include "gusset/traces/paper/figure/figure.hpp"
#include "gusset/traces/picture/timeline/category_colours.hpp"

namespace gusset::paper {

using picture::CategoryColours;
using picture::no_task_colour;
using picture::no_task_name;

/// The colour of the work of hidden tasks.
inline constexpr Colour filtered_colour = picture::filtered_colour(traces::Background::white);

/// The colours of all panels' types or categories. `own` colours, by name, take precedence.
CategoryColours colours_of(const std::vector<Panel>& panels, const std::map<std::string, Colour>& own = {});

/// The faint colour behind a triangle that is drawn on `background`.
Colour tint_of(Colour colour, Colour background = {255, 255, 255});

}  // namespace gusset::paper
