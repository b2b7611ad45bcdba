#pragma once
#include "gusset/viewer/app/timeline/find_bar.hpp"
#include "gusset/viewer/app/timeline/marks_panel.hpp"
#include "gusset/viewer/app/widgets/actions.hpp"
#include "gusset/viewer/app/window/what_if_docks.hpp"

namespace gusset::viewer {

// What some of the window's menus hold. Their actions are kept true as long as the connections live.

/// Undo and redo of marks and colours, and marking a time.
[[nodiscard]] Connections fill_edit_menu(QMainWindow& window, Actions& actions, Session& session,
                                         TimelineView& view, MarksPanel& marks);

/// Ways from task to task: by finding them, along rows, through the graph and to other traces.
void fill_go_menu(Actions& actions, Session& session, TimelineView& view, FindBar& find,
                  WhatIfDocks& studies);

/// Which rows there are, in which order, and what they look like.
[[nodiscard]] Connections fill_rows_menu(QMainWindow& window, Actions& actions, Session& session,
                                         TimelineView& view);

}  // namespace gusset::viewer
