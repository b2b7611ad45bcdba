#pragma once
#include <cstdint>

#include "gusset/traces/analysis/compare/alignment.hpp"
#include "gusset/traces/picture/timeline/level_of_detail.hpp"
#include "gusset/viewer/model/document/time_range.hpp"

namespace gusset::viewer {

/// The common time axis of all panels: which times stand in which pixel columns. A value; every change yields
/// a new one. x counts pixels from the left edge of the plot. Whatever is asked for, the axis keeps the trace
/// in sight: its centre stays within [0, extent], one pixel never shows less than `min_ns_per_pixel`, and the
/// whole never less than two thirds of the plot.
class TimeAxis {
 public:
  static constexpr double min_ns_per_pixel = 0.125;

  TimeAxis() = default;
  /// Shows all of [0, extent_ns] in `width_pixels` (both at least 1 after clamping) with a small margin.
  TimeAxis(std::int64_t extent_ns, int width_pixels);

  int width() const { return width_; }
  std::int64_t extent_ns() const { return extent_ns_; }
  double ns_per_pixel() const { return ns_per_pixel_; }
  double begin_ns() const { return begin_ns_; }
  double end_ns() const { return begin_ns_ + ns_per_pixel_ * width_; }
  double span_ns() const { return ns_per_pixel_ * width_; }

  /// The columns to draw. Their grid is anchored at time 0, so panning by whole pixels changes no column's
  /// content.
  traces::ColumnGrid grid() const;

  /// Both in terms of `grid()`, so that everything drawn agrees with the columns.
  double x_from_time(double time_ns) const { return grid().column_from_time(time_ns); }
  double time_from_x(double x) const { return grid().time_from_column(x); }

  /// Enlarged `factor` times (> 0; below 1 shrinks) with the time at `x` kept in its place.
  TimeAxis zoomed_at(double x, double factor) const;
  /// Moved so that times `pixels` further right come to the same place.
  TimeAxis panned(double pixels) const;
  /// Everything.
  TimeAxis fitted() const;
  /// As much of `range` as possible, with a margin of `margin` of its duration on either side.
  TimeAxis showing(TimeRange range, double margin = 0.1) const;
  /// The same scale with `time_ns` in the middle.
  TimeAxis centred_on(double time_ns) const;
  /// The same times in another width.
  TimeAxis resized(int width_pixels) const;
  /// The same view on another extent, or everything where everything was shown.
  TimeAxis with_extent(std::int64_t extent_ns) const;

  /// Where the own times of something that is placed on this axis stand: the same pixels, to the nearest
  /// whole one. To be looked at only: its limits are none of that thing's.
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
