// Parallel regions that are so short that starting and ending them costs too much.
#include <algorithm>

#include "answers/findings/rules.hpp"

namespace gusset::traces::rules {
namespace {

constexpr std::uint64_t many_regions = 100;

}  // namespace

std::optional<Finding> short_regions(const VerdictFacts& facts) {
  if (facts.trace.metadata.origin == Origin::predicted) return {};  // regions start in no time
  if (preempted_share(facts) > max_preempted_share) return {};
  const auto most = std::ranges::max_element(facts.regions, {}, [](const auto& of) {
    const RegionType& type = of.second;
    const bool is_short =
        type.count >= many_regions && !type.has_tasks && to_double(type.median_elapsed_ns) < short_region_ns;
    return is_short ? type.usually_lost_ns : std::int64_t{-1};
  });
  if (most == facts.regions.end()) return {};
  const RegionType& worst = most->second;
  const double median_ns = to_double(worst.median_elapsed_ns);
  const double cost = facts.share(to_double(worst.usually_lost_ns));
  if (worst.count < many_regions || worst.has_tasks || median_ns >= short_region_ns || cost < min_cost)
    return {};
  const TypeId type = most->first;
  const std::string name = type_name(facts, type);
  return Finding{Kind::too_fine,
                 cost,
                 count_text(worst.count, "region") + " " + name + " last " +
                     duration_text_ns(worst.median_elapsed_ns) +
                     " each (median), and nothing runs in them for at least " + percent_text(cost) +
                     " of the threads' time: starting and ending a region takes too long for so little work; "
                     "do more in each, or try whether one thread is as fast (an if clause).",
                 command(facts, "stats"),
                 {{"regions", to_double(worst.count)}, {"median_region_ns", median_ns}, {"share", cost}},
                 {Target::of_type(name, type)}};
}

}  // namespace gusset::traces::rules
