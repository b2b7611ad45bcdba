#pragma once
#include "gusset/viewer/app/timeline/find_bar.hpp"
#include "gusset/viewer/app/widgets/actions.hpp"
#include "gusset/viewer/app/window/what_if_docks.hpp"

namespace gusset::viewer {

/// Fills the menu Go: ways from task to task, by finding them, along rows, through the graph and to other
/// traces.
void fill_go_menu(Actions& actions, Session& session, TimelineView& view, FindBar& find,
                  WhatIfDocks& studies);

}  // namespace gusset::viewer
