#include "makespan_interval.hpp"

#include <algorithm>
#include <cmath>

#include "costs/grouped_line.hpp"
#include "costs/robust_line.hpp"
#include "gusset/base/numbers.hpp"

namespace gusset::simulator {
namespace {

constexpr double beyond_each_end = 0.05;
/// An interval says nothing if the measured runs alone make it reach beyond this multiple of the prediction.
constexpr double furthest_factor = 2.0;
/// The part of the runs' variance that is never ascribed to the seeds, because seeds only follow a model.
constexpr double least_part = 0.1;

/// The distribution of a run's makespan: one of the seeds' logarithms plus Student's t times a scale.
struct Mixture {
  std::vector<double> logs;
  double scale = 0.0;
  double freedom = 1.0;

  /// Returns the probability of a smaller logarithm.
  double below(double value) const {
    double sum = 0.0;
    for (const double log : logs) {
      const double t = (value - log) / scale;
      const double outside = student_beyond(t, freedom) / 2.0;
      sum += t < 0.0 ? outside : 1.0 - outside;
    }
    return sum / static_cast<double>(logs.size());
  }
  double quantile(double share) const {
    const auto [least, most] = std::ranges::minmax(logs);
    double low = least - 100.0 * scale;
    double high = most + 100.0 * scale;
    for (int i = 0; i < 100; ++i) {
      const double middle = (low + high) / 2.0;
      (below(middle) < share ? low : high) = middle;
    }
    return high;
  }
};

/// The distribution of a run whose seeds all have the makespan 1.
Mixture of_runs(std::span<const MeasuredRun> runs) {
  double squares = 0.0;
  double explained = 0.0;
  for (const MeasuredRun& run : runs) {
    squares += std::log(run.factor) * std::log(run.factor);
    explained += run.deviation * run.deviation;
  }
  const auto count = static_cast<double>(runs.size());
  const double variance = std::max(squares - explained, least_part * squares) / count;
  return {{0.0}, std::max(std::sqrt(variance * (1.0 + 1.0 / count)), 1e-9), count};
}

}  // namespace

std::optional<MakespanInterval> makespan_interval(std::vector<double> makespans_s,
                                                  std::span<const MeasuredRun> runs) {
  if (makespans_s.size() < 2 || runs.size() < fewest_runs) return std::nullopt;
  if (!runs_doubt(runs).empty()) return std::nullopt;
  Mixture mixture = of_runs(runs);
  mixture.logs.clear();
  for (const double each_s : makespans_s) {
    if (each_s <= 0.0) return std::nullopt;
    mixture.logs.push_back(std::log(each_s));
  }
  // A few seeds spread less than the distribution that they come from.
  const auto seeds = static_cast<double>(makespans_s.size());
  const double wider = std::sqrt((seeds + 1.0) / (seeds - 1.0));
  const double middle = median_of(mixture.logs);
  for (double& each : mixture.logs) each = middle + (each - middle) * wider;
  return MakespanInterval{std::exp(mixture.quantile(beyond_each_end)),
                          std::exp(mixture.quantile(1.0 - beyond_each_end))};
}

std::string runs_doubt(std::span<const MeasuredRun> runs) {
  if (runs.size() < fewest_runs) return {};
  if (of_runs(runs).quantile(1.0 - beyond_each_end) <= std::log(furthest_factor)) return {};
  const auto [least, most] = std::ranges::minmax(runs, {}, &MeasuredRun::factor);
  return "the calibration's runs took " + ratio_text(least.factor) + " to " + ratio_text(most.factor) +
         " times as long as predicted from the other runs, because of something that the costs don't include";
}

}  // namespace gusset::simulator
