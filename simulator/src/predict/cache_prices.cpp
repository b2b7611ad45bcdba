#include "gusset/simulator/predict/cache_prices.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <utility>

#include "accessed_bytes.hpp"
#include "caches/recorded_misses.hpp"
#include "costs/grouped_line.hpp"
#include "costs/robust_line.hpp"
#include "gusset/base/numbers.hpp"
#include "gusset/traces/analysis/graph/speedup.hpp"
#include "gusset/traces/analysis/time/task_table.hpp"
#include "gusset/traces/model/names.hpp"
#include "network/simulated_time.hpp"

namespace gusset::simulator {
namespace {

using traces::Trace;

constexpr double longest_to_median = 5.0;
constexpr std::uint64_t fewest_tasks = 10;

struct MissSample {
  double l2_bytes = 0.0;
  double l3_bytes = 0.0;
  double seconds = 0.0;
};
using SizeOfTask = std::pair<double, double>;  // declared work, accessed bytes
using SamplesByType = std::map<std::string, std::map<SizeOfTask, std::vector<MissSample>>>;

void collect_misses(const Trace& trace, const CacheLevels& levels, SamplesByType& samples) {
  const traces::TaskTimes times = traces::task_times(trace);
  const AccessedBytes bytes(trace);
  const std::vector<TaskMisses> misses = recorded_misses(trace, levels);
  std::vector<bool> is_parent(trace.tasks.size());
  if (trace.recorded.parents) {
    for (const traces::TaskId parent : trace.tasks.parent) {
      if (!parent.is_none()) is_parent[parent.value()] = true;
    }
  }
  for (std::size_t t = 0; t < trace.tasks.size(); ++t) {
    const traces::TaskId task(t);
    const std::uint64_t accessed = bytes.of(task);
    if (times.begin_ns[t] == traces::unknown_time || is_parent[t] || accessed == 0) continue;
    const double work = trace.recorded.work ? trace.tasks.work[t] : 0.0;
    samples[type_name(trace, task)][{work, static_cast<double>(accessed)}].push_back(
        {static_cast<double>(misses[t].bytes.l2_bytes), static_cast<double>(misses[t].bytes.l3_bytes),
         static_cast<double>(times.duration_ns[t]) * seconds_per_ns});
  }
}

/// Drops tasks that took much longer than others of their size.
void drop_long_ones(std::vector<MissSample>& samples) {
  std::vector<double> times;
  for (const MissSample& sample : samples) times.push_back(sample.seconds);
  const double limit = longest_to_median * median_of(std::move(times));
  std::erase_if(samples, [limit](const MissSample& sample) { return sample.seconds > limit; });
}

/// Returns the sum of squared deviations from the sizes' means.
double variation(const std::map<SizeOfTask, std::vector<MissSample>>& sizes, double MissSample::*bytes) {
  double sum = 0.0;
  for (const auto& [size, samples] : sizes) {
    double mean = 0.0;
    for (const MissSample& sample : samples) mean += sample.*bytes / static_cast<double>(samples.size());
    for (const MissSample& sample : samples) sum += (sample.*bytes - mean) * (sample.*bytes - mean);
  }
  return sum;
}

std::string per_byte_text(double ns) {
  return fixed_text(ns, 4);
}

std::string refusal_of(const CachePrice& price, double p) {
  if (p < significant_p && price.ns_per_byte > 0.0) return {};
  const std::string slope =
      per_byte_text(price.ns_per_byte) + " ns per byte missing in L" + std::to_string(price.level) +
      " (95 % interval " + per_byte_text(price.low_ns_per_byte) + " to " +
      per_byte_text(price.high_ns_per_byte) + ", r² " + fixed_text(price.r_squared, 3) + ")";
  return p < significant_p ? "tasks that miss more bytes are faster: " + slope
                           : "the slope is not significant: " + slope;
}

CachePriceFit fit_type(const std::string& type, const std::map<SizeOfTask, std::vector<MissSample>>& sizes) {
  CachePriceFit result;
  CachePrice& price = result.price;
  price.type = type;
  double MissSample::*bytes = &MissSample::l3_bytes;
  if (variation(sizes, &MissSample::l2_bytes) > variation(sizes, &MissSample::l3_bytes)) {
    price.level = 2;
    bytes = &MissSample::l2_bytes;
  }
  std::vector<GroupedPoint> points;
  double missing = 0.0;
  double seconds = 0.0;
  std::size_t group = 0;
  for (const auto& [size, samples] : sizes) {
    for (const MissSample& sample : samples) {
      points.push_back({group, sample.*bytes, sample.seconds});
      missing += sample.*bytes;
      seconds += sample.seconds;
    }
    ++group;
  }
  price.count = points.size();
  if (price.count < fewest_tasks) {
    result.refusal = "only " + count_text(price.count, "task");
    return result;
  }
  const std::optional<GroupedLine> line = grouped_line(points);
  if (!line) {
    result.refusal = "all tasks of a size miss the same number of bytes";
    return result;
  }
  price.ns_per_byte = line->slope * 1e9;
  price.low_ns_per_byte = line->low_slope * 1e9;
  price.high_ns_per_byte = line->high_slope * 1e9;
  price.r_squared = line->r_squared;
  price.time_share = seconds > 0.0 ? std::clamp(line->slope * missing / seconds, 0.0, 1.0) : 0.0;
  result.p = line->p;
  result.refusal = refusal_of(price, line->p);
  return result;
}

}  // namespace

Result<std::vector<CachePriceFit>> fit_cache_prices(std::span<const CalibrationTrace> measured,
                                                    const Platform& platform, const std::string& name) {
  if (measured.empty()) return Error{"calibration", "a measured trace", "none"};
  SamplesByType samples;
  for (const auto& [trace, trace_name] : measured) {
    const Result<CacheLevels> levels = cache_levels(platform, name, traces::max_workers_of_a_node(*trace));
    if (!levels) return levels.error();
    collect_misses(*trace, *levels, samples);
  }
  if (samples.empty())
    return Error{measured.front().name, "tasks that state the bytes of their data, for the cache model",
                 "none"};
  std::vector<CachePriceFit> fits;
  for (auto& [type, sizes] : samples) {
    for (auto& [size, tasks] : sizes) drop_long_ones(tasks);
    fits.push_back(fit_type(type, sizes));
  }
  return fits;
}

}  // namespace gusset::simulator
