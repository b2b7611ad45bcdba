#pragma once
#include <cstdint>

#include "gusset/traces/analysis/compare/alignment.hpp"
#include "gusset/traces/picture/timeline/level_of_detail.hpp"
#include "gusset/viewer/model/document/time_range.hpp"

namespace gusset::viewer {

/// The common time axis of all panels: maps times to pixel columns. A value; every change returns a new axis.
/// x counts pixels from the plot's left edge. Every operation keeps the trace in view: the axis' centre stays
/// within [0, extent], a pixel never shows less than `min_ns_per_pixel`, and zooming out never shrinks the
/// whole extent below about two thirds of the plot.
class TimeAxis {
 public:
  static constexpr double min_ns_per_pixel = 0.125;

  TimeAxis() = default;
  /// Shows all of [0, extent_ns] in `width_pixels` (both clamped to at least 1) with a small margin.
  TimeAxis(std::int64_t extent_ns, int width_pixels);

  int width() const { return width_; }
  std::int64_t extent_ns() const { return extent_ns_; }
  double ns_per_pixel() const { return ns_per_pixel_; }
  double begin_ns() const { return begin_ns_; }
  double end_ns() const { return begin_ns_ + ns_per_pixel_ * width_; }
  double span_ns() const { return ns_per_pixel_ * width_; }

  /// The columns to draw. The grid is anchored at time 0, so panning by whole pixels does not change a
  /// column's content.
  traces::ColumnGrid grid() const;

  /// Both conversions use `grid()`, so that everything drawn agrees with the columns.
  double x_from_time(double time_ns) const { return grid().column_from_time(time_ns); }
  double time_from_x(double x) const { return grid().time_from_column(x); }

  /// Zooms in by `factor` (> 0; out if below 1) with the time at `x` fixed.
  TimeAxis zoomed_at(double x, double factor) const;
  /// Moves the view to later times by `pixels`.
  TimeAxis panned(double pixels) const;
  /// Shows everything.
  TimeAxis fitted() const;
  /// Shows as much of `range` as possible, with `margin` times its duration on either side.
  TimeAxis showing(TimeRange range, double margin = 0.1) const;
  /// The same scale with `time_ns` in the centre.
  TimeAxis centred_on(double time_ns) const;
  /// The same times in another width.
  TimeAxis resized(int width_pixels) const;
  /// The same view of another extent; still shows everything if it did before.
  TimeAxis with_extent(std::int64_t extent_ns) const;

  /// This axis in the own times of a trace that is placed on it, for the same pixels, to the nearest whole
  /// pixel. Use it only for conversions, because it keeps this axis' limits.
  TimeAxis of(const traces::Placement& placement) const;

  bool shows_everything() const;

  friend bool operator==(const TimeAxis&, const TimeAxis&) = default;

 private:
  double fit_ns_per_pixel() const;
  TimeAxis clamped() const;

  std::int64_t extent_ns_ = 1;
  int width_ = 1;
  double begin_ns_ = 0.0;
  double ns_per_pixel_ = 1.0;
};

}  // namespace gusset::viewer
