#include "gusset/traces/analysis/compare/repeated_runs.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

#include "gusset/traces/analysis/time/distribution.hpp"
#include "gusset/traces/model/names.hpp"

namespace gusset::traces {
namespace {

template <class DurationOf>
std::vector<std::int64_t> durations_of(const std::vector<RunTimes>& runs, DurationOf duration_ns) {
  std::vector<std::int64_t> durations;
  durations.reserve(runs.size());
  for (const RunTimes& run : runs) durations.push_back(duration_ns(run));
  return durations;
}

DurationChange change_of(std::string name, std::vector<std::int64_t> a_ns, std::vector<std::int64_t> b_ns) {
  const auto estimate = estimate_ratio(a_ns, b_ns);
  return {std::move(name), median_ns(a_ns), median_ns(b_ns), estimate};
}

bool all_have(const std::vector<RunTimes>& runs, const std::string& type) {
  return std::all_of(runs.begin(), runs.end(), [&](const RunTimes& run) { return run.types.contains(type); });
}

// Types that ran in every run, by busy time in A.
std::vector<std::string> common_types(const std::vector<RunTimes>& a, const std::vector<RunTimes>& b) {
  std::vector<std::pair<std::int64_t, std::string>> by_time;
  for (const auto& [name, first] : a.front().types) {
    if (!all_have(a, name) || !all_have(b, name)) continue;
    std::int64_t busy_ns = 0;
    for (const RunTimes& run : a) busy_ns += run.types.at(name).busy_ns;
    by_time.emplace_back(-busy_ns, name);
  }
  std::sort(by_time.begin(), by_time.end());
  std::vector<std::string> names;
  for (auto& entry : by_time) names.push_back(std::move(entry.second));
  return names;
}

}  // namespace

std::string_view quantity_name(RunQuantity quantity) {
  constexpr std::array<std::string_view, run_quantities> names{"makespan", "busy", "idle"};
  return names.at(static_cast<std::size_t>(quantity));
}

RunTimes run_times(const std::string& file, const Trace& frame, const Statistics& statistics) {
  RunTimes times{file,
                 {statistics.makespan_ns, statistics.busy_ns, statistics.idle_ns},
                 frame.workers.size(),
                 frame.metadata.incomplete,
                 {},
                 frame.metadata.program,
                 command_text(frame.metadata)};
  for (const TypeStatistics& type : statistics.types) {
    if (type.tasks == 0) continue;
    RunTimes::Type& same_name = times.types[frame.types[type.type.value()]];
    same_name.tasks += type.tasks;
    same_name.busy_ns += type.busy_ns;
  }
  return times;
}

MeasuredSpeedup measured_speedup(unsigned threads, std::span<const std::int64_t> runs_ns,
                                 std::span<const std::int64_t> one_thread_ns) {
  MeasuredSpeedup measured{threads, runs_ns.size(), one_thread_ns.size(), {}};
  const std::optional<RatioEstimate> estimate = estimate_ratio(runs_ns, one_thread_ns);
  if (estimate && estimate->interval)
    measured.interval = MeasuredSpeedup::Interval{estimate->interval->low, estimate->interval->high};
  return measured;
}

RepeatedRuns compare_runs(std::vector<RunTimes> a, std::vector<RunTimes> b) {
  assert(!a.empty() && !b.empty());
  RepeatedRuns runs{std::move(a), std::move(b), {}, {}};
  for (std::size_t i = 0; i < run_quantities; ++i) {
    const auto quantity = static_cast<RunQuantity>(i);
    const auto of_run = [quantity](const RunTimes& run) { return run.of(quantity); };
    runs.quantities[i] = change_of(std::string(quantity_name(quantity)), durations_of(runs.a, of_run),
                                   durations_of(runs.b, of_run));
  }
  for (const std::string& type : common_types(runs.a, runs.b)) {
    const auto of_run = [&type](const RunTimes& run) { return run.types.at(type).mean_ns(); };
    runs.types.push_back(change_of(type, durations_of(runs.a, of_run), durations_of(runs.b, of_run)));
  }
  return runs;
}

}  // namespace gusset::traces
