#pragma once
#include <cstdint>
#include <memory>
#include <vector>

#include "gusset/viewer/model/category_colours.hpp"
#include "gusset/viewer/model/loaded_trace.hpp"
#include "gusset/viewer/model/selection.hpp"

namespace gusset::viewer {

/// The open traces, one panel each, from the top. Immutable: opening another trace makes another document.
struct Document {
  std::vector<std::shared_ptr<const LoadedTrace>> traces;
  Appearance appearance;
  CategoryColours colours;
  std::int64_t extent_ns = 0;  ///< the longest makespan

  bool empty() const { return traces.empty(); }
  const LoadedTrace& panel(std::size_t index) const { return *traces[index]; }
  /// Whether such a panel and task exist.
  bool has(TaskReference task) const {
    return task.panel < traces.size() && task.task.value() < traces[task.panel]->trace->tasks.size();
  }
  /// When a task ran, from its first begin to its last end; nothing where it never ran.
  std::optional<TimeRange> range_of(TaskReference task) const;
  std::optional<RowReference> row_of(TaskReference task) const;
};

/// The traces must have that appearance already.
std::shared_ptr<const Document> make_document(std::vector<std::shared_ptr<const LoadedTrace>> traces,
                                              Appearance appearance = {});

/// The share of its workers' time that a trace was busy in a range, 0…1; exact. 0 for an empty range.
double busy_share(const LoadedTrace& loaded, TimeRange range);

}  // namespace gusset::viewer
