// Tasks whose creation takes long, compared with how long they run.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "answers/findings/rules.hpp"

namespace gusset::traces::rules {
namespace {

// A task that creates fewer tasks may have other work of its own.
constexpr double min_children = 100.0;
constexpr double min_creation_share = 0.1;
// Of the time that the created tasks run: less is usual for fine tasks.
constexpr double min_creation_ratio = 0.5;

/// What a task creates, and what it does itself.
struct Creator {
  TaskId task;
  double children = 0.0;
  double children_ns = 0.0;
};

/// The task that creates the most.
Creator busiest_creator(const VerdictFacts& facts) {
  const Trace& trace = facts.trace;
  std::vector<Creator> creators(trace.tasks.size());
  for (std::size_t task = 0; task < trace.tasks.size(); ++task) {
    const TaskId parent = trace.tasks.parent[task];
    if (parent.is_none() || facts.is_part[task] || facts.times.lane[task].is_none()) continue;
    Creator& creator = creators[parent.value()];
    creator.task = parent;
    creator.children += 1.0;
    creator.children_ns += to_double(facts.times.duration_ns[task]);
  }
  const auto most = std::ranges::max_element(creators, {}, &Creator::children);
  return most == creators.end() ? Creator() : *most;
}

/// The creator of tasks that takes more than half as long to create them as they take to run. Nothing if
/// there is none.
std::optional<Creator> slow_creator(const VerdictFacts& facts) {
  if (facts.runtime != RuntimeKind::openmp || !facts.trace.recorded.parents) return {};
  if (facts.created.count == 0 || facts.trace.workers.size() == 1) return {};
  const Creator creator = busiest_creator(facts);
  if (creator.children < min_children) return {};
  const std::int64_t own_ns = facts.times.duration_ns[creator.task.value()];
  const double share = facts.share(to_double(own_ns));
  if (to_double(own_ns) < min_creation_ratio * creator.children_ns || share < min_creation_share ||
      may_be_preemption(facts, share))
    return {};
  // Most of it may be sleep, which another finding says, or one pause.
  const TypeId type = facts.trace.tasks.type[creator.task.value()];
  if (2 * not_working(facts, type).sum_ns() > own_ns) return {};
  if (facts.pace && 2 * facts.pace->longest_interval_ns > own_ns) return {};
  return creator;
}

}  // namespace

bool is_creation_slow(const VerdictFacts& facts) {
  return slow_creator(facts).has_value();
}

std::optional<Finding> costly_creation(const VerdictFacts& facts) {
  const std::optional<Creator> found = slow_creator(facts);
  if (!found) return {};
  const Creator& creator = *found;
  const double own_ns = to_double(facts.times.duration_ns[creator.task.value()]);
  const double share = facts.share(own_ns);
  const TypeId type = facts.trace.tasks.type[creator.task.value()];
  // If these findings cost much, they explain it better: tasks that do nearly nothing are too fine, whoever
  // creates them.
  for (const auto& other : {late_submission(facts), too_fine(facts)}) {
    if (other && other->cost >= min_creation_share) return {};
  }
  const std::string name = type_name(facts, type);
  const double each_ns = own_ns / creator.children;
  const double run_ns = creator.children_ns / creator.children;
  return Finding{
      Kind::serial_producer,
      share,
      name + " itself takes " + duration_text_ns(std::llround(each_ns)) + " for each of the " +
          count_text(static_cast<std::uint64_t>(creator.children)) +
          " tasks that it creates, and these run for " + duration_text_ns(std::llround(run_ns)) +
          " on average: creating them is much of the work, and one thread that does it keeps at most " +
          fixed_text(run_ns / each_ns, 1) +
          " others busy; copy less into each, create them in several tasks, or make them larger.",
      command(facts, "stats"),
      {{"creation_ns", each_ns}, {"mean_task_ns", run_ns}, {"share", share}},
      {Target::of_tasks("the task that creates them", {creator.task})}};
}

}  // namespace gusset::traces::rules
