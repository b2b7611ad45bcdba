// What the program does with a schedule: makes it, waits, and learns why a wait would never end.
#include "schedule.hpp"

#include <algorithm>
#include <string>

#include "gusset/core/errors.hpp"
#include "network/simulated_time.hpp"

namespace gusset::simulator {
namespace {

/// Gives each node a different seed. The first node's seed matches a real single-node machine.
std::uint64_t seed_of_node(std::uint64_t seed, unsigned node) {
  return seed + node * 0x9e3779b97f4a7c15u;
}

}  // namespace

Schedule::Schedule(const TaskStream& stream, const ScheduleOptions& options, CostModel& costs,
                   EventLoop& loop)
    : stream_(stream),
      options_(options),
      start_ns_(whole_ns(options.overheads.schedule_s)),
      start_stolen_ns_(whole_ns(options.overheads.schedule_s + options.overheads.steal_s)),
      submits_at_once_(options.overheads.submit_s == 0.0 && options.overheads.skip_s == 0.0 &&
                       options.window == 0),
      loop_(loop),
      kernels_(stream, options, costs),
      workers_(std::size_t{options.nodes} * options.workers),
      memory_(stream, options.nodes) {
  nodes_.reserve(options.nodes);
  if (options.nodes_per_host > 1) {
    const unsigned hosts = (options.nodes + options.nodes_per_host - 1) / options.nodes_per_host;
    hosts_.resize(hosts, SharedCores(options.cores_per_host));
  }
  if (options.balance.is_on() && options.nodes > 1)
    balancing_ = std::make_unique<Balancing>(options.balance, options.nodes, options.seed);
  if (options.records) record_.spans.resize(workers_.size());
  for (unsigned n = 0; n < options.nodes; ++n) {
    Node& node = nodes_.emplace_back(NodeWorkers(options, seed_of_node(options.seed, n)));
    if (options.records) node.workers.record_victims(&record_.victims);
    for (unsigned w = options.submitter_computes ? 0 : 1; w < options.workers; ++w) node.idle.push_back(w);
  }
}

void Schedule::wait(const Extent& extent, const std::optional<Awaited>& awaited,
                    const std::function<void()>& on_progress) {
  program_.on_progress = &on_progress;
  program_.awaited = awaited;
  extend(extent);
  for (std::size_t n = 0; n < nodes_.size(); ++n) find_work(NodeId(n));
  while (!loop_.run(*this)) {
    // The window opens if nothing else can happen.
    const auto throttled =
        std::find_if(nodes_.begin(), nodes_.end(), [](const Node& node) { return node.is_throttled; });
    if (throttled == nodes_.end()) throw SimulationError("simulate: " + deadlock_message());
    const NodeId node(static_cast<std::size_t>(throttled - nodes_.begin()));
    throttled->is_throttled = false;
    std::erase(throttled->idle, 0u);
    continue_submitting(node);
    if (!balancing_) continue;
    for (std::size_t n = 0; n < nodes_.size(); ++n) ask_for_work(NodeId(n));
  }
}

std::string Schedule::deadlock_message() const {
  const auto state = [this](std::uint32_t handle) {
    const std::string& name = stream_.name_of(handle);
    return (name.empty() ? "handle " + std::to_string(handle) : name) + ", which stays at " +
           std::to_string(handles_[handle].version);
  };
  for (std::uint32_t handle = 0; handle < handles_.size(); ++handle) {
    if (handles_[handle].waiting.empty()) continue;
    const WaitingPool::Entry waiting = waiting_pool_.front(handles_[handle].waiting);
    std::uint32_t task = waiting.number;
    if (waiting.kind() == WaitingPool::Kind::transfer) {
      const WaitingPool::Queue& listeners = transfers_[waiting.number].listeners;
      if (listeners.empty()) continue;  // a message that makes no task ready
      const WaitingPool::Entry listener = waiting_pool_.front(listeners);
      if (listener.kind() == WaitingPool::Kind::transfer) continue;
      task = listener.number;
    }
    return "expected every task to become ready, found '" + TaskType::name_of(stream_.tasks()[task].type) +
           "' waiting for version " + std::to_string(waiting.version) + " of " + state(handle);
  }
  if (program_.awaited) {
    return "expected a handle to reach version " + std::to_string(program_.awaited->version) + ", found " +
           state(program_.awaited->handle);
  }
  return "expected every task to run, found some that no worker takes";
}

/// Tracks last workers from now on, and for all tasks that have ended.
void Schedule::track_replicas() {
  last_workers_.emplace();
  std::vector<std::uint32_t> ended;
  for (std::uint32_t task = 0; task < tasks_.size(); ++task)
    if (tasks_[task].has_ended()) ended.push_back(task);
  std::sort(ended.begin(), ended.end(), [this](std::uint32_t a, std::uint32_t b) {
    return tasks_[a].end_order() < tasks_[b].end_order();
  });
  for (const std::uint32_t task : ended) {
    const NodeId node = stream_.tasks()[task].node;
    for (const StreamAccess& access : stream_.accesses_of(task)) {
      if (handles_[access.handle].owner != node)
        last_workers_->record(access.handle, node, tasks_[task].end_worker());
    }
  }
}

}  // namespace gusset::simulator
