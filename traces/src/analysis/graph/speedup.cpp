#include "gusset/traces/analysis/graph/speedup.hpp"

#include <algorithm>

#include "gusset/base/numbers.hpp"

namespace gusset::traces {
namespace {

constexpr unsigned least_most_threads = 16;
constexpr double worthwhile = 0.9;  // of the best speedup found

std::string speedup_times(double speedup) {
  return fixed_text(speedup, 2) + "×";
}

std::string verdict_of_curve(const SpeedupCurve& curve) {
  if (curve.points.size() < 2) return {};
  const auto faster = [&](const SpeedupCurve::Point& a, const SpeedupCurve::Point& b) {
    return curve.speedup(a) < curve.speedup(b);
  };
  const SpeedupCurve::Point& best = *std::max_element(curve.points.begin(), curve.points.end(), faster);
  const double most = curve.speedup(best);
  const auto enough = std::find_if(curve.points.begin(), curve.points.end(), [&](const auto& point) {
    return curve.speedup(point) >= worthwhile * most;
  });
  std::string text = count_text(enough->threads, "thread") + (curve.nodes > 1 ? " a node" : "") +
                     (enough->threads == 1 ? " is " : " are ") + fixed_text(curve.speedup(*enough), 2) +
                     " times as fast as one";
  if (curve.span_s && *curve.span_s > 0.0) {
    text += "; the longest path allows no more than " +
            fixed_text(curve.points.front().makespan_s / *curve.span_s, 2) + " on any number";
  }
  return text + ".";
}

}  // namespace

double least_makespan_s(double work_s, double span_s, unsigned workers) {
  return std::max(work_s / workers, span_s);
}

double brent_makespan_s(double work_s, double span_s, unsigned workers) {
  return work_s / workers + span_s;
}

double SpeedupCurve::speedup(const Point& point) const {
  return point.makespan_s > 0.0 ? points.front().makespan_s / point.makespan_s : 0.0;
}

std::optional<double> SpeedupCurve::most_speedup(unsigned threads) const {
  if (!work_s || !span_s || points.empty()) return std::nullopt;
  const double least_s = least_makespan_s(*work_s, *span_s, threads);
  return least_s > 0.0 ? std::optional(points.front().makespan_s / least_s) : std::nullopt;
}

std::optional<double> SpeedupCurve::brent_speedup(unsigned threads) const {
  if (!work_s || !span_s || points.empty() || nodes > 1 || excludes != false) return std::nullopt;
  const double most_s = brent_makespan_s(*work_s, *span_s, threads);
  return most_s > 0.0 ? std::optional(points.front().makespan_s / most_s) : std::nullopt;
}

std::vector<unsigned> speedup_threads(unsigned recorded) {
  const unsigned most = std::min(most_speedup_threads, std::max(least_most_threads, 2 * recorded));
  std::vector<unsigned> threads;
  for (unsigned count = 1; count <= most; count *= 2) threads.push_back(count);
  if (recorded > 0 && recorded <= most) threads.push_back(recorded);
  std::sort(threads.begin(), threads.end());
  threads.erase(std::unique(threads.begin(), threads.end()), threads.end());
  return threads;
}

unsigned most_workers_of_a_node(const Trace& trace) {
  std::vector<unsigned> workers(trace.nodes.size(), 0);
  unsigned most = 1;
  for (const Worker& worker : trace.workers) most = std::max(most, ++workers[worker.node.value()]);
  return most;
}

bool has_exclusive_groups(const TaskGraph& graph) {
  return std::any_of(graph.groups().begin(), graph.groups().end(),
                     [](const TaskGraph::Group& group) { return group.commuting; });
}

SpeedupReport speedup_report(const SpeedupCurve& curve) {
  SpeedupReport report;
  report.verdict = verdict_of_curve(curve);
  report.headings = {curve.nodes > 1 ? "threads a node" : "threads", "makespan", "speedup", "Brent",
                     "at most"};
  for (const SpeedupCurve::Point& point : curve.points) {
    const auto bound = [](const std::optional<double>& value) {
      return value ? speedup_times(*value) : std::string("–");
    };
    report.rows.push_back({std::to_string(point.threads), duration_text(point.makespan_s),
                           speedup_times(curve.speedup(point)), bound(curve.brent_speedup(point.threads)),
                           bound(curve.most_speedup(point.threads))});
  }
  if (curve.points.empty()) return report;
  if (curve.excludes == true)
    report.notes.emplace_back(
        "Some tasks commute but exclude each other (adds): Brent's bound does not hold, and is not shown.");
  if (curve.nodes > 1)
    report.notes.emplace_back(
        "Several nodes exchange messages: Brent's bound does not hold, and is not shown.");
  if (curve.work_s && curve.span_s)
    report.notes.push_back("T1 = " + duration_text(*curve.work_s) +
                           (curve.nodes > 1 ? " of work a node" : " of work") +
                           ", T∞ = " + duration_text(*curve.span_s) +
                           " along the longest path. Brent: Tp ≤ T1/p + T∞; none is below max(T1/p, T∞).");
  for (const std::string& assumption : curve.assumptions) report.notes.push_back("Assumed: " + assumption);
  return report;
}

}  // namespace gusset::traces
