#include "gusset/traces/analysis/causes/idle.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <numeric>
#include <utility>

#include "analysis/time/continuations.hpp"
#include "analysis/time/worker_time.hpp"
#include "gusset/base/parallel.hpp"
#include "gusset/traces/analysis/causes/idle_history.hpp"
#include "gusset/traces/analysis/time/task_waits.hpp"
#include "idle_ledger.hpp"
#include "idle_sweep.hpp"
#include "model/exclusive_time.hpp"

namespace gusset::traces {
namespace {

constexpr std::array<CauseText, idle_causes> cause_texts{{
    {"submitting", "submitting", "the worker submitted tasks", "larger tasks need fewer submissions"},
    {"ready_not_taken", "ready task not taken", "a ready task was not taken",
     "larger tasks or another scheduling policy may help"},
    {"release", "release", "the runtime had not yet made ready a task that could have run",
     "larger tasks reduce this overhead"},
    {"unsubmitted", "not submitted", "a task that could have run was not yet submitted",
     "submit earlier; larger tasks help if submitting itself takes the time"},
    {"message", "message", "a task waited only for a message",
     "another process grid or larger blocks may send less"},
    {"no_work", "no work", "no task could run",
     "a shorter critical path, or more tasks that can run at once, may help"},
    {"unknown", "unknown", "the trace does not say why", "see gusset info for what was not recorded"},
    {"lock", "lock", "the worker waited for a lock",
     "hold locks for less time, take them less often, or use more of them"},
    {"preempted", "preempted", "the worker's thread could run but had no processor",
     "if this limits the run (see gusset report), give each thread a processor of its own"},
    {"outside_regions", "outside of parallel regions", "the worker's thread was in no parallel region",
     "make the serial part of the program parallel, or shorter"},
}};

/// For each task of a fork-join program: the earliest time at which its creator could have created it, that
/// is, after the creator's last wait before the creation. unknown_time if no earlier creation was possible,
/// because the task is a thread, a thread's part of a region, or not deferred. Empty for other programs.
std::vector<std::int64_t> creatable_since(const Trace& trace, const TaskTimes& times) {
  if (!trace.recorded.fork_join) return {};
  std::vector<std::int64_t> since_ns(trace.tasks.size(), unknown_time);
  if (!trace.recorded.parents || !trace.recorded.submit) return since_ns;
  const ForkJoin& fork_join = trace.fork_join;
  std::vector<std::pair<TaskId, std::int64_t>> resumed;  // when tasks resumed after waiting
  const std::vector<std::int64_t> continued_ns = continuations(trace);
  for (std::size_t w = 0; w < fork_join.waits.size(); ++w) {
    const SpanReference& span = fork_join.waits[w].span;
    resumed.emplace_back(trace.lanes[span.lane.value()].spans.task[span.index], continued_ns[w]);
  }
  std::vector<bool> is_joined(trace.tasks.size(), false);
  for (const JoinedTask& joined : fork_join.joined) {
    is_joined[joined.task.value()] = true;
    resumed.emplace_back(trace.tasks.parent[joined.task.value()], times.end_ns[joined.task.value()]);
  }
  std::sort(resumed.begin(), resumed.end());
  for (std::size_t task = 0; task < since_ns.size(); ++task) {
    const TaskId parent = trace.tasks.parent[task];
    if (parent.is_none() || is_joined[task]) continue;
    since_ns[task] = std::max<std::int64_t>(0, times.begin_ns[parent.value()]);
    const auto after =
        std::upper_bound(resumed.begin(), resumed.end(), std::pair(parent, trace.tasks.submit_ns[task]));
    if (after != resumed.begin() && std::prev(after)->first == parent)
      since_ns[task] = std::max(since_ns[task], std::prev(after)->second);
  }
  return since_ns;
}

/// Feeds the sweep with what the tasks of each node waited for.
class WaitStages {
 public:
  /// `creatable_since_ns`: see creatable_since.
  WaitStages(const Trace& trace, const std::vector<std::int64_t>& creatable_since_ns,
             std::vector<IdleSweep>& nodes, std::size_t part)
      : trace_(trace),
        nodes_(nodes),
        part_(part),
        creatable_since_ns_(creatable_since_ns),
        awaited_from_ns_(trace.nodes.size(), 0) {}

  /// The waits for messages, if `keep_message_waits` was called.
  const std::vector<MessageWait>& message_waits() const { return message_waits_; }
  void keep_message_waits() { keeps_message_waits_ = true; }
  /// For each node: how long tasks on other nodes lacked only its messages.
  const std::vector<std::int64_t>& awaited_from_ns() const { return awaited_from_ns_; }

  void add(TaskId task, const TaskWaits& all) {
    WaitTimes waits = all.of(task);
    if (waits.begin_ns == unknown_time) return;
    IdleSweep& node = nodes_[node_of_lane(trace_, all.times().lane[task.value()]).value()];
    const std::int64_t ready_ns = waits.ready_ns == unknown_time ? waits.begin_ns : waits.ready_ns;
    if (waits.ready_ns != unknown_time) {
      node.add_wait(part_, IdleCause::ready_not_taken, waits.takeable_ns, waits.begin_ns);
    }
    if (waits.awaited_ns == unknown_time) {  // without predecessors, nothing is known about earlier times
      const bool submitted = waits.submit_ns != unknown_time && waits.ready_ns != unknown_time;
      node.add_wait(part_, IdleCause::unknown, 0, submitted ? waits.submit_ns : ready_ns);
      return;
    }
    if (waits.submit_ns == unknown_time) {
      if (!trace_.recorded.submit) {
        node.add_wait(part_, IdleCause::unknown, waits.awaited_ns, ready_ns);
        return;
      }
      waits.submit_ns = waits.awaited_ns;  // the task was submitted by what it waited for
    }
    std::int64_t unsubmitted_since_ns = waits.awaited_ns;
    if (!creatable_since_ns_.empty()) {
      const std::int64_t since_ns = creatable_since_ns_[task.value()];
      unsubmitted_since_ns =
          since_ns == unknown_time ? waits.submit_ns : std::max(since_ns, waits.awaited_ns);
    }
    node.add_wait(part_, IdleCause::unsubmitted, unsubmitted_since_ns, std::min(waits.submit_ns, ready_ns));
    const std::int64_t possible_ns = std::max(waits.awaited_ns, waits.submit_ns);
    if (!waits.needs_message) {
      node.add_wait(part_, IdleCause::release, possible_ns, ready_ns);
    } else if (waits.arrived_ns == unknown_time) {
      node.add_wait(part_, IdleCause::unknown, possible_ns, ready_ns);
    } else {
      const std::int64_t arrived_ns = std::min(std::max(possible_ns, waits.arrived_ns), ready_ns);
      node.add_wait(part_, IdleCause::message, possible_ns, arrived_ns);
      node.add_wait(part_, IdleCause::release, arrived_ns, ready_ns);
      awaited_from_ns_[waits.arrived_from.value()] += std::max<std::int64_t>(arrived_ns - possible_ns, 0);
      if (keeps_message_waits_ && possible_ns < arrived_ns) {
        const NodeId to = node_of_lane(trace_, all.times().lane[task.value()]);
        message_waits_.push_back({waits.arrived_from, to, possible_ns, arrived_ns});
      }
    }
  }

 private:
  const Trace& trace_;
  std::vector<IdleSweep>& nodes_;
  std::size_t part_;
  const std::vector<std::int64_t>& creatable_since_ns_;
  std::vector<std::int64_t> awaited_from_ns_;
  bool keeps_message_waits_ = false;
  std::vector<MessageWait> message_waits_;
};

bool has_spans_of(const Trace& trace, SpanKind kind) {
  return std::any_of(trace.lanes.begin(), trace.lanes.end(), [kind](const Lane& lane) {
    return std::find(lane.spans.kind.begin(), lane.spans.kind.end(), kind) != lane.spans.kind.end();
  });
}

std::array<bool, idle_causes> known_causes(const Trace& trace, const TaskGraph& graph) {
  std::array<bool, idle_causes> known{};
  const auto set = [&known](IdleCause cause, bool value) { known[static_cast<std::size_t>(cause)] = value; };
  const bool knows_ready = trace.recorded.ready || (graph.known() && trace.recorded.submit);
  set(IdleCause::submitting, has_spans_of(trace, SpanKind::submit));
  set(IdleCause::ready_not_taken, knows_ready);
  set(IdleCause::release, trace.recorded.ready && trace.recorded.submit && graph.known());
  set(IdleCause::unsubmitted, trace.recorded.submit && graph.known());
  set(IdleCause::message, trace.nodes.size() < 2 || (trace.recorded.messages && trace.recorded.accesses));
  set(IdleCause::no_work, knows_ready || graph.known());
  set(IdleCause::unknown, true);
  set(IdleCause::lock, trace.recorded.fork_join);
  set(IdleCause::preempted, trace.recorded.processor_time);
  set(IdleCause::outside_regions, trace.recorded.fork_join);
  return known;
}

/// Idle time in spans of one kind. Includes spans within runs, because they interrupt the run.
std::optional<std::int64_t> idle_in(const Trace& trace, SpanKind kind, std::int64_t makespan_ns) {
  if (!has_spans_of(trace, kind)) return std::nullopt;
  std::int64_t sum_ns = 0;
  for (const Lane& lane : trace.lanes) {
    for_each_exclusive(lane.spans, [&](std::size_t i, std::int64_t begin, std::int64_t end) {
      if (lane.spans.kind[i] != kind) return;
      sum_ns += std::max<std::int64_t>(std::min(end, makespan_ns) - std::max<std::int64_t>(begin, 0), 0);
    });
  }
  return sum_ns;
}

}  // namespace

const CauseText& cause_text(IdleCause cause) {
  return cause_texts.at(static_cast<std::size_t>(cause));
}

std::int64_t IdleParts::total_ns() const {
  return std::accumulate(ns.begin(), ns.end(), std::int64_t{0});
}

namespace {

/// In a prediction, no worker is tied to a task that waits for a lock.
void add_lock_waits(const Trace& trace, std::vector<IdleSweep>& nodes) {
  const std::vector<std::int64_t> continued_ns = continuations(trace);
  for (std::size_t w = 0; w < trace.fork_join.waits.size(); ++w) {
    const TaskWait& wait = trace.fork_join.waits[w];
    if (wait.kind != TaskWait::Kind::lock) continue;
    const SpanColumns& spans = trace.lanes[wait.span.lane.value()].spans;
    // Until the end of the span, the worker itself waited for the lock.
    nodes[node_of_lane(trace, wait.span.lane).value()].add_wait(
        0, IdleCause::lock, spans.end_ns[wait.span.index], continued_ns[w]);
  }
}

IdleTime sweep_idle_time(const Trace& trace, const TaskGraph& graph, IdleHistory* history) {
  IdleTime idle;
  IdleLedger ledger(idle, history);
  idle.makespan_ns = makespan_of(trace);
  idle.workers.resize(trace.workers.size());
  idle.nodes.resize(trace.nodes.size());
  idle.awaited_from_ns.assign(trace.nodes.size(), 0);
  idle.known = known_causes(trace, graph);
  idle.waiting_ns = idle_in(trace, SpanKind::wait, idle.makespan_ns);
  idle.stealing_ns = idle_in(trace, SpanKind::steal, idle.makespan_ns);
  idle.sending_ns = idle_in(trace, SpanKind::send, idle.makespan_ns);
  idle.receiving_ns = idle_in(trace, SpanKind::receive, idle.makespan_ns);

  std::vector<IdleSweep> sweeps(trace.nodes.size(), IdleSweep(idle.makespan_ns, ledger));
  const std::vector<WorkerTime> times = worker_times(trace, idle.makespan_ns);
  for (std::size_t w = 0; w < times.size(); ++w) {
    idle.preempted_in_runs_ns += times[w].preempted_in_runs_ns;
    for (const WorkerTime::Stretch& stretch : times[w].stretches) {
      if (stretch.kind == WorkerTime::Kind::busy) {
        idle.busy_ns += stretch.end_ns - stretch.begin_ns;
      } else {
        constexpr std::array causes{IdleCause::submitting, IdleCause::lock, IdleCause::preempted,
                                    IdleCause::outside_regions};
        ledger.add(WorkerId(w), causes.at(static_cast<std::size_t>(stretch.kind) - 1), stretch.begin_ns,
                   stretch.end_ns);
      }
    }
    sweeps[trace.workers[w].node.value()].add_worker(WorkerId(w), times[w]);
  }
  if (idle.knows(IdleCause::no_work)) {
    const TaskWaits waits(trace, graph);
    constexpr std::size_t parts = IdleSweep::parts;
    const std::size_t tasks = trace.tasks.size();
    std::vector<WaitStages> stages;
    const std::vector<std::int64_t> creatable_since_ns = creatable_since(trace, waits.times());
    for (std::size_t part = 0; part < parts; ++part)
      stages.emplace_back(trace, creatable_since_ns, sweeps, part);
    if (history != nullptr) {
      for (WaitStages& part : stages) part.keep_message_waits();
    }
    for (IdleSweep& sweep : sweeps) sweep.expect_waits(tasks / sweeps.size() * 3 / 2 / parts);
    if (trace.metadata.origin == Origin::predicted) add_lock_waits(trace, sweeps);
    parallel_for(parts, tasks, [&](std::size_t part) {
      const std::size_t last = tasks * (part + 1) / parts;
      for (std::size_t task = tasks * part / parts; task < last; ++task)
        stages[part].add(TaskId(task), waits);
    });
    for (const WaitStages& part : stages) {
      for (std::size_t node = 0; node < trace.nodes.size(); ++node)
        idle.awaited_from_ns[node] += part.awaited_from_ns()[node];
      for (const MessageWait& wait : part.message_waits()) history->add(wait);
    }
  } else {
    for (IdleSweep& sweep : sweeps) sweep.set_unknown();
  }
  for (IdleSweep& sweep : sweeps) sweep.run();

  for (std::size_t w = 0; w < idle.workers.size(); ++w) {
    IdleParts& node = idle.nodes[trace.workers[w].node.value()];
    for (std::size_t cause = 0; cause < idle_causes; ++cause) {
      node.ns[cause] += idle.workers[w].ns[cause];
      idle.total.ns[cause] += idle.workers[w].ns[cause];
    }
  }
  return idle;
}

}  // namespace

IdleTime idle_time(const Trace& trace, const TaskGraph& graph) {
  return sweep_idle_time(trace, graph, nullptr);
}

IdleTime idle_time(const Trace& trace, const TaskGraph& graph, IdleHistory& history) {
  history.start(trace.workers.size());
  IdleTime idle = sweep_idle_time(trace, graph, &history);
  history.finish();
  return idle;
}

IdleTime idle_time_in(const Trace& trace, const TaskGraph& graph, std::int64_t begin_ns,
                      std::int64_t end_ns) {
  IdleHistory history;
  IdleTime idle;
  idle.known = idle_time(trace, graph, history).known;
  idle.makespan_ns = end_ns - begin_ns;
  idle.nodes.resize(trace.nodes.size());
  for (std::size_t w = 0; w < trace.workers.size(); ++w) {
    idle.workers.push_back(history.parts(WorkerId(w), begin_ns, end_ns));
    IdleParts& node = idle.nodes[trace.workers[w].node.value()];
    for (std::size_t cause = 0; cause < idle_causes; ++cause) {
      node.ns[cause] += idle.workers[w].ns[cause];
      idle.total.ns[cause] += idle.workers[w].ns[cause];
    }
  }
  idle.busy_ns = static_cast<std::int64_t>(trace.workers.size()) * idle.makespan_ns - idle.total.total_ns();
  return idle;
}

}  // namespace gusset::traces
