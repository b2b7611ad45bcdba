// Longer than 400 lines: how each simulated event brings about the next has to be read together.
#include "schedule.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "gusset/core/errors.hpp"
#include "network/simulated_time.hpp"

namespace gusset::simulator {
namespace {

constexpr unsigned number_bits = 32;
constexpr unsigned events_per_tell = 1024;

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

Schedule::Schedule(const TaskStream& stream, const Crew& crew, CostModel& costs, EventLoop& loop)
    : stream_(stream),
      crew_(crew),
      noise_(crew.seed),
      start_ns_(whole_ns(crew.overheads.schedule_s)),
      start_stolen_ns_(whole_ns(crew.overheads.schedule_s + crew.overheads.steal_s)),
      submits_at_once_(crew.overheads.submit_s == 0.0 && crew.overheads.skip_s == 0.0 && crew.window == 0),
      cost_model_(costs),
      loop_(loop),
      workers_(std::size_t{crew.nodes} * crew.workers),
      memory_(stream, crew.nodes) {
  nodes_.reserve(crew.nodes);
  for (unsigned n = 0; n < crew.nodes; ++n) {
    Node& node = nodes_.emplace_back(NodeWorkers(crew.workers, crew.policy, seed_of_node(crew.seed, n)));
    if (crew.records) node.workers.note_victims(&victims_);
    for (unsigned w = crew.submitter_computes ? 0 : 1; w < crew.workers; ++w) node.idle.push_back(w);
  }
}

void Schedule::wait(const Extent& extent, const std::optional<Awaited>& awaited,
                    const std::function<void()>& tell) {
  tell_ = &tell;
  awaited_ = awaited;
  see(extent);
  for (std::size_t n = 0; n < nodes_.size(); ++n) find_work(NodeId(n));
  while (!loop_.run(*this)) {
    // Where nothing else can happen the window opens.
    const auto throttled =
        std::find_if(nodes_.begin(), nodes_.end(), [](const Node& node) { return node.is_throttled; });
    if (throttled == nodes_.end()) throw SimulationError("simulate: " + what_never_comes());
    const NodeId node(static_cast<std::size_t>(throttled - nodes_.begin()));
    throttled->is_throttled = false;
    std::erase(throttled->idle, 0u);
    go_on_submitting(node);
  }
}

bool Schedule::is_done() {
  if (++untold_events_ == events_per_tell) {
    untold_events_ = 0;
    (*tell_)();
  }
  return is_awaited_done();
}

bool Schedule::is_awaited_done() const {
  if (!awaited_ && (ended_ != submitted_ || submitted_program_tasks_ != extent_)) return false;
  if (is_program_busy_ || !nodes_[0].cursor.empty()) return false;
  if (!awaited_) return true;
  const HandleState& handle = handles_[awaited_->handle];
  return has_reached(handle.version, awaited_->version) && (!awaited_->is_last || handle.unfinished == 0);
}

std::string Schedule::what_never_comes() const {
  const auto state = [this](std::uint32_t handle) {
    const std::string& name = stream_.name_of(handle);
    return (name.empty() ? "handle " + std::to_string(handle) : name) + ", which stays at " +
           std::to_string(handles_[handle].version);
  };
  for (std::uint32_t handle = 0; handle < handles_.size(); ++handle) {
    if (handles_[handle].waiting.empty()) continue;
    const WaitingPool::Entry& waiting = lines_.front(handles_[handle].waiting);
    const std::uint32_t task = waiting.kind() != WaitingPool::Kind::transfer
                                   ? waiting.number
                                   : lines_.front(transfers_[waiting.number].listeners).number;
    return "expected every task to become ready, found '" + TaskType::name_of(stream_.tasks()[task].type) +
           "' to wait for version " + std::to_string(waiting.version) + " of " + state(handle);
  }
  if (awaited_) {
    return "expected version " + std::to_string(awaited_->version) + " of a handle to come, found " +
           state(awaited_->handle);
  }
  return "expected every task to run, found some that no worker takes";
}

// ---- events

void Schedule::at(std::int64_t time_ns, Happening what, std::uint32_t number) {
  loop_.at(time_ns, static_cast<Event>(what) << number_bits | number);
}

void Schedule::happen(Event event, std::int64_t now_ns) {
  now_ns_ = now_ns;
  const auto number = static_cast<std::uint32_t>(event);
  switch (static_cast<Happening>(event >> number_bits)) {
    case Happening::end:
      return end(NodeId(number / crew_.workers), number % crew_.workers);
    case Happening::arrival:
      return arrive(number);
    case Happening::departure:
      return depart(number);
    case Happening::submission:
      return submit_next(NodeId(number));
    case Happening::generation:
      return generate_next(NodeId(number / crew_.workers), number % crew_.workers);
  }
}

// ---- versions and messages

/// A task that takes one turn gets it as soon as it lacks nothing else, before it is ready for a worker, or
/// is parked at once where the turn is taken.
void Schedule::raise_version(const Waker& by, std::uint32_t handle, std::uint32_t accesses, bool gives_turn) {
  HandleState& state = handles_[handle];
  state.version += accesses;
  if (!std::exchange(state.is_changed, true)) changed_.push_back(handle);
  const std::uint32_t unparked = gives_turn ? pass_turn(state.turn, handle) : none;
  woken_.clear();
  while (!state.waiting.empty() && has_reached(state.version, lines_.front(state.waiting).version)) {
    const WaitingPool::Entry waiting = lines_.pop(state.waiting);
    if (waiting.kind() == WaitingPool::Kind::transfer) {
      send(waiting.number);
      continue;
    }
    const std::uint32_t task = waiting.number;
    if (!count_down(task)) continue;
    if (waiting.kind() == WaitingPool::Kind::task_with_turn && turns_of(task) == 1) {
      if (std::exchange(state.turn.is_taken, true)) {
        lines_.push(state.turn.parked, {0, task});
        continue;
      }
      tasks_[task].held_turn = handle;
    }
    woken_.push_back(task);
  }
  if (unparked != none) make_ready(by, unparked, true);
  for (const std::uint32_t task : woken_) make_ready(by, task);
}

bool Schedule::count_down(std::uint32_t task) {
  if (--tasks_[task].awaiting > 0) return false;
  if (crew_.records) times_[task].ready_ns = now_ns_;
  return true;
}

void Schedule::send(std::uint32_t transfer) {
  const auto handling_ns = whole_ns(crew_.overheads.message_s);
  if (handling_ns == 0) return depart(transfer);
  std::int64_t& free_ns = nodes_[stream_.transfers()[transfer].from.value()].port_free_ns;
  free_ns = std::max(free_ns, now_ns_) + handling_ns;
  at(free_ns, Happening::departure, transfer);
}

void Schedule::depart(std::uint32_t transfer) {
  const TaskStream::Transfer& what = stream_.transfers()[transfer];
  if (crew_.records) transfer_times_[transfer].send_ns = now_ns_;
  memory_.send(transfer);
  loop_.send(what.from, what.to, stream_.handles()[what.handle].size_bytes + crew_.header_bytes,
             static_cast<Event>(Happening::arrival) << number_bits | transfer);
}

void Schedule::arrive(std::uint32_t transfer) {
  ++arrived_;
  const TaskStream::Transfer& what = stream_.transfers()[transfer];
  TransferState& state = transfers_[transfer];
  if (crew_.records) transfer_times_[transfer].receive_ns = now_ns_;
  state.has_arrived = true;
  while (!state.listeners.empty()) {
    const std::uint32_t task = lines_.pop(state.listeners).number;
    if (count_down(task)) make_ready({what.to, 0, ReadyCause::arrived}, task);
  }
  raise_version({what.from, 0, ReadyCause::arrived}, what.handle, state.registered);
  find_work(what.to);
  find_work(what.from);
}

// ---- turns

Schedule::Turn& Schedule::turn_of(const StreamAccess& access) {
  return access.transfer == none ? handles_[access.handle].turn : transfers_[access.transfer].turn;
}

unsigned Schedule::turns_of(std::uint32_t task) const {
  unsigned turns = 0;
  for (const StreamAccess& access : stream_.accesses_of(task)) turns += takes_turns(access.mode);
  return turns;
}

/// Takes all turns that the task needs and has not got, in the handles' order. Where another has one of them,
/// it gives up all it has and is parked there.
bool Schedule::take_turns(const Waker& by, std::uint32_t task) {
  if (!stream_.tasks()[task].takes_turns) return true;
  const std::uint32_t held = std::exchange(tasks_[task].held_turn, none);
  needed_turns_.clear();
  for (const StreamAccess& access : stream_.accesses_of(task)) {
    if (takes_turns(access.mode)) needed_turns_.push_back(&access);
  }
  std::sort(needed_turns_.begin(), needed_turns_.end(),
            [](const auto* a, const auto* b) { return a->handle < b->handle; });
  const auto missing = std::find_if(needed_turns_.begin(), needed_turns_.end(), [&](const auto* access) {
    return access->handle != held && std::exchange(turn_of(*access).is_taken, true);
  });
  if (missing == needed_turns_.end()) return true;
  for (auto access = needed_turns_.begin(); access != needed_turns_.end(); ++access) {
    if (access < missing || (*access)->handle == held) give_turn_back(by, **access);
  }
  lines_.push(turn_of(**missing).parked, {0, task});
  return false;
}

/// Gives a turn to the task that has been parked for it longest; returns that task, which may go on.
std::uint32_t Schedule::pass_turn(Turn& turn, std::uint32_t handle) {
  turn.is_taken = !turn.parked.empty();
  if (!turn.is_taken) return none;
  const std::uint32_t task = lines_.pop(turn.parked).number;
  tasks_[task].held_turn = handle;
  return task;
}

void Schedule::give_turn_back(const Waker& by, const StreamAccess& access) {
  const std::uint32_t unparked = pass_turn(turn_of(access), access.handle);
  if (unparked != none) make_ready(by, unparked, true);
}

// ---- workers

/// As in the threaded engine, the worker whose task gave a turn back goes on with the next in turn, whatever
/// that one's wish.
void Schedule::make_ready(const Waker& by, std::uint32_t task, bool was_parked) {
  if (by.cause == ReadyCause::woken && (was_parked || !has_wish(task)) &&
      nodes_[by.node.value()].workers.run_next(by.worker, task))
    return;
  enqueue(by, task);
}

void Schedule::enqueue(const Waker& by, std::uint32_t task) {
  nodes_[by.node.value()].workers.enqueue(by.worker, by.cause, task, has_wish(task),
                                          [this, task] { return view_of(task); });
}

TaskView Schedule::view_of(std::uint32_t task) const {
  const StreamTask& what = stream_.tasks()[task];
  TaskView view{what.type, what.work, what.priority, WorkerId(), HandleId()};
  const StreamAccess* touched = nullptr;
  for (const StreamAccess& access : stream_.accesses_of(task)) {
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
      if (handles_[touched->handle].owner == what.node) {
        view.wanted = handles_[touched->handle].last_worker;
      } else if (const auto last = last_workers_.find(key_of(touched->handle, what.node));
                 last != last_workers_.end()) {
        view.wanted = last->second;
      }
      break;
  }
  return view;
}

/// Idle workers look into the queues that are theirs, then into others'.
void Schedule::find_work(NodeId n) {
  Node& node = nodes_[n.value()];
  for (const bool may_steal : {false, true}) {
    for (std::size_t i = 0; i < node.idle.size() && node.workers.queued() > 0;) {
      if (find_work(n, node.idle[i], may_steal)) {
        node.idle.erase(node.idle.begin() + static_cast<std::ptrdiff_t>(i));
      } else {
        ++i;
      }
    }
  }
}

bool Schedule::find_work(NodeId n, std::uint32_t w, bool may_steal) {
  NodeWorkers& workers = nodes_[n.value()].workers;
  if (is_program(n, w) && is_awaited_done()) {  // it returns from its wait
    leave_next(n, w);
    return false;
  }
  for (;;) {
    const NodeWorkers::Found found = workers.find(w, may_steal);
    if (found.task == none) return false;
    if (start(n, w, found)) return true;
  }
}

/// The worker has something else to do than what it was to do at once: others may.
void Schedule::leave_next(NodeId n, std::uint32_t w) {
  const std::uint32_t next = nodes_[n.value()].workers.take_next(w);
  if (next != none) enqueue({n, w, ReadyCause::woken}, next);
}

/// False where the task needs a turn that another has: it is parked there.
bool Schedule::start(NodeId n, std::uint32_t w, NodeWorkers::Found found) {
  const std::uint32_t task = found.task;
  if (!take_turns({n, w, ReadyCause::woken}, task)) return false;
  const std::int64_t duration = duration_ns(n, w, task);
  const std::int64_t begin_ns = now_ns_ + (found.is_stolen ? start_stolen_ns_ : start_ns_);
  if (duration > end_of_time_ns - begin_ns) throw too_long(TaskType::name_of(stream_.tasks()[task].type));
  for (const StreamAccess& access : stream_.accesses_of(task)) {
    if (access.transfer != none) memory_.access(access.transfer);
  }
  WorkerState& worker = worker_of(n, w);
  worker.running = task;
  worker.begin_ns = begin_ns;
  if (is_program(n, w)) is_program_busy_ = true;
  if (stream_.batch_of(task) != nullptr) {
    begin_generating(n, w, begin_ns + duration);
  } else {
    at(begin_ns + duration, Happening::end, n.value() * crew_.workers + w);
  }
  return true;
}

void Schedule::end(NodeId n, std::uint32_t w) {
  Node& node = nodes_[n.value()];
  WorkerState& worker = worker_of(n, w);
  const std::uint32_t task = std::exchange(worker.running, none);
  node.busy_ns += now_ns_ - worker.begin_ns;
  makespan_ns_ = std::max(makespan_ns_, now_ns_);
  if (crew_.records) {
    TaskTimes& times = times_[task];
    times.begin_ns = worker.begin_ns;
    times.end_ns = now_ns_;
    times.worker = WorkerId(w);
    worker.spans.push_back({task, worker.begin_ns, now_ns_});
  }
  if (is_program(n, w)) is_program_busy_ = false;
  if (stream_.tasks()[task].child_count > 0) {
    split({n, w, ReadyCause::submitted}, task);
  } else {
    complete({n, w, ReadyCause::woken}, task);
  }
  if (w == 0 && may_submit(node)) {
    leave_next(n, w);
    go_on_submitting(n);
  } else if (!find_work(n, w, true)) {
    node.idle.push_back(w);
  }
  if (node.is_throttled && worker_of(n, 0).running == none && may_submit(node)) {
    std::erase(node.idle, 0u);
    go_on_submitting(n);
  }
  find_work(n);
}

/// A task has ended, and with its last child its parent.
void Schedule::complete(const Waker& by, std::uint32_t task) {
  for (;;) {
    const StreamTask& what = stream_.tasks()[task];
    tasks_[task].end(++ended_, by.worker);
    for (const StreamAccess& access : stream_.accesses_of(task)) {
      HandleState& handle = handles_[access.handle];
      --handle.unfinished;
      const bool gives_turn = takes_turns(access.mode);
      if (handle.owner == what.node) {
        handle.last_worker = WorkerId(by.worker);
        raise_version(by, access.handle, 1, gives_turn);
        continue;
      }
      // Its message has told the owner.
      if (tracks_replicas_) last_workers_[key_of(access.handle, what.node)] = WorkerId(by.worker);
      if (gives_turn) give_turn_back(by, access);
      if (access.transfer != none) memory_.end_listener(access.transfer);
    }
    if (what.parent == none) {
      --nodes_[what.node.value()].in_flight;
      return;
    }
    if (--tasks_[what.parent].awaiting > 0) return;
    task = what.parent;
  }
}

/// From now on, and for all that has been so far.
void Schedule::track_replicas() {
  tracks_replicas_ = true;
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
        last_workers_[key_of(access.handle, node)] = tasks_[task].end_worker();
    }
  }
}

std::int64_t Schedule::duration_ns(NodeId node, std::uint32_t worker, std::uint32_t task) {
  const StreamTask& what = stream_.tasks()[task];
  double ns = 0.0;
  if (what.cost != none) {
    const TaskStream::StreamCost& cost = stream_.costs()[what.cost];
    ns = cost_model_.on_start(cost.shape, cost.cost, node, WorkerId(worker)) * ns_per_s;
    if (crew_.has_noise && cost.cost.seconds > 0.0) ns *= noise_.factor(task, spreads_[what.cost]);
  }
  ns += crew_.overheads.submit_s * what.child_count * ns_per_s;
  if (!(ns < static_cast<double>(end_of_time_ns))) throw too_long(TaskType::name_of(what.type));
  return std::max<std::int64_t>(1, std::llround(ns));  // a task takes time, so its end comes after its begin
}

}  // namespace gusset::simulator
