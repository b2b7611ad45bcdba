#pragma once
#include <cstdint>
#include <vector>

#include "gusset/traces/analysis/compare/alignment.hpp"
#include "gusset/traces/picture/timeline/level_of_detail.hpp"
#include "gusset/traces/picture/timeline/ticks.hpp"

namespace gusset::paper {

/// The common time axis of a figure: maps times to pixels of the plot, and chooses ticks.
class TimeAxis {
 public:
  /// Shows [begin_ns, end_ns] on `columns` pixels; at least one nanosecond.
  TimeAxis(std::int64_t begin_ns, std::int64_t end_ns, int columns);

  /// Makes the same columns for a trace placed on an axis that shows [begin_ns, end_ns). The new axis is in
  /// the trace's own times, counted from `zero_ns`. Traces placed on one axis agree to within one column.
  static TimeAxis placed(std::int64_t begin_ns, std::int64_t end_ns, int columns,
                         const traces::Placement& placement, std::int64_t zero_ns);

  const traces::ColumnGrid& grid() const { return grid_; }
  int columns() const { return columns_; }
  std::int64_t begin_ns() const { return begin_ns_; }
  std::int64_t end_ns() const { return end_ns_; }
  /// In pixels from the plot's left edge.
  double x_from_time(std::int64_t time_ns) const;

  /// The ticks of picture::time_ticks; labelled ones are at least about `spacing` pixels apart. Labels count
  /// from the axis's zero.
  std::vector<picture::TimeTick> ticks(double spacing) const;

 private:
  TimeAxis() = default;

  std::int64_t begin_ns_ = 0;
  std::int64_t end_ns_ = 1;
  std::int64_t zero_ns_ = 0;
  int columns_ = 1;
  traces::ColumnGrid grid_;
};

}  // namespace gusset::paper
