#include "answers/region_types.hpp"

#include <algorithm>
#include <unordered_map>

namespace gusset::traces {
namespace {

struct Region {
  std::int64_t begin_ns = 0;
  std::int64_t end_ns = 0;
  std::int64_t threads = 0;
  TypeId type;
};

}  // namespace

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
        regions.try_emplace(joined.region, Region{begin_ns, times.end_ns[part], 0, type}).first->second;
    region.begin_ns = std::min(region.begin_ns, begin_ns);
    region.end_ns = std::max(region.end_ns, times.end_ns[part]);
    ++region.threads;
    types[type].lost_ns -= times.duration_ns[part];
  }
  for (const auto& [number, region] : regions) {
    RegionType& type = types[region.type];
    ++type.count;
    type.elapsed_ns += region.end_ns - region.begin_ns;
    type.lost_ns += region.threads * (region.end_ns - region.begin_ns);
  }
  for (const TaskId parent : trace.tasks.parent) {
    if (parent.is_none()) continue;
    const auto type = types.find(trace.tasks.type[parent.value()]);
    if (type != types.end()) type->second.has_tasks = true;
  }
  return types;
}

}  // namespace gusset::traces
