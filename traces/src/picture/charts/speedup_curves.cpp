#include "gusset/traces/picture/charts/speedup_curves.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

namespace gusset::picture {
namespace {

// A smooth curve of a speedup, sampled at fractional thread counts too.
StyledCurve bound(std::string name, CurveStyle style, unsigned end_threads,
                  const std::function<double(double)>& speedup) {
  constexpr int samples = 48;
  StyledCurve curve{std::move(name), style, {}, false};
  for (int i = 0; i <= samples; ++i) {
    const double threads = std::pow(end_threads, static_cast<double>(i) / samples);
    const double y = speedup(threads);
    curve.points.push_back({threads, y, y, y});
  }
  return curve;
}

}  // namespace

CurvesFigure speedup_curves(const traces::SpeedupCurve& curve, const std::string& title,
                            unsigned end_threads) {
  CurvesPanel panel{"", curve.nodes > 1 ? "threads per node" : "threads", "speedup", {}};
  StyledCurve predicted{"predicted", CurveStyle::discs, {}};
  const double serial_s = curve.points.empty() ? 0.0 : curve.points.front().makespan_s;
  for (const traces::SpeedupCurve::Point& point : curve.points) {
    end_threads = std::max(end_threads, point.threads);
    if (point.makespan_s > 0.0 && serial_s > 0.0)
      predicted.points.push_back(
          {1.0 * point.threads, curve.speedup(point), serial_s / point.max_s, serial_s / point.min_s});
  }
  end_threads = std::max(2U, end_threads);
  if (!predicted.points.empty()) panel.curves.push_back(std::move(predicted));
  if (const auto work_s = curve.work_s; work_s && curve.span_s && *curve.span_s > 0.0 && serial_s > 0.0) {
    const double span_s = *curve.span_s;
    StyledCurve most = bound("upper bound: work and critical path", CurveStyle::dashes, end_threads,
                             [&](double threads) { return serial_s / std::max(*work_s / threads, span_s); });
    if (curve.brent_speedup(1)) {
      StyledCurve least =
          bound("lower bound if no worker idles while a task is ready (Brent)", CurveStyle::dots, end_threads,
                [&](double threads) { return serial_s / (*work_s / threads + span_s); });
      for (const CurvePoint& point : most.points) panel.band.push_back({point.x, point.y});
      for (auto point = least.points.rbegin(); point != least.points.rend(); ++point)
        panel.band.push_back({point->x, point->y});
      panel.curves.push_back(std::move(least));
    }
    panel.curves.insert(panel.curves.begin() + (panel.curves.empty() ? 0 : 1), std::move(most));
  }
  panel.curves.push_back(
      bound("ideal", CurveStyle::thin, end_threads, [](double threads) { return threads; }));
  return {title, {std::move(panel)}, true};
}

}  // namespace gusset::picture
