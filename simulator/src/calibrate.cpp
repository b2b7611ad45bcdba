#include "gusset/simulator/calibrate.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "gusset/traces/task_table.hpp"

namespace gusset::simulator {
namespace {

using traces::Error;
using traces::Trace;

struct Key {
  std::string type;
  SizeKind kind = SizeKind::work;
  double size = 0.0;
  friend auto operator<=>(const Key&, const Key&) = default;
};
using Durations = std::map<Key, std::vector<std::int64_t>>;  // ns

constexpr double seconds_per_ns = 1e-9;

double bytes_accessed(const Trace& trace, std::size_t task) {
  if (!trace.recorded.accesses) return 0.0;
  double bytes = 0.0;
  std::vector<std::uint32_t> seen;
  for (std::uint64_t i = trace.accesses.first[task]; i < trace.accesses.first[task + 1]; ++i) {
    const std::uint32_t handle = trace.accesses.items[i].handle.value();
    if (std::find(seen.begin(), seen.end(), handle) != seen.end()) continue;
    seen.push_back(handle);
    bytes += static_cast<double>(trace.handles.size_bytes[handle]);
  }
  return bytes;
}

Key key_of(const Trace& trace, std::size_t task) {
  const std::string& type = trace.types[trace.tasks.type[task].value()];
  const double work = trace.recorded.work ? trace.tasks.work[task] : 0.0;
  if (work > 0) return {type, SizeKind::work, work};
  return {type, SizeKind::bytes, bytes_accessed(trace, task)};
}

/// Adds what tasks took; false where none ran.
bool collect(const Trace& trace, Durations& durations) {
  const traces::TaskTimes times = traces::task_times(trace);
  bool any = false;
  for (std::size_t task = 0; task < trace.tasks.size(); ++task) {
    if (times.begin_ns[task] == traces::unknown_time) continue;
    durations[key_of(trace, task)].push_back(times.duration_ns[task]);
    any = true;
  }
  return any;
}

double mean_s(const std::vector<std::int64_t>& sorted, std::size_t first, std::size_t last) {
  double sum_ns = 0.0;
  for (std::size_t i = first; i < last; ++i) sum_ns += static_cast<double>(sorted[i]);
  return sum_ns / static_cast<double>(last - first) * seconds_per_ns;
}

CostEntry summarize(const Key& key, std::vector<std::int64_t> sorted) {
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
  // Rounding in the sum must not carry a mean of equal values beyond them.
  entry.mean_s = std::clamp(mean_s(sorted, cut, n - cut), entry.min_s, entry.max_s);
  const double whole_mean_s = mean_s(sorted, 0, n);
  double squares = 0.0;
  for (const std::int64_t ns : sorted) {
    const double off_s = static_cast<double>(ns) * seconds_per_ns - whole_mean_s;
    squares += off_s * off_s;
  }
  entry.stddev_s = n > 1 ? std::sqrt(squares / static_cast<double>(n - 1)) : 0.0;
  return entry;
}

unsigned workers_per_node(const Trace& trace) {
  std::map<std::uint32_t, unsigned> workers;
  unsigned most = 0;
  for (const traces::Worker& worker : trace.workers) most = std::max(most, ++workers[worker.node.value()]);
  return most;
}

std::string text_of(const std::string& cpu, const std::string& host) {
  return (cpu.empty() ? "an unknown processor" : "'" + cpu + "'") +
         (host.empty() ? "" : " of host '" + host + "'");
}

}  // namespace

traces::Result<CostTable> calibrate(std::span<const CalibrationTrace> measured) {
  if (measured.empty()) return Error{"calibration", "a measured trace", "none"};
  CostTable table;
  table.trim = calibration_trim;
  const traces::Metadata& first = measured.front().trace->metadata;
  table.machine.host = first.host;
  table.machine.cpu = first.cpu;
  Durations durations;
  for (const auto& [trace, name] : measured) {
    const traces::Metadata& metadata = trace->metadata;
    if (metadata.origin == traces::Origin::predicted)
      return Error{name, "a measured trace", "a predicted one"};
    if (std::tie(metadata.cpu, metadata.host) != std::tie(first.cpu, first.host)) {
      return Error{name, "a trace from " + text_of(first.cpu, first.host),
                   "one from " + text_of(metadata.cpu, metadata.host)};
    }
    if (!collect(*trace, durations)) return Error{name, "tasks that ran", "none"};
    table.machine.workers = std::max(table.machine.workers, workers_per_node(*trace));
  }
  for (auto& [key, ns] : durations) table.entries.push_back(summarize(key, std::move(ns)));
  return table;
}

}  // namespace gusset::simulator
