#include "gusset/simulator/predict/calibrate.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <string_view>
#include <tuple>
#include <utility>

#include "costs/measured_messages.hpp"
#include "costs/measured_overheads.hpp"
#include "costs/robust_line.hpp"
#include "costs/speed_fit.hpp"
#include "first_touches.hpp"
#include "gusset/simulator/predict/replay.hpp"
#include "gusset/traces/analysis/graph/speedup.hpp"
#include "measured_tasks.hpp"
#include "network/simulated_time.hpp"

namespace gusset::simulator {
namespace {

constexpr unsigned cross_validation_seeds = 15;
/// A cost file keeps at most this many lengths of interruptions.
constexpr std::size_t most_lengths = 32;

double mean_of(const std::vector<double>& values) {
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
  // Rounding in the sum must not push a mean of equal values out of their range.
  const auto [least, most] = std::ranges::minmax(values);
  return std::clamp(mean, least, most);
}

double deviation_of(const std::vector<double>& values) {
  if (values.size() < 2) return 0.0;
  const double mean = mean_of(values);
  double squares = 0.0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  return std::sqrt(squares / static_cast<double>(values.size() - 1));
}

/// Returns sorted numbers that represent equal shares of the values and have their mean.
std::vector<double> representatives(std::vector<double> values) {
  std::ranges::sort(values);
  const double mean = mean_of(values);
  const std::size_t parts = std::min(values.size(), most_lengths);
  std::vector<double> result;
  for (std::size_t i = 0; i < parts; ++i) {
    const auto first = values.begin() + static_cast<std::ptrdiff_t>(i * values.size() / parts);
    const auto last = values.begin() + static_cast<std::ptrdiff_t>((i + 1) * values.size() / parts);
    result.push_back(std::accumulate(first, last, 0.0) / static_cast<double>(last - first));
  }
  // Parts may differ by one value in size.
  const double factor = mean / mean_of(result);
  for (double& each : result) each *= factor;
  std::ranges::sort(result);  // rounding may have put the means of equal values into another order
  return result;
}

Interruptions interruptions_of(const MeasuredTasks& measured) {
  Interruptions result;
  result.is_measured = measured.knows_processor_time();
  result.count = measured.interruptions_ns().size();
  result.observed_s = measured.processor_ns() * seconds_per_ns;
  if (result.count == 0 || result.observed_s <= 0.0) return result;
  result.per_s = static_cast<double>(result.count) / result.observed_s;
  std::vector<double> lengths_s;
  for (const double ns : measured.interruptions_ns()) lengths_s.push_back(ns * seconds_per_ns);
  result.lengths_s = representatives(std::move(lengths_s));
  return result;
}

/// Derives the cost of the tasks with these numbers, which all have the key.
CostEntry summarize(const CostKey& key, const std::vector<std::size_t>& own, const MeasuredTasks& measured,
                    const FirstTouch* touch) {
  std::vector<double> times_s;
  double processor_s = 0.0;
  double lost_s = 0.0;
  for (const std::size_t i : own) {
    const MeasuredTask& task = measured.tasks()[i];
    processor_s += task.processor_ns * seconds_per_ns;
    lost_s += task.lost_ns * seconds_per_ns;
    if (!task.is_in_mean) continue;
    const double touch_s =
        touch == nullptr ? 0.0 : touch->by_run_s_per_byte[task.trace] * static_cast<double>(task.fresh_bytes);
    times_s.push_back(std::max(seconds_per_ns, task.processor_ns * seconds_per_ns - touch_s));
  }
  std::ranges::sort(times_s);
  CostEntry entry;
  entry.type = key.type;
  entry.kind = key.kind;
  entry.size = key.size;
  entry.count = times_s.size();
  entry.min_s = times_s.front();
  entry.max_s = times_s.back();
  entry.median_s = median_of(times_s);
  entry.mean_s = mean_of(times_s);
  entry.stddev_s = deviation_of(times_s);
  entry.deviation_s = entry.stddev_s;
  entry.lost_share = lost_s > 0.0 ? lost_s / (processor_s + lost_s) : 0.0;
  return entry;
}

/// Fits the speed states, and subtracts what they explain from the deviations of single tasks.
SpeedStates speed_of(const MeasuredTasks& measured, std::vector<CostEntry>& by_key) {
  SpeedFit fit;
  for (const MeasuredTask& task : measured.tasks()) {
    const CostEntry& entry = by_key[task.key];
    if (!task.is_in_mean || entry.count < calibration_fewest || entry.mean_s <= 0.0) continue;
    const double factor = task.processor_ns * seconds_per_ns / entry.mean_s;
    if (factor > 0.0) fit.add(task.lane, task.begin_ns, task.end_ns, factor);
  }
  const SpeedStates states = fit.states(measured.nodes());
  if (!states.varies()) return states;
  const double explained = (states.slow_factor - states.fast_factor) *
                           std::sqrt(states.slow_share() * (1.0 - states.slow_share()));
  for (CostEntry& entry : by_key) {
    if (entry.count < calibration_fewest) continue;
    const double explained_s = explained * entry.mean_s;
    entry.deviation_s = std::sqrt(std::max(0.0, entry.stddev_s * entry.stddev_s - explained_s * explained_s));
  }
  return states;
}

/// Adds everything that the tasks' times show.
void add_times(MeasuredTasks& measured, CostTable& table) {
  measured.finish();
  Variation& variation = table.variation;
  variation.first_touches = measured_first_touches(measured);
  variation.interruptions = interruptions_of(measured);
  const auto by_key = measured.by_key();
  for (std::size_t key = 0; key < by_key.size(); ++key) {
    const CostKey& what = measured.keys()[key];
    table.entries.push_back(summarize(what, by_key[key], measured, variation.first_touch(what.type)));
  }
  variation.speed = speed_of(measured, table.entries);
  std::ranges::sort(table.entries, {}, [](const CostEntry& entry) {
    return std::tuple<std::string_view, SizeKind, double>(entry.type, entry.kind, entry.size);
  });
}

/// Returns the time from the first task's start to the last one's end. What a program does before that, such
/// as creating its data, is not simulated. 0 if no task ran.
double run_s(const traces::Trace& trace) {
  std::int64_t first_ns = std::numeric_limits<std::int64_t>::max();
  std::int64_t last_ns = 0;
  for (const traces::Lane& lane : trace.lanes) {
    for (std::size_t i = 0; i < lane.spans.size(); ++i) {
      if (lane.spans.kind[i] != traces::SpanKind::run) continue;
      first_ns = std::min(first_ns, lane.spans.begin_ns[i]);
      last_ns = std::max(last_ns, lane.spans.end_ns[i]);
    }
  }
  return first_ns < last_ns ? static_cast<double>(last_ns - first_ns) * seconds_per_ns : 0.0;
}

/// Replays a trace with the costs from others.
CrossValidation predicted_from(const std::vector<CalibrationTrace>& others,
                               const CalibrationTrace& measured) {
  CrossValidation one;
  one.name = measured.name;
  one.measured_s = run_s(*measured.trace);
  if (one.measured_s == 0.0) {
    one.why_not = Error{one.name, "tasks that take more than 0 s", "none"}.message();
    return one;
  }
  const auto costs = calibrate(others);
  if (!costs) {
    one.why_not = costs.error().message();
    return one;
  }
  ReplayInputs inputs;
  inputs.name = measured.name;
  inputs.costs = make_table_costs(*costs, "the other traces");
  inputs.overheads = costs->overheads;
  inputs.seeds = cross_validation_seeds;
  const auto replayed = replay(*measured.trace, inputs);
  if (!replayed) {
    one.why_not = replayed.error().message();
    return one;
  }
  one.predicted_s = run_s(replayed->trace);
  if (const auto& range = replayed->statistics.makespan_range; range && *one.predicted_s > 0.0)
    one.deviation = range->deviation_s / *one.predicted_s;
  return one;
}

std::string text_of(const std::string& cpu, const std::string& host) {
  return (cpu.empty() ? "an unknown processor" : "'" + cpu + "'") +
         (host.empty() ? "" : " on host '" + host + "'");
}

}  // namespace

Result<CostTable> calibrate(std::span<const CalibrationTrace> measured) {
  if (measured.empty()) return Error{"calibration", "a measured trace", "none"};
  CostTable table;
  const traces::Metadata& first = measured.front().trace->metadata;
  table.machine.host = first.host;
  table.machine.cpu = first.cpu;
  MeasuredTasks tasks;
  MeasuredOverheads overheads;
  MeasuredMessages messages;
  for (const auto& [trace, name] : measured) {
    const traces::Metadata& metadata = trace->metadata;
    if (metadata.origin == traces::Origin::predicted)
      return Error{name, "a measured trace", "a predicted one"};
    if (std::tie(metadata.cpu, metadata.host) != std::tie(first.cpu, first.host)) {
      return Error{name, "a trace from " + text_of(first.cpu, first.host),
                   "one from " + text_of(metadata.cpu, metadata.host)};
    }
    if (!tasks.add(*trace)) return Error{name, "tasks that ran", "none"};
    table.machine.workers = std::max(table.machine.workers, traces::max_workers_of_a_node(*trace));
    overheads.add(*trace);
    messages.add(*trace);
  }
  table.overheads = overheads.measured();
  if (const auto submission_s = messages.submission_s()) {
    table.overheads.submit_s = std::max(0.0, submission_s->offset);
    table.overheads.skip_s = submission_s->slope;
  }
  table.messages = messages.measured();
  add_times(tasks, table);
  return table;
}

std::vector<CrossValidation> cross_validate(std::span<const CalibrationTrace> measured) {
  std::vector<CrossValidation> result;
  for (const CalibrationTrace& each : measured) {
    std::vector<CalibrationTrace> others;
    std::vector<CalibrationTrace> other_problems;
    for (const CalibrationTrace& other : measured) {
      if (&other == &each) continue;
      others.push_back(other);
      if (other.trace->metadata.command != each.trace->metadata.command) other_problems.push_back(other);
    }
    CrossValidation one;
    if (!other_problems.empty()) one = predicted_from(other_problems, each);
    result.push_back(one.predicted_s ? std::move(one) : predicted_from(others, each));
  }
  return result;
}

std::vector<MeasuredRun> measured_runs(std::span<const CrossValidation> validations) {
  std::vector<MeasuredRun> runs;
  for (const CrossValidation& each : validations) {
    if (each.predicted_s && *each.predicted_s > 0.0)
      runs.push_back({each.measured_s / *each.predicted_s, each.deviation});
  }
  return runs;
}

}  // namespace gusset::simulator
