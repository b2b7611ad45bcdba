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

/// The open traces, one panel each, from the top. Immutable: opening another trace makes another document.
struct Document {
  std::vector<std::shared_ptr<const LoadedTrace>> traces;
  Appearance appearance;
  CategoryColours colours;
  traces::Alignment alignment;
  traces::SideBySide side_by_side;  ///< by the alignment: where each trace stands on the axis that all share
  std::int64_t extent_ns = 0;       ///< the axis' length; the longest makespan where times are as recorded

  bool empty() const { return traces.empty(); }
  const LoadedTrace& panel(std::size_t index) const { return *traces[index]; }
  /// Whether all there is are task graphs without times; not of an empty document.
  bool is_of_graphs_alone() const;
  /// Whether such a panel and task exist.
  bool has(TaskReference task) const {
    return task.panel < traces.size() && task.task.value() < traces[task.panel]->trace->tasks.size();
  }
  /// When a task ran, from its first begin to its last end; nothing where it never ran.
  std::optional<TimeRange> range_of(TaskReference task) const;
  std::optional<RowReference> row_of(TaskReference task) const;
  /// A trace's own times on the axis that all share, and back; to the nearest ns.
  TimeRange on_axis(std::size_t panel, TimeRange own) const;
  TimeRange own_range(std::size_t panel, TimeRange on_axis) const;
  /// Whether a ruler of one trace tells nothing of the others.
  bool has_own_scales() const { return alignment.own_scales && traces.size() > 1; }
};

/// The traces must have that appearance already.
std::shared_ptr<const Document> make_document(std::vector<std::shared_ptr<const LoadedTrace>> traces,
                                              Appearance appearance = {}, traces::Alignment alignment = {});

/// The same traces, laid side by side otherwise.
std::shared_ptr<const Document> aligned(const Document& document, traces::Alignment alignment);

/// A panel's LoadedTrace::name(), with as much of its folder, or a number, as tells it apart from the others.
std::string panel_name(const Document& document, std::size_t panel);
/// Its LoadedTrace::program(), and its name where others are of the same program.
std::string panel_title(const Document& document, std::size_t panel);

/// What stands beside a panel's ruler: what its times count from, and whether they are this trace's alone.
std::string ruler_words(const Document& document);

/// The share of its workers' time that a trace was busy in a range, 0…1; exact. 0 for an empty range.
double busy_share(const LoadedTrace& loaded, TimeRange range);

}  // namespace gusset::viewer
