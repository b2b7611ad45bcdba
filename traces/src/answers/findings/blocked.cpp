// Tasks that gave up their processors for a reason that the trace does not show.
#include <algorithm>
#include <numeric>
#include <string>

#include "answers/findings/rules.hpp"
#include "gusset/traces/model/names.hpp"

namespace gusset::traces::rules {
namespace {

/// Whether the program created the tasks of a type. Otherwise they are threads' parts of a parallel region,
/// or what an OpenMP program runs outside of regions.
bool are_created(const VerdictFacts& facts, TypeId type) {
  if (is_serial_type(facts.trace, type)) return false;
  for (std::size_t task = 0; task < facts.is_part.size(); ++task) {
    if (facts.is_part[task] && facts.trace.tasks.type[task] == type) return false;
  }
  return true;
}

}  // namespace

double blocked_share(const VerdictFacts& facts) {
  return facts.share(to_double(facts.blocked.total_ns - start_up_blocked_ns(facts)));
}

std::optional<Finding> blocked(const VerdictFacts& facts) {
  if (blocked_share(facts) < min_cost) return {};
  std::vector<std::int64_t> by_type = facts.blocked.by_type_ns;
  const bool is_reported = serial_part(facts).has_value();  // says itself how long the serial part waits
  const std::int64_t start_up_ns = start_up_blocked_ns(facts);
  for (std::size_t type = 0; type < by_type.size(); ++type) {
    if (is_serial_type(facts.trace, TypeId(type)))
      by_type[type] = is_reported ? 0 : by_type[type] - start_up_ns;
  }
  const double cost = facts.share(to_double(std::accumulate(by_type.begin(), by_type.end(), std::int64_t{0}) -
                                            blocked_in_contended_lock_ns(facts)));
  if (cost < min_cost) return {};
  const TypeId most(static_cast<std::size_t>(std::ranges::max_element(by_type) - by_type.begin()));
  const auto statistics = std::ranges::find(facts.statistics.types, most, &TypeStatistics::type);
  const double blocked_ns = to_double(by_type[most.value()]);
  const double busy_ns = statistics == facts.statistics.types.end() ? 0.0 : to_double(statistics->busy_ns);
  const double part = busy_ns > 0.0 ? std::min(1.0, blocked_ns / busy_ns) : 0.0;
  // If such a wait makes a loop uneven, the wait is the cause and ranks before the loop.
  const LoopStatistics* const uneven = uneven_loop(facts);
  const double loop_cost =
      uneven != nullptr && uneven->region == most && 2.0 * blocked_ns >= to_double(uneven->lost_ns)
          ? facts.share(to_double(uneven->lost_ns)) + 0.001
          : 0.0;
  const std::string share = " gave up the processor for at least " + percent_text(part) + " of ";
  const std::string reasons =
      " slept, read or wrote files, or waited for something that the trace does not "
      "show; ";
  return Finding{
      Kind::blocked,
      std::max(cost, loop_cost),
      are_created(facts, most)
          ? "Tasks of " + type_name(facts, most) + share + "their time: they" + reasons +
                "let them wait less, or use more threads, so that others can work meanwhile."
          : type_name(facts, most) + share + "its time: it" + reasons + "find out what it waits for.",
      command(facts, "view"),
      {{"share", cost}, {"share_of_type", part}, {"blocked_ns", blocked_ns}},
      {Target::of_type(type_name(facts, most), most)}};
}

}  // namespace gusset::traces::rules
