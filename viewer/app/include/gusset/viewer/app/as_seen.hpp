#pragma once
#include <vector>

#include "gusset/figure/figure.hpp"
#include "gusset/viewer/model/timeline.hpp"

namespace gusset::viewer {

/// What the view shows, for a figure on paper: its traces, colours, filters and rows in their order. Nodes
/// are drawn worker by worker where the view folds them.
std::vector<figure::Panel> panels_as_seen(const Document& document, const Timeline& timeline);

/// The part of the time that the view shows, and own colours.
figure::FigureOptions options_as_seen(const Timeline& timeline);

}  // namespace gusset::viewer
