#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "gusset/traces/analysis/compare/alignment.hpp"
#include "gusset/traces/picture/timeline/category_colours.hpp"
#include "gusset/viewer/model/document/loaded_trace.hpp"
#include "gusset/viewer/model/document/selection.hpp"

namespace gusset::viewer {

using picture::CategoryColours;

/// The open traces, one panel each, from top to bottom. Immutable: opening another trace makes another
/// document.
struct Document {
  std::vector<std::shared_ptr<const LoadedTrace>> traces;
  Appearance appearance;
  CategoryColours colours;
  traces::Alignment alignment;
  traces::SideBySide side_by_side;  ///< where the alignment places each trace on the shared axis
  std::int64_t extent_ns = 0;  ///< length of the shared axis; the longest makespan if times are as recorded

  bool empty() const { return traces.empty(); }
  const LoadedTrace& panel(std::size_t index) const { return *traces[index]; }
  /// Whether all traces are task graphs that have not run. False for an empty document.
  bool has_only_graphs() const;
  /// Whether the panel and the task exist.
  bool has(TaskReference task) const {
    return task.panel < traces.size() && task.task.value() < traces[task.panel]->trace->tasks.size();
  }
  /// The time from a task's first start to its last end; nothing if the task never ran.
  std::optional<TimeRange> range_of(TaskReference task) const;
  std::optional<RowReference> row_of(TaskReference task) const;
  /// Converts between a trace's own times and the shared axis; rounds to the nearest ns.
  TimeRange on_axis(std::size_t panel, TimeRange own) const;
  TimeRange own_range(std::size_t panel, TimeRange on_axis) const;
  /// Whether each trace has its own time scale, so that one trace's ruler does not apply to the others.
  bool has_own_scales() const { return alignment.own_scales && traces.size() > 1; }
};

/// The traces must already have this appearance.
std::shared_ptr<const Document> make_document(std::vector<std::shared_ptr<const LoadedTrace>> traces,
                                              Appearance appearance = {}, traces::Alignment alignment = {});

/// The same traces with another alignment.
std::shared_ptr<const Document> aligned(const Document& document, traces::Alignment alignment);

/// If the first trace is a graph that has not run: the panel of the newest schedule below it.
std::optional<std::size_t> newest_schedule(const Document& document);

/// Whether both documents show the same traces in the same order.
bool have_same_traces(const Document& a, const Document& b);

/// A panel's LoadedTrace::name(), made unique among the panels by parent folders or a number.
std::string panel_name(const Document& document, std::size_t panel);
/// A panel's LoadedTrace::program(), followed by its name if other panels show the same program.
std::string panel_title(const Document& document, std::size_t panel);

/// The text beside a panel's ruler: the origin of its times, and whether they apply to this trace only.
std::string ruler_text(const Document& document);

/// The share of workers' time in a range during which the trace was busy, 0…1; exact. 0 for an empty range.
double busy_share(const LoadedTrace& loaded, TimeRange range);

}  // namespace gusset::viewer
