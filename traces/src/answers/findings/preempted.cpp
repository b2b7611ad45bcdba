// Threads that had no processor although they could run.
#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <map>
#include <string>

#include "answers/findings/rules.hpp"
#include "answers/lack_of_processors.hpp"

namespace gusset::traces::rules {
namespace {

/// Threads that must share a smaller number of processors.
struct Crowd {
  std::size_t threads = 0;
  double processors = 0.0;
  std::string limit;      ///< what limits the threads to these processors; empty if the machine has no more
  bool is_quota = false;  ///< the control group limits the processor time
};

/// The processors of a mask. 0 if the text is no mask.
std::uint64_t mask_of(const std::string& text) {
  std::uint64_t mask = 0;
  if (text.starts_with("0x")) std::from_chars(text.data() + 2, text.data() + text.size(), mask, 16);
  return mask;
}

/// The threads that may only run on too few processors. Prefers the result for all threads together.
std::optional<Crowd> crowd_of_affinity(const std::vector<Binding>& bindings) {
  const Binding& first = bindings.front();
  const auto limit_text = [](const Binding& binding) {
    return binding.affinity.empty() ? "" : "affinity mask " + binding.affinity;
  };
  const bool is_same = std::ranges::all_of(bindings, [&](const Binding& each) {
    return each.processors == first.processors && each.affinity == first.affinity;
  });
  if (is_same) {
    if (first.processors == 0 || first.processors >= bindings.size()) return {};
    return Crowd{bindings.size(), to_double(first.processors), limit_text(first)};
  }
  std::uint64_t all = 0;
  bool is_known = true;  // whether the masks name all processors
  std::map<std::string, std::size_t> threads;
  Crowd worst;
  for (const Binding& binding : bindings) {
    const std::uint64_t mask = mask_of(binding.affinity);
    is_known = is_known && mask != 0 && static_cast<std::uint32_t>(std::popcount(mask)) == binding.processors;
    all |= mask;
    if (mask == 0 || binding.processors == 0) continue;
    const std::size_t same = ++threads[binding.affinity];
    const double processors = to_double(binding.processors);
    if (to_double(same) > processors &&
        to_double(same) * worst.processors >= to_double(worst.threads) * processors)
      worst = {same, processors, limit_text(binding)};
  }
  if (is_known && static_cast<std::size_t>(std::popcount(all)) < bindings.size())
    return Crowd{bindings.size(), to_double(std::popcount(all)), "affinity masks"};
  if (worst.threads == 0) return {};
  return worst;
}

/// The control group's limit if it is below the number of threads, and the threads used much of it.
std::optional<Crowd> crowd_of_quota(const VerdictFacts& facts, double quota) {
  const ProcessorTime& time = facts.trace.processor_time;
  if (quota == 0.0 || quota >= to_double(time.bindings.size())) return {};
  double used_ns = 0.0;
  for (const ProcessorUse& use : time.uses) used_ns += to_double(use.processor_ns);
  if (used_ns < 0.5 * quota * facts.makespan_ns()) return {};
  return Crowd{time.bindings.size(), quota, "limit of the control group", true};
}

/// Whether all nodes have the same processors. A joined trace lists the hosts of its nodes.
bool is_on_one_host(const Trace& trace) {
  const std::string& host = trace.metadata.host;
  return trace.nodes.size() == 1 || (!host.empty() && host.find(',') == std::string::npos);
}

/// A smaller share of the time in tasks is not named as "at least" that share.
constexpr double min_share_in_runs = 0.001;
/// A smaller part of the critical path is not worth mentioning.
constexpr double worth_mentioning_on_path = 0.001;

std::string processors_text(double processors) {
  if (processors == std::floor(processors))
    return count_text(static_cast<std::uint64_t>(std::llround(processors)), "processor");
  return shortest_text(std::round(100.0 * processors) / 100.0) + " processors";
}

/// "8 threads share 2 processors (affinity mask 0x3)"
std::string crowd_text(const Crowd& crowd, std::size_t threads) {
  const std::string of = crowd.threads < threads ? std::to_string(crowd.threads) + " of " : "";
  return of + count_text(threads, "thread") + (crowd.threads == 1 ? " has " : " share ") +
         processors_text(crowd.processors) + (crowd.limit.empty() ? "" : " (" + crowd.limit + ")");
}

/// The share of the time in which that many processors were busy with tasks, without recording them.
double used_share(const VerdictFacts& facts, const Crowd& crowd) {
  const std::int64_t recording_ns = facts.trace.metadata.recording_ns.value_or(0);
  return to_double(facts.idle.busy_ns - facts.idle.preempted_in_runs_ns - recording_ns) /
         (crowd.processors * facts.makespan_ns());
}

}  // namespace

double preempted_share(const VerdictFacts& facts) {
  return facts.idle_share(IdleCause::preempted) + facts.share(to_double(facts.idle.preempted_in_runs_ns));
}

std::optional<double> most_gain_of_processors(const VerdictFacts& facts) {
  return traces::most_gain_of_processors(facts.trace, facts.bound, facts.statistics.makespan_ns);
}

std::string if_processors_text(const VerdictFacts& facts) {
  return preempted_share(facts) > max_preempted_share ? ", which helps if each thread has a processor" : "";
}

bool processors_gain_little(const VerdictFacts& facts) {
  const std::optional<double> most_gain = most_gain_of_processors(facts);
  return most_gain && *most_gain < min_gain_of_processors;
}

bool may_be_preemption(const VerdictFacts& facts, double cost) {
  if (facts.preempted_ns.empty() || facts.makespan_ns() <= 0.0) return false;
  const double worst = to_double(*std::ranges::max_element(facts.preempted_ns)) / facts.makespan_ns();
  return preempted_share(facts) > max_preempted_share || worst >= 0.5 * cost;
}

std::optional<Finding> preempted(const VerdictFacts& facts) {
  const double cost = preempted_share(facts);
  if (cost < min_cost) return {};
  const std::vector<Binding>& bindings = facts.trace.processor_time.bindings;
  double quota = 0.0;
  for (const Binding& binding : bindings) {
    if (binding.quota > 0.0) quota = quota > 0.0 ? std::min(quota, binding.quota) : binding.quota;
  }
  std::optional<Crowd> crowd;
  if (!bindings.empty() && is_on_one_host(facts.trace)) {
    crowd = crowd_of_affinity(bindings);
    const auto limited = crowd_of_quota(facts, quota);
    if (limited && (!crowd || limited->processors < crowd->processors)) crowd = limited;
  }
  const double in_runs = facts.idle.busy_ns > 0
                             ? to_double(facts.idle.preempted_in_runs_ns) / to_double(facts.idle.busy_ns)
                             : 0.0;
  // Times below Preemptions' limit are not counted, nor, if the delay is unknown, those in which a thread
  // also waited of its own accord.
  const bool is_exact =
      facts.uncounted_preempted_ns &&
      percent_text(cost + facts.share(to_double(*facts.uncounted_preempted_ns))) == percent_text(cost);
  // "At least 0.0 %" would say nothing.
  const bool knows_in_runs = is_exact || in_runs >= min_share_in_runs;
  // In OpenMP programs, threads also work outside of tasks.
  const bool are_all_tasks = facts.runtime != RuntimeKind::openmp;
  const std::string shares =
      percent_text(cost) + " of the threads' time was waiting for a processor" +
      (knows_in_runs ? " (" + percent_text(in_runs) +
                           (are_all_tasks ? " of the time in tasks)" : " of what counts as busy)")
                     : "");
  const std::optional<double> most_gain = most_gain_of_processors(facts);
  const bool gains_little = processors_gain_little(facts);
  // Several threads may take longer than one for tasks that cost more to start than to run.
  const bool are_too_fine = cost > max_preempted_share && too_fine(facts).has_value();
  // Then something else limits the run, at least in part.
  const bool is_limited = !are_too_fine && most_gain && is_limited_otherwise(cost, *most_gain);
  // Then fewer threads would leave the processors as much to do.
  const double used = crowd && crowd->limit.empty() ? used_share(facts, *crowd) : 0.0;
  const bool is_saturated = used >= well_used_share;
  const bool has_advice = !gains_little && !are_too_fine && !is_limited && !is_saturated;
  std::string text;
  if (!crowd) {
    text = (is_exact ? "" : "At least ") + shares + ": other programs or threads had the processors" +
           (quota > 0.0 ? ", or the control group reached its limit of " + processors_text(quota) : "") +
           (has_advice ? std::string("; ") + own_processor_advice + "." : ".");
  } else {
    text = crowd_text(*crowd, bindings.size()) + (is_exact ? ": " : ": at least ") + shares +
           (!has_advice                        ? "."
            : crowd->is_quota                  ? "; raise the limit, or use fewer threads."
            : crowd->threads < bindings.size() ? "; let each of them run on a processor of its own."
            : crowd->limit.empty()             ? "; use no more threads than processors."
                                               : "; give each thread a processor of its own.");
  }
  if (are_too_fine) {
    text.pop_back();
    text += "; whether more processors would help is unknown, because the tasks are very fine.";
  } else if (is_limited) {
    text.pop_back();
    // The path may include time without a processor that was not counted.
    const std::int64_t without_ns = without_processor_on_path_ns(facts.trace, *facts.bound);
    const double shorter = std::max(0.0, *most_gain) / (1.0 + std::max(0.0, *most_gain));
    const std::string lock = lock_on_path_text(facts);
    text +=
        std::string(", but a processor for each thread would shorten the run ") +
        (is_exact ? "by at most " : "by at most about ") + percent_text(shorter) +
        ": the critical path takes the rest of the time" +
        (to_double(without_ns) >= worth_mentioning_on_path * to_double(facts.bound->length_ns)
             ? " (not counting up to " + duration_text_ns(without_ns) +
                   " in which its tasks may have had no processor)"
             : "") +
        lock +
        (lock.empty() ? "." : "; hold it for less time, or use more locks" + if_processors_text(facts) + ".");
  } else if (is_saturated && !gains_little) {
    text.pop_back();
    text +=
        "; the processors were busy with tasks for " + percent_text(used) +
        " of the time, so the run would hardly be shorter with fewer threads if they divide the same work.";
  }
  return Finding{Kind::preempted,
                 gains_little ? std::min(cost, std::max(min_cost, *most_gain)) : cost,
                 std::move(text),
                 command(facts, "idle"),
                 {{"share", cost},
                  {"share_in_runs", in_runs},
                  {"threads", crowd ? to_double(crowd->threads) : 0.0},
                  {"processors", crowd ? crowd->processors : 0.0}},
                 longest_stretch(facts, IdleCause::preempted)};
}

}  // namespace gusset::traces::rules
