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

/// What of a view is the session's: by what tasks are told apart, which of them are shown, how traces lie
/// side by side.
struct ViewSettings {
  traces::ColourBy colour_by;
  std::vector<std::string> conditions;
  std::set<std::string> hidden;
  traces::Alignment alignment;
  friend bool operator==(const ViewSettings&, const ViewSettings&) = default;
};

/// Whether a change of settings is undone by itself, or together with the one before.
enum class UndoStep : std::uint8_t { apart, with_the_last };

/// Which arrows are drawn over the rows.
struct ArrowsShown {
  bool of_selection = true;
  bool messages = false;  ///< between nodes
  friend bool operator==(const ArrowsShown&, const ArrowsShown&) = default;
};

/// What undo of the view brings back.
struct ViewState {
  TimeAxis axis;
  std::vector<int> scrolls;      ///< of each panel
  std::vector<RowOptions> rows;  ///< of each panel
  ViewSettings settings;
  friend bool operator==(const ViewState&, const ViewState&) = default;
};

/// Undo and redo of all that says how traces are shown: zooming, panning, folding and sorting rows, filters,
/// what tasks are coloured by, alignment. Edits (marks, colours of types) have a history of their own.
using ViewHistory = History<ViewState>;

}  // namespace gusset::viewer
