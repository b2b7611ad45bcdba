#include "gusset/viewer/model/timeline/time_axis.hpp"

#include <algorithm>
#include <cmath>

namespace gusset::viewer {
namespace {

constexpr double fit_margin = 0.01;  // share of the extent, on either side
constexpr double on_grid = 1e-3;     // of a pixel; keeps rounding errors from moving the view by a column
constexpr double min_columns =
    20.0;  // from time 0 to the pointer; fewer could change the scale by more than 2.5 %
constexpr double widest_over_fit = 1.5;  // limit for zooming out, relative to the fit

}  // namespace

TimeAxis::TimeAxis(std::int64_t extent_ns, int width_pixels)
    : extent_ns_(std::max<std::int64_t>(1, extent_ns)), width_(std::max(1, width_pixels)) {
  *this = fitted();
}

traces::ColumnGrid TimeAxis::grid() const {
  return {static_cast<std::int64_t>(std::floor(begin_ns_ / ns_per_pixel_ + on_grid)), ns_per_pixel_};
}

TimeAxis TimeAxis::zoomed_at(double x, double factor) const {
  if (!(factor > 0.0) || !std::isfinite(factor) || !std::isfinite(x)) return *this;
  const double time = time_from_x(x);
  const double widest = std::max(min_ns_per_pixel, fit_ns_per_pixel() * widest_over_fit);
  TimeAxis next = *this;
  next.ns_per_pixel_ = std::clamp(ns_per_pixel_ / factor, min_ns_per_pixel, widest);
  const double columns = time / next.ns_per_pixel_;
  if (columns < min_columns) {
    next.begin_ns_ = time - x * next.ns_per_pixel_;
    return next.clamped();
  }
  // The grid starts at time 0, so in general no column begins exactly where the time must be. A slightly
  // different scale makes one begin there. Otherwise the time under the pointer would drift over many steps.
  double first = std::round(columns - x);
  if (time / (first + x) < min_ns_per_pixel) first -= 1.0;
  if (time / (first + x) > widest) first += 1.0;
  next.ns_per_pixel_ = time / (first + x);
  next.begin_ns_ = first * next.ns_per_pixel_;
  return next.clamped();
}

TimeAxis TimeAxis::panned(double pixels) const {
  if (!std::isfinite(pixels)) return *this;
  TimeAxis next = *this;
  next.begin_ns_ += pixels * ns_per_pixel_;
  return next.clamped();
}

TimeAxis TimeAxis::fitted() const {
  TimeAxis next = *this;
  next.ns_per_pixel_ = std::max(min_ns_per_pixel, fit_ns_per_pixel());
  next.begin_ns_ = -fit_margin * static_cast<double>(extent_ns_);
  return next.clamped();
}

TimeAxis TimeAxis::showing(TimeRange range, double margin) const {
  const double duration =
      std::max(1.0, static_cast<double>(range.end_ns) - static_cast<double>(range.begin_ns));
  const double widest = std::max(min_ns_per_pixel, fit_ns_per_pixel() * widest_over_fit);
  TimeAxis next = *this;
  next.ns_per_pixel_ = std::clamp(duration * (1.0 + 2.0 * margin) / width_, min_ns_per_pixel, widest);
  return next.centred_on(range.middle_ns());
}

TimeAxis TimeAxis::centred_on(double time_ns) const {
  if (!std::isfinite(time_ns)) return *this;
  TimeAxis next = *this;
  next.begin_ns_ = time_ns - span_ns() / 2;
  return next.clamped();
}

TimeAxis TimeAxis::resized(int width_pixels) const {
  TimeAxis next = *this;
  next.width_ = std::max(1, width_pixels);
  if (shows_everything()) return next.fitted();
  next.ns_per_pixel_ = std::max(min_ns_per_pixel, span_ns() / next.width_);
  return next.clamped();
}

TimeAxis TimeAxis::with_extent(std::int64_t extent_ns) const {
  TimeAxis next = *this;
  next.extent_ns_ = std::max<std::int64_t>(1, extent_ns);
  return shows_everything() ? next.fitted() : next.zoomed_at(0.0, 1.0);
}

TimeAxis TimeAxis::of(const traces::Placement& placement) const {
  if (placement == traces::Placement()) return *this;
  TimeAxis own = *this;
  own.ns_per_pixel_ = ns_per_pixel_ / placement.stretch;
  // The placed trace's own time 0 anchors the columns.
  own.begin_ns_ =
      std::round(placement.own_from_axis(time_from_x(0.0)) / own.ns_per_pixel_) * own.ns_per_pixel_;
  return own;
}

bool TimeAxis::shows_everything() const {
  return begin_ns_ <= 0.0 && end_ns() >= static_cast<double>(extent_ns_);
}

double TimeAxis::fit_ns_per_pixel() const {
  return static_cast<double>(extent_ns_) * (1.0 + 2.0 * fit_margin) / width_;
}

TimeAxis TimeAxis::clamped() const {
  TimeAxis next = *this;
  const double half = span_ns() / 2;
  // A trace shorter than the minimum that can be shown is at the left.
  next.begin_ns_ = std::clamp(begin_ns_, -half, std::max(0.0, static_cast<double>(extent_ns_) - half));
  return next;
}

}  // namespace gusset::viewer
