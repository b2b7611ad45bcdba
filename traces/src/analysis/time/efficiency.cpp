#include "gusset/traces/analysis/time/efficiency.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <utility>

#include "gusset/traces/analysis/time/statistics.hpp"
#include "ratio.hpp"
#include "worker_time.hpp"

namespace gusset::traces {
namespace {

/// Tasks and time of all types with one name. A parallel region is one task (see TypeInflation).
struct TypeTotal {
  std::uint64_t tasks = 0;
  bool is_region = false;
  std::int64_t busy_ns = 0;
  double mean_ns() const { return ratio(busy_ns, tasks); }
};

/// The regions whose parts have a type, by type.
std::map<TypeId, std::set<std::uint32_t>> regions_by_type(const Trace& trace) {
  std::map<TypeId, std::set<std::uint32_t>> regions;
  for (const JoinedTask& joined : trace.fork_join.joined) {
    if (joined.region != JoinedTask::no_region)
      regions[trace.tasks.type[joined.task.value()]].insert(joined.region);
  }
  return regions;
}

std::map<std::string, TypeTotal> totals_by_name(const Trace& trace, const Statistics& statistics) {
  std::map<std::string, TypeTotal> totals;
  const std::map<TypeId, std::set<std::uint32_t>> regions = regions_by_type(trace);
  for (const TypeStatistics& type : statistics.types) {
    if (type.tasks == 0) continue;
    TypeTotal& total = totals[trace.types[type.type.value()]];
    const auto of_type = regions.find(type.type);
    total.is_region = of_type != regions.end();
    total.tasks += total.is_region ? of_type->second.size() : type.tasks;
    total.busy_ns += type.busy_ns;
  }
  return totals;
}

Scalability scalability(const Trace& trace, const Statistics& here, const Trace& baseline, double parallel) {
  const Statistics before = compute_statistics(baseline);
  const auto base_types = totals_by_name(baseline, before);
  Scalability result;
  result.speedup = ratio(before.makespan_ns, here.makespan_ns);
  double common_ns = 0.0;
  double expected_ns = 0.0;
  double all_ns = 0.0;
  for (const auto& [name, total] : totals_by_name(trace, here)) {
    const auto busy_ns = static_cast<double>(total.busy_ns);
    all_ns += busy_ns;
    const auto base = base_types.find(name);
    if (base == base_types.end()) continue;
    TypeInflation type{
        name, total.tasks, base->second.tasks, total.mean_ns(), base->second.mean_ns(), 1.0, total.is_region,
        0.0};
    if (type.baseline_mean_ns > 0.0) type.ratio = type.mean_ns / type.baseline_mean_ns;
    type.extra_ns = busy_ns - static_cast<double>(total.tasks) * type.baseline_mean_ns;
    common_ns += busy_ns;
    expected_ns += busy_ns - type.extra_ns;
    result.types.push_back(std::move(type));
  }
  if (common_ns > 0.0) result.computation = expected_ns / common_ns;
  result.covered = ratio(common_ns, all_ns);
  result.global_efficiency = parallel * result.computation;
  std::ranges::stable_sort(result.types, std::ranges::greater{}, &TypeInflation::extra_ns);
  return result;
}

double outside_regions(const Trace& trace, std::int64_t makespan_ns) {
  std::int64_t outside_ns = 0;
  for (const WorkerTime& worker : worker_times(trace, makespan_ns)) {
    for (const WorkerTime::Stretch& stretch : worker.stretches) {
      if (stretch.kind == WorkerTime::Kind::outside) outside_ns += stretch.end_ns - stretch.begin_ns;
    }
  }
  return ratio(outside_ns, static_cast<double>(makespan_ns) * static_cast<double>(trace.workers.size()));
}

}  // namespace

Efficiency efficiency(const Trace& trace, const Trace* baseline) {
  const Statistics statistics = compute_statistics(trace);
  Efficiency result;
  result.makespan_ns = statistics.makespan_ns;
  result.parallel = statistics.busy_share;
  std::int64_t max_ns = -1;
  for (const WorkerStatistics& worker : statistics.workers) {
    if (worker.busy_ns <= max_ns) continue;
    max_ns = worker.busy_ns;
    result.busiest = worker.worker;
  }
  if (!statistics.workers.empty() && max_ns > 0) {
    const auto busiest_ns = static_cast<double>(max_ns);
    const auto workers = static_cast<double>(statistics.workers.size());
    result.load_balance = static_cast<double>(statistics.busy_ns) / workers / busiest_ns;
    result.communication = busiest_ns / static_cast<double>(statistics.makespan_ns);
  }
  double sum = 0.0;
  double most = 0.0;
  std::size_t nodes = 0;
  for (const NodeStatistics& node : statistics.nodes) {
    if (node.workers == 0) continue;
    ++nodes;
    sum += node.busy_share;
    most = std::max(most, node.busy_share);
  }
  if (nodes > 0) result.node_balance = ratio(sum / static_cast<double>(nodes), most);
  if (trace.recorded.fork_join) result.outside_regions = outside_regions(trace, result.makespan_ns);
  if (baseline != nullptr) result.scalability = scalability(trace, statistics, *baseline, result.parallel);
  return result;
}

std::size_t workers_that_ran(const Trace& trace) {
  const Statistics statistics = compute_statistics(trace);
  return static_cast<std::size_t>(std::ranges::count_if(
      statistics.workers, [](const WorkerStatistics& worker) { return worker.busy_ns > 0; }));
}

}  // namespace gusset::traces
