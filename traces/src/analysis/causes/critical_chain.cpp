#include <array>

#include "chain_walk.hpp"
#include "gusset/traces/analysis/causes/critical_path.hpp"

namespace gusset::traces {

namespace {

// In the order of ChainLink::Kind.
constexpr std::array<LinkWords, 6> words_of_kinds{{
    {"run", "run", "", "faster kernels shorten it"},
    {"message", "message", "a message", "another process grid, or larger blocks, may send less"},
    {"ready_wait", "ready, not taken", "a worker",
     "more workers, or another order of submission, can win it back"},
    {"submit_wait", "not submitted", "submission", "larger tasks are submitted faster"},
    {"unknown", "not recorded why", "something that was not recorded",
     "a trace with times of submission and readiness tells more"},
    {"release", "not released", "the runtime", "larger tasks leave it less to do"},
}};

}  // namespace

const LinkWords& link_words(ChainLink::Kind kind) {
  return words_of_kinds.at(static_cast<std::size_t>(kind));
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
