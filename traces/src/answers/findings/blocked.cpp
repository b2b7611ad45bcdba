// Tasks that gave up their processors for a reason that the trace does not show.
#include <algorithm>
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

/// Such times of each type that no other finding reports.
std::vector<NotWorking> unreported(const VerdictFacts& facts) {
  const bool is_reported = serial_part(facts).has_value();  // says itself how long the serial part waits
  const NotWorking start_up = not_working_at_start_up(facts);
  const auto [region_of_single, in_single] = not_working_in_single(facts);
  std::vector<NotWorking> by_type(facts.trace.types.size());
  for (std::size_t type = 0; type < by_type.size(); ++type) {
    const bool is_serial = is_serial_type(facts.trace, TypeId(type));
    if (is_serial && is_reported) continue;
    by_type[type] = not_working(facts, TypeId(type));
    if (region_of_single == TypeId(type)) {
      by_type[type].blocked_ns = std::max<std::int64_t>(0, by_type[type].blocked_ns - in_single.blocked_ns);
      by_type[type].unclear_ns = std::max<std::int64_t>(0, by_type[type].unclear_ns - in_single.unclear_ns);
    }
    if (!is_serial) continue;
    by_type[type].blocked_ns -= start_up.blocked_ns;
    by_type[type].unclear_ns -= start_up.unclear_ns;
  }
  return by_type;
}

/// The part of a type's time.
double part_of_type(const VerdictFacts& facts, TypeId type, std::int64_t ns) {
  const auto statistics = std::ranges::find(facts.statistics.types, type, &TypeStatistics::type);
  const double busy_ns = statistics == facts.statistics.types.end() ? 0.0 : to_double(statistics->busy_ns);
  return busy_ns > 0.0 ? std::min(1.0, to_double(ns) / busy_ns) : 0.0;
}

/// If such time of a type makes a loop uneven, it is the cause and ranks before the loop: with this cost.
double cost_in_uneven_loop(const VerdictFacts& facts, TypeId type, std::int64_t ns) {
  const LoopStatistics* const uneven = uneven_loop(facts);
  return uneven != nullptr && uneven->region == type && 2 * ns >= uneven->lost_ns
             ? facts.share(to_double(uneven->lost_ns)) + 0.001
             : 0.0;
}

/// Tasks that slept or waited, or had no processor.
Finding unclear(const VerdictFacts& facts, TypeId type, const NotWorking& time, double cost) {
  const double part = part_of_type(facts, type, time.sum_ns());
  const bool are_tasks = are_created(facts, type);
  return {Kind::blocked,
          std::max(cost, cost_in_uneven_loop(facts, type, time.sum_ns())),
          (are_tasks ? "Tasks of " + type_name(facts, type) + " did not use their processors for at least "
                     : type_name(facts, type) + " did not use its processors for at least ") +
              percent_text(part) + (are_tasks ? " of their time: they" : " of its time: it") +
              " slept, read or wrote files, waited, or had none; which of these was not recorded: " +
              own_processor_advice + ", to see it.",
          command(facts, "view"),
          {{"share", cost},
           {"share_of_type", part},
           {"blocked_ns", to_double(time.blocked_ns)},
           {"unclear_ns", to_double(time.unclear_ns)}},
          {Target::of_type(type_name(facts, type), type)}};
}

}  // namespace

NotWorking not_working(const VerdictFacts& facts, TypeId type) {
  const BlockedTime& blocked = facts.blocked;
  if (blocked.by_type_ns.empty()) return {};
  return {blocked.by_type_ns[type.value()], blocked.unclear_by_type_ns[type.value()]};
}

double blocked_share(const VerdictFacts& facts) {
  return facts.share(to_double(facts.blocked.total_ns - not_working_at_start_up(facts).blocked_ns));
}

double unclear_share(const VerdictFacts& facts) {
  return facts.share(to_double(facts.blocked.unclear_total_ns - not_working_at_start_up(facts).unclear_ns));
}

std::optional<Finding> blocked(const VerdictFacts& facts) {
  // Such short tasks and critical sections hardly sleep: they were interrupted, or waited for the lock.
  const std::optional<Finding> fine = too_fine(facts);
  const double of_fine_work =
      std::max(fine ? fine->cost : 0.0, facts.fine_lock ? facts.share(facts.fine_lock->cost_ns) : 0.0);
  if (std::max(blocked_share(facts), unclear_share(facts)) < of_fine_work) return {};
  if (std::max(blocked_share(facts), unclear_share(facts)) < min_cost) return {};
  const std::vector<NotWorking> by_type = unreported(facts);
  NotWorking all;
  for (const NotWorking& each : by_type) {
    all.blocked_ns += each.blocked_ns;
    all.unclear_ns += each.unclear_ns;
  }
  const double cost = facts.share(to_double(all.blocked_ns - blocked_in_contended_lock_ns(facts)));
  const double unclear_cost = facts.share(to_double(all.unclear_ns));
  const auto type_with_most = [&](auto time_of) {
    return TypeId(static_cast<std::size_t>(std::ranges::max_element(by_type, {}, time_of) - by_type.begin()));
  };
  if (unclear_cost >= min_cost && unclear_cost > cost) {
    const TypeId type = type_with_most(&NotWorking::unclear_ns);
    return unclear(facts, type, by_type[type.value()], unclear_cost);
  }
  if (cost < min_cost) return {};
  const TypeId most = type_with_most(&NotWorking::blocked_ns);
  const double blocked_ns = to_double(by_type[most.value()].blocked_ns);
  const double part = part_of_type(facts, most, by_type[most.value()].blocked_ns);
  const std::string share = " gave up the processor for at least " + percent_text(part) + " of ";
  const std::string faults = page_faults_text(facts);
  const std::string reasons =
      " slept, read or wrote files, or waited for something that the trace does not "
      "show" +
      (faults.empty() ? "" : ", perhaps for memory that the system maps (" + faults + ")") + "; ";
  return Finding{
      Kind::blocked,
      std::max(cost, cost_in_uneven_loop(facts, most, by_type[most.value()].blocked_ns)),
      are_created(facts, most)
          ? "Tasks of " + type_name(facts, most) + share + "their time: they" + reasons +
                "let them wait less, or use more threads, so that others can work meanwhile."
          : type_name(facts, most) + share + "its time: it" + reasons + "find out what it waits for.",
      command(facts, "view"),
      {{"share", cost}, {"share_of_type", part}, {"blocked_ns", blocked_ns}},
      {Target::of_type(type_name(facts, most), most)}};
}

}  // namespace gusset::traces::rules
