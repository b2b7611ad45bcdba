#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gusset/traces/analysis/graph/task_graph.hpp"

namespace gusset::traces {

/// Theoretical bounds on the makespan on p workers, for tasks that take `work_s` (T_1) in total and `span_s`
/// (T_∞) along the longest path.
///
/// No schedule takes less than max(T_1/p, T_∞). A schedule that never leaves a worker idle while a task is
/// ready takes at most T_∞ + (T_1 - T_∞)/p [Brent, "The parallel evaluation of general arithmetic
/// expressions", 1974, lemma 2], if only the graph delays tasks: no messages, and no tasks that exclude each
/// other.
double min_makespan_s(double work_s, double span_s, unsigned workers);
double brent_makespan_s(double work_s, double span_s, unsigned workers);

/// A lower bound on the makespan because tasks can't be divided: of the k·p + 1 longest tasks, one of p
/// workers runs at least k + 1, which take at least as long as the k + 1 shortest of them. Considers small k,
/// because many tasks divide almost evenly. At least the longest duration; 0 without tasks or workers.
std::int64_t indivisible_bound_ns(std::span<const std::int64_t> duration_ns, std::size_t workers);

/// How well repeated runs on `threads` threads and on one thread determine the speedup.
struct MeasuredSpeedup {
  unsigned threads = 1;
  std::size_t runs = 0;
  std::size_t runs_on_one_thread = 0;
  struct Interval {
    double low = 1.0;
    double high = 1.0;
  };
  std::optional<Interval> interval;  ///< of the speedup (95 % confidence); nothing if there are too few runs

  /// Why the runs do not show this speedup reliably: they differ too much, or there are too few to tell.
  /// Nothing if the interval is within a tenth of the speedup.
  std::optional<std::string> doubt(double speedup) const;
};

/// The words with which the assumption about the time to start a task begins, in predictions of fork-join
/// programs, and the words that follow if it takes no time.
inline constexpr std::string_view start_assumption = "starting a task takes ";
inline constexpr std::string_view starts_take_nothing = "no time";
/// Words of the assumption that tasks which were not deferred are not deferred in a prediction, either.
inline constexpr std::string_view undeferred_assumption = " immediately in the thread";

/// How the predicted speed of a graph grows with the number of threads per node.
struct SpeedupCurve {
  struct Point {
    unsigned threads = 1;
    double makespan_s = 0.0;  ///< median over seeds, or over recordings of the run
    double min_s = 0.0;       ///< minimum, likewise
    double max_s = 0.0;       ///< maximum, likewise
    /// Why the makespan is not reliable: no entries if there is no known reason, nothing if that was not
    /// examined. The speedup may be doubtful even so: see is_speedup_reliable.
    std::optional<std::vector<std::string>> doubts = {};
    /// Whether this is the recorded run, replayed unchanged: its makespan is no prediction. How much other
    /// runs differ is unknown.
    bool is_recorded = false;
    /// Whether there is no known reason to doubt the makespan.
    bool is_reliable() const { return !doubts || doubts->empty(); }
    friend bool operator==(const Point&, const Point&) = default;
  };
  unsigned nodes = 1;
  /// Whether some tasks exclude each other but may run in any order; Brent's bound does not hold then.
  /// Nothing until this is known.
  std::optional<bool> excludes;
  /// Whether the makespan on one thread comes from a separate recording. Tasks may take longer on several
  /// threads, so Brent's bound does not hold then.
  bool has_baseline = false;
  std::optional<double> work_s;  ///< T_1 of the busiest node; nothing until it is known
  std::optional<double> span_s;  ///< T_∞; known when work_s is
  std::vector<Point> points;  ///< by number of threads; the first has one thread. Grows while predictions run
  std::vector<std::string> assumptions;  ///< of all points, each once
  /// The speedup that repeated recordings show on another number of threads, if there are such recordings.
  std::optional<MeasuredSpeedup> measured;

  /// Adds a point, and its assumptions except those that an earlier point has made.
  void add(Point point, const std::vector<std::string>& assumed);
  /// Whether there is no known reason to doubt a point's makespan or the makespan on one thread.
  bool is_speedup_reliable(const Point& point) const;
  /// Predicted speedup of a point over one thread; 0 if the point takes no time.
  double speedup(const Point& point) const;
  /// The speedups that the bounds allow. Nothing until the bounds are known; brent_speedup also returns
  /// nothing if Brent's bound does not hold.
  std::optional<double> max_speedup(unsigned threads) const;
  std::optional<double> brent_speedup(unsigned threads) const;
};

/// The numbers of threads to predict: powers of two up to twice the recorded number (at least 16, at most
/// max_speedup_threads), and the recorded number itself. Ascending.
inline constexpr unsigned max_speedup_threads = 1024;
std::vector<unsigned> speedup_threads(unsigned recorded);

/// The largest number of workers on any node of a trace; at least 1.
unsigned max_workers_of_a_node(const Trace& trace);

/// Whether a trace has tasks that commute but exclude each other.
bool has_exclusive_groups(const TaskGraph& graph);

}  // namespace gusset::traces
