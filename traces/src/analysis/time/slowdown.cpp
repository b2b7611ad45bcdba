#include "gusset/traces/analysis/time/slowdown.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "gusset/traces/analysis/time/step_series.hpp"
#include "model/exclusive_time.hpp"

namespace gusset::traces {
namespace {

// A task ran alone if fewer other threads ran tasks meanwhile, on average, and beside others if more did.
constexpr double max_others_alone = 0.1;
constexpr double min_others_beside = 0.9;
// Fewer tasks of a type say little about its mean time.
constexpr double min_tasks = 6.0;
// The standard error of a mean of few tasks is only roughly known; 2.6 is Student's factor for six tasks.
constexpr double errors_of_mean = 2.6;
// The types that can be compared must take this share of the time beside others.
constexpr double min_known_share = 0.8;

/// Times of tasks, for their mean and its standard error, and for their median.
struct Sample {
  std::vector<double> values;
  double sum = 0.0;
  double squares = 0.0;

  void add(double value) {
    values.push_back(value);
    sum += value;
    squares += value * value;
  }
  double count() const { return static_cast<double>(values.size()); }
  double mean() const { return sum / count(); }
  /// Relative to the mean.
  double error() const {
    const double variance = std::max(0.0, squares - sum * sum / count()) / (count() - 1.0);
    return std::sqrt(variance / count()) / mean();
  }
  /// Sorts the values.
  double median() {
    std::ranges::sort(values);
    const std::size_t middle = values.size() / 2;
    return values.size() % 2 != 0 ? values[middle] : 0.5 * (values[middle - 1] + values[middle]);
  }
};

struct RunTimes {
  std::vector<double> own_ns;     ///< per task: its own time
  std::vector<double> others_ns;  ///< per task: the time that other threads ran tasks meanwhile, added up
  double work_ns = 0.0;
  double beside_ns = 0.0;  ///< the part of the work during which at least one other thread ran a task
  double others = 1.0;     ///< during that part, on average
};

RunTimes run_times(const Trace& trace) {
  std::vector<StepSeries::Change> changes;
  const auto for_each_run = [&](auto visit) {
    for (const Lane& lane : trace.lanes) {
      for_each_exclusive(lane.spans, [&](std::size_t i, std::int64_t begin_ns, std::int64_t end_ns) {
        if (lane.spans.kind[i] == SpanKind::run && !lane.spans.task[i].is_none() && end_ns > begin_ns)
          visit(lane.spans.task[i].value(), begin_ns, end_ns);
      });
    }
  };
  for_each_run([&](std::size_t, std::int64_t begin_ns, std::int64_t end_ns) {
    changes.push_back({begin_ns, 1.0});
    changes.push_back({end_ns, -1.0});
  });
  RunTimes times;
  times.own_ns.resize(trace.tasks.size());
  times.others_ns.resize(trace.tasks.size());
  std::ranges::sort(changes, {}, &StepSeries::Change::time_ns);
  double running = 0.0;
  double others_ns = 0.0;
  for (std::size_t c = 0; c + 1 < changes.size(); ++c) {
    running += changes[c].by;
    if (running < 1.5) continue;
    const double thread_ns = running * static_cast<double>(changes[c + 1].time_ns - changes[c].time_ns);
    times.beside_ns += thread_ns;
    others_ns += (running - 1.0) * thread_ns;
  }
  if (times.beside_ns > 0.0) times.others = others_ns / times.beside_ns;
  const StepSeries threads = StepSeries::of_changes(std::move(changes));
  for_each_run([&](std::size_t task, std::int64_t begin_ns, std::int64_t end_ns) {
    const double own_ns = static_cast<double>(end_ns - begin_ns);
    times.work_ns += own_ns;
    times.own_ns[task] += own_ns;
    times.others_ns[task] += (threads.mean(begin_ns, end_ns) - 1.0) * own_ns;
  });
  return times;
}

Slowdown without_factor(const RunTimes& times) {
  Slowdown slowdown;
  if (times.work_ns > 0.0) slowdown.beside_share = times.beside_ns / times.work_ns;
  slowdown.others = times.others;
  return slowdown;
}

}  // namespace

Slowdown slowdown_beside_others(const Trace& trace) {
  const RunTimes times = run_times(trace);
  struct OfType {
    Sample alone;
    Sample beside;
  };
  std::vector<OfType> types(trace.types.size());
  double all_beside_ns = 0.0;
  for (std::size_t t = 0; t < times.own_ns.size(); ++t) {
    const double own_ns = times.own_ns[t];
    if (own_ns <= 0.0) continue;
    OfType& type = types[trace.tasks.type[t].value()];
    const double others = times.others_ns[t] / own_ns;
    if (others <= max_others_alone) {
      type.alone.add(own_ns);
    } else {
      all_beside_ns += own_ns;
      if (others >= min_others_beside) type.beside.add(own_ns);
    }
  }
  double known_ns = 0.0;
  double alone_ns = 0.0;  // what the known time would be alone
  double variance = 0.0;
  // What the means show but the medians do not may have another cause: the first tasks of a run take longer.
  double doubtful_ns = 0.0;
  for (OfType& type : types) {
    if (type.alone.count() < min_tasks || type.beside.count() < min_tasks) continue;
    const double expected_ns = type.beside.count() * type.alone.mean();
    known_ns += type.beside.sum;
    alone_ns += expected_ns;
    const double by_medians = type.beside.median() / type.alone.median();
    doubtful_ns += expected_ns * std::abs(type.beside.mean() / type.alone.mean() - by_medians);
    const double error_ns = expected_ns * std::hypot(type.alone.error(), type.beside.error());
    variance += error_ns * error_ns;
  }
  Slowdown slowdown = without_factor(times);
  if (alone_ns <= 0.0 || known_ns < min_known_share * all_beside_ns) return slowdown;
  slowdown.factor = known_ns / alone_ns;
  slowdown.uncertainty = (errors_of_mean * *slowdown.factor * std::sqrt(variance) + doubtful_ns) / alone_ns;
  return slowdown;
}

Slowdown slowdown_against(const Trace& trace, const Trace& one_thread) {
  const RunTimes times = run_times(trace);
  Slowdown slowdown = without_factor(times);
  const double alone_ns = run_times(one_thread).work_ns - (times.work_ns - times.beside_ns);
  if (alone_ns > 0.0 && times.beside_ns > 0.0) slowdown.factor = times.beside_ns / alone_ns;
  return slowdown;
}

}  // namespace gusset::traces
