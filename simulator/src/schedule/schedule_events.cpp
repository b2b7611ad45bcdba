// The chain from each simulated event to the next. It is one file, so that the compiler can inline it.
#include <algorithm>
#include <utility>

#include "network/simulated_time.hpp"
#include "schedule.hpp"

namespace gusset::simulator {
namespace {

constexpr unsigned events_per_report = 1024;

}  // namespace

bool Schedule::is_done() {
  if (++program_.events_since_report == events_per_report) {
    program_.events_since_report = 0;
    (*program_.on_progress)();
  }
  return is_awaited_done();
}

bool Schedule::is_awaited_done() const {
  if (!program_.awaited && (ended_ != submission_.tasks || submission_.program_tasks != submission_.extent))
    return false;
  if (program_.is_busy || !nodes_[0].cursor.empty()) return false;
  if (!program_.awaited) return arrived_messages_ == submission_.messages;
  const HandleState& handle = handles_[program_.awaited->handle];
  return has_reached(handle.version, program_.awaited->version) &&
         (!program_.awaited->is_last || handle.unfinished == 0);
}

void Schedule::at(std::int64_t time_ns, EventKind kind, std::uint32_t number) {
  ++pending_;
  loop_.at(time_ns, event_of(kind, number));
}

void Schedule::handle_event(Event event, std::int64_t now_ns) {
  now_ns_ = now_ns;
  --pending_;
  const auto number = static_cast<std::uint32_t>(event);
  const auto kind = static_cast<EventKind>(event >> number_bits);
  switch (kind) {
    case EventKind::end:
      return end(NodeId(number / options_.workers), number % options_.workers);
    case EventKind::arrival:
      if (!options_.messages) return arrive(number);
      reach(stream_.transfers()[number].to, EventKind::arrival, number);
      if (is_long(number)) reach(stream_.transfers()[number].from, EventKind::sent, number);
      return;
    case EventKind::departure:
      return depart(number);
    case EventKind::submission:
      return submit_next(NodeId(number));
    case EventKind::generation:
      return generate_next(NodeId(number / options_.workers), number % options_.workers);
    case EventKind::offer:
      return reach(stream_.transfers()[number].to, EventKind::offer, number);
    case EventKind::request:
      return reach(stream_.transfers()[number].from, EventKind::request, number);
    case EventKind::sent:
      return complete_sending(number);
    case EventKind::look:
      return look_later(NodeId(number));
    case EventKind::ends:
      return end_tasks_of(number);
    default:
      return handle_balancing(kind, number);
  }
}

// ---- versions and messages

/// A task that needs one lock takes it as soon as nothing else is missing, before it is ready for a worker.
/// If the lock is taken, the task is parked immediately.
void Schedule::raise_version(const Waker& by, std::uint32_t handle, std::uint32_t accesses, bool unlocks) {
  HandleState& state = handles_[handle];
  state.version += accesses;
  if (!std::exchange(state.is_changed, true)) changed_.push_back(handle);
  const std::uint32_t unparked = unlocks ? pass_lock(state.lock, handle) : none;
  woken_.clear();
  while (!state.waiting.empty() && has_reached(state.version, waiting_pool_.front(state.waiting).version)) {
    const WaitingPool::Entry waiting = waiting_pool_.pop(state.waiting);
    if (waiting.kind() == WaitingPool::Kind::transfer) {
      send(waiting.number);
      continue;
    }
    const std::uint32_t task = waiting.number;
    if (waiting.kind() == WaitingPool::Kind::unsubmitted_task) {
      submit_own(by, task);
      continue;
    }
    if (!count_down(task)) continue;
    if (waiting.kind() == WaitingPool::Kind::task_with_lock && locks_of(task) == 1) {
      if (std::exchange(state.lock.is_taken, true)) {
        waiting_pool_.push(state.lock.parked, {0, task});
        continue;
      }
      tasks_[task].held_lock = handle;
    }
    woken_.push_back(task);
  }
  if (unparked != none) make_ready(by, unparked, true);
  for (const std::uint32_t task : woken_) make_ready(by, task);
}

bool Schedule::count_down(std::uint32_t task) {
  if (--tasks_[task].awaiting > 0) return false;
  if (options_.records) record_.tasks[task].ready_ns = now_ns_;
  return true;
}

void Schedule::send(std::uint32_t transfer) {
  const auto handling_ns = whole_ns(options_.overheads.message_s);
  if (handling_ns == 0) return depart(transfer);
  std::int64_t& free_ns = nodes_[stream_.transfers()[transfer].from.value()].port_free_ns;
  free_ns = std::max(free_ns, now_ns_) + handling_ns;
  at(free_ns, EventKind::departure, transfer);
}

void Schedule::depart(std::uint32_t transfer) {
  const TaskStream::Transfer& what = stream_.transfers()[transfer];
  if (options_.records) record_.transfers[transfer].send_ns = now_ns_;
  memory_.send(transfer);
  if (options_.messages) {
    handle_for(what.from, options_.messages->send_s.value_or(0.0));
    const bool is_offered = is_long(transfer) && !is_message(transfer);
    if (is_offered) return send_trip(what.from, what.to, 0, EventKind::offer, transfer);
    if (!is_long(transfer)) at(now_ns_, EventKind::sent, transfer);
  }
  send_trip(what.from, what.to, stream_.handles()[what.handle].size_bytes, EventKind::arrival, transfer);
}

void Schedule::arrive(std::uint32_t transfer) {
  ++arrived_;
  const TaskStream::Transfer& what = stream_.transfers()[transfer];
  TransferState& state = transfers_[transfer];
  if (options_.records) record_.transfers[transfer].receive_ns = now_ns_;
  state.has_arrived = true;
  const Waker by{what.to, 0, ReadyCause::arrived};
  while (!state.listeners.empty()) {
    const WaitingPool::Entry waiting = waiting_pool_.pop(state.listeners);
    if (waiting.kind() == WaitingPool::Kind::transfer) {
      send(waiting.number);
    } else if (waiting.kind() == WaitingPool::Kind::unsubmitted_task) {
      submit_own(by, waiting.number);
    } else if (count_down(waiting.number)) {
      make_ready(by, waiting.number);
    }
  }
  if (is_message(transfer)) {
    ++arrived_messages_;
    makespan_ns_ = std::max(makespan_ns_, now_ns_);
  }
  if (!options_.messages) complete_sending(transfer);
  find_work(what.to);
  if (!options_.messages) find_work(what.from);
}

/// The owner may overwrite contents that its listeners have received.
void Schedule::complete_sending(std::uint32_t transfer) {
  const TaskStream::Transfer& what = stream_.transfers()[transfer];
  TransferState& state = transfers_[transfer];
  state.is_sent = true;
  if (what.relay != none) {
    memory_.end_listener(what.relay);
    return find_work(what.from);
  }
  const std::uint32_t raise = is_message(transfer) ? 1 : state.registered;
  raise_version({what.from, 0, ReadyCause::arrived}, what.handle, raise);
  if (options_.messages) find_work(what.from);
}

// ---- locks

Schedule::ExclusiveLock& Schedule::lock_of(const StreamAccess& access) {
  return access.transfer == none ? handles_[access.handle].lock : transfers_[access.transfer].lock;
}

unsigned Schedule::locks_of(std::uint32_t task) const {
  unsigned locks = 0;
  for (const StreamAccess& access : stream_.accesses_of(task)) locks += access.takes_lock();
  return locks;
}

/// Takes all locks that the task needs but doesn't hold, in the handles' order. If another task holds one,
/// releases all of them and parks the task at that lock.
bool Schedule::take_locks(const Waker& by, std::uint32_t task) {
  if (!stream_.tasks()[task].takes_locks) return true;
  const std::uint32_t held = std::exchange(tasks_[task].held_lock, none);
  needed_locks_.clear();
  for (const StreamAccess& access : stream_.accesses_of(task)) {
    if (access.takes_lock()) needed_locks_.push_back(&access);
  }
  std::sort(needed_locks_.begin(), needed_locks_.end(),
            [](const auto* a, const auto* b) { return a->handle < b->handle; });
  const auto missing = std::find_if(needed_locks_.begin(), needed_locks_.end(), [&](const auto* access) {
    return access->handle != held && std::exchange(lock_of(*access).is_taken, true);
  });
  if (missing == needed_locks_.end()) return true;
  for (auto access = needed_locks_.begin(); access != needed_locks_.end(); ++access) {
    if (access < missing || (*access)->handle == held) release_lock(by, **access);
  }
  waiting_pool_.push(lock_of(**missing).parked, {0, task});
  return false;
}

/// Passes a lock to the task that has been parked for it longest, and returns that task; none if no task is
/// parked.
std::uint32_t Schedule::pass_lock(ExclusiveLock& lock, std::uint32_t handle) {
  lock.is_taken = !lock.parked.empty();
  if (!lock.is_taken) return none;
  const std::uint32_t task = waiting_pool_.pop(lock.parked).number;
  tasks_[task].held_lock = handle;
  return task;
}

void Schedule::release_lock(const Waker& by, const StreamAccess& access) {
  const std::uint32_t unparked = pass_lock(lock_of(access), access.handle);
  if (unparked != none) make_ready(by, unparked, true);
}

// ---- workers

/// As in the threaded engine, the worker whose task released a lock continues with the task that gets it,
/// regardless of that task's affinity unless it is bound.
void Schedule::make_ready(const Waker& by, std::uint32_t task, bool was_parked) {
  const Affinity::Kind kind = stream_.tasks()[task].affinity.kind;
  const bool is_free = kind == Affinity::Kind::none || (was_parked && kind != Affinity::Kind::bound);
  if (by.cause == ReadyCause::woken && is_free && nodes_[by.node.value()].workers.run_next(by.worker, task))
    return;
  enqueue(by, task);
}

void Schedule::enqueue(const Waker& by, std::uint32_t task) {
  const StreamTask& what = stream_.tasks()[task];
  if (what.affinity.kind == Affinity::Kind::bound)
    return nodes_[by.node.value()].workers.enqueue_bound(what.affinity.index, what.priority, task);
  if (what.affinity.kind == Affinity::Kind::guided)
    return nodes_[by.node.value()].workers.enqueue_guided(what.affinity.index, what.priority, task);
  nodes_[by.node.value()].workers.enqueue(by.worker, by.cause, task, has_affinity(task),
                                          [&](bool sees_tree) { return view_of(by.node, task, sees_tree); });
}

/// Idle workers first search their own queues, then other workers' queues.
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
  if (balancing_) ask_for_work(n);
}

bool Schedule::find_work(NodeId n, std::uint32_t w, bool may_steal) {
  NodeWorkers& workers = nodes_[n.value()].workers;
  if (is_program(n, w) && is_awaited_done()) {  // returns from its wait
    requeue_next(n, w);
    return false;
  }
  for (;;) {
    const NodeWorkers::Found found = workers.find(w, may_steal);
    if (found.task == none) return false;
    if (start(n, w, found)) return true;
  }
}

/// The worker has other work than its next task, so it puts that task into a queue for others.
void Schedule::requeue_next(NodeId n, std::uint32_t w) {
  const std::uint32_t next = nodes_[n.value()].workers.take_next(w);
  if (next != none) enqueue({n, w, ReadyCause::woken}, next);
}

/// Returns false if another task holds a needed lock, or if the task leaves for another node. In the first
/// case it is parked at the lock.
bool Schedule::start(NodeId n, std::uint32_t w, NodeWorkers::Found found) {
  const std::uint32_t task = found.task;
  const bool is_guest = move_of(task) != nullptr;  // it holds its locks at home
  if (!is_guest && !take_locks({n, w, ReadyCause::woken}, task)) return false;
  if (balancing_ && stream_.tasks()[task].is_migratable && starts_elsewhere(n, task)) return false;
  nodes_[n.value()].workers.begins(w, task);
  const std::int64_t free_ns = std::max(now_ns_, std::exchange(nodes_[n.value()].handling_end_ns, 0));
  const std::int64_t begin_ns = free_ns + (found.is_stolen ? start_stolen_ns_ : start_ns_);
  const std::int64_t duration = kernels_.duration_ns(n, w, task, begin_ns);
  if (duration > end_of_time_ns - begin_ns) throw KernelTimes::too_long(stream_.tasks()[task].type);
  for (const StreamAccess& access : stream_.accesses_of(task)) {
    if (access.transfer != none && !access.is_event && !is_guest) memory_.access(access.transfer);
  }
  WorkerState& worker = worker_of(n, w);
  worker.running = task;
  worker.begin_ns = begin_ns;
  if (is_program(n, w)) program_.is_busy = true;
  if (stream_.batch_of(task) != nullptr) {
    begin_generating(n, w, begin_ns + duration);
  } else if (!hosts_.empty()) {
    const auto index = static_cast<std::uint32_t>(index_of(n, w));
    hosts_[host_of(n)].start(index, begin_ns + duration - now_ns_, now_ns_);
    plan_ends(host_of(n));
  } else {
    at(begin_ns + duration, EventKind::end, n.value() * options_.workers + w);
  }
  return true;
}

void Schedule::end(NodeId n, std::uint32_t w) {
  Node& node = nodes_[n.value()];
  WorkerState& worker = worker_of(n, w);
  const std::uint32_t task = std::exchange(worker.running, none);
  node.busy_ns += now_ns_ - worker.begin_ns;
  makespan_ns_ = std::max(makespan_ns_, now_ns_);
  node.workers.ran(w, task);
  if (options_.records) {
    ScheduleRecord::TaskTimes& times = record_.tasks[task];
    times.begin_ns = worker.begin_ns;
    times.end_ns = now_ns_;
    times.node = n;
    times.worker = WorkerId(w);
    record_span(n, w, task, worker.begin_ns);
  }
  if (is_program(n, w)) program_.is_busy = false;
  const bool returns_result =
      balancing_ && stream_.tasks()[task].is_migratable && end_migratable(n, task, worker.begin_ns);
  if (stream_.tasks()[task].child_count > 0) {
    split({n, w, ReadyCause::submitted}, task);
  } else if (returns_result) {
    node.workers.completed(w, task);  // here; it completes at home, too
  } else {
    complete({n, w, ReadyCause::woken}, task);
  }
  if (options_.messages) look(n);
  if (w == 0 && may_submit(node)) {
    requeue_next(n, w);
    continue_submitting(n);
  } else if (!find_work(n, w, true)) {
    node.idle.push_back(w);
  }
  resume_submitting(n);
  find_work(n);
}

/// The window may have opened while worker 0 has nothing to do.
void Schedule::resume_submitting(NodeId n) {
  Node& node = nodes_[n.value()];
  if (!node.is_throttled || worker_of(n, 0).running != none || !may_submit(node)) return;
  std::erase(node.idle, 0u);
  continue_submitting(n);
}

/// Ends a task, and its parent with the last child.
void Schedule::complete(const Waker& by, std::uint32_t task) {
  for (;;) {
    const StreamTask& what = stream_.tasks()[task];
    nodes_[by.node.value()].workers.completed(by.worker, task);
    tasks_[task].end(++ended_, by.worker);
    for (const StreamAccess& access : stream_.accesses_of(task)) {
      if (access.is_event) {
        if (modifies(access.mode)) raise_version(by, access.handle, 1);
        continue;
      }
      HandleState& handle = handles_[access.handle];
      --handle.unfinished;
      const bool unlocks = access.releases_lock();
      if (handle.owner == what.node) {
        handle.last_worker = WorkerId(by.worker);
        raise_version(by, access.handle, 1, unlocks);
        continue;
      }
      // The message has already raised the owner's version.
      if (last_workers_) last_workers_->record(access.handle, what.node, WorkerId(by.worker));
      if (unlocks) release_lock(by, access);
      if (access.transfer != none) memory_.end_listener(access.transfer);
    }
    if (what.parent == none) {
      if (!what.is_own) --nodes_[what.node.value()].in_flight;
      return;
    }
    if (--tasks_[what.parent].awaiting > 0) return;
    task = what.parent;
  }
}

}  // namespace gusset::simulator
