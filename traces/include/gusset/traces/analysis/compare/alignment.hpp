#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "gusset/traces/model/ids.hpp"
#include "gusset/traces/model/trace.hpp"

namespace gusset::traces {

/// Which moment of each trace is aligned when several traces are stacked.
enum class AlignAt : std::uint8_t {
  recorded,    ///< the time 0 of each trace
  first_task,  ///< the start of the first task that ran
  end,         ///< the makespan
  task,        ///< the start of one task and of its counterparts
};

/// How several traces share one time axis. A value type.
struct Alignment {
  AlignAt at = AlignAt::recorded;
  bool own_scales = false;    ///< scales each trace to the length of the longest one
  std::vector<TaskId> tasks;  ///< AlignAt::task only: one per trace, none if it has no such task
  friend bool operator==(const Alignment&, const Alignment&) = default;
};

/// Maps one trace's own time to the shared axis. Exact in whole ns if stretch is 1.
struct Placement {
  double stretch = 1.0;  ///< > 0
  double offset_ns = 0.0;

  double axis_from_own(double own_ns) const { return own_ns * stretch + offset_ns; }
  double own_from_axis(double axis_ns) const { return (axis_ns - offset_ns) / stretch; }
  /// The same placement for times that are counted from `zero_ns` of the trace's own time.
  Placement counted_from(double zero_ns) const { return {stretch, offset_ns + zero_ns * stretch}; }
  friend bool operator==(const Placement&, const Placement&) = default;
};

/// Traces on one shared axis, which begins at 0.
struct SideBySide {
  std::vector<Placement> placements;   ///< one entry per trace
  std::vector<std::int64_t> zeros_ns;  ///< for each trace: its own time at which a ruler reads 0
  std::int64_t extent_ns = 0;          ///< the axis' length; covers all of every trace
  friend bool operator==(const SideBySide&, const SideBySide&) = default;
};

/// The properties of a trace that determine its placement.
struct PlacedTrace {
  std::int64_t first_begin_ns = 0;              ///< from first_task_begin_ns
  std::int64_t end_ns = 0;                      ///< makespan
  std::optional<std::int64_t> task_begin_ns{};  ///< start of the task to align, if there is one
};

/// Places the traces on the axis. A trace without the task to align keeps its recorded offset from the first
/// trace that has it.
SideBySide side_by_side(const Alignment& alignment, std::span<const PlacedTrace> traces);

/// A time range as a ruler shows it, counted from each trace's zero. A missing limit means the start or the
/// end of the traces.
struct RulerRange {
  std::optional<std::int64_t> from_ns{};
  std::optional<std::int64_t> to_ns{};  ///< greater than from_ns
  friend bool operator==(const RulerRange&, const RulerRange&) = default;
};

/// Places the traces on an axis that shows only `range`, each at its own scale. Aligned moments stay aligned
/// if they are visible; all traces then end where the last one ends, unless `range` gives an end.
SideBySide side_by_side_of_range(const Alignment& alignment, std::span<const PlacedTrace> traces,
                                 const RulerRange& range);

/// The start of the first task in a trace; 0 if no task ran. Linear in the lanes and in the spans before
/// their first tasks.
std::int64_t first_task_begin_ns(const Trace& trace);

/// What a ruler counts from, for its caption: "from the first task", "from the end", "from the task". Empty
/// for recorded times.
std::string counted_from_text(AlignAt at);

}  // namespace gusset::traces
