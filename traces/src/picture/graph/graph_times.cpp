#include "gusset/traces/picture/graph/graph_times.hpp"

#include <algorithm>

namespace gusset::picture {
namespace {

constexpr std::int64_t always = INT64_MIN;

bool is_task(const traces::DrawnGraph& graph, std::uint32_t node) {
  return graph.nodes[node].kind == traces::DrawnGraph::Kind::task;
}

}  // namespace

GraphTimes graph_times(const traces::DrawnGraph& graph, const traces::Trace& trace,
                       const traces::TaskTimes& times) {
  const std::size_t nodes = graph.nodes.size();
  GraphTimes result;
  result.begin_ns.assign(nodes, GraphTimes::never);
  result.end_ns.assign(nodes, GraphTimes::never);
  result.ready_ns.assign(nodes, always);
  for (std::size_t task = 0; task < trace.tasks.size(); ++task) {
    if (times.begin_ns[task] == traces::unknown_time) continue;
    result.begin_ns[task] = times.begin_ns[task];
    result.end_ns[task] = times.end_ns[task];
  }
  // A version or junction is ready when all its predecessors are done.
  for (const auto& edge : graph.edges) {
    if (!is_task(graph, edge.to))
      result.ready_ns[edge.to] = std::max(result.ready_ns[edge.to], result.end_ns[edge.from]);
  }
  for (const auto& edge : graph.edges) {
    if (!is_task(graph, edge.to)) continue;
    const std::int64_t there_ns =
        is_task(graph, edge.from) ? result.end_ns[edge.from] : result.ready_ns[edge.from];
    result.ready_ns[edge.to] = std::max(result.ready_ns[edge.to], there_ns);
  }
  const bool is_recorded = trace.recorded.ready && trace.tasks.ready_ns.size() == trace.tasks.size();
  const bool has_submission = trace.recorded.submit && trace.tasks.submit_ns.size() == trace.tasks.size();
  for (std::size_t task = 0; task < trace.tasks.size(); ++task) {
    std::int64_t& ready_ns = result.ready_ns[task];
    if (is_recorded && trace.tasks.ready_ns[task] != traces::unknown_time) {
      ready_ns = trace.tasks.ready_ns[task];
    } else if (has_submission && trace.tasks.submit_ns[task] != traces::unknown_time) {
      ready_ns = std::max(ready_ns, trace.tasks.submit_ns[task]);
    }
    // A running task is ready, no matter what was recorded.
    ready_ns = std::min(ready_ns, result.begin_ns[task]);
  }
  // The versions of one handle follow each other in the list.
  for (std::uint32_t node = static_cast<std::uint32_t>(trace.tasks.size()); node < nodes; ++node) {
    result.begin_ns[node] = result.ready_ns[node];
    if (graph.nodes[node].kind == traces::DrawnGraph::Kind::junction) {
      result.end_ns[node] = result.ready_ns[node];
    } else if (node + 1 < nodes && graph.nodes[node + 1].handle == graph.nodes[node].handle) {
      result.end_ns[node] = result.ready_ns[node + 1];
    }
  }
  return result;
}

GroupTimes::GroupTimes(const traces::DrawnGraph& graph, const GraphTimes& times,
                       std::span<const std::uint32_t> nodes) {
  for (const std::uint32_t node : nodes) {
    if (!is_task(graph, node)) continue;
    ready_ns_.push_back(times.ready_ns[node]);
    begin_ns_.push_back(times.begin_ns[node]);
    end_ns_.push_back(times.end_ns[node]);
  }
  for (auto* column : {&ready_ns_, &begin_ns_, &end_ns_}) std::sort(column->begin(), column->end());
}

StateCounts GroupTimes::at(std::int64_t time_ns) const {
  const auto up_to = [time_ns](const std::vector<std::int64_t>& column) {
    return static_cast<std::uint64_t>(std::upper_bound(column.begin(), column.end(), time_ns) -
                                      column.begin());
  };
  StateCounts counts;
  counts[NodeState::done] = up_to(end_ns_);
  counts[NodeState::running] = up_to(begin_ns_) - up_to(end_ns_);
  counts[NodeState::ready] = up_to(ready_ns_) - up_to(begin_ns_);
  counts[NodeState::waiting] = ready_ns_.size() - up_to(ready_ns_);
  return counts;
}

}  // namespace gusset::picture
