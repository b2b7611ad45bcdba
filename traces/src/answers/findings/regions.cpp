// Parallel regions that are too short for what starting and ending them costs.
#include <algorithm>
#include <unordered_map>

#include "answers/findings/rules.hpp"
#include "gusset/traces/model/task_times.hpp"

namespace gusset::traces::rules {
namespace {

constexpr std::uint64_t many_regions = 100;

/// One region: from its creation to the end of its last part.
struct Region {
  std::int64_t begin_ns = 0;
  std::int64_t end_ns = 0;
  std::int64_t threads = 0;
  TypeId type;
};

/// All regions of one type.
struct RegionType {
  std::uint64_t count = 0;
  std::int64_t elapsed_ns = 0;
  std::int64_t lost_ns = 0;  ///< by all threads, from the regions' begins to their ends
  bool has_tasks = false;
};

std::unordered_map<std::uint32_t, RegionType> region_types(const Trace& trace) {
  const TaskTimes times = task_times(trace);
  std::unordered_map<std::uint32_t, Region> regions;
  std::unordered_map<std::uint32_t, RegionType> types;
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
    types[type.value()].lost_ns -= times.duration_ns[part];
  }
  for (const auto& [number, region] : regions) {
    RegionType& type = types[region.type.value()];
    ++type.count;
    type.elapsed_ns += region.end_ns - region.begin_ns;
    type.lost_ns += region.threads * (region.end_ns - region.begin_ns);
  }
  for (const TaskId parent : trace.tasks.parent) {
    if (parent.is_none()) continue;
    const auto type = types.find(trace.tasks.type[parent.value()].value());
    if (type != types.end()) type->second.has_tasks = true;
  }
  return types;
}

}  // namespace

std::optional<Finding> short_regions(const VerdictFacts& facts) {
  const Recorded& recorded = facts.trace.recorded;
  if (!recorded.fork_join || !recorded.submit || !recorded.parents) return {};
  if (facts.trace.metadata.origin == Origin::predicted) return {};  // regions start in no time
  if (preempted_share(facts) > max_preempted_share) return {};
  const auto types = region_types(facts.trace);
  const auto most = std::ranges::max_element(types, {}, [](const auto& of) {
    const RegionType& type = of.second;
    const bool is_short = type.count >= many_regions && !type.has_tasks &&
                          to_double(type.elapsed_ns) < short_region_ns * to_double(type.count);
    return is_short ? type.lost_ns : std::int64_t{-1};
  });
  if (most == types.end()) return {};
  const RegionType& worst = most->second;
  const double mean_ns = to_double(worst.elapsed_ns) / to_double(worst.count);
  const double cost = facts.share(to_double(worst.lost_ns));
  if (worst.count < many_regions || worst.has_tasks || mean_ns >= short_region_ns || cost < min_cost)
    return {};
  const TypeId type(most->first);
  const std::string name = type_name(facts, type);
  return Finding{Kind::too_fine,
                 cost,
                 count_text(worst.count, "region") + " " + name + " last " +
                     duration_text_ns(static_cast<std::int64_t>(mean_ns)) +
                     " each on average, and nothing runs in them for " + percent_text(cost) +
                     " of the threads' time: starting and ending a region takes too long for so little work; "
                     "do more in each, or run them on one thread (an if clause).",
                 command(facts, "stats"),
                 {{"regions", to_double(worst.count)}, {"mean_region_ns", mean_ns}, {"share", cost}},
                 {Target::of_type(name, type)}};
}

}  // namespace gusset::traces::rules
