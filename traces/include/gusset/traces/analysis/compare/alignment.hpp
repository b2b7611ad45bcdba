#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "gusset/traces/model/ids.hpp"
#include "gusset/traces/model/trace.hpp"

namespace gusset::traces {

/// What of several traces stands at one place where they are shown one above the other.
enum class AlignAt : std::uint8_t {
  recorded,    ///< each trace's own time 0
  first_task,  ///< the begin of the first task that ran
  end,         ///< the makespan
  task,        ///< the begin of one task and of its counterparts
};

/// How traces are laid side by side. A value.
struct Alignment {
  AlignAt at = AlignAt::recorded;
  bool own_scales = false;    ///< each trace at the scale at which it is as long as the longest
  std::vector<TaskId> tasks;  ///< AlignAt::task only: of each trace, none where it has no such task
  friend bool operator==(const Alignment&, const Alignment&) = default;
};

/// Where one trace's own times stand on an axis that several share. Exact in whole ns where it does not
/// stretch.
struct Placement {
  double stretch = 1.0;  ///< > 0
  double offset_ns = 0.0;

  double axis_from_own(double own_ns) const { return own_ns * stretch + offset_ns; }
  double own_from_axis(double axis_ns) const { return (axis_ns - offset_ns) / stretch; }
  /// The same place for times that are counted from `zero_ns` of the trace's own.
  Placement counted_from(double zero_ns) const { return {stretch, offset_ns + zero_ns * stretch}; }
  friend bool operator==(const Placement&, const Placement&) = default;
};

/// Traces on one axis, which begins at 0.
struct SideBySide {
  std::vector<Placement> placements;   ///< of each trace
  std::vector<std::int64_t> zeros_ns;  ///< of each trace: its own time at which a ruler should read 0
  std::int64_t extent_ns = 0;          ///< the axis' length: all of each trace lies within
  friend bool operator==(const SideBySide&, const SideBySide&) = default;
};

/// What is needed of a trace to place it.
struct PlacedTrace {
  std::int64_t first_begin_ns = 0;              ///< first_task_begin_ns
  std::int64_t end_ns = 0;                      ///< its makespan
  std::optional<std::int64_t> task_begin_ns{};  ///< of the task to align at; nothing where it has none
};

/// A trace without the task to align at stands as recorded beside the first one that has it.
SideBySide side_by_side(const Alignment& alignment, std::span<const PlacedTrace> traces);

/// A part of the time as a ruler reads it, which is counted from each trace's zero; not given: to where the
/// traces begin or end.
struct RulerRange {
  std::optional<std::int64_t> from_ns{};
  std::optional<std::int64_t> to_ns{};  ///< after from_ns
  friend bool operator==(const RulerRange&, const RulerRange&) = default;
};

/// Traces on an axis that shows one part of each one's own time and nothing else, each at a scale of its own.
/// What is aligned stays so where it is in sight: then all end where the last one does, if no end is given.
SideBySide side_by_side_of_range(const Alignment& alignment, std::span<const PlacedTrace> traces,
                                 const RulerRange& range);

/// When the first task of a trace began; 0 where none ran. Takes time proportional to the lanes, and to what
/// stands before their first tasks.
std::int64_t first_task_begin_ns(const Trace& trace);

/// What a ruler counts from, for its caption: "from the first task", "from the end", "from the task"; empty
/// for times as recorded.
std::string counted_from_words(AlignAt at);

}  // namespace gusset::traces
