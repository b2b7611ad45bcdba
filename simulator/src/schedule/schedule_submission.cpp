// How tasks enter a schedule: all at once, through each node's submitting thread over time, or as children of
// tasks that split.
#include <algorithm>

#include "network/simulated_time.hpp"
#include "schedule.hpp"

namespace gusset::simulator {
/// Takes in the new part of the stream.
void Schedule::extend(const Extent& extent) {
  const std::size_t known_handles = handles_.size();
  handles_.resize(std::max(known_handles, extent.handles));
  for (std::size_t h = known_handles; h < extent.handles; ++h) {
    const std::uint32_t first = stream_.handles()[h].first_version;
    HandleState& state = handles_[h];
    state.owner = stream_.handles()[h].owner;
    state.version = first;
    state.sequence = VersionSequence(first);
    memory_.add(static_cast<std::uint32_t>(h));
  }
  transfers_.resize(stream_.transfers().size());
  memory_.add_new_transfers();
  if (!last_workers_ && stream_.has_data_affinity()) track_replicas();
  tasks_.resize(stream_.tasks().size());
  if (balancing_) balancing_->extend(stream_);
  kernels_.add_new_costs();
  if (options_.records) record_.resize(stream_);
  for (std::size_t h = known_handles; h < extent.handles; ++h) {
    if (const std::uint32_t message = stream_.handles()[h].message; message != none) expect_message(message);
  }
  const std::size_t first = std::exchange(submission_.extent, extent.program_tasks);
  // Batches that tasks everywhere submit lie between the program's own submissions.
  const std::vector<TaskStream::Batch>& batches = stream_.batches();
  for (std::size_t begin = first; begin < submission_.extent;) {
    const bool has_batch = submission_.seen_batches < batches.size() &&
                           batches[submission_.seen_batches].begin < submission_.extent;
    const std::size_t end = has_batch ? batches[submission_.seen_batches].begin : submission_.extent;
    if (submits_at_once_) {
      submit_at_once(begin, end);
    } else {
      fill_cursors(begin, end, submission_.program_rank,
                   [this](NodeId node) -> SubmissionCursor& { return nodes_[node.value()].cursor; });
    }
    begin = has_batch ? batches[submission_.seen_batches++].end : end;
  }
  if (submits_at_once_) return;
  for (std::size_t n = 0; n < nodes_.size(); ++n) {
    nodes_[n].cursor.push({submission_.program_rank, none, false});
    if (worker_of(NodeId(n), 0).running != none || nodes_[n].is_submitting || !may_submit(nodes_[n]))
      continue;
    std::erase(nodes_[n].idle, 0u);
    continue_submitting(NodeId(n));
  }
}

void Schedule::submit_at_once(std::size_t begin, std::size_t end) {
  for (std::size_t position = begin; position < end; ++position) {
    const std::uint32_t task = stream_.program_tasks()[position];
    const Waker by{stream_.tasks()[task].node, 0, ReadyCause::submitted};
    if (stream_.tasks()[task].is_own && await_events(task) > 0) continue;
    submit(by, task, true);
  }
}

/// Builds each node's list of submissions from the tasks between two positions. A task everywhere has one
/// instance per node and one rank; a node ignores the other nodes' instances. A task that only its node knows
/// has no rank, and the program submits it only if it has no events.
void Schedule::fill_cursors(std::size_t begin, std::size_t end, std::size_t& rank, auto&& cursor_of) {
  for (std::size_t position = begin; position < end; ++position) {
    const std::uint32_t task = stream_.program_tasks()[position];
    const StreamTask& what = stream_.tasks()[task];
    if (what.is_own) {
      if (await_events(task) == 0) cursor_of(what.node).push({rank, task, true, false});
      continue;
    }
    for (const StreamAccess& access : stream_.accesses_of(task)) {
      if (access.transfer == none) continue;
      SubmissionCursor& owner = cursor_of(stream_.handles()[access.handle].owner);
      if (owner.empty() || owner.back().task != task) owner.push({rank, task, false});
      if (!access.begins_relay) continue;
      SubmissionCursor& sender = cursor_of(stream_.transfers()[access.transfer].from);
      if (sender.empty() || sender.back().task != task) sender.push({rank, task, false});
    }
    cursor_of(what.node).push({rank, task, true});
    const bool has_more_instances = what.is_everywhere && what.node.value() + 1 < nodes_.size();
    if (!has_more_instances) ++rank;
  }
}

/// Returns true if worker 0, which is free now, has something to submit.
bool Schedule::may_submit(Node& node) {
  if (node.cursor.empty()) return false;
  if (!node.is_throttled) return true;
  if (node.in_flight > options_.window / 2) return false;
  node.is_throttled = false;
  return true;
}

/// Worker 0 starts on the first entry of its cursor.
void Schedule::continue_submitting(NodeId n) {
  Node& node = nodes_[n.value()];
  if (!std::exchange(node.is_submitting, true)) worker_of(n, 0).begin_ns = now_ns_;
  at(now_ns_ + time_to_next(node.cursor), EventKind::submission, n.value());
}

/// Returns the ns that the cursor's first entry takes, including skipping the tasks before it.
std::int64_t Schedule::time_to_next(const SubmissionCursor& cursor) const {
  const SubmissionCursor::Entry& entry = cursor.front();
  const Overheads& takes = options_.overheads;
  const double last_s = entry.task == none ? 0.0 : entry.is_own ? takes.submit_s : takes.skip_s;
  return whole_ns(takes.skip_s * static_cast<double>(cursor.skipped()) + last_s);
}

/// Submits the cursor's first entry on the waker's node, or registers it as a listener.
void Schedule::submit_entry(const Waker& by, SubmissionCursor& cursor) {
  const SubmissionCursor::Entry entry = cursor.front();
  cursor.pop();
  if (entry.task == none) return;
  if (entry.is_own) return submit(by, entry.task, false);
  for (const StreamAccess& access : stream_.accesses_of(entry.task)) {
    if (access.transfer == none) continue;
    if (stream_.handles()[access.handle].owner == by.node) listen(access);
    if (access.begins_relay && stream_.transfers()[access.transfer].from == by.node)
      expect_relay(access.transfer);
  }
}

void Schedule::submit_next(NodeId n) {
  Node& node = nodes_[n.value()];
  submit_entry({n, 0, ReadyCause::submitted}, node.cursor);
  node.is_throttled = !node.cursor.empty() && options_.window > 0 && node.in_flight >= options_.window;
  if (!node.cursor.empty() && !node.is_throttled) {
    continue_submitting(n);
  } else {
    end_submitting(n);
  }
  find_work(n);
}

/// Worker 0 stops submitting. It becomes idle if it may run tasks.
void Schedule::end_submitting(NodeId n) {
  Node& node = nodes_[n.value()];
  node.is_submitting = false;
  WorkerState& worker = worker_of(n, 0);
  if (options_.records && now_ns_ > worker.begin_ns) record_span(n, 0, none, worker.begin_ns);
  if (options_.submitter_computes) node.idle.push_back(0);
  if (options_.messages) look(n);
}

/// Registers a task on its node, and as a listener on other nodes unless a cursor has done so.
void Schedule::submit(const Waker& by, std::uint32_t task, bool has_listeners) {
  const StreamTask& what = stream_.tasks()[task];
  const bool is_child = what.parent != none;
  ++submission_.tasks;
  if (!is_child) {
    ++submission_.program_tasks;
    if (!what.is_own) ++nodes_[what.node.value()].in_flight;
  }
  if (options_.records) record_.tasks[task].submit_ns = now_ns_;
  for (std::uint64_t a = what.first_access; a < what.first_access + what.access_count; ++a) {
    const StreamAccess& access = stream_.accesses()[a];
    if (access.is_event) continue;  // the task itself makes it happen, or it has happened
    HandleState& handle = handles_[access.handle];
    ++handle.unfinished;
    if (access.transfer != none) {
      if (options_.records) record_.versions[a] = access.version;
      memory_.add_listener(access.transfer);
      if (has_listeners) {
        listen(access);
        if (access.begins_relay) expect_relay(access.transfer);
      }
      if (transfers_[access.transfer].has_arrived) continue;
      waiting_pool_.push(transfers_[access.transfer].listeners, {0, task});
      ++tasks_[task].awaiting;
      continue;
    }
    const TaskStream::StreamHandle& facts = stream_.handles()[access.handle];
    if (facts.owner != what.node) continue;  // a part of a replica that its parent holds
    const std::uint32_t next = handle.sequence.next(access.mode);
    const bool is_fixed = facts.has_fixed_versions || !facts.has_child_access;
    const std::uint32_t version = is_fixed ? access.version : next;
    if (options_.records) record_.versions[a] = version;
    if (has_reached(handle.version, version)) continue;
    // With a reserved version, other tasks may already wait for later versions.
    waiting_pool_.insert_before(
        handle.waiting,
        [version](const WaitingPool::Entry& other) { return !has_reached(version, other.version); },
        {version, task, access.takes_lock() ? WaitingPool::Kind::task_with_lock : WaitingPool::Kind::task});
    ++tasks_[task].awaiting;
  }
  if (tasks_[task].awaiting > 0) return;
  if (options_.records) record_.tasks[task].ready_ns = now_ns_;
  enqueue(by, task);
}

// ---- events

/// Waits until the message can be sent.
void Schedule::expect_message(std::uint32_t transfer) {
  ++submission_.messages;
  const TaskStream::Transfer& what = stream_.transfers()[transfer];
  const WaitingPool::Entry entry{what.version, transfer, WaitingPool::Kind::transfer};
  if (what.after == none) return waiting_pool_.push(handles_[what.handle].waiting, entry);
  const TaskStream::StreamHandle& cause = stream_.handles()[what.after];
  if (cause.owner != what.from)
    return waiting_pool_.push(transfers_[cause.message].listeners, entry);  // waits for the arrival
  waiting_pool_.push(handles_[what.after].waiting,
                     {stream_.version_of(what.after, what.from), transfer, WaitingPool::Kind::transfer});
}

/// Makes a task wait for its events that have not happened, and returns their number.
unsigned Schedule::await_events(std::uint32_t task) {
  unsigned& awaiting = tasks_[task].awaiting;
  for (const StreamAccess& access : stream_.accesses_of(task)) {
    if (!access.is_event || modifies(access.mode)) continue;
    const WaitingPool::Entry entry{access.version, task, WaitingPool::Kind::unsubmitted_task};
    if (access.transfer != none) {
      if (transfers_[access.transfer].has_arrived) continue;
      waiting_pool_.push(transfers_[access.transfer].listeners, entry);
    } else {
      HandleState& event = handles_[access.handle];
      if (has_reached(event.version, access.version)) continue;
      waiting_pool_.push(event.waiting, entry);
    }
    ++awaiting;
  }
  return awaiting;
}

/// One of the task's events has happened. After the last one, the worker that saw it submits the task.
void Schedule::submit_own(const Waker& by, std::uint32_t task) {
  if (--tasks_[task].awaiting > 0) return;
  handle_for(by.node, options_.overheads.submit_s);
  const bool by_task = by.cause == ReadyCause::woken;
  submit({by.node, by.worker, by_task ? ReadyCause::submitted : by.cause}, task, false);
}

/// Registers a listener at the owner, which sends the version when it is reached. If the version has already
/// been sent, the owner need not wait for this reader.
void Schedule::listen(const StreamAccess& access) {
  const std::uint32_t root = stream_.transfers()[access.transfer].root;
  const std::uint32_t transfer = root == none ? access.transfer : root;
  const TaskStream::Transfer& what = stream_.transfers()[transfer];
  TransferState& state = transfers_[transfer];
  HandleState& handle = handles_[access.handle];
  handle.sequence.next(access.mode);
  if (state.is_sent) return raise_version({what.from, 0, ReadyCause::arrived}, what.handle, 1);
  ++state.registered;
  if (state.registered > 1) return;
  if (has_reached(handle.version, what.version)) return send(transfer);
  waiting_pool_.insert_before(
      handle.waiting,
      [&what](const WaitingPool::Entry& other) { return !has_reached(what.version, other.version); },
      {what.version, transfer, WaitingPool::Kind::transfer});
}

/// A node that receives a version sends it on as soon as it arrives. The node's copy stays until then.
void Schedule::expect_relay(std::uint32_t transfer) {
  const std::uint32_t relay = stream_.transfers()[transfer].relay;
  if (std::exchange(transfers_[transfer].is_expected, true)) return;
  memory_.add_listener(relay);
  if (transfers_[relay].has_arrived) return send(transfer);
  waiting_pool_.push(transfers_[relay].listeners, {0, transfer, WaitingPool::Kind::transfer});
}

/// A task has run and submits its children.
void Schedule::split(const Waker& by, std::uint32_t task) {
  const StreamTask& what = stream_.tasks()[task];
  tasks_[task].awaiting = what.child_count;
  for (std::uint32_t i = 0; i < what.child_count; ++i) submit(by, what.first_child + i, false);
}

// ---- tasks everywhere

SubmissionCursor& Schedule::batch_cursor(NodeId node, const TaskStream::Batch& batch) {
  const auto [open, is_new] = submission_.open_batches.try_emplace(batch.first_instance);
  std::vector<SubmissionCursor>& cursors = open->second.cursors;
  if (is_new) {
    cursors.resize(nodes_.size());
    open->second.unfinished = static_cast<unsigned>(nodes_.size());
    std::size_t rank = 0;
    fill_cursors(batch.begin, batch.end, rank,
                 [&cursors](NodeId at) -> SubmissionCursor& { return cursors[at.value()]; });
    for (SubmissionCursor& cursor : cursors) cursor.push({rank, none, false});
  }
  return cursors[node.value()];
}

/// The worker's task submits its batch from begin_ns on.
void Schedule::begin_generating(NodeId n, std::uint32_t w, std::int64_t begin_ns) {
  const SubmissionCursor& cursor = batch_cursor(n, *stream_.batch_of(worker_of(n, w).running));
  at(begin_ns + time_to_next(cursor), EventKind::generation, n.value() * options_.workers + w);
}

void Schedule::generate_next(NodeId n, std::uint32_t w) {
  const TaskStream::Batch& batch = *stream_.batch_of(worker_of(n, w).running);
  SubmissionCursor& cursor = batch_cursor(n, batch);
  submit_entry({n, w, ReadyCause::submitted}, cursor);
  if (cursor.empty()) {
    if (--submission_.open_batches.at(batch.first_instance).unfinished == 0)
      submission_.open_batches.erase(batch.first_instance);
    return end(n, w);
  }
  begin_generating(n, w, now_ns_);
  find_work(n);
}

}  // namespace gusset::simulator
