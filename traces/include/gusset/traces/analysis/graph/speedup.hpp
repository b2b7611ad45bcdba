#pragma once
#include <optional>
#include <string>
#include <vector>

#include "gusset/traces/analysis/graph/task_graph.hpp"

namespace gusset::traces {

/// What a schedule on p workers takes by theory, of tasks that take `work_s` (T_1) all together and `span_s`
/// (T_∞) along the longest path.
///
/// No schedule takes less than max(T_1/p, T_∞). One that never leaves a worker idle while a task is ready
/// takes at most T_1/p + T_∞ [Brent, "The parallel evaluation of general arithmetic expressions", 1974], if
/// nothing but the graph holds tasks up: no messages, and no tasks that exclude each other.
double least_makespan_s(double work_s, double span_s, unsigned workers);
double brent_makespan_s(double work_s, double span_s, unsigned workers);

/// How a graph's predicted speed grows with the threads of each node.
struct SpeedupCurve {
  struct Point {
    unsigned threads = 1;
    double makespan_s = 0.0;  ///< the median over seeds
    double least_s = 0.0;     ///< of any seed
    double most_s = 0.0;
    friend bool operator==(const Point&, const Point&) = default;
  };
  unsigned nodes = 1;
  /// Whether some tasks may not run at once, in whatever order, so that Brent's bound does not hold; nothing
  /// while that is not known.
  std::optional<bool> excludes;
  std::optional<double> work_s;  ///< T_1, of the busiest node; nothing while it is not known
  std::optional<double> span_s;  ///< T_∞, known with work_s
  std::vector<Point> points;     ///< by threads, the first on one thread; several on the way
  std::vector<std::string> assumptions;

  /// How many times as fast a point is as one thread is predicted to be; 0 where it takes no time.
  double speedup(const Point& point) const;
  /// What the bounds allow: none while they are not known. Brent's also not where it does not hold.
  std::optional<double> most_speedup(unsigned threads) const;
  std::optional<double> brent_speedup(unsigned threads) const;
};

/// The threads to ask for: powers of two up to twice the recorded number, at least 16 and at most
/// most_speedup_threads, and that number. Ascending.
inline constexpr unsigned most_speedup_threads = 1024;
std::vector<unsigned> speedup_threads(unsigned recorded);

/// The most workers that one node of a trace has; at least 1.
unsigned most_workers_of_a_node(const Trace& trace);

/// Whether a trace has tasks that commute but exclude each other.
bool has_exclusive_groups(const TaskGraph& graph);

}  // namespace gusset::traces
