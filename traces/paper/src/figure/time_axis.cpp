#include "time_axis.hpp"

#include <algorithm>
#include <cmath>

namespace gusset::paper {
TimeAxis::TimeAxis(std::int64_t begin_ns, std::int64_t end_ns, int columns)
    : begin_ns_(begin_ns), end_ns_(std::max(end_ns, begin_ns + 1)), columns_(columns) {
  const double length_ns = static_cast<double>(end_ns_) - static_cast<double>(begin_ns_);
  // Columns are anchored at time 0: a trace that begins elsewhere may touch one more column.
  double& width_ns = grid_.ns_per_column;
  width_ns = length_ns / static_cast<double>(begin_ns_ == 0 ? columns : columns - 1);
  const auto set_first_column = [&] {
    grid_.first_column = static_cast<std::int64_t>(std::floor(static_cast<double>(begin_ns_) / width_ns));
  };
  set_first_column();
  // Rounding must not cut off the last nanosecond.
  while (grid_.time_from_column(columns) < static_cast<double>(end_ns_)) {
    width_ns = std::nextafter(width_ns, 2 * width_ns);
    set_first_column();
  }
}

TimeAxis TimeAxis::placed(std::int64_t begin_ns, std::int64_t end_ns, int columns,
                          const traces::Placement& placement, std::int64_t zero_ns) {
  TimeAxis axis;
  axis.columns_ = columns;
  axis.zero_ns_ = zero_ns;
  const double begin = placement.own_from_axis(static_cast<double>(begin_ns));
  const double end = placement.own_from_axis(static_cast<double>(std::max(end_ns, begin_ns + 1)));
  // Columns are anchored at the trace's own time 0: a trace that begins elsewhere may touch one more column.
  axis.grid_.ns_per_column = (end - begin) / static_cast<double>(std::max(1, columns - 1));
  axis.grid_.first_column = static_cast<std::int64_t>(std::floor(begin / axis.grid_.ns_per_column));
  const double last_edge = std::floor(axis.grid_.time_from_column(columns));
  axis.begin_ns_ = static_cast<std::int64_t>(std::floor(begin));
  axis.end_ns_ = std::max(axis.begin_ns_ + 1, static_cast<std::int64_t>(std::min(std::ceil(end), last_edge)));
  return axis;
}

double TimeAxis::x_from_time(std::int64_t time_ns) const {
  return grid_.column_from_time(static_cast<double>(time_ns));
}

std::vector<picture::TimeTick> TimeAxis::ticks(double spacing) const {
  const auto zero_ns = static_cast<double>(zero_ns_);
  std::vector<picture::TimeTick> ticks =
      picture::time_ticks(static_cast<double>(begin_ns_) - zero_ns, static_cast<double>(end_ns_) - zero_ns,
                          spacing * grid_.ns_per_column);
  for (picture::TimeTick& tick : ticks) tick.time_ns += zero_ns;
  return ticks;
}

}  // namespace gusset::paper
