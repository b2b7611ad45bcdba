#include "node_activity.hpp"

#include <algorithm>
#include <iterator>
#include <limits>

namespace gusset::simulator {
namespace {

constexpr auto later = [](std::int64_t time_ns, const std::pair<std::int64_t, unsigned>& from) {
  return time_ns < from.first;
};

}  // namespace

NodeActivity::NodeActivity(const traces::Trace& trace) : nodes_(trace.nodes.size()) {
  for (const traces::Worker& worker : trace.workers) ++nodes_[worker.node.value()].workers;
  // The workers' outermost runs: +1 where one starts, −1 where one ends.
  std::vector<std::vector<std::pair<std::int64_t, int>>> changes(nodes_.size());
  for (const traces::Lane& lane : trace.lanes) {
    auto& of_node = changes[trace.workers[lane.worker.value()].node.value()];
    std::int64_t end_ns = traces::unknown_time;
    for (std::size_t i = 0; i < lane.spans.size(); ++i) {
      if (lane.spans.kind[i] != traces::SpanKind::run || lane.spans.begin_ns[i] < end_ns) continue;
      end_ns = lane.spans.end_ns[i];
      of_node.emplace_back(lane.spans.begin_ns[i], 1);
      of_node.emplace_back(end_ns, -1);
    }
  }
  for (std::size_t n = 0; n < nodes_.size(); ++n) {
    std::sort(changes[n].begin(), changes[n].end());
    int running = 0;
    nodes_[n].running.emplace_back(std::numeric_limits<std::int64_t>::min(), 0);
    for (const auto& [time_ns, change] : changes[n]) {
      running += change;
      nodes_[n].running.emplace_back(time_ns, static_cast<unsigned>(running));
    }
  }
}

unsigned NodeActivity::running(traces::NodeId node, std::int64_t time_ns) const {
  const auto& running = nodes_[node.value()].running;
  return std::prev(std::upper_bound(running.begin(), running.end(), time_ns, later))->second;
}

bool NodeActivity::has_idle_worker(traces::NodeId node, std::int64_t begin_ns, std::int64_t end_ns) const {
  const auto& [workers, running] = nodes_[node.value()];
  auto next = std::prev(std::upper_bound(running.begin(), running.end(), begin_ns, later));
  for (; next != running.end() && next->first < end_ns; ++next) {
    if (next->second >= workers) return false;
  }
  return true;
}

}  // namespace gusset::simulator
