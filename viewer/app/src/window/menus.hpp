#pragma once
#include "gusset/viewer/app/timeline/find_bar.hpp"
#include "gusset/viewer/app/timeline/marks_panel.hpp"
#include "gusset/viewer/app/widgets/actions.hpp"
#include "gusset/viewer/app/window/what_if_docks.hpp"

namespace gusset::viewer {

// Functions that fill some of the window's menus. The connections keep the actions up to date while they
// exist.

/// Undo and redo of marks and colours, and setting marks.
[[nodiscard]] Connections fill_edit_menu(QMainWindow& window, Actions& actions, Session& session,
                                         TimelineView& view, MarksPanel& marks);

/// Navigation between tasks: by search, along rows, through the graph and to other traces.
void fill_go_menu(Actions& actions, Session& session, TimelineView& view, FindBar& find,
                  WhatIfDocks& what_if_docks);

/// The order, selection and appearance of rows.
[[nodiscard]] Connections fill_rows_menu(QMainWindow& window, Actions& actions, Session& session,
                                         TimelineView& view);

}  // namespace gusset::viewer
