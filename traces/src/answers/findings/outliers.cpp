// Single tasks that took far longer than others of their type.
#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "analysis/causes/shortened_run.hpp"
#include "answers/findings/rules.hpp"
#include "gusset/traces/analysis/causes/critical_path.hpp"
#include "gusset/traces/model/task_name.hpp"

namespace gusset::traces::rules {
namespace {

constexpr double outlier_ratio = 15.0;
constexpr std::uint64_t enough_for_a_median = 20;
// Interrupts and differences in the data cost a smaller part of the makespan in any run.
constexpr double min_excess = 0.02;
// If tasks are too fine, the time between them matters more than an excess that is a smaller part of the
// makespan.
constexpr double min_excess_of_fine = 0.1;
constexpr std::uint64_t max_outliers = 3;  // of one type, or half a percent of its tasks

struct Outlier {
  TaskId task;
  std::int64_t median_ns = 0;        ///< of its type
  std::vector<TaskId> of_type = {};  ///< all outliers of its type
};

/// Marks the tasks in whose runs other tasks ran.
void mark_enclosing(const SpanColumns& spans, std::vector<bool>& is_marked) {
  std::vector<std::size_t> open;  // run spans with tasks
  for (std::size_t i = 0; i < spans.size(); ++i) {
    if (spans.kind[i] != SpanKind::run || spans.task[i].is_none()) continue;
    while (!open.empty() && spans.end_ns[open.back()] <= spans.begin_ns[i]) open.pop_back();
    if (!open.empty()) is_marked[spans.task[open.back()].value()] = true;
    open.push_back(i);
  }
}

/// The task that is farthest beyond the median of its type, if that is an outlier.
std::optional<Outlier> worst_outlier(const VerdictFacts& facts) {
  std::vector<std::int64_t> median_ns(facts.trace.types.size(), 0);  // 0: too few tasks
  for (const TypeStatistics& type : facts.statistics.types) {
    if (type.tasks >= enough_for_a_median) median_ns[type.type.value()] = type.median_ns;
  }
  // The parts of a parallel region need not do the same work.
  std::vector<bool> is_special = facts.is_part;
  // A task that creates others does more than they do.
  for (const TaskId parent : facts.trace.tasks.parent) {
    if (!parent.is_none()) is_special[parent.value()] = true;
  }
  for (const Lane& lane : facts.trace.lanes) mark_enclosing(lane.spans, is_special);
  std::vector<Outlier> worst(facts.trace.types.size());
  std::vector<std::vector<TaskId>> outliers(facts.trace.types.size());
  const auto excess_ns = [&](const Outlier& of) {
    return of.task.is_none() ? 0 : facts.times.duration_ns[of.task.value()] - of.median_ns;
  };
  for (std::size_t task = 0; task < facts.times.duration_ns.size(); ++task) {
    const std::size_t type = facts.trace.tasks.type[task].value();
    if (median_ns[type] == 0 || is_special[task]) continue;
    if (to_double(facts.times.duration_ns[task]) < outlier_ratio * to_double(median_ns[type])) continue;
    outliers[type].emplace_back(task);
    const Outlier outlier{TaskId(task), median_ns[type]};
    if (excess_ns(outlier) > excess_ns(worst[type])) worst[type] = outlier;
  }
  // In a type with many of them, long tasks are nothing unusual.
  for (const TypeStatistics& type : facts.statistics.types) {
    if (outliers[type.type.value()].size() > std::max<std::uint64_t>(max_outliers, type.tasks / 200))
      worst[type.type.value()] = {};
  }
  const auto most = std::ranges::max_element(worst, {}, excess_ns);
  if (most == worst.end() || most->task.is_none()) return {};
  most->of_type = std::move(outliers[facts.trace.tasks.type[most->task.value()].value()]);
  return *most;
}

/// How long the run's critical chain passed through the task.
std::int64_t on_chain_ns(const VerdictFacts& facts, TaskId task) {
  const auto chain = critical_chain(facts.trace, facts.graph, facts.times);
  std::int64_t sum_ns = 0;
  if (!chain) return sum_ns;
  for (const ChainLink& link : chain->links) {
    if (link.kind == ChainLink::Kind::run && link.task == task) sum_ns += link.end_ns - link.begin_ns;
  }
  return sum_ns;
}

/// How long the task had no processor.
std::int64_t without_ns_of(const VerdictFacts& facts, TaskId outlying) {
  return std::min(facts.times.duration_ns[outlying.value()],
                  without_processor_ns(facts.trace, [&](TaskId task) { return task == outlying; }));
}

/// The worst outlier, if it is worth a sentence.
std::optional<Outlier> notable_outlier(const VerdictFacts& facts) {
  const auto found = worst_outlier(facts);
  if (!found) return {};
  // Here the lack of a processor is the cause, and could just as well have hit another task.
  if (preempted_share(facts) > max_preempted_share &&
      2 * without_ns_of(facts, found->task) > facts.times.duration_ns[found->task.value()] - found->median_ns)
    return {};
  const double excess =
      to_double(facts.times.duration_ns[found->task.value()] - found->median_ns) / facts.makespan_ns();
  if (excess < min_excess || (excess < min_excess_of_fine && too_fine(facts))) return {};
  return found;
}

}  // namespace

TaskId outlying_task(const VerdictFacts& facts) {
  const auto found = notable_outlier(facts);
  return found ? found->task : TaskId();
}

std::optional<Finding> outlier(const VerdictFacts& facts) {
  const auto found = notable_outlier(facts);
  if (!found) return {};
  const std::int64_t duration_ns = facts.times.duration_ns[found->task.value()];
  const std::int64_t excess_ns = duration_ns - found->median_ns;
  const std::int64_t without_ns = without_ns_of(facts, found->task);
  const double rest_ns = shared_work_ns(facts, facts.statistics.busy_ns - excess_ns);
  const auto most_ns = static_cast<std::int64_t>(std::max(0.0, facts.makespan_ns() - rest_ns));
  const std::int64_t saved_ns = std::min({excess_ns, on_chain_ns(facts, found->task), most_ns});
  const std::int64_t in_order_ns =
      saved_ns > 0 ? saved_if_shorter_ns(facts.trace, facts.graph, facts.times, found->task, excess_ns) : 0;
  const double of_makespan = to_double(saved_ns) / facts.makespan_ns();
  const double ratio = to_double(duration_ns) / to_double(found->median_ns);
  const std::string name = task_name(facts.trace, found->task);
  const std::string number = " #" + std::to_string(found->task.value());
  const bool are_many = found->of_type.size() > max_outliers;
  const std::string median = " times the median of its type (" + duration_text_ns(found->median_ns) + ")";
  std::string text = are_many
                         ? count_text(found->of_type.size(), "task") + " of " +
                               type_name(facts, facts.trace.tasks.type[found->task.value()]) +
                               " took more than " + fixed_text(outlier_ratio, 0) + " times its median (" +
                               duration_text_ns(found->median_ns) + "), the longest, #" +
                               std::to_string(found->task.value()) + ", " + duration_text_ns(duration_ns) +
                               " (" + fixed_text(ratio, 0) + " times)"
                         : named(name) + (name.ends_with(number) ? "" : number) + " is an outlier: it took " +
                               duration_text_ns(duration_ns) + ", " + fixed_text(ratio, 0) + median;
  std::vector<Target> targets{Target::of_tasks(name, {found->task})};
  if (are_many)
    targets.push_back(Target::of_tasks(count_text(found->of_type.size(), "task"), found->of_type));
  if (!are_many && found->of_type.size() > 1) {
    std::vector<TaskId> others = found->of_type;
    std::erase(others, found->task);
    const std::string others_text = count_text(others.size(), "other task");
    targets.push_back(Target::of_tasks(others_text, std::move(others)));
    text += ", and " + others_text + " took more than " + fixed_text(outlier_ratio, 0) + " times the median";
  }
  if (without_ns > 0) text += ", and had no processor for " + duration_text_ns(without_ns) + " of that";
  const std::string in_order = in_order_ns < saved_ns
                                   ? ", or up to " + duration_text_ns(in_order_ns) +
                                         " if each worker runs the same tasks in the same order"
                                   : "";
  text += saved_ns > 0 ? (are_many ? "; if that one took the median time" : "; with the median time") +
                             std::string(", the run would have been up to ") + duration_text_ns(saved_ns) +
                             " (" + percent_text(of_makespan) + ") shorter" + in_order + "."
          : are_many ? "."
                     : "; it is not known to have delayed the end of the run.";
  return Finding{Kind::outlier,
                 saved_ns > 0 ? std::max(of_makespan, facts.share(to_double(excess_ns))) : 0.0,
                 text,
                 command(facts, "why") + " " + std::to_string(found->task.value()),
                 {{"duration_ns", to_double(duration_ns)},
                  {"median_ns", to_double(found->median_ns)},
                  {"without_processor_ns", to_double(without_ns)},
                  {"saved_ns", to_double(saved_ns)},
                  {"saved_in_order_ns", to_double(std::min(in_order_ns, saved_ns))}},
                 std::move(targets)};
}

}  // namespace gusset::traces::rules
