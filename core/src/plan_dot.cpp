#include <ostream>
#include <set>
#include <utility>
#include <vector>

#include "dot_text.hpp"
#include "gusset/core/detail/plan_graph.hpp"
#include "gusset/core/plan.hpp"

namespace gusset {

namespace {

using Pairs = std::set<std::pair<std::uint32_t, std::uint32_t>>;

/// Neighbours in the order of submission among those that take turns on the same version.
Pairs commuting_pairs(const detail::PlanGraph& graph) {
  struct Latest {
    bool is_known = false;
    std::uint32_t version = 0;
    std::uint32_t task = 0;
  };
  Pairs pairs;
  std::vector<Latest> latest(graph.uses.size());
  auto planned = graph.accesses.begin();
  for (std::uint32_t number = 0; number < graph.nodes.size(); ++number) {
    for (const TaskAccess& access : *graph.nodes[number].task) {
      if (access.is_covered()) continue;
      Latest& before = latest[planned->use];
      if (takes_turns(access.mode()) && before.is_known && before.version == planned->version)
        pairs.emplace(before.task, number);
      before = {true, planned->version, number};
      ++planned;
    }
  }
  return pairs;
}

}  // namespace

void Plan::write_dot(std::ostream& out) const {
  detail::dot_begin(out, "plan", "shape=box, style=rounded");
  for (std::uint32_t number = 0; number < graph_->nodes.size(); ++number)
    detail::dot_task(out, number, graph_->nodes[number].task->type());
  for (std::uint32_t number = 0; number < graph_->nodes.size(); ++number) {
    for (const std::uint32_t successor : graph_->nodes[number].successors)
      detail::dot_edge(out, detail::dot_name(number), detail::dot_name(successor));
  }
  for (const auto& [one, other] : commuting_pairs(*graph_))
    detail::dot_edge(out, detail::dot_name(one), detail::dot_name(other), detail::dot_commuting);
  out << detail::dot_end;
}

}  // namespace gusset
