#include "task_trace.hpp"

#include <algorithm>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "gusset/traces/model/names.hpp"

namespace gusset::simulator {
namespace {

using traces::HandleId;
using traces::LaneId;
using traces::LockHold;
using traces::SpanColumns;
using traces::SpanKind;
using traces::Strands;
using traces::TaskId;
using traces::TaskWait;
using traces::Trace;
using traces::unknown_time;

class TaskTrace {
 public:
  TaskTrace(const Trace& trace, const Strands& strands, const ReplayStream& replayed, Trace predicted)
      : trace_(trace),
        strands_(strands),
        replayed_(replayed),
        predicted_(std::move(predicted)),
        begin_ns_(strands.size(), unknown_time),
        end_ns_(strands.size(), unknown_time),
        next_(strands.size()) {}

  Trace make() {
    keep_serial_part_on_first_worker();
    find_times();
    link_strands();
    collect_waits();
    for (std::size_t lane = 0; lane < predicted_.lanes.size(); ++lane) rewrite(LaneId(lane));
    fork_join_.joined = trace_.fork_join.joined;
    fork_join_.locks = trace_.fork_join.locks;
    add_holds();
    std::vector<std::int64_t> ready_ns = ready_times();
    replace_tables();
    add_submissions(ready_ns);
    predicted_.tasks.ready_ns = std::move(ready_ns);
    predicted_.recorded.fork_join = true;
    predicted_.fork_join = std::move(fork_join_);
    return std::move(predicted_);
  }

 private:
  void find_times() {
    for (const traces::Lane& lane : predicted_.lanes) {
      for (std::size_t i = 0; i < lane.spans.size(); ++i) {
        if (lane.spans.task[i].is_none()) continue;
        const std::size_t strand = strand_of(lane.spans.task[i]).value();
        begin_ns_[strand] = lane.spans.begin_ns[i];
        end_ns_[strand] = lane.spans.end_ns[i];
      }
    }
  }

  /// A schedule continues the code outside of parallel regions on any worker, but that code belongs to the
  /// program's initial thread. Moves it to the first worker where that one has nothing else to do; no time
  /// changes. Of several initial threads, the schedule keeps the workers.
  void keep_serial_part_on_first_worker() {
    const auto is_serial = [&](TaskId task) {
      return is_serial_type(trace_, trace_.tasks.type[task.value()]);
    };
    std::size_t serial_tasks = 0;
    for (std::size_t task = 0; task < trace_.tasks.size(); ++task)
      serial_tasks += is_serial(TaskId(task)) ? 1u : 0u;
    if (serial_tasks != 1 || predicted_.lanes.empty()) return;
    SpanColumns& first = predicted_.lanes.front().spans;
    const auto node_of = [&](const traces::Lane& lane) {
      return predicted_.workers[lane.worker.value()].node;
    };
    const auto is_free = [&](std::int64_t begin_ns, std::int64_t end_ns) {
      const auto next = std::upper_bound(first.end_ns.begin(), first.end_ns.end(), begin_ns);
      return next == first.end_ns.end() ||
             first.begin_ns[static_cast<std::size_t>(next - first.end_ns.begin())] >= end_ns;
    };
    SpanColumns moved;
    for (traces::Lane& lane : predicted_.lanes) {
      if (&lane == &predicted_.lanes.front() || node_of(lane) != node_of(predicted_.lanes.front())) continue;
      const SpanColumns old = std::exchange(lane.spans, {});
      for (std::size_t i = 0; i < old.size(); ++i) {
        const TaskId strand = old.task[i].is_none() ? TaskId() : strand_of(old.task[i]);
        const bool moves = !strand.is_none() && !strands_.is_joint(strand) &&
                           is_serial(strands_.task_of(strand)) && is_free(old.begin_ns[i], old.end_ns[i]);
        (moves ? moved : lane.spans).push_back(old.begin_ns[i], old.end_ns[i], old.task[i], old.kind[i]);
      }
    }
    if (moved.size() > 0) first = merged(first, moved);
  }

  /// Returns all spans in order of time. No two of them overlap.
  static SpanColumns merged(const SpanColumns& a, const SpanColumns& b) {
    std::vector<std::pair<const SpanColumns*, std::size_t>> order;
    for (const SpanColumns* spans : {&a, &b}) {
      for (std::size_t i = 0; i < spans->size(); ++i) order.emplace_back(spans, i);
    }
    std::stable_sort(order.begin(), order.end(), [](const auto& x, const auto& y) {
      return x.first->begin_ns[x.second] < y.first->begin_ns[y.second];
    });
    SpanColumns all;
    for (const auto& [spans, i] : order)
      all.push_back(spans->begin_ns[i], spans->end_ns[i], spans->task[i], spans->kind[i]);
    return all;
  }

  TaskId strand_of(TaskId in_stream) const { return replayed_.recorded[in_stream.value()]; }

  /// Strands are in order of recorded time, so those of one task are in order.
  void link_strands() {
    std::vector<TaskId> last(trace_.tasks.size());
    for (std::size_t s = 0; s < strands_.size(); ++s) {
      if (strands_.is_joint(TaskId(s))) continue;
      TaskId& before = last[strands_.task_of(TaskId(s)).value()];
      if (!before.is_none()) next_[before.value()] = TaskId(s);
      before = TaskId(s);
    }
  }

  void collect_waits() {
    std::vector<std::int64_t> since_ns(trace_.fork_join.waits.size(), 0);
    for (const Strands::Step& step : strands_.steps()) {
      if (step.kind == Strands::Step::Kind::group_begin) since_ns[step.what] = time_of(step);
    }
    for (const Strands::Step& step : strands_.steps()) {
      if (step.kind != Strands::Step::Kind::wait) continue;
      TaskWait wait = trace_.fork_join.waits[step.what];
      wait.since_ns = since_ns[step.what];
      waits_.emplace_back(step.after, wait);
    }
    std::stable_sort(waits_.begin(), waits_.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
  }

  std::int64_t time_of(const Strands::Step& step) const {
    return step.after.is_none() ? begin_ns_[strands_.first_of(step.task).value()]
                                : end_ns_[step.after.value()];
  }

  void rewrite(LaneId lane) {
    const SpanColumns old = std::exchange(predicted_.lanes[lane.value()].spans, {});
    SpanColumns& spans = predicted_.lanes[lane.value()].spans;
    for (std::size_t i = 0; i < old.size(); ++i) {
      if (old.task[i].is_none()) {
        spans.push_back(old.begin_ns[i], old.end_ns[i], TaskId(), old.kind[i]);
        continue;
      }
      const TaskId strand = strand_of(old.task[i]);
      if (strands_.is_joint(strand)) continue;
      add_run(spans, strand);
      add_waits(lane, spans, strand, i + 1 < old.size() ? std::optional(old.begin_ns[i + 1]) : std::nullopt);
    }
  }

  /// Adds a strand's run. Strands that follow each other without a gap are one run.
  void add_run(SpanColumns& spans, TaskId strand) const {
    const TaskId task = strands_.task_of(strand);
    const std::int64_t begin_ns = begin_ns_[strand.value()];
    const std::int64_t end_ns = end_ns_[strand.value()];
    if (spans.size() > 0 && spans.task.back() == task && spans.kind.back() == SpanKind::run &&
        spans.end_ns.back() == begin_ns) {
      spans.end_ns.back() = end_ns;
    } else {
      spans.push_back(begin_ns, end_ns, task, SpanKind::run);
    }
  }

  /// Adds what the task waits for after `strand`. The worker takes its next strand at `taken_ns`.
  void add_waits(LaneId lane, SpanColumns& spans, TaskId strand, std::optional<std::int64_t> taken_ns) {
    const TaskId next = next_[strand.value()];
    const std::int64_t from_ns = end_ns_[strand.value()];
    std::int64_t until_ns = next.is_none() ? from_ns : std::max(from_ns, begin_ns_[next.value()]);
    if (taken_ns) until_ns = std::max(from_ns, std::min(until_ns, *taken_ns));
    const auto [first, last] =
        std::equal_range(waits_.begin(), waits_.end(), std::pair(strand, TaskWait()),
                         [](const auto& a, const auto& b) { return a.first < b.first; });
    const auto add = [&](TaskWait wait, std::int64_t to_ns) {
      wait.span = {lane, spans.size()};
      spans.push_back(from_ns, to_ns, strands_.task_of(strand), SpanKind::wait);
      fork_join_.waits.push_back(wait);
    };
    for (auto wait = first; wait != last; ++wait)
      add(wait->second, std::next(wait) == last ? until_ns : from_ns);
    if (first != last || next.is_none() || begin_ns_[next.value()] == from_ns) return;
    if (const HandleId lock = new_lock(strand, next); !lock.is_none())
      add({{}, TaskWait::Kind::lock, lock.value(), 0}, until_ns);
  }

  /// A lock that `next` holds, but `strand` does not; none if there is no such lock.
  HandleId new_lock(TaskId strand, TaskId next) const {
    const auto held = strands_.trace().accesses.of(strand);
    for (const traces::Access& access : strands_.trace().accesses.of(next)) {
      const auto is_same = [&](const traces::Access& other) { return other.handle == access.handle; };
      if (strands_.is_lock(access.handle) && std::none_of(held.begin(), held.end(), is_same))
        return access.handle;
    }
    return {};
  }

  void add_holds() {
    std::vector<LockHold>& holds = fork_join_.holds;
    for (std::size_t s = 0; s < strands_.size(); ++s) {
      for (const traces::Access& access : strands_.trace().accesses.of(TaskId(s))) {
        if (!strands_.is_lock(access.handle)) continue;
        holds.push_back({access.handle.value(), strands_.task_of(TaskId(s)), begin_ns_[s], end_ns_[s]});
      }
    }
    std::sort(holds.begin(), holds.end(), [](const LockHold& a, const LockHold& b) {
      return std::tie(a.task, a.lock, a.begin_ns) < std::tie(b.task, b.lock, b.begin_ns);
    });
    std::size_t kept = 0;
    for (const LockHold& hold : holds) {  // strands that hold a lock without a gap hold it once
      LockHold* const before = kept == 0 ? nullptr : &holds[kept - 1];
      if (before != nullptr && before->task == hold.task && before->lock == hold.lock &&
          before->end_ns == hold.begin_ns) {
        before->end_ns = hold.end_ns;
      } else {
        holds[kept++] = hold;
      }
    }
    holds.resize(kept);
    std::sort(holds.begin(), holds.end(), [](const LockHold& a, const LockHold& b) {
      return std::tie(a.task, a.begin_ns, a.end_ns) < std::tie(b.task, b.begin_ns, b.end_ns);
    });
  }

  /// When each task's first strand was ready.
  std::vector<std::int64_t> ready_times() const {
    std::vector<std::int64_t> ready_ns(trace_.tasks.size(), unknown_time);
    for (std::size_t i = 0; i < replayed_.recorded.size(); ++i) {
      const TaskId strand = replayed_.recorded[i];
      if (!strands_.is_joint(strand) && strands_.is_first(strand))
        ready_ns[strands_.task_of(strand).value()] = predicted_.tasks.ready_ns[i];
    }
    return ready_ns;
  }

  void replace_tables() {
    predicted_.metadata.runtime = trace_.metadata.runtime;
    predicted_.types = trace_.types;
    predicted_.tasks = {};
    predicted_.tasks.type = trace_.tasks.type;
    predicted_.tasks.parent = trace_.tasks.parent;
    predicted_.recorded = {};
    predicted_.recorded.parents = trace_.recorded.parents;
    predicted_.recorded.accesses = trace_.recorded.accesses;
    predicted_.recorded.dependencies = trace_.recorded.dependencies;
    predicted_.access_modes = trace_.access_modes;
    predicted_.handles = trace_.handles;
    for (traces::NodeId& owner : predicted_.handles.owner) owner = traces::NodeId(0);
    predicted_.accesses = trace_.accesses;
    predicted_.dependencies = trace_.dependencies;
    // On one node there are no messages; on several, they are those of the strands (see name_data).
    predicted_.recorded.messages = predicted_.nodes.size() > 1;
    predicted_.counters = {};
    predicted_.attributes = trace_.attributes;
  }

  /// Nothing submits a root. It counts as submitted when it is ready, and may then wait for a thread.
  void add_submissions(const std::vector<std::int64_t>& ready_ns) {
    std::vector<std::int64_t>& submit_ns = predicted_.tasks.submit_ns;
    submit_ns.assign(trace_.tasks.size(), unknown_time);
    for (std::size_t task = 0; task < submit_ns.size(); ++task) {
      const bool is_root = !trace_.recorded.parents || trace_.tasks.parent[task].is_none();
      if (is_root) submit_ns[task] = ready_ns[task];
    }
    for (const Strands::Step& step : strands_.steps()) {
      if (step.kind == Strands::Step::Kind::create) submit_ns[step.what] = time_of(step);
    }
    predicted_.recorded.submit = predicted_.recorded.ready = true;
  }

  const Trace& trace_;
  const Strands& strands_;
  const ReplayStream& replayed_;
  Trace predicted_;
  std::vector<std::int64_t> begin_ns_;              ///< per strand
  std::vector<std::int64_t> end_ns_;                ///< per strand
  std::vector<TaskId> next_;                        ///< per strand: the task's strand after it
  std::vector<std::pair<TaskId, TaskWait>> waits_;  ///< by the strand before them
  traces::ForkJoin fork_join_;
};

}  // namespace

Trace trace_of_tasks(const Trace& trace, const Strands& strands, const ReplayStream& replayed,
                     Trace predicted) {
  return TaskTrace(trace, strands, replayed, std::move(predicted)).make();
}

}  // namespace gusset::simulator
