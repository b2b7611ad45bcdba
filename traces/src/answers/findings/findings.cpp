#include "answers/findings/findings.hpp"

#include "answers/findings/rules.hpp"
#include "gusset/traces/analysis/graph/dependency_cycle.hpp"
#include "gusset/traces/model/names.hpp"

namespace gusset::traces {

std::vector<Finding> nothing_ran(const VerdictFacts& facts) {
  if (auto finding = rules::incomplete(facts)) {  // tasks may have run in the missing part
    finding->cost = 1.0;
    return {*finding};
  }
  if (!is_graph_only(facts.trace.tasks.size(), facts.statistics.tasks))
    return {{Finding::Kind::nothing_ran, 0.0, "No task ran.", rules::command(facts, "info")}};
  std::string text = "No task ran: this is " + graph_only_text(facts.trace.tasks.size());
  const std::vector<TaskId> cycle = dependency_cycle(facts.graph);
  if (!cycle.empty()) text += "; it has " + cycle_text(facts.trace, cycle) + ", which can never run";
  return {{Finding::Kind::nothing_ran, 0.0, text + ".", rules::command(facts, "graph") + " -o graph.svg"}};
}

std::vector<Finding> findings_of(const VerdictFacts& facts) {
  using namespace rules;
  std::vector<Finding> found;
  for (const auto rule :
       {incomplete,    preempted,       one_thread,       blocked,       outlier,         too_fine,
        short_regions, fine_loop,       undeferred_tasks, fine_locks,    lock_contention, loop_imbalance,
        slow_barriers, barrier_wait,    ready_not_taken,  late_release,  serial_part,     few_tasks,
        imbalance,     late_submission, costly_creation,  slow_messages, slow_place,      work_inflation,
        first_touch,   not_recorded,    critical_type,    potential,     heaviest_type,   overview}) {
    if (auto finding = rule(facts)) found.push_back(std::move(*finding));
  }
  return found;
}

}  // namespace gusset::traces
