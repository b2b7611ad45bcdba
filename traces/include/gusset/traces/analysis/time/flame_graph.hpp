#pragma once
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "gusset/traces/analysis/time/task_filter.hpp"
#include "gusset/traces/model/trace.hpp"

namespace gusset::traces {

/// Selects tasks that have a run in [from_ns, to_ns) and pass the filter.
struct FlameOptions {
  std::int64_t from_ns = 0;
  std::int64_t to_ns = std::numeric_limits<std::int64_t>::max();
  TaskFilter filter = {};
};

/// All selected tasks of one type that are nested in the same types of tasks, added up.
struct FlameFrame {
  static constexpr std::size_t no_parent = std::numeric_limits<std::size_t>::max();

  TypeId type;
  std::size_t parent = no_parent;  ///< index of the frame around it
  std::size_t depth = 0;           ///< number of frames around it
  std::uint64_t tasks = 0;         ///< number of its own tasks, without the tasks nested in them
  std::int64_t own_ns = 0;         ///< exclusive time of its own tasks within the range
  std::int64_t total_ns = 0;       ///< own_ns, and the total_ns of the frames in it
  friend bool operator==(const FlameFrame&, const FlameFrame&) = default;
};

/// A flame graph (Gregg, "The flame graph", 2016) of tasks instead of functions: how the time of tasks
/// divides among the tasks nested in them.
///
/// A task is nested in its parent, the task that submitted it. If the trace does not record parents, it is
/// nested in the task around its first run on its lane. Time is exclusive, so that the totals of the frames
/// without a parent add up to the busy time of the selected tasks, however many workers ran them.
struct FlameGraph {
  std::vector<FlameFrame> frames;  ///< each before the frames in it; siblings by time, descending
  std::int64_t total_ns = 0;
  std::uint64_t tasks = 0;
  std::size_t depths = 0;      ///< the largest depth, plus 1; 0 without frames
  bool is_by_parents = false;  ///< tasks are nested in their parents
  std::uint64_t deeper_tasks =
      0;  ///< tasks nested deeper than max_flame_depths; they count in their ancestor's frame at that depth
};

/// The largest number of depths in a flame graph. There must be a limit because a chain of tasks that each
/// submit the next one is as deep as it is long.
inline constexpr std::size_t max_flame_depths = 64;

/// Linear in tasks and spans, except for sorting the frames. The trace must be valid. Thread-safe if no one
/// modifies the trace.
FlameGraph flame_graph(const Trace& trace, const FlameOptions& options = {});

}  // namespace gusset::traces
