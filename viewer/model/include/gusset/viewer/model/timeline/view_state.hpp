#pragma once
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "gusset/traces/analysis/compare/alignment.hpp"
#include "gusset/traces/picture/timeline/colouring.hpp"
#include "gusset/viewer/model/timeline/history.hpp"
#include "gusset/viewer/model/timeline/row_arrangement.hpp"
#include "gusset/viewer/model/timeline/time_axis.hpp"

namespace gusset::viewer {

/// The session's part of a view: what tasks are coloured by, which tasks are shown, and how traces are
/// aligned.
struct ViewSettings {
  traces::ColourBy colour_by;
  std::vector<std::string> conditions;
  std::set<std::string> hidden;
  traces::Alignment alignment;
  friend bool operator==(const ViewSettings&, const ViewSettings&) = default;
};

/// Whether a change of settings is its own undo step or part of the previous one.
enum class UndoStep : std::uint8_t { separate, join_previous };

/// Which arrows are drawn over the rows.
struct ArrowsShown {
  bool of_selection = true;
  bool messages = false;  ///< between nodes
  friend bool operator==(const ArrowsShown&, const ArrowsShown&) = default;
};

/// The state that undo of the view restores.
struct ViewState {
  TimeAxis axis;
  std::vector<int> scrolls;      ///< per panel
  std::vector<RowOptions> rows;  ///< per panel
  ViewSettings settings;
  friend bool operator==(const ViewState&, const ViewState&) = default;
};

/// Undo and redo of how traces are shown: zoom, pan, rows (order, folds, pins, filters), filters of
/// tasks, colouring, alignment. Edits (marks, colours of types) have a separate history.
using ViewHistory = History<ViewState>;

}  // namespace gusset::viewer
