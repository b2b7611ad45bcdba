#include "answers/region_types.hpp"

#include <algorithm>
#include <unordered_map>
#include <utility>
#include <vector>

#include "gusset/traces/analysis/time/distribution.hpp"

namespace gusset::traces {
namespace {

/// A thread's part of a region.
struct Part {
  std::int64_t begin_ns = 0;
  std::int64_t end_ns = 0;
  std::int64_t busy_ns = 0;
  bool is_creators = false;  ///< of the thread that created the region
};

struct Region {
  std::int64_t begin_ns = 0;
  std::int64_t end_ns = 0;
  std::vector<Part> parts;
  TypeId type;

  /// The time that the threads do not work while the region's creator takes part in it. If the creator has no
  /// part, the part that begins first counts instead.
  std::int64_t lost_ns() const {
    const Part& whole = *std::ranges::min_element(
        parts, {}, [](const Part& part) { return std::pair(!part.is_creators, part.begin_ns); });
    std::int64_t sum_ns = 0;
    for (const Part& part : parts) {
      const std::int64_t together_ns =
          std::min(whole.end_ns, part.end_ns) - std::max(whole.begin_ns, part.begin_ns);
      sum_ns +=
          whole.end_ns - whole.begin_ns - std::min(part.busy_ns, std::max<std::int64_t>(0, together_ns));
    }
    return sum_ns;
  }
};

}  // namespace

RegionsTime time_of_regions(const Trace& trace, const TaskTimes& times, std::int64_t makespan_ns) {
  RegionsTime regions{makespan_ns, 0};
  for (const JoinedTask& joined : trace.fork_join.joined) {
    const std::size_t part = joined.task.value();
    if (joined.region == JoinedTask::no_region || times.lane[part].is_none()) continue;
    regions.first_ns = std::min(regions.first_ns, times.begin_ns[part]);
    regions.last_ns = std::max(regions.last_ns, times.end_ns[part]);
  }
  return regions;
}

std::map<TypeId, RegionType> region_types(const Trace& trace, const TaskTimes& times) {
  if (!trace.recorded.fork_join || !trace.recorded.submit || !trace.recorded.parents) return {};
  std::unordered_map<std::uint32_t, Region> regions;
  std::map<TypeId, RegionType> types;
  for (const JoinedTask& joined : trace.fork_join.joined) {
    const std::size_t part = joined.task.value();
    if (joined.region == JoinedTask::no_region || times.lane[part].is_none()) continue;
    const std::int64_t submit_ns = trace.tasks.submit_ns[part];
    const std::int64_t begin_ns =
        submit_ns == unknown_time ? times.begin_ns[part] : std::min(submit_ns, times.begin_ns[part]);
    const TypeId type = trace.tasks.type[part];
    Region& region =
        regions.try_emplace(joined.region, Region{begin_ns, times.end_ns[part], {}, type}).first->second;
    region.begin_ns = std::min(region.begin_ns, begin_ns);
    region.end_ns = std::max(region.end_ns, times.end_ns[part]);
    const TaskId creator = trace.tasks.parent[part];
    const bool is_creators = !creator.is_none() && times.lane[creator.value()] == times.lane[part];
    region.parts.push_back({times.begin_ns[part], times.end_ns[part], times.duration_ns[part], is_creators});
  }
  struct RegionTimes {
    std::vector<std::int64_t> elapsed_ns;
    std::vector<std::int64_t> lost_ns;
  };
  std::map<TypeId, RegionTimes> times_of;
  for (const auto& [number, region] : regions) {
    times_of[region.type].elapsed_ns.push_back(region.end_ns - region.begin_ns);
    times_of[region.type].lost_ns.push_back(region.lost_ns());
  }
  for (auto& [id, of] : times_of) {
    RegionType& type = types[id];
    type.count = of.elapsed_ns.size();
    type.median_elapsed_ns = median_ns(of.elapsed_ns);
    const std::int64_t median_lost_ns = median_ns(of.lost_ns);
    for (const std::int64_t lost_ns : of.lost_ns) type.usually_lost_ns += std::min(lost_ns, median_lost_ns);
  }
  for (const TaskId parent : trace.tasks.parent) {
    if (parent.is_none()) continue;
    const auto type = types.find(trace.tasks.type[parent.value()]);
    if (type != types.end()) type->second.has_tasks = true;
  }
  return types;
}

}  // namespace gusset::traces
