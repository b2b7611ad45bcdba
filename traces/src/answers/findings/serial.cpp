// The parts of an OpenMP program that one thread runs outside of parallel regions.
#include <algorithm>

#include "answers/findings/rules.hpp"
#include "answers/region_types.hpp"
#include "answers/start_up.hpp"
#include "gusset/traces/model/names.hpp"
#include "model/exclusive_time.hpp"

namespace gusset::traces::rules {

const TypeStatistics* serial_type(const VerdictFacts& facts) {
  for (const TypeStatistics& type : facts.statistics.types) {
    // If several threads use OpenMP on their own, their serial parts do not follow one another.
    if (is_serial_type(facts.trace, type.type)) return type.tasks == 1 ? &type : nullptr;
  }
  return nullptr;
}

namespace {

// In a shorter makespan, starting and ending the process takes a large part.
constexpr double short_run_ns = 100e6;
// If at least the rest of a time is the process's start and end, most of it may be.
constexpr double worth_making_parallel = 0.25;
// The start is not worth a sentence if it takes a smaller part of the makespan.
constexpr double min_start_up_share = 0.1;
// With so many tasks, a longer run shows nothing new.
constexpr std::uint64_t enough_tasks = 1000;
// From this part of a time on, the text says "all of that".
constexpr double nearly_all_of_serial = 0.99;

Finding outside_regions(const VerdictFacts& facts, double cost) {
  return {Kind::serial_part,
          cost,
          "Threads were in no parallel region for " + percent_text(cost) +
              " of the time; make the parts outside of regions parallel, or shorter, and let regions use all "
              "threads.",
          command(facts, "idle"),
          {{"share", cost}},
          longest_stretch(facts, IdleCause::outside_regions)};
}

RegionsTime all_regions(const VerdictFacts& facts) {
  return time_of_regions(facts.trace, facts.times, facts.statistics.makespan_ns);
}

/// How long the serial code ran before the first region began and after the last one ended.
struct AtEnds {
  std::int64_t before_ns = 0;
  std::int64_t after_ns = 0;
  double sum_ns() const { return to_double(before_ns) + to_double(after_ns); }
};
AtEnds at_ends_of(const VerdictFacts& facts, TypeId serial) {
  const Trace& trace = facts.trace;
  const RegionsTime regions = all_regions(facts);
  AtEnds at_ends;
  for (const Lane& lane : trace.lanes) {
    for_each_exclusive(lane.spans, [&](std::size_t i, std::int64_t begin_ns, std::int64_t end_ns) {
      const TaskId task = lane.spans.task[i];
      if (lane.spans.kind[i] != SpanKind::run || task.is_none() || trace.tasks.type[task.value()] != serial)
        return;
      at_ends.before_ns += std::max<std::int64_t>(0, std::min(end_ns, regions.first_ns) - begin_ns);
      at_ends.after_ns +=
          std::max<std::int64_t>(0, end_ns - std::max({begin_ns, regions.first_ns, regions.last_ns}));
    });
  }
  return at_ends;
}

/// " (98.0 ms of that before the first region, with the process's start)"
std::string at_ends_text(const VerdictFacts& facts, const AtEnds& at_ends, double serial) {
  if (facts.trace.fork_join.joined.empty()) return "";
  const bool is_before = to_double(at_ends.before_ns) > worth_mentioning * serial;
  const bool is_after = to_double(at_ends.after_ns) > worth_mentioning * serial;
  if (!is_before && !is_after) return "";
  const auto part = [&](std::int64_t ns) {
    return to_double(ns) > nearly_all_of_serial * serial ? "all of that" : duration_text_ns(ns) + " of that";
  };
  const std::string before = part(at_ends.before_ns) + " before the first region";
  const std::string after = is_before ? duration_text_ns(at_ends.after_ns) + " after the last one"
                                      : part(at_ends.after_ns) + " after the last region";
  if (const auto& start_up_ns = facts.trace.metadata.start_up_ns; is_before && start_up_ns)
    return " (" + before + ", at least " + duration_text_ns(std::min(*start_up_ns, at_ends.before_ns)) +
           " of it to start OpenMP" + (is_after ? ", and " + after + ", with the process's end" : "") + ")";
  return " (" + (is_before ? before : "") + (is_before && is_after ? " and " : "") + (is_after ? after : "") +
         ", with the process's " + (is_before ? "start" : "") + (is_before && is_after ? " and " : "") +
         (is_after ? "end" : "") + ")";
}

}  // namespace

std::int64_t serial_ns(const VerdictFacts& facts) {
  const TypeStatistics* type = serial_type(facts);
  return type == nullptr ? 0 : std::min(type->busy_ns, facts.statistics.makespan_ns);
}

double longest_start_up_ns(const VerdictFacts& facts) {
  const TypeStatistics* const type = serial_type(facts);
  return start_up_ns(facts.trace, type == nullptr ? 0.0 : to_double(not_working(facts, type->type).sum_ns()));
}

NotWorking not_working_at_start_up(const VerdictFacts& facts) {
  const TypeStatistics* const type = serial_type(facts);
  if (type == nullptr) return {};
  const NotWorking all = not_working(facts, type->type);
  if (all.sum_ns() == 0) return {};
  const auto at_most_ns =
      static_cast<std::int64_t>(std::min(at_ends_of(facts, type->type).sum_ns(), longest_start_up_ns(facts)));
  const std::int64_t blocked_ns = std::min(all.blocked_ns, at_most_ns);
  return {blocked_ns, std::min(all.unclear_ns, at_most_ns - blocked_ns)};
}

double start_up_share(const VerdictFacts& facts) {
  const TypeStatistics* const type = serial_type(facts);
  if (type == nullptr) return 0.0;
  const double at_ends_ns = at_ends_of(facts, type->type).sum_ns();
  return at_ends_ns > longest_start_up_ns(facts) ? 0.0 : facts.share((facts.workers() - 1.0) * at_ends_ns);
}

double estimated_serial_cost(const VerdictFacts& facts) {
  if (facts.idle.knows(IdleCause::outside_regions)) return 0.0;
  return std::min(facts.share((facts.workers() - 1.0) * to_double(serial_ns(facts))),
                  facts.idle_share(IdleCause::no_work) + facts.idle_share(IdleCause::unknown) +
                      facts.idle_share(IdleCause::unsubmitted));
}

namespace {

/// The idle time outside of regions. If threads often had no processor, they had none there either, although
/// they had nothing to do: then also the idle time that one thread's work there costs in any case.
double cost_outside_regions(const VerdictFacts& facts) {
  const double share = facts.idle_share(IdleCause::outside_regions);
  if (preempted_share(facts) <= max_preempted_share) return share;
  const double alone = facts.share((facts.workers() - 1.0) * to_double(serial_ns(facts)));
  return std::max(share, std::min(alone, facts.idle_share(IdleCause::preempted)));
}

}  // namespace

std::optional<Finding> serial_part(const VerdictFacts& facts) {
  const bool is_known = facts.idle.knows(IdleCause::outside_regions);
  const double serial = to_double(serial_ns(facts));
  const double cost = is_known ? cost_outside_regions(facts) : estimated_serial_cost(facts);
  if (cost < min_cost) return {};
  // Otherwise several threads use OpenMP on their own, or regions use few of the threads.
  const bool is_one_thread = !is_known || facts.share((facts.workers() - 1.0) * serial) > 0.5 * cost;
  if (!is_one_thread) {
    // The other threads of a program with one initial thread are created when its first region begins, and
    // have nothing to do after its last one.
    const RegionsTime regions = all_regions(facts);
    const double before_ns = to_double(regions.first_ns);
    const double after_ns = facts.makespan_ns() - to_double(regions.last_ns);
    const bool is_only_start_up =
        serial_type(facts) != nullptr && std::max(before_ns, after_ns) < longest_start_up_ns(facts) &&
        facts.share((facts.workers() - 1.0) * before_ns + facts.workers() * after_ns) > 0.5 * cost;
    if (is_only_start_up || may_be_preemption(facts, cost)) return {};
    return outside_regions(facts, cost);
  }
  const TypeId type = serial_type(facts)->type;
  const double of_makespan = serial / facts.makespan_ns();
  // Starting and ending many short regions takes most of the time between them.
  const std::optional<Finding> regions = short_regions(facts);
  if (regions && serial < short_region_ns * regions->figures.front().second) return {};
  const AtEnds at_ends = at_ends_of(facts, type);
  const double usual_ns = longest_start_up_ns(facts);
  const double start_up = std::min(at_ends.sum_ns(), usual_ns);
  const bool is_at_ends = at_ends.sum_ns() > 0.5 * serial;
  const bool is_start_up = facts.makespan_ns() < short_run_ns && of_makespan > min_start_up_share &&
                           is_at_ends && at_ends.sum_ns() <= start_up;
  const bool may_be_start_up = is_at_ends && at_ends.sum_ns() < 1.5 * usual_ns;
  // What may be the process's own start and end does not count, unless it is a large part of the run.
  const double own_cost = is_start_up ? cost : cost * (1.0 - start_up / serial);
  const bool is_more_than_start_up = at_ends.sum_ns() > usual_ns;
  if (own_cost < min_cost && !is_more_than_start_up) return {};
  const std::int64_t without_ns =
      std::min(serial_ns(facts), without_processor_ns(facts.trace, [&](TaskId task) {
                 return facts.trace.tasks.type[task.value()] == type;
               }));
  const bool lacks_processor = to_double(without_ns) > worth_mentioning * serial;
  const NotWorking without_work = not_working(facts, type);
  const std::int64_t waited_ns = without_work.blocked_ns;
  const bool waits = to_double(waited_ns) > worth_mentioning * serial;
  const bool is_unclear = to_double(without_work.unclear_ns) > worth_mentioning * serial;
  const bool mostly_waits = to_double(without_work.sum_ns()) > 0.5 * serial;
  const bool is_idle = waits || lacks_processor || is_unclear;
  const std::int64_t used_ns =
      std::max<std::int64_t>(0, serial_ns(facts) - without_ns - without_work.sum_ns());
  return Finding{
      Kind::serial_part,
      // While that thread has no processor, the lack of one is the cause.
      own_cost * (1.0 - to_double(without_ns) / serial),
      (is_idle ? "One thread is alone for " : "One thread works alone for ") +
          duration_text_ns(serial_ns(facts)) + ", " + percent_text(of_makespan) +
          " of the makespan, outside parallel regions" + at_ends_text(facts, at_ends, serial) +
          (is_unclear ? ", and uses its processor for at most " + duration_text_ns(used_ns) +
                            " of that (otherwise it slept, read or wrote files, waited, or had no processor: "
                            "which of these was not recorded)"
           : lacks_processor ? ", and has no processor for " + duration_text_ns(without_ns) + " of that"
                             : "") +
          (waits && !is_unclear ? ", and does not use its processor for " + duration_text_ns(waited_ns) +
                                      " of that (it slept, read or wrote files, or waited)"
                                : "") +
          "; " +
          (is_start_up ? std::string("much of this may be the process's start and end") +
                             (facts.created.count < enough_tasks
                                  ? ", so record a longer run to see more of its tasks."
                                  : ", or those of the recording.")
           : mostly_waits ? "find out why."
           : may_be_start_up && at_ends.sum_ns() - usual_ns < worth_making_parallel * serial
               ? "most of this may be the process's start" +
                     std::string(to_double(at_ends.after_ns) > worth_mentioning * serial ? " and end" : "") +
                     "; if the program does much of its own then, make that parallel, or shorter."
           : may_be_start_up && !facts.trace.metadata.start_up_ns
               ? "the process's start and end usually take " + std::string(usual_start_up) +
                     " of this; make the rest parallel, or shorter."
               : "make that part parallel" + if_processors_text(facts) + ", or shorter."),
      command(facts, is_start_up ? "stats" : "critical-path"),
      {{"serial_ns", serial},
       {"waited_ns", to_double(waited_ns)},
       {"unclear_ns", to_double(without_work.unclear_ns)},
       {"makespan_share", of_makespan},
       {"without_processor_ns", to_double(without_ns)},
       {"share", cost}},
      {Target::of_type(is_idle ? "One thread is alone" : "One thread works alone", type)}};
}

}  // namespace gusset::traces::rules
