#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "gusset/traces/picture/timeline/marked_tasks.hpp"
#include "gusset/viewer/model/document/selection.hpp"
#include "gusset/viewer/model/timeline/timeline.hpp"

namespace gusset::viewer {

/// Where the tasks of a set ran in each panel. Immutable.
struct MarkedSet {
  std::shared_ptr<const TaskSet> set;
  std::vector<picture::MarkedTasks> panels;
  std::vector<std::optional<TimeRange>> ranges;  ///< per panel, from the first start to the last end
  std::optional<RowReference> first_row;         ///< the top row with a task of the set
  /// From the first start to the last end of all tasks, on the shared axis.
  std::optional<TimeRange> range_on_axis(const Document& document) const;
};

/// O(n log n) in the set's tasks.
std::shared_ptr<const MarkedSet> mark_set(const Document& document, std::shared_ptr<const TaskSet> set);

/// Outlines the visible tasks of a set, in the selection's colour or a given one. Tasks that are too small to
/// distinguish share one outline.
void add_set_shapes(const Timeline& timeline, const MarkedSet& set, Shapes& shapes,
                    std::optional<std::uint32_t> colour = std::nullopt);

/// Frames the selected rows if no task is selected.
void add_row_shapes(const Timeline& timeline, const SelectionState& selection, Shapes& shapes);

/// Scrolls the selection into view with as little movement as possible. Does nothing for a set that is not
/// located yet.
void reveal_selection(Timeline& timeline, const SelectionState& selection, const MarkedSet* set);

}  // namespace gusset::viewer
