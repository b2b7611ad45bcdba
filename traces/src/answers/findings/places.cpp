// Nodes and workers that differ from the others.
#include <algorithm>
#include <cmath>

#include "answers/findings/rules.hpp"

namespace gusset::traces::rules {
namespace {

std::optional<Finding> slow_finding(const VerdictFacts& facts, Kind kind, const std::string& by,
                                    const SlowPlace& slow, std::size_t places, const Target& target) {
  // The gain if the place were as fast as the others: its own excess time, and the time of the workers that
  // waited for it.
  const double others_ns = std::min(facts.idle_ns(), slow.excess_ns * (to_double(places) - 1.0));
  const double cost = std::min(1.0, facts.share(slow.excess_ns + others_ns));
  if (slow.ratio < slow_ratio || cost < min_cost) return {};
  return Finding{kind,
                 cost,
                 (kind == Kind::slow_node ? "Node " : "Worker ") + target.text +
                     " is slow: tasks of the same types take " + fixed_text(slow.ratio, 2) +
                     " times as long there as elsewhere, " + duration_text_ns(std::llround(slow.excess_ns)) +
                     " more in all; look for other load on its core or memory, or a lower clock rate.",
                 command(facts, "stats --by " + by),
                 {{by, to_double(slow.number)}, {"ratio", slow.ratio}, {"excess_ns", slow.excess_ns}},
                 {target}};
}

}  // namespace

double preempted_share(const VerdictFacts& facts) {
  return facts.idle_share(IdleCause::preempted) + facts.share(to_double(facts.idle.preempted_in_runs_ns));
}

std::optional<Finding> preempted(const VerdictFacts& facts) {
  const double cost = preempted_share(facts);
  if (cost < min_cost) return {};
  const std::vector<Binding>& bindings = facts.trace.processor_time.bindings;
  std::uint32_t processors = 0;  // the number on which each thread may run, if that is one number
  for (const Binding& binding : bindings)
    processors = &binding == &bindings.front() || binding.processors == processors ? binding.processors : 0;
  const bool is_crowded = processors > 0 && processors < facts.trace.workers.size();
  const double in_runs = facts.idle.busy_ns > 0
                             ? to_double(facts.idle.preempted_in_runs_ns) / to_double(facts.idle.busy_ns)
                             : 0.0;
  const std::string shares = percent_text(cost) + " of the threads' time, and " + percent_text(in_runs) +
                             " of the time in tasks, was waiting for a processor";
  return Finding{
      Kind::preempted,
      cost,
      is_crowded
          ? count_text(facts.trace.workers.size(), "thread") +
                (facts.trace.workers.size() == 1 ? " has " : " share ") +
                count_text(processors, "processor") +
                (bindings.front().affinity.empty() ? ""
                                                   : " (affinity mask " + bindings.front().affinity + ")") +
                ": " + shares + "; use as many threads as processors."
          : shares +
                ": other programs or threads had the processors; measure on a quiet machine, with "
                "no more threads than processors.",
      command(facts, "idle"),
      {{"share", cost}, {"share_in_runs", in_runs}, {"processors", to_double(processors)}},
      longest_stretch(facts, IdleCause::preempted)};
}

std::optional<Finding> imbalance(const VerdictFacts& facts) {
  const auto& nodes = facts.statistics.nodes;
  if (nodes.size() < 2) return {};
  const auto& busiest = *std::ranges::max_element(nodes, {}, &NodeStatistics::busy_share);
  const double mean = facts.statistics.busy_share;
  const double uneven = busiest.busy_share - mean;
  const double no_work = facts.idle_share(IdleCause::no_work);
  if (busiest.busy_share < 0.7 || uneven < 0.1 || std::min(uneven, no_work) < min_cost) return {};
  const std::string name = node_name(facts.trace, busiest.node);
  return Finding{Kind::imbalance,
                 no_work * 1.01,  // ranks just above the lack of work, which it explains
                 "The work is spread unevenly: " + name + " was busy for " +
                     percent_text(busiest.busy_share) + " of the time, all nodes for " + percent_text(mean) +
                     " on average; try another process grid, another distribution or smaller blocks.",
                 command(facts, "stats --by node"),
                 {{"busiest_node", to_double(busiest.node.value())},
                  {"busiest_share", busiest.busy_share},
                  {"mean_share", mean}},
                 {Target::of_node(name, busiest.node)}};
}

std::optional<Finding> slow_place(const VerdictFacts& facts) {
  const Trace& trace = facts.trace;
  // Very short tasks take longer wherever the runtime's own data is not in the cache.
  if (preempted_share(facts) > max_preempted_share || fine_cost(facts) >= min_cost) return {};
  if (trace.metadata.origin == Origin::predicted) return {};  // nothing else shares a predicted core
  if (facts.slow_node) {
    const NodeId node(facts.slow_node->number);
    if (auto finding = slow_finding(facts, Kind::slow_node, "node", *facts.slow_node, trace.nodes.size(),
                                    Target::of_node(named(node_name(trace, node)), node)))
      return finding;
  }
  if (!facts.slow_worker) return {};
  const WorkerId worker(facts.slow_worker->number);
  return slow_finding(facts, Kind::slow_worker, "worker", *facts.slow_worker, trace.workers.size(),
                      Target::of_worker(named(worker_place(trace, worker)), worker));
}

}  // namespace gusset::traces::rules
