#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "gusset/viewer/model/document/selection.hpp"
#include "gusset/viewer/model/timeline/marked_tasks.hpp"
#include "gusset/viewer/model/timeline/timeline.hpp"

namespace gusset::viewer {

/// Where the tasks of a set ran, panel by panel. Immutable.
struct MarkedSet {
  std::shared_ptr<const TaskSet> set;
  std::vector<MarkedTasks> panels;
  std::vector<std::optional<TimeRange>> ranges;  ///< of each panel, from the first begin to the last end
  std::optional<RowReference> first_row;         ///< the uppermost with such a task
  /// From the first begin to the last end of all, on the axis that panels share.
  std::optional<TimeRange> range_on_axis(const Document& document) const;
};

/// O(n log n) in the set's tasks.
std::shared_ptr<const MarkedSet> mark_set(const Document& document, std::shared_ptr<const TaskSet> set);

/// Outlines all tasks of a set that can be seen, in the colour of a selection or another: those that are too
/// small to be told apart as one.
void add_set_shapes(const Timeline& timeline, const MarkedSet& set, Shapes& shapes,
                    std::optional<std::uint32_t> colour = std::nullopt);

/// Frames rows that are selected without a task.
void add_row_shapes(const Timeline& timeline, const SelectionState& selection, Shapes& shapes);

/// Brings what is selected into sight with as little movement as possible. Of a set that is not marked yet,
/// nothing.
void reveal_selection(Timeline& timeline, const SelectionState& selection, const MarkedSet* set);

}  // namespace gusset::viewer
