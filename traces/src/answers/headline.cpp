#include "answers/headline.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string>

#include "answers/findings/rules.hpp"
#include "gusset/base/numbers.hpp"

namespace gusset::traces {
namespace {

constexpr double min_gain = 1.1;
constexpr double negligible_saving = 0.0005;  // shown as 0.0 %
// A schedule in which no worker waits while a task is ready takes at most the work's time plus the critical
// path, so at most twice the larger of the two. [Graham 1969]
constexpr double max_greedy = 2.0;
// If processors for all threads gain less, the critical path takes at least nine tenths of the time.
constexpr double max_gain_beside_path = 0.1;
constexpr double max_asleep_share = 0.05;
constexpr std::int64_t small_rest = 20;  // a twentieth of the idle time

// In the order of Headline::Rating.
constexpr std::array<std::string_view, 5> rating_texts{"optimum unknown", "well scheduled",
                                                       "limited by the program", "may be improved", "bad"};

/// Whether threads often had no processor, although the critical path takes most of the time: it limits the
/// run.
bool is_path_despite_lack(const VerdictFacts& facts) {
  if (rules::preempted_share(facts) <= max_preempted_share) return false;
  const std::optional<double> most_gain = rules::most_gain_of_processors(facts);
  return most_gain && *most_gain < max_gain_beside_path;
}

std::string gain_text(double gain) {
  return gain <= 0.0 ? "No schedule of these tasks on these workers is faster."
                     : "Better scheduling of these tasks on these workers could save " +
                           percent_text(gain / (1.0 + gain)) + " of the time at most.";
}

/// What a search has shown of the makespan: which share a found schedule saves, and which share no schedule
/// can exceed.
std::string saving_text(double found, double most) {
  const std::string found_text = percent_text(found);
  const std::string most_text = percent_text(most);
  if (most < negligible_saving) return "shortest possible";
  if (found_text == most_text) return found_text + " can be saved";
  return (found < negligible_saving ? "at most " : found_text + " to ") + most_text + " can be saved";
}

std::string search_reason(const FoundLimits& limits, std::int64_t makespan_ns) {
  const bool is_optimal = limits.found_ns <= limits.bound_ns;
  if (limits.found_ns >= makespan_ns) {
    return is_optimal ? gain_text(0.0)
                      : "The search found no shorter schedule; no schedule can be shorter than " +
                            duration_text_ns(limits.bound_ns) + ".";
  }
  return "The search found a schedule that takes " + duration_text_ns(limits.found_ns) +
         (is_optimal ? ", the shortest possible."
                     : "; no schedule can be shorter than " + duration_text_ns(limits.bound_ns) + ".");
}

/// Whether workers were idle mostly because no task could run. Then only another order of the tasks can help.
bool is_only_their_order(const VerdictFacts& facts) {
  const IdleTime& idle = facts.idle;
  return idle.knows(IdleCause::no_work) && 2 * idle.total.of(IdleCause::no_work) > idle.total.total_ns();
}

/// Rates a run that no schedule of its tasks could make much faster.
Headline::Rating scheduled_rating(double busy_share) {
  return busy_share >= rules::well_used_share ? Headline::Rating::well_scheduled : Headline::Rating::limited;
}

void rate(const VerdictFacts& facts, Headline& headline) {
  using Rating = Headline::Rating;
  if (is_path_despite_lack(facts)) {
    headline.rating = scheduled_rating(facts.statistics.busy_share);
    const double gain = std::max(0.0, *rules::most_gain_of_processors(facts));
    headline.reason = "With a processor for each thread, the run could be " +
                      percent_text(gain / (1.0 + gain)) + " shorter at most.";
    return;
  }
  const auto potential = rules::potential(facts);
  const double at_most = potential ? potential->figure("at_most").value_or(0.0) : 0.0;
  const double avoidable = rules::avoidable_cost(facts);
  if (avoidable >= rules::well_used_cost || (!potential && avoidable > 0.0)) {
    headline.rating = Rating::could_gain;
    headline.reason =
        "The program need not pay so much for creating and starting tasks, or for regions and barriers.";
    return;
  }
  if (at_most <= 0.0 || (at_most > min_gain && !facts.bound)) {
    headline.reason = "The trace does not show how fast these tasks could run on these workers.";
    return;
  }
  headline.most_times = at_most;
  if (at_most <= min_gain) {
    headline.rating = rules::is_well_used(facts) ? Rating::well_scheduled : Rating::limited;
    headline.reason = gain_text(at_most - 1.0);
  } else if (at_most <= max_greedy && is_only_their_order(facts)) {
    headline.reason = "Better scheduling of these tasks on these workers could make the run at most " +
                      ratio_text(at_most) + " times as fast" + rules::schedule_search_text(facts) + ".";
  } else {
    headline.rating = at_most > max_greedy ? Rating::far : Rating::could_gain;
    headline.reason =
        "The run took " + ratio_text(at_most) + " times as long as its tasks require on these workers.";
  }
}

/// Whether the first finding explains at least half of the idle time, but as several causes.
bool is_mostly_for_locks(const VerdictFacts& facts, const Finding* first) {
  return first != nullptr && first->kind == Finding::Kind::lock_contention && !facts.fine_lock &&
         2.0 * first->figure("share").value_or(0.0) > facts.share(facts.idle_ns());
}

std::string heading_of(const VerdictFacts& facts, IdleCause cause) {
  const bool is_at_barrier = cause == IdleCause::no_work &&
                             is_at_barriers(facts.barriers, facts.created.count, facts.idle.total.of(cause));
  return std::string(is_at_barrier ? "at barriers" : cause_text(cause).heading);
}

std::string idle_cause_text(const VerdictFacts& facts, const Finding* first) {
  const IdleTime& idle = facts.idle;
  const auto largest = std::ranges::max_element(idle.total.ns);
  if (2 * *largest <= idle.total.total_ns()) {
    return is_mostly_for_locks(facts, first) ? "idle, mostly for locks or turns in ordered loops"
                                             : "idle, for several reasons";
  }
  const auto cause = static_cast<IdleCause>(largest - idle.total.ns.begin());
  if (cause == IdleCause::unknown) return "idle; the trace does not say why";
  const bool is_nearly_all = idle.total.total_ns() - *largest <= idle.total.total_ns() / small_rest;
  return (is_nearly_all ? "idle: " : "idle, mostly: ") + heading_of(facts, cause);
}

/// ", mostly: at barriers", if one cause of idle time takes most of that share of the workers' time.
std::string main_cause_text(const VerdictFacts& facts, double share) {
  const IdleTime& idle = facts.idle;
  const auto largest = std::ranges::max_element(idle.total.ns);
  const auto cause = static_cast<IdleCause>(largest - idle.total.ns.begin());
  if (cause == IdleCause::unknown || 2.0 * facts.share(static_cast<double>(*largest)) < share) return "";
  return ", mostly: " + heading_of(facts, cause);
}

/// Whether the first finding says that creating tasks takes more time than threads lack work.
bool name_creation(const VerdictFacts& facts, const Finding* first, Headline& headline) {
  if (first == nullptr || !first->figure("creation_ns")) return false;
  if (first->cost <= 1.0 - facts.statistics.busy_share) return false;
  headline.figure = percent_text(first->cost);
  headline.cause = "of the workers' time in one thread that creates tasks";
  return true;
}

/// Whether the first finding, not the lack of processors, says why time was lost: tasks are too fine.
bool name_too_fine_tasks(const Finding* first, Headline& headline) {
  // Regions and loops may be too fine as well.
  if (first == nullptr || first->kind != Finding::Kind::too_fine) return false;
  if (const std::optional<double> median_ns = first->figure("median_ns")) {
    headline.figure = "≤ " + duration_text_ns(std::llround(*median_ns));
    headline.cause = "in half of the tasks: they are too fine";
    return true;
  }
  if (!first->figure("mean_task_ns")) return false;
  headline.figure = percent_text(first->figure("share").value_or(0.0));
  headline.cause = "of the workers' time lost between tasks that are too fine";
  return true;
}

/// Whether one thread ran the whole program, although it may use several processors.
bool name_unused_processors(const Finding* first, Headline& headline) {
  if (first == nullptr || first->kind != Finding::Kind::little_parallelism) return false;
  const double processors = first->figure("processors").value_or(0.0);
  if (processors < 2.0) return false;
  headline.figure = "1 of " + count_text(static_cast<std::uint64_t>(processors));
  headline.cause = "processors used";
  return true;
}

void name_largest_loss(const VerdictFacts& facts, const Finding* first, Headline& headline) {
  const double idle = std::max(0.0, 1.0 - facts.statistics.busy_share);
  const double without_processor = rules::preempted_share(facts);
  const double unclear = rules::unclear_share(facts);
  const bool is_unclear = unclear >= rules::min_cost;
  const double asleep = rules::blocked_share(facts) + (is_unclear ? unclear : 0.0);
  const bool lacks_processors = without_processor > max_preempted_share;
  if (is_path_despite_lack(facts)) {
    headline.figure = percent_text(static_cast<double>(facts.bound->length_ns) / facts.makespan_ns());
    headline.cause = "of the makespan is the critical path";
  } else if (lacks_processors && without_processor >= unclear &&
             (first == nullptr || first->kind == Finding::Kind::preempted ||
              without_processor >= first->cost)) {  // it also explains other causes
    headline.figure = "≥ " + percent_text(without_processor);
    headline.cause = "of the threads' time without a processor";
  } else if (asleep > max_asleep_share && (asleep >= idle || lacks_processors)) {
    headline.figure = "≥ " + percent_text(asleep);
    headline.cause = std::string("of the workers' time in code that slept") +
                     (is_unclear ? ", waited or had no processor" : " or waited");
  } else if (const bool includes_runtime = facts.fine_lock || rules::finest_loop(facts) != nullptr;
             rules::is_well_used(facts) ||
             (facts.fine_lock && facts.share(facts.fine_lock->cost_ns) > idle)) {
    headline.figure = percent_text(facts.statistics.busy_share);
    headline.cause = includes_runtime ? "busy, the runtime's own work included" : "busy";
  } else if (asleep > max_asleep_share) {  // less than idle
    headline.figure = "≥ " + percent_text(idle + asleep);
    headline.cause = "idle, asleep or waiting" + main_cause_text(facts, idle + asleep);
  } else {
    headline.figure = percent_text(idle);
    headline.cause = idle_cause_text(facts, first);
  }
}

}  // namespace

std::string_view rating_text(Headline::Rating rating) {
  return rating_texts.at(static_cast<std::size_t>(rating));
}

std::string headline_text(const Headline& headline) {
  const bool has_only_limit = headline.rating == Headline::Rating::unknown && headline.most_times > 0.0;
  const std::string at_most =
      has_only_limit ? ": at most " + ratio_text(headline.most_times) + " times as fast" : "";
  return headline.figure + " " + headline.cause + " (" + std::string(rating_text(headline.rating)) + at_most +
         ")";
}

Headline headline_after_search(Headline headline, const FoundLimits& limits, const Statistics& run) {
  using Rating = Headline::Rating;
  if (headline.most_times <= 0.0 || limits.bound_ns <= 0 || run.makespan_ns < limits.bound_ns)
    return headline;
  const auto makespan = static_cast<double>(run.makespan_ns);
  const double at_least = std::max(1.0, makespan / static_cast<double>(limits.found_ns));
  const double at_most =
      std::max(at_least, std::min(headline.most_times, makespan / static_cast<double>(limits.bound_ns)));
  const bool is_shown_shorter = at_least > min_gain;
  if (at_most <= min_gain) {
    if (headline.rating != Rating::well_scheduled) headline.rating = scheduled_rating(run.busy_share);
  } else if (is_shown_shorter || (headline.rating == Rating::far && at_most <= max_greedy)) {
    headline.rating = at_least > max_greedy ? Rating::far : Rating::could_gain;
  }
  headline.search = saving_text(1.0 - 1.0 / at_least, 1.0 - 1.0 / at_most);
  headline.reason = search_reason(limits, run.makespan_ns);
  headline.most_times = at_most;
  return headline;
}

Headline headline_of(const VerdictFacts& facts, const Finding* first) {
  Headline headline;
  rate(facts, headline);
  if (!name_unused_processors(first, headline) && !name_too_fine_tasks(first, headline) &&
      !name_creation(facts, first, headline))
    name_largest_loss(facts, first, headline);
  return headline;
}

}  // namespace gusset::traces
