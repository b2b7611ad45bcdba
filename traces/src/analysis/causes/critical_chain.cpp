#include <array>

#include "chain_walk.hpp"
#include "gusset/traces/analysis/causes/critical_path.hpp"

namespace gusset::traces {

namespace {

// In the order of ChainLink::Kind.
constexpr std::array<LinkText, 6> link_texts{{
    {"run", "run", "", "faster kernels shorten it"},
    {"message", "message", "a message", "another process grid or larger blocks may send less"},
    {"ready_wait", "ready, not taken", "a worker", "more workers or another order of submission may help"},
    {"submit_wait", "not submitted", "submission", "larger tasks need fewer submissions"},
    {"unknown", "unknown", "something that was not recorded",
     "a trace with submission and ready times says more"},
    {"release", "not released", "the runtime", "larger tasks reduce this overhead"},
}};

}  // namespace

const LinkText& link_text(ChainLink::Kind kind) {
  return link_texts.at(static_cast<std::size_t>(kind));
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
