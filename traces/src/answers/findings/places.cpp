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
  return Finding{
      kind,
      cost,
      (kind == Kind::slow_node ? "Node " : "Worker ") + target.text + " is slower than the other" +
          (places > 2 ? "s" : "") + ": tasks of the same types take " + fixed_text(slow.ratio, 2) +
          " times as long there as elsewhere, " + duration_text_ns(std::llround(slow.excess_ns)) +
          " more in all; look for data that several threads change or that is not in its cache, for other "
          "load on its core or memory, or for a lower clock rate.",
      command(facts, "stats --by " + by),
      {{by, to_double(slow.number)}, {"ratio", slow.ratio}, {"excess_ns", slow.excess_ns}},
      {target}};
}

/// Whether the place's threads had no processor for much of the time that it lost.
bool was_preempted(const VerdictFacts& facts, const SlowPlace& slow, bool is_node) {
  double lost_ns = 0.0;
  for (std::size_t worker = 0; worker < facts.preempted_ns.size(); ++worker) {
    const std::uint32_t place =
        is_node ? facts.trace.workers[worker].node.value() : static_cast<std::uint32_t>(worker);
    if (place == slow.number) lost_ns += to_double(facts.preempted_ns[worker]);
  }
  return lost_ns > 0.25 * slow.excess_ns;
}

}  // namespace

std::optional<Finding> imbalance(const VerdictFacts& facts) {
  const auto& nodes = facts.statistics.nodes;
  if (nodes.size() < 2) return {};
  const auto& busiest = *std::ranges::max_element(nodes, {}, &NodeStatistics::busy_share);
  const double mean = facts.statistics.busy_share;
  const double uneven = busiest.busy_share - mean;
  const double no_work = facts.idle_share(IdleCause::no_work);
  if (busiest.busy_share < 0.7 || uneven < 0.1 || std::min(uneven, no_work) < min_cost) return {};
  if (may_be_preemption(facts, no_work)) return {};
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
  if (facts.slow_node && !was_preempted(facts, *facts.slow_node, true)) {
    const NodeId node(facts.slow_node->number);
    if (auto finding = slow_finding(facts, Kind::slow_node, "node", *facts.slow_node, trace.nodes.size(),
                                    Target::of_node(named(node_name(trace, node)), node)))
      return finding;
  }
  if (!facts.slow_worker || was_preempted(facts, *facts.slow_worker, false)) return {};
  const WorkerId worker(facts.slow_worker->number);
  return slow_finding(facts, Kind::slow_worker, "worker", *facts.slow_worker, trace.workers.size(),
                      Target::of_worker(named(worker_place(trace, worker)), worker));
}

}  // namespace gusset::traces::rules
