#include "chain_walk.hpp"
#include "gusset/traces/analysis/causes/critical_path.hpp"

namespace gusset::traces {

std::string_view kind_name(ChainLink::Kind kind) {
  switch (kind) {
    case ChainLink::Kind::run:
      return "run";
    case ChainLink::Kind::message:
      return "message";
    case ChainLink::Kind::ready_wait:
      return "ready_wait";
    case ChainLink::Kind::submit_wait:
      return "submit_wait";
    case ChainLink::Kind::release:
      return "release";
    case ChainLink::Kind::unknown:
      break;
  }
  return "unknown";
}

std::optional<CriticalChain> critical_chain(const Trace& trace, const TaskGraph& graph) {
  return critical_chain(trace, graph, task_times(trace));
}

std::optional<CriticalChain> critical_chain(const Trace& trace, const TaskGraph& graph,
                                            const TaskTimes& times) {
  if (!graph.known() || !graph.topological_order()) return std::nullopt;
  return CriticalChain{ChainWalk(trace, graph, times).walk()};
}

}  // namespace gusset::traces
