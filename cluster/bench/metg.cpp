#include "metg.hpp"

#include <algorithm>
#include <cmath>

#include "bench/statistics.hpp"

namespace gusset::cluster::bench {
namespace {

constexpr double enough = 0.5;
constexpr std::size_t fewest_iterations = 32;
constexpr std::size_t most_iterations = std::size_t{1} << 18;
/// The iterations of each column of a graph, about: graphs of larger tasks have fewer steps.
constexpr std::size_t iterations_of_a_column = std::size_t{1} << 24;

double efficiency(const Measured& graph) {
  return graph.kernel_s / graph.granularity_s;
}

}  // namespace

double compute(std::size_t iterations) {
  double value = 1.0;
  for (std::size_t i = 0; i < iterations; ++i) {
    value = value * 1.0000001 + 1e-9;
    asm volatile("" : "+m"(value));  // the compiler must compute each value
  }
  return value;
}

double seconds_per_iteration() {
  constexpr std::size_t iterations = 100'000;
  double best_s = 1.0;
  for (int attempt = 0; attempt < 50; ++attempt) {
    const gusset::bench::Stopwatch watch;
    compute(iterations);
    best_s = std::min(best_s, watch.seconds());
  }
  return best_s / iterations;
}

std::vector<Graph> metg_series(std::size_t most_steps) {
  std::vector<Graph> series;
  for (std::size_t iterations = fewest_iterations; iterations <= most_iterations; iterations *= 2)
    series.push_back(
        {iterations, std::clamp<std::size_t>(iterations_of_a_column / iterations, 1, most_steps)});
  return series;
}

std::optional<double> metg_s(const std::vector<Measured>& series) {
  std::size_t first = series.size();  // from this graph on, all are efficient enough
  while (first > 0 && efficiency(series[first - 1]) >= enough) --first;
  if (first == series.size()) return {};
  if (first == 0) return series.front().granularity_s;
  const Measured& below = series[first - 1];
  const Measured& above = series[first];
  const double share = (enough - efficiency(below)) / (efficiency(above) - efficiency(below));
  return below.granularity_s * std::pow(above.granularity_s / below.granularity_s, share);
}

}  // namespace gusset::cluster::bench
