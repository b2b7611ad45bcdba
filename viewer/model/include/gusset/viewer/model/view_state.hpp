#pragma once
#include <vector>

#include "gusset/viewer/model/history.hpp"
#include "gusset/viewer/model/row_arrangement.hpp"
#include "gusset/viewer/model/time_axis.hpp"

namespace gusset::viewer {

/// What undo of the view brings back.
struct ViewState {
  TimeAxis axis;
  std::vector<int> scrolls;      ///< of each panel
  std::vector<RowOptions> rows;  ///< of each panel
  friend bool operator==(const ViewState&, const ViewState&) = default;
};

/// Undo and redo of zooming, panning, folding and sorting. Edits (marks, colours) have a history of their
/// own.
using ViewHistory = History<ViewState>;

}  // namespace gusset::viewer
