#include "gusset/traces/analysis/graph/speedup.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <utility>

#include "gusset/base/numbers.hpp"
#include "gusset/traces/analysis/graph/strands.hpp"

namespace gusset::traces {
namespace {

constexpr unsigned min_most_threads = 16;
constexpr double max_interval_factor = 1.1;
constexpr std::size_t max_rounds = 8;  // the largest k of indivisible_bound_ns

}  // namespace

double min_makespan_s(double work_s, double span_s, unsigned workers) {
  return std::max(work_s / workers, span_s);
}

double brent_makespan_s(double work_s, double span_s, unsigned workers) {
  return span_s + std::max(0.0, work_s - span_s) / workers;
}

std::int64_t indivisible_bound_ns(std::span<const std::int64_t> duration_ns, std::size_t workers) {
  if (workers == 0) return 0;
  std::vector<std::int64_t> longest(std::min(duration_ns.size(), max_rounds * workers + 1));
  std::partial_sort_copy(duration_ns.begin(), duration_ns.end(), longest.begin(), longest.end(),
                         std::greater<>{});
  std::int64_t bound_ns = 0;
  for (std::size_t k = 0; k * workers < longest.size(); ++k) {
    const auto end = longest.begin() + static_cast<std::ptrdiff_t>(k * workers + 1);
    bound_ns =
        std::max(bound_ns, std::accumulate(end - static_cast<std::ptrdiff_t>(k + 1), end, std::int64_t{0}));
  }
  return bound_ns;
}

std::optional<std::string> MeasuredSpeedup::doubt(double speedup) const {
  if (!interval) return "too few recordings to tell how much runs differ";
  if (interval->low >= speedup / max_interval_factor && interval->high <= speedup * max_interval_factor)
    return {};
  return "runs differ, so that the recordings only show a speedup of " + ratio_text(interval->low) + " to " +
         ratio_text(interval->high);
}

void SpeedupCurve::add(Point point, const std::vector<std::string>& assumed) {
  points.push_back(std::move(point));
  for (const std::string& assumption : assumed) {
    if (std::ranges::find(assumptions, assumption) == assumptions.end()) assumptions.push_back(assumption);
  }
}

bool SpeedupCurve::is_speedup_reliable(const Point& point) const {
  return points.front().is_reliable() && point.is_reliable();
}

double SpeedupCurve::speedup(const Point& point) const {
  return point.makespan_s > 0.0 ? points.front().makespan_s / point.makespan_s : 0.0;
}

std::optional<double> SpeedupCurve::max_speedup(unsigned threads) const {
  if (!work_s || !span_s || points.empty()) return std::nullopt;
  const double min_s = min_makespan_s(*work_s, *span_s, threads);
  return min_s > 0.0 ? std::optional(points.front().makespan_s / min_s) : std::nullopt;
}

std::optional<double> SpeedupCurve::brent_speedup(unsigned threads) const {
  if (!work_s || !span_s || points.empty() || nodes > 1 || has_baseline || excludes != false)
    return std::nullopt;
  const double max_s = brent_makespan_s(*work_s, *span_s, threads);
  return max_s > 0.0 ? std::optional(points.front().makespan_s / max_s) : std::nullopt;
}

std::vector<unsigned> speedup_threads(unsigned recorded) {
  const unsigned most = std::min(max_speedup_threads, std::max(min_most_threads, 2 * recorded));
  std::vector<unsigned> threads;
  for (unsigned count = 1; count <= most; count *= 2) threads.push_back(count);
  if (recorded > 0 && recorded <= most) threads.push_back(recorded);
  std::sort(threads.begin(), threads.end());
  threads.erase(std::unique(threads.begin(), threads.end()), threads.end());
  return threads;
}

unsigned max_workers_of_a_node(const Trace& trace) {
  std::vector<unsigned> workers(trace.nodes.size(), 0);
  unsigned most = 1;
  for (const Worker& worker : trace.workers) most = std::max(most, ++workers[worker.node.value()]);
  return most;
}

bool has_exclusive_groups(const TaskGraph& graph) {
  const TaskGraph& ordered = graph.strands() == nullptr ? graph : graph.strands()->graph();
  return std::any_of(ordered.groups().begin(), ordered.groups().end(),
                     [](const TaskGraph::Group& group) { return group.commuting; });
}

}  // namespace gusset::traces
