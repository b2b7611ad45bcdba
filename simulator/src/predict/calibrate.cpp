#include "gusset/simulator/predict/calibrate.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <tuple>
#include <utility>

#include "accessed_bytes.hpp"
#include "costs/busy_times.hpp"
#include "costs/measured_messages.hpp"
#include "costs/measured_overheads.hpp"
#include "gusset/simulator/predict/replay.hpp"
#include "gusset/traces/analysis/graph/speedup.hpp"
#include "gusset/traces/analysis/time/statistics.hpp"
#include "gusset/traces/analysis/time/task_table.hpp"
#include "gusset/traces/model/names.hpp"
#include "network/simulated_time.hpp"
#include "replay_stream.hpp"

namespace gusset::simulator {
namespace {

using traces::Trace;

struct Key {
  std::string type;
  SizeKind kind = SizeKind::work;
  double size = 0.0;
  friend auto operator<=>(const Key&, const Key&) = default;
};
struct Samples {
  std::vector<std::int64_t> all_ns;
  std::vector<std::int64_t> busy_ns;  // tasks that ran while all workers were busy
};
using Durations = std::map<Key, Samples>;

constexpr unsigned cross_validation_seeds = 5;

Key key_of(const Trace& trace, const AccessedBytes& bytes, std::size_t task) {
  const std::string& type = type_name(trace, traces::TaskId(task));
  const double work = trace.recorded.work ? trace.tasks.work[task] : 0.0;
  if (work > 0) return {type, SizeKind::work, work};
  return {type, SizeKind::bytes, static_cast<double>(bytes.of(traces::TaskId(task)))};
}

/// Adds the tasks' times. Returns false if no task ran.
bool collect(const Trace& trace, Durations& durations) {
  const traces::TaskTimes times = traces::task_times(trace);
  const BusyTimes busy(trace);
  const AccessedBytes bytes(trace);
  std::vector<bool> is_parent(trace.tasks.size());
  if (trace.recorded.parents) {
    for (const traces::TaskId parent : trace.tasks.parent) {
      if (!parent.is_none()) is_parent[parent.value()] = true;
    }
  }
  bool any = false;
  for (std::size_t task = 0; task < trace.tasks.size(); ++task) {
    if (times.begin_ns[task] == traces::unknown_time) continue;
    any = true;
    if (is_parent[task]) continue;  // it submitted other tasks, so its time is not only its own work
    Samples& samples = durations[key_of(trace, bytes, task)];
    samples.all_ns.push_back(times.duration_ns[task]);
    const double whole_ns = static_cast<double>(times.end_ns[task] - times.begin_ns[task]);
    const auto shared_ns = static_cast<double>(busy.within(times.begin_ns[task], times.end_ns[task]));
    if (shared_ns >= calibration_busy_share * whole_ns) samples.busy_ns.push_back(times.duration_ns[task]);
  }
  return any;
}

double mean_s(const std::vector<std::int64_t>& sorted, std::size_t first, std::size_t last) {
  double sum_ns = 0.0;
  for (std::size_t i = first; i < last; ++i) sum_ns += static_cast<double>(sorted[i]);
  return sum_ns / static_cast<double>(last - first) * seconds_per_ns;
}

double deviation_s(const std::vector<std::int64_t>& sorted, std::size_t first, std::size_t last) {
  if (last - first < 2) return 0.0;
  const double mean = mean_s(sorted, first, last);
  double squares = 0.0;
  for (std::size_t i = first; i < last; ++i) {
    const double off_s = static_cast<double>(sorted[i]) * seconds_per_ns - mean;
    squares += off_s * off_s;
  }
  return std::sqrt(squares / static_cast<double>(last - first - 1));
}

CostEntry summarize(const Key& key, Samples samples) {
  std::vector<std::int64_t> sorted =
      std::move(samples.busy_ns.size() >= calibration_fewest ? samples.busy_ns : samples.all_ns);
  std::sort(sorted.begin(), sorted.end());
  const std::size_t n = sorted.size();
  CostEntry entry;
  entry.type = key.type;
  entry.kind = key.kind;
  entry.size = key.size;
  entry.count = n;
  entry.min_s = static_cast<double>(sorted.front()) * seconds_per_ns;
  entry.max_s = static_cast<double>(sorted.back()) * seconds_per_ns;
  entry.median_s =
      (static_cast<double>(sorted[(n - 1) / 2]) + static_cast<double>(sorted[n / 2])) * 0.5 * seconds_per_ns;
  const auto cut = static_cast<std::size_t>(calibration_trim * static_cast<double>(n));
  // Rounding in the sum must not push a mean of equal values out of their range.
  entry.mean_s = std::clamp(mean_s(sorted, cut, n - cut), entry.min_s, entry.max_s);
  entry.stddev_s = deviation_s(sorted, 0, n);
  entry.deviation_s = deviation_s(sorted, cut, n - cut);
  return entry;
}

std::string text_of(const std::string& cpu, const std::string& host) {
  return (cpu.empty() ? "an unknown processor" : "'" + cpu + "'") +
         (host.empty() ? "" : " on host '" + host + "'");
}

}  // namespace

Result<CostTable> calibrate(std::span<const CalibrationTrace> measured) {
  if (measured.empty()) return Error{"calibration", "a measured trace", "none"};
  CostTable table;
  table.trim = calibration_trim;
  const traces::Metadata& first = measured.front().trace->metadata;
  table.machine.host = first.host;
  table.machine.cpu = first.cpu;
  Durations durations;
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
    if (!collect(*trace, durations)) return Error{name, "tasks that ran", "none"};
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
  for (auto& [key, samples] : durations) table.entries.push_back(summarize(key, std::move(samples)));
  return table;
}

std::vector<CrossValidation> cross_validate(std::span<const CalibrationTrace> measured) {
  std::vector<CrossValidation> result;
  for (std::size_t i = 0; i < measured.size(); ++i) {
    CrossValidation& one = result.emplace_back();
    one.name = measured[i].name;
    one.measured_s =
        static_cast<double>(traces::compute_statistics(*measured[i].trace).makespan_ns) * seconds_per_ns;
    if (one.measured_s == 0.0) {
      one.why_not = Error{one.name, "a makespan above 0", "0 s"}.message();
      continue;
    }
    std::vector<CalibrationTrace> others(measured.begin(), measured.end());
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
    const auto costs = calibrate(others);
    if (!costs) {
      one.why_not = costs.error().message();
      continue;
    }
    ReplayInputs inputs;
    inputs.name = measured[i].name;
    inputs.costs = make_table_costs(*costs, "the other traces");
    inputs.overheads = costs->overheads;
    inputs.seeds = cross_validation_seeds;
    inputs.wants_trace = false;
    const auto replayed = replay(*measured[i].trace, inputs);
    if (replayed) {
      one.predicted_s = replayed->statistics.makespan_s;
    } else {
      one.why_not = replayed.error().message();
    }
  }
  return result;
}

}  // namespace gusset::simulator
