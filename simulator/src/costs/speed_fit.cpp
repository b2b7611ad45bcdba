#include "costs/speed_fit.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace gusset::simulator {
namespace {

constexpr auto window_ns = static_cast<std::int64_t>(speed_window_s * 1e9);
/// A window counts if tasks cover at least this share of it.
constexpr double least_covered = 0.5;
constexpr std::uint64_t fewest_windows = 20;
/// Weaker variation is not worth a model.
constexpr double least_deviation = 0.002;

struct Clusters {
  double low = 0.0;
  double high = 0.0;
  double limit() const { return (low + high) / 2.0; }
};

/// Finds two groups of numbers (k-means with k = 2).
Clusters two_clusters(const std::vector<double>& values) {
  constexpr int most_steps = 100;
  const auto [least, most] = std::ranges::minmax(values);
  Clusters clusters{least, most};
  for (int step = 0; step < most_steps; ++step) {
    double sums[2] = {0.0, 0.0};
    double counts[2] = {0.0, 0.0};
    for (const double value : values) {
      const std::size_t side = value > clusters.limit() ? 1 : 0;
      sums[side] += value;
      counts[side] += 1.0;
    }
    if (counts[0] == 0.0 || counts[1] == 0.0) return clusters;
    const Clusters next{sums[0] / counts[0], sums[1] / counts[1]};
    if (next.low == clusters.low && next.high == clusters.high) break;
    clusters = next;
  }
  return clusters;
}

/// Sums for a correlation of pairs.
struct Pairs {
  double count = 0.0;
  double x = 0.0;
  double y = 0.0;
  double xx = 0.0;
  double yy = 0.0;
  double xy = 0.0;
  void add(double a, double b) {
    count += 1.0;
    x += a;
    y += b;
    xx += a * a;
    yy += b * b;
    xy += a * b;
  }
  double correlation() const {
    const double of_x = xx - x * x / count;
    const double of_y = yy - y * y / count;
    return of_x > 0.0 && of_y > 0.0 ? (xy - x * y / count) / std::sqrt(of_x * of_y) : 0.0;
  }
};

}  // namespace

void SpeedFit::add(std::uint32_t lane, std::int64_t begin_ns, std::int64_t end_ns, double factor) {
  if (lanes_.size() <= lane) lanes_.resize(lane + std::size_t{1});
  for (std::int64_t at_ns = begin_ns; at_ns < end_ns;) {
    const std::int64_t number = at_ns / window_ns - (at_ns % window_ns < 0 ? 1 : 0);
    const std::int64_t next_ns = std::min(end_ns, (number + 1) * window_ns);
    Window& window = lanes_[lane][number];
    window.time_ns += static_cast<double>(next_ns - at_ns);
    window.mean_ns += static_cast<double>(next_ns - at_ns) / factor;
    at_ns = next_ns;
  }
}

std::vector<SpeedFit::Windows> SpeedFit::covered_windows() const {
  std::vector<Windows> result(lanes_.size());
  for (std::size_t lane = 0; lane < lanes_.size(); ++lane) {
    for (const auto& [number, window] : lanes_[lane]) {
      if (window.time_ns >= least_covered * static_cast<double>(window_ns))
        result[lane].emplace(number, std::log(window.time_ns / window.mean_ns));
    }
  }
  return result;
}

SpeedStates SpeedFit::states(const std::vector<std::uint32_t>& nodes) const {
  const std::vector<Windows> lanes = covered_windows();
  std::vector<double> values;
  for (const Windows& lane : lanes) {
    for (const auto& [number, value] : lane) values.push_back(value);
  }
  SpeedStates states;
  if (values.size() < fewest_windows) return states;
  states.windows = values.size();
  const Clusters clusters = two_clusters(values);
  double fast = 0.0;
  double changes_of_fast = 0.0;
  double changes_of_slow = 0.0;
  Pairs together;
  for (std::size_t i = 0; i < lanes.size(); ++i) {
    for (const auto& [number, value] : lanes[i]) {
      const bool is_slow = value > clusters.limit();
      if (!is_slow) fast += 1.0;
      const auto next = lanes[i].find(number + 1);
      if (next != lanes[i].end() && (next->second > clusters.limit()) != is_slow)
        (is_slow ? changes_of_slow : changes_of_fast) += 1.0;
      for (std::size_t other = i + 1; other < lanes.size(); ++other) {
        if (nodes[other] != nodes[i]) continue;
        if (const auto same = lanes[other].find(number); same != lanes[other].end())
          together.add(value, same->second);
      }
    }
  }
  const double slow = static_cast<double>(values.size()) - fast;
  const double slow_share = slow / static_cast<double>(values.size());
  // States have shares of the time, so the mean speed is the mean of the factors' inverses.
  const double mean =
      1.0 / ((1.0 - slow_share) / std::exp(clusters.low) + slow_share / std::exp(clusters.high));
  states.fast_factor = std::exp(clusters.low) / mean;
  states.slow_factor = std::exp(clusters.high) / mean;
  const double deviation =
      (states.slow_factor - states.fast_factor) * std::sqrt(slow_share * (1.0 - slow_share));
  if (deviation < least_deviation) {
    states.fast_factor = states.slow_factor = 1.0;
    return states;
  }
  // Both states change equally often, so that their shares of the time are the measured ones.
  const double changes = std::max(1.0, changes_of_fast + changes_of_slow) / 2.0;
  states.fast_s = fast / changes * speed_window_s;
  states.slow_s = slow / changes * speed_window_s;
  if (together.count >= static_cast<double>(fewest_windows))
    states.correlation = std::clamp(together.correlation(), 0.0, 1.0);
  return states;
}

}  // namespace gusset::simulator
