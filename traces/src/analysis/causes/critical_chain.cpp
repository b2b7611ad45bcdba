#include <array>

#include "chain_walk.hpp"
#include "gusset/traces/analysis/causes/critical_path.hpp"
#include "gusset/traces/analysis/graph/strands.hpp"

namespace gusset::traces {

namespace {

// In the order of ChainLink::Kind.
constexpr std::array<LinkText, 6> link_texts{{
    {"run", "run", "", "faster kernels shorten it"},
    {"message", "message", "a message", "another process grid or larger blocks may send less"},
    {"ready_wait", "ready, not taken", "a worker", "more workers or another order of submission may help"},
    {"submit_wait", "not submitted", "submission", "larger tasks need fewer submissions"},
    {"unknown", "unknown", "something that was not recorded", ""},
    {"release", "not released", "the runtime", "larger tasks reduce this overhead"},
}};

/// The links with the program's tasks instead of strands; merges adjacent links of one task and kind.
std::vector<ChainLink> of_tasks(const Strands& strands, const std::vector<ChainLink>& links) {
  std::vector<ChainLink> result;
  for (ChainLink link : links) {
    if (!link.task.is_none()) link.task = strands.task_of(link.task);
    if (!result.empty() && result.back().kind == link.kind && result.back().task == link.task) {
      result.back().end_ns = link.end_ns;
    } else {
      result.push_back(link);
    }
  }
  return result;
}

}  // namespace

const LinkText& link_text(ChainLink::Kind kind) {
  return link_texts.at(static_cast<std::size_t>(kind));
}

std::optional<CriticalChain> critical_chain(const Trace& trace, const TaskGraph& graph) {
  return critical_chain(trace, graph, task_times(trace));
}

std::optional<CriticalChain> critical_chain(const Trace& trace, const TaskGraph& graph,
                                            const TaskTimes& times) {
  if (!graph.known()) return std::nullopt;
  if (const Strands* const strands = graph.strands()) {
    auto chain = critical_chain(strands->trace(), strands->graph());
    if (!chain) return std::nullopt;
    std::vector<ChainLink> links = of_tasks(*strands, chain->links);
    // Threads may have waited after the last run.
    const std::int64_t end_ns = links.empty() ? 0 : links.back().end_ns;
    if (makespan_of(trace) > end_ns)
      links.push_back({ChainLink::Kind::unknown, TaskId(), end_ns, makespan_of(trace)});
    return CriticalChain{std::move(links)};
  }
  if (!graph.topological_order()) return std::nullopt;
  return CriticalChain{ChainWalk(trace, graph, times).walk()};
}

}  // namespace gusset::traces
