// Longer than 400 lines: how each simulated event brings about the next has to be read together.
#include "schedule.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "gusset/core/errors.hpp"
#include "gusset/core/version_sequence.hpp"

namespace gusset::simulator {
namespace {

constexpr double ns_per_second = 1e9;
constexpr std::int64_t longest_ns = 9'000'000'000'000'000'000;  // 285 years
// A real thief that misses what there is looks again at once. Here time stands still meanwhile, so it has to
// end.
constexpr int searches_at_once = 16;

SimulationError too_long(std::string_view type) {
  return SimulationError("simulate: expected times below 9e9 seconds, found more with task type '" +
                         std::string(type) + "'");
}

/// Nodes decide differently, the first one like a real machine of one node.
std::uint64_t seed_of_node(std::uint64_t seed, unsigned node) {
  return seed + node * 0x9e3779b97f4a7c15u;
}

std::uint64_t key_of(std::uint32_t handle, NodeId node) {
  return std::uint64_t{handle} << 32 | node.value();
}

}  // namespace

Schedule::Schedule(const TaskStream& stream, const Crew& crew, std::uint64_t header_bytes, CostModel& costs,
                   EventLoop& loop)
    : stream_(stream),
      crew_(crew),
      cost_model_(costs),
      loop_(loop),
      header_bytes_(header_bytes),
      nodes_(crew.nodes) {
  for (unsigned n = 0; n < crew.nodes; ++n) {
    Node& node = nodes_[n];
    node.workers.resize(crew.workers);
    for (unsigned w = 0; w < crew.workers; ++w) {
      node.workers[w].policy =
          make_policy(crew.policy, {WorkerId(w), crew.workers, seed_of_node(crew.seed, n), {}});
      node.idle.push_back(w);
    }
  }
}

void Schedule::wait(const std::optional<Awaited>& awaited, const std::function<void()>& after_event) {
  submit_new();
  awaited_ = awaited;
  for (std::size_t n = 0; n < nodes_.size(); ++n) find_work(NodeId(n));
  const bool is_done = loop_.run_until([&] {
    after_event();
    return is_awaited_done();
  });
  if (!is_done) throw SimulationError("simulate: " + what_never_comes());
}

bool Schedule::is_awaited_done() const {
  if (is_program_busy_) return false;
  if (!awaited_) return ended_ == times_.size();
  const HandleState& handle = handles_[awaited_->handle];
  return has_reached(handle.version, awaited_->version) && (!awaited_->is_last || handle.unfinished == 0);
}

std::string Schedule::what_never_comes() const {
  const auto state = [this](std::uint32_t handle) {
    const std::string& name = stream_.handles()[handle].name;
    return (name.empty() ? "handle " + std::to_string(handle) : name) + ", which stays at " +
           std::to_string(handles_[handle].version);
  };
  for (std::uint32_t handle = 0; handle < handles_.size(); ++handle) {
    if (handles_[handle].waiting.empty()) continue;
    const Waiting& waiting = handles_[handle].waiting.front();
    const std::uint32_t task =
        waiting.task != none ? waiting.task : transfers_[waiting.transfer].listeners.front();
    return "expected every task to become ready, found '" + TaskType::name_of(stream_.tasks()[task].type) +
           "' to wait for version " + std::to_string(waiting.version) + " of " + state(handle);
  }
  if (awaited_) {
    return "expected version " + std::to_string(awaited_->version) + " of a handle to come, found " +
           state(awaited_->handle);
  }
  return "expected every task to run, found some that no worker takes";
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
  held_.resize(times_.size(), none);
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
      // Where it was reserved, others may wait for later versions already.
      handle.waiting.push_ahead_of(
          [&](const Waiting& other) { return !has_reached(access.version, other.version); },
          {access.version, task, none, takes_turns(access.mode)});
      ++awaiting_[task];
    }
  }
  if (awaiting_[task] > 0) return;
  times_[task].ready_ns = loop_.now_ns();
  enqueue({stream_.tasks()[task].node, 0, ReadyCause::submitted}, task);
}

/// Makes a task a listener. Where the replica is there already, the owner need not wait for this reader.
bool Schedule::has_replica(std::uint32_t task, std::uint32_t transfer) {
  const TaskStream::Transfer& what = stream_.transfers()[transfer];
  TransferState& state = transfers_[transfer];
  if (state.has_arrived) {
    raise_version({what.from, 0, ReadyCause::arrived}, what.handle, 1);
    return true;
  }
  state.listeners.push_back(task);
  if (!std::exchange(state.is_known, true)) {
    HandleState& handle = handles_[what.handle];
    if (has_reached(handle.version, what.version)) {
      send(transfer);
    } else {
      handle.waiting.push_ahead_of(
          [&](const Waiting& other) { return !has_reached(what.version, other.version); },
          {what.version, none, transfer, false});
    }
  }
  return false;
}

/// A task that takes one turn gets it as soon as it lacks nothing else, before it is ready for a worker, or
/// is parked at once where the turn is taken.
void Schedule::raise_version(const Waker& by, std::uint32_t handle, std::uint32_t accesses, bool gives_turn) {
  HandleState& state = handles_[handle];
  state.version += accesses;
  if (!std::exchange(state.is_changed, true)) changed_.push_back(handle);
  const std::uint32_t unparked = gives_turn ? pass_turn(state.turn, handle) : none;
  std::vector<std::uint32_t> woken;
  while (!state.waiting.empty() && has_reached(state.version, state.waiting.front().version)) {
    const Waiting waiting = state.waiting.pop();
    if (waiting.transfer != none) {
      send(waiting.transfer);
      continue;
    }
    if (!count_down(waiting.task)) continue;
    if (waiting.takes_turn && turns_of(waiting.task) == 1) {
      if (std::exchange(state.turn.is_taken, true)) {
        state.turn.parked.push(waiting.task);
        continue;
      }
      held_[waiting.task] = handle;
    }
    woken.push_back(waiting.task);
  }
  if (unparked != none) make_ready(by, unparked, true);
  for (const std::uint32_t task : woken) make_ready(by, task);
}

bool Schedule::count_down(std::uint32_t task) {
  if (--awaiting_[task] > 0) return false;
  times_[task].ready_ns = loop_.now_ns();
  return true;
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
  for (const std::uint32_t task : listeners) {
    if (count_down(task)) make_ready({what.to, 0, ReadyCause::arrived}, task);
  }
  raise_version({what.from, 0, ReadyCause::arrived}, what.handle,
                static_cast<std::uint32_t>(listeners.size()));
  find_work(what.to);
  find_work(what.from);
}

// ---- turns

Schedule::Turn& Schedule::turn_of(const TaskStream::StreamAccess& access) {
  return access.transfer == none ? handles_[access.handle].turn : transfers_[access.transfer].turn;
}

unsigned Schedule::turns_of(std::uint32_t task) const {
  unsigned turns = 0;
  for (const TaskStream::StreamAccess& access : stream_.accesses_of(task)) turns += takes_turns(access.mode);
  return turns;
}

/// Takes all turns that the task needs and has not got, in the handles' order. Where another has one of them,
/// it gives up all it has and is parked there.
bool Schedule::take_turns(const Waker& by, std::uint32_t task) {
  const std::uint32_t held = std::exchange(held_[task], none);
  std::vector<const TaskStream::StreamAccess*> needed;
  for (const TaskStream::StreamAccess& access : stream_.accesses_of(task)) {
    if (takes_turns(access.mode)) needed.push_back(&access);
  }
  std::sort(needed.begin(), needed.end(), [](const auto* a, const auto* b) { return a->handle < b->handle; });
  const auto missing = std::find_if(needed.begin(), needed.end(), [&](const auto* access) {
    return access->handle != held && std::exchange(turn_of(*access).is_taken, true);
  });
  if (missing == needed.end()) return true;
  for (auto access = needed.begin(); access != needed.end(); ++access) {
    if (access < missing || (*access)->handle == held) give_turn_back(by, **access);
  }
  turn_of(**missing).parked.push(task);
  return false;
}

/// Gives a turn to the task that has been parked for it longest; returns that task, which may go on.
std::uint32_t Schedule::pass_turn(Turn& turn, std::uint32_t handle) {
  turn.is_taken = !turn.parked.empty();
  if (!turn.is_taken) return none;
  const std::uint32_t task = turn.parked.pop();
  held_[task] = handle;
  return task;
}

void Schedule::give_turn_back(const Waker& by, const TaskStream::StreamAccess& access) {
  const std::uint32_t unparked = pass_turn(turn_of(access), access.handle);
  if (unparked != none) make_ready(by, unparked, true);
}

// ---- workers and their queues

/// As in the threaded engine, the worker whose task gave a turn back goes on with the next in turn, whatever
/// that one's wish.
void Schedule::make_ready(const Waker& by, std::uint32_t task, bool was_parked) {
  Worker& worker = nodes_[by.node.value()].workers[by.worker];
  const bool has_wish = stream_.tasks()[task].affinity.kind != Affinity::Kind::none;
  if (by.cause == ReadyCause::woken && worker.next == none && (was_parked || !has_wish) &&
      worker.policy->runs_first_woken()) {
    worker.next = task;
  } else {
    enqueue(by, task);
  }
}

void Schedule::enqueue(const Waker& by, std::uint32_t task) {
  Node& node = nodes_[by.node.value()];
  Worker& self = node.workers[by.worker];
  ++node.queued;
  const Policy::Habits habits = self.policy->habits();
  const bool has_wish = stream_.tasks()[task].affinity.kind != Affinity::Kind::none;
  if (by.cause == ReadyCause::submitted && habits.keeps_submitted && !has_wish) {
    self.queue.push(task);
  } else if (by.cause == ReadyCause::woken && habits.keeps_woken && !has_wish) {
    self.stack.push(task);
  } else {
    const Policy::Place place = self.policy->place(view_of(task), by.cause);
    if (place.worker.is_none()) {
      node.shared[place.rank].push_back(task);
      return;
    }
    Worker& host = node.workers[checked(place.worker).value()];
    // A stack belongs to its worker: what others bring comes to its queue.
    (place.lane == Policy::Lane::stack && &host == &self ? host.stack : host.queue).push(task);
  }
}

TaskView Schedule::view_of(std::uint32_t task) const {
  const TaskStream::StreamTask& what = stream_.tasks()[task];
  TaskView view{what.type, what.work, what.priority, WorkerId(), HandleId()};
  const TaskStream::StreamAccess* touched = nullptr;
  for (const TaskStream::StreamAccess& access : stream_.accesses_of(task)) {
    if (touched == nullptr) touched = &access;
    if (!modifies(access.mode)) continue;
    touched = &access;
    break;
  }
  if (touched != nullptr) view.handle = HandleId(touched->handle);
  switch (what.affinity.kind) {
    case Affinity::Kind::none:
    case Affinity::Kind::domain:  // all workers of a simulated node are of one
      break;
    case Affinity::Kind::worker:
      if (what.affinity.index < crew_.workers) view.wanted = WorkerId(what.affinity.index);
      break;
    case Affinity::Kind::data:
      if (touched == nullptr) break;
      if (touched->transfer == none) {
        view.wanted = handles_[touched->handle].last_worker;
      } else if (const auto last = last_workers_.find(key_of(touched->handle, what.node));
                 last != last_workers_.end()) {
        view.wanted = last->second;
      }
      break;
  }
  return view;
}

/// A policy may be a program's own.
WorkerId Schedule::checked(WorkerId worker) const {
  if (worker.value() < crew_.workers) return worker;
  throw UsageError("policy \"" + crew_.policy + "\": expected a worker from 0 to " +
                   std::to_string(crew_.workers - 1) + ", found " + std::to_string(worker.value()));
}

/// Idle workers look into the queues that are theirs, then into others'.
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

bool Schedule::find_work(NodeId n, std::uint32_t w, bool may_steal) {
  Node& node = nodes_[n.value()];
  std::uint32_t& next = node.workers[w].next;
  if (is_program(n, w) && is_awaited_done()) {  // it returns from its wait
    if (next != none) enqueue({n, w, ReadyCause::woken}, std::exchange(next, none));
    return false;
  }
  for (;;) {
    std::uint32_t task = std::exchange(next, none);
    if (task == none) task = take(node, w);
    if (task == none && may_steal) task = steal(node, w);
    if (task == none) return false;
    if (start(n, w, task)) return true;
  }
}

/// What a worker finds without robbing anybody.
std::uint32_t Schedule::take(Node& node, std::uint32_t w) {
  Worker& self = node.workers[w];
  if (node.queued == 0) return none;
  if (!self.stack.empty()) {
    --node.queued;
    return self.stack.pop_newest();
  }
  if (!self.queue.empty()) {
    --node.queued;
    return self.queue.pop();
  }
  if (node.shared.empty()) return none;
  const auto highest = node.shared.begin();
  const std::uint32_t task = highest->second.front();
  highest->second.pop_front();
  if (highest->second.empty()) node.shared.erase(highest);
  --node.queued;
  return task;
}

std::uint32_t Schedule::steal(Node& node, std::uint32_t w) {
  Policy& policy = *node.workers[w].policy;
  for (int search = 0; search < searches_at_once && node.queued > 0; ++search) {
    for (std::size_t attempt = 0;; ++attempt) {
      const std::optional<WorkerId> id = policy.next_victim(attempt);
      if (!id && attempt == 0) return none;  // it never steals
      if (!id) break;
      Worker& victim = node.workers[checked(*id).value()];
      Fifo<std::uint32_t>& from = victim.queue.empty() ? victim.stack : victim.queue;
      if (from.empty()) continue;
      const std::size_t most = std::min(from.size(), Policy::max_steal_count);
      const std::size_t count = std::clamp<std::size_t>(policy.steal_count(from.size()), 1, most);
      const std::uint32_t task = from.pop();
      --node.queued;
      for (std::size_t i = 1; i < count; ++i) node.workers[w].queue.push(from.pop());
      return task;
    }
  }
  return none;
}

/// False where the task needs a turn that another has: it is parked there.
bool Schedule::start(NodeId n, std::uint32_t w, std::uint32_t task) {
  if (!take_turns({n, w, ReadyCause::woken}, task)) return false;
  Worker& worker = nodes_[n.value()].workers[w];
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

void Schedule::end(NodeId n, std::uint32_t w, std::uint32_t task) {
  ++events_;
  ++ended_;
  Node& node = nodes_[n.value()];
  TaskTimes& times = times_[task];
  times.end_ns = loop_.now_ns();
  node.busy_ns += times.end_ns - times.begin_ns;
  makespan_ns_ = std::max(makespan_ns_, times.end_ns);
  if (is_program(n, w)) is_program_busy_ = false;
  const Waker by{n, w, ReadyCause::woken};
  for (const TaskStream::StreamAccess& access : stream_.accesses_of(task)) {
    HandleState& handle = handles_[access.handle];
    --handle.unfinished;
    const bool gives_turn = takes_turns(access.mode);
    if (access.transfer == none) {
      handle.last_worker = WorkerId(w);
      raise_version(by, access.handle, 1, gives_turn);
    } else {  // its message has told the owner
      last_workers_[key_of(access.handle, n)] = WorkerId(w);
      if (gives_turn) give_turn_back(by, access);
    }
  }
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
