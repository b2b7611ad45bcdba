#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "gusset/traces/analysis/compare/alignment.hpp"
#include "gusset/traces/picture/timeline/level_of_detail.hpp"

namespace gusset::paper {

struct Tick {
  double time_ns = 0.0;
  std::string label;  ///< in the axis's unit, without the unit's name
  friend bool operator==(const Tick&, const Tick&) = default;
};

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

  /// "ns", "µs", "ms" or "s".
  const std::string& unit() const { return unit_; }
  /// Returns ticks at multiples of 1, 2 or 5 times a power of ten, at least about `spacing` pixels apart.
  std::vector<Tick> ticks(double spacing) const;

 private:
  TimeAxis() = default;
  void choose_unit();

  std::int64_t begin_ns_ = 0;
  std::int64_t end_ns_ = 1;
  std::int64_t zero_ns_ = 0;
  int columns_ = 1;
  traces::ColumnGrid grid_;
  std::string unit_;
  double unit_ns_ = 1.0;
};

}  // namespace gusset::paper
