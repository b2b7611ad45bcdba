#include "schedule.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "gusset/core/errors.hpp"
#include "gusset/core/version_sequence.hpp"

namespace gusset::simulator {
namespace {

constexpr double ns_per_second = 1e9;
constexpr std::int64_t longest_ns = 9'000'000'000'000'000'000;  // 285 years

SimulationError too_long(std::string_view type) {
  return SimulationError("simulate: expected times below 9e9 seconds, found more with task type '" +
                         std::string(type) + "'");
}

/// Nodes decide differently, the first one like a real machine of one node.
std::uint64_t seed_of_node(std::uint64_t seed, unsigned node) {
  return seed + node * 0x9e3779b97f4a7c15u;
}

}  // namespace

Schedule::Schedule(const TaskStream& stream, unsigned nodes, unsigned workers, std::uint64_t seed,
                   std::uint64_t header_bytes, CostModel& costs, EventLoop& loop)
    : stream_(stream), cost_model_(costs), loop_(loop), header_bytes_(header_bytes), nodes_(nodes) {
  for (unsigned n = 0; n < nodes; ++n) {
    Node& node = nodes_[n];
    node.workers.resize(workers);
    node.outside = make_locality_policy(WorkerId(0), workers, seed_of_node(seed, n));
    for (unsigned w = 0; w < workers; ++w) {
      node.workers[w].policy = make_locality_policy(WorkerId(w), workers, seed_of_node(seed, n));
      node.idle.push_back(w);
    }
  }
}

void Schedule::wait(std::optional<std::uint32_t> handle, const std::function<void()>& after_event) {
  submit_new();
  awaited_handle_ = handle;
  for (std::size_t n = 0; n < nodes_.size(); ++n) find_work(NodeId(n));
  const bool is_done = loop_.run_until([&] {
    after_event();
    return is_awaited_done();
  });
  if (!is_done)
    throw SimulationError("simulate: expected every task to become ready, found some that never do");
}

bool Schedule::is_awaited_done() const {
  if (is_program_busy_) return false;
  return awaited_handle_ ? handles_[*awaited_handle_].unfinished == 0 : ended_ == times_.size();
}

// ---- versions and messages

void Schedule::submit_new() {
  for (std::size_t h = handles_.size(); h < stream_.handles().size(); ++h) {
    handles_.emplace_back().version = stream_.handles()[h].first_version;
  }
  transfers_.resize(stream_.transfers().size());
  transfer_times_.resize(transfers_.size());
  const std::size_t first = times_.size();
  times_.resize(stream_.tasks().size());
  awaiting_.resize(times_.size());
  // Submission takes no time yet; where it does, tasks follow each other here by events.
  for (std::size_t task = first; task < times_.size(); ++task) submit(static_cast<std::uint32_t>(task));
}

void Schedule::submit(std::uint32_t task) {
  times_[task].submit_ns = loop_.now_ns();
  for (const TaskStream::StreamAccess& access : stream_.accesses_of(task)) {
    HandleState& handle = handles_[access.handle];
    ++handle.unfinished;
    if (access.transfer != none) {
      if (!has_replica(task, access.transfer)) ++awaiting_[task];
    } else if (!has_reached(handle.version, access.version)) {
      handle.waiting.push({access.version, task, none});
      ++awaiting_[task];
    }
  }
  if (awaiting_[task] > 0) return;
  times_[task].ready_ns = loop_.now_ns();
  enqueue(*nodes_[stream_.tasks()[task].node.value()].outside, task, ReadyCause::submitted);
}

/// Makes a task a listener. Where the replica is there already, the owner need not wait for this reader.
bool Schedule::has_replica(std::uint32_t task, std::uint32_t transfer) {
  const TaskStream::Transfer& what = stream_.transfers()[transfer];
  TransferState& state = transfers_[transfer];
  if (state.has_arrived) {
    raise_version(what.handle, 1);
    enqueue_woken(*nodes_[what.from.value()].outside, ReadyCause::arrived);
    return true;
  }
  state.listeners.push_back(task);
  if (!std::exchange(state.is_known, true)) {
    HandleState& handle = handles_[what.handle];
    if (has_reached(handle.version, what.version)) {
      send(transfer);
    } else {
      handle.waiting.push({what.version, none, transfer});
    }
  }
  return false;
}

void Schedule::raise_version(std::uint32_t handle, std::uint32_t accesses) {
  HandleState& state = handles_[handle];
  state.version += accesses;
  while (!state.waiting.empty() && has_reached(state.version, state.waiting.front().version)) {
    const Waiting waiting = state.waiting.pop();
    if (waiting.transfer != none) {
      send(waiting.transfer);
    } else {
      count_down(waiting.task);
    }
  }
}

void Schedule::count_down(std::uint32_t task) {
  if (--awaiting_[task] > 0) return;
  times_[task].ready_ns = loop_.now_ns();
  woken_.push_back(task);
}

void Schedule::send(std::uint32_t transfer) {
  const TaskStream::Transfer& what = stream_.transfers()[transfer];
  transfer_times_[transfer].send_ns = loop_.now_ns();
  loop_.send(what.from, what.to, stream_.handles()[what.handle].size_bytes + header_bytes_,
             [this, transfer] { arrive(transfer); });
}

void Schedule::arrive(std::uint32_t transfer) {
  ++events_;
  const TaskStream::Transfer& what = stream_.transfers()[transfer];
  TransferState& state = transfers_[transfer];
  transfer_times_[transfer].receive_ns = loop_.now_ns();
  state.has_arrived = true;
  const std::vector<std::uint32_t> listeners = std::move(state.listeners);
  for (const std::uint32_t task : listeners) count_down(task);
  enqueue_woken(*nodes_[what.to.value()].outside, ReadyCause::arrived);
  raise_version(what.handle, static_cast<std::uint32_t>(listeners.size()));
  enqueue_woken(*nodes_[what.from.value()].outside, ReadyCause::arrived);
  find_work(what.to);
  find_work(what.from);
}

// ---- workers and their queues

void Schedule::enqueue(Policy& policy, std::uint32_t task, ReadyCause cause) {
  const TaskStream::StreamTask& what = stream_.tasks()[task];
  const Policy::Place place = policy.place({{what.type, what.work, what.node}, task}, cause);
  Node& node = nodes_[what.node.value()];
  std::deque<std::uint32_t>& queue = node.workers[place.worker.value()].queue;
  if (place.front) {
    queue.push_front(task);
  } else {
    queue.push_back(task);
  }
  ++node.queued;
}

/// Puts what has been woken into queues, so that the first woken is taken first from a front; arrivals join a
/// back in order.
void Schedule::enqueue_woken(Policy& policy, ReadyCause cause) {
  if (cause == ReadyCause::arrived) {
    for (const std::uint32_t task : woken_) enqueue(policy, task, cause);
    woken_.clear();
    return;
  }
  for (std::vector<std::uint32_t>* tasks : {&unparked_, &woken_}) {
    for (; !tasks->empty(); tasks->pop_back()) enqueue(policy, tasks->back(), cause);
  }
}

/// Idle workers look into their own queues, then into others'.
void Schedule::find_work(NodeId n) {
  Node& node = nodes_[n.value()];
  for (const bool may_steal : {false, true}) {
    for (std::size_t i = 0; i < node.idle.size() && node.queued > 0;) {
      if (find_work(n, node.idle[i], may_steal)) {
        node.idle.erase(node.idle.begin() + static_cast<std::ptrdiff_t>(i));
      } else {
        ++i;
      }
    }
  }
}

bool Schedule::find_work(NodeId n, std::uint32_t worker, bool may_steal) {
  if (is_program(n, worker) && is_awaited_done()) return false;  // it returns from its wait
  for (;;) {
    const std::uint32_t task = take(nodes_[n.value()], worker, may_steal);
    if (task == none) return false;
    if (start(n, worker, task)) return true;
  }
}

std::uint32_t Schedule::take(Node& node, std::uint32_t w, bool may_steal) {
  Worker& self = node.workers[w];
  if (!self.queue.empty()) {
    const std::uint32_t task = self.queue.front();
    self.queue.pop_front();
    --node.queued;
    return task;
  }
  if (!may_steal || node.queued == 0) return none;
  for (std::size_t attempt = 0;; ++attempt) {
    const std::optional<WorkerId> victim = self.policy->next_victim(attempt);
    if (!victim) return none;
    std::deque<std::uint32_t>& queue = node.workers[victim->value()].queue;
    if (queue.empty()) continue;
    // The thief keeps the order that the victim had: what it would have come to first is run first.
    for (std::size_t count = std::clamp<std::size_t>(self.policy->steal_count(queue.size()), 1, queue.size());
         count > 1; --count) {
      self.queue.push_front(queue.back());
      queue.pop_back();
    }
    const std::uint32_t task = queue.back();
    queue.pop_back();
    --node.queued;
    return task;
  }
}

/// False where the task adds to what another is adding to: it is parked there.
bool Schedule::start(NodeId n, std::uint32_t w, std::uint32_t task) {
  Worker& worker = nodes_[n.value()].workers[w];
  if (!take_turns(task)) {
    enqueue_woken(*worker.policy, ReadyCause::woken);
    return false;
  }
  const std::int64_t now_ns = loop_.now_ns();
  const std::int64_t duration = duration_ns(n, w, task);
  if (duration > longest_ns - now_ns) throw too_long(TaskType::name_of(stream_.tasks()[task].type));
  times_[task].begin_ns = now_ns;
  times_[task].worker = WorkerId(w);
  worker.ran.push_back(task);
  if (is_program(n, w)) is_program_busy_ = true;
  loop_.at(now_ns + duration, [this, n, w, task] { end(n, w, task); });
  return true;
}

/// Takes the turn at every handle that the task adds to, in the handles' order: all or none.
bool Schedule::take_turns(std::uint32_t task) {
  std::vector<std::uint32_t> adds;
  for (const TaskStream::StreamAccess& access : stream_.accesses_of(task)) {
    if (access.mode == AccessMode::add) adds.push_back(access.handle);
  }
  std::sort(adds.begin(), adds.end());
  for (std::size_t i = 0; i < adds.size(); ++i) {
    if (!std::exchange(handles_[adds[i]].is_adding, true)) continue;
    for (std::size_t taken = 0; taken < i; ++taken) give_turn_back(adds[taken]);
    handles_[adds[i]].parked.push(task);
    return false;
  }
  return true;
}

void Schedule::give_turn_back(std::uint32_t handle) {
  HandleState& state = handles_[handle];
  state.is_adding = false;
  if (!state.parked.empty()) unparked_.push_back(state.parked.pop());
}

void Schedule::end(NodeId n, std::uint32_t w, std::uint32_t task) {
  ++events_;
  ++ended_;
  Node& node = nodes_[n.value()];
  TaskTimes& times = times_[task];
  times.end_ns = loop_.now_ns();
  node.busy_ns += times.end_ns - times.begin_ns;
  makespan_ns_ = std::max(makespan_ns_, times.end_ns);
  if (is_program(n, w)) is_program_busy_ = false;
  for (const TaskStream::StreamAccess& access : stream_.accesses_of(task)) {
    --handles_[access.handle].unfinished;
    if (access.transfer != none) continue;  // its message has told the owner
    raise_version(access.handle, 1);
    if (access.mode == AccessMode::add) give_turn_back(access.handle);
  }
  enqueue_woken(*node.workers[w].policy, ReadyCause::woken);
  if (!find_work(n, w, true)) node.idle.push_back(w);
  find_work(n);
}

std::int64_t Schedule::duration_ns(NodeId node, std::uint32_t worker, std::uint32_t task) {
  const TaskStream::StreamTask& what = stream_.tasks()[task];
  TaskShape shape{TaskType::name_of(what.type), what.work, 0};
  for (const TaskStream::StreamAccess& access : stream_.accesses_of(task)) {
    shape.bytes += stream_.handles()[access.handle].size_bytes;
  }
  const double ns = cost_model_.on_start(shape, costs_of_[task], node, WorkerId(worker)) * ns_per_second;
  if (!(ns < static_cast<double>(longest_ns))) throw too_long(shape.type);
  return std::max<std::int64_t>(1, std::llround(ns));  // a task takes time, so its end comes after its begin
}

}  // namespace gusset::simulator
