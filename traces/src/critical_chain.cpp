#include "chain_walk.hpp"
#include "gusset/traces/critical_path.hpp"

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
  if (!graph.known() || !graph.topological_order()) return std::nullopt;
  return CriticalChain{ChainWalk(trace, graph).walk()};
}

}  // namespace gusset::traces
