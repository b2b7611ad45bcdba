// Longer than most files: one walk over five kinds of causes that share its state.
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <utility>
#include <vector>

#include "analysis/time/remote_data.hpp"
#include "gusset/traces/analysis/causes/critical_path.hpp"
#include "gusset/traces/analysis/causes/why.hpp"
#include "gusset/traces/analysis/time/task_table.hpp"
#include "model/exclusive_time.hpp"
#include "model/run_segments.hpp"

namespace gusset::traces {

/// Why a run segment began no earlier.
struct ChainCause {
  enum class What { nothing, data, peer, submission, worker };
  What what = What::nothing;
  std::int64_t time_ns = std::numeric_limits<std::int64_t>::min();
  TaskId task;                              ///< data, peer: the task that ended
  std::size_t segment = RunSegments::none;  ///< where the chain continues
  const Message* message = nullptr;         ///< data: the message that carried it
  HandleId handle;            ///< data, peer: the handle involved; none for explicit dependencies
  std::uint32_t version = 0;  ///< version of the handle that the task awaited
};

/// Walks back in time along what tasks actually waited for; see CriticalChain.
class ChainWalk {
 public:
  /// `times` must belong to the trace. All arguments must outlive this object.
  ChainWalk(const Trace& trace, const TaskGraph& graph, const TaskTimes& times)
      : trace_(trace),
        graph_(graph),
        times_(times),
        segments_(trace),
        remote_(trace, graph, times),
        visited_(segments_.all().size(), false),
        last_of_group_(graph.groups().size()),
        last_known_(graph.groups().size(), false) {
    find_program_waits();
  }

  /// Walks from the last task to end back to the start.
  std::vector<ChainLink> walk() {
    now_ns_ = makespan_of(trace_);
    const std::size_t last = segments_.last_to_end();
    if (last != RunSegments::none) back_to(segments_.all()[last].end_ns, Kind::unknown, TaskId());
    follow(last, no_limit);
    std::reverse(links_.begin(), links_.end());
    return std::move(links_);
  }

  /// Walks from the start of a task that ran, back over at most `depth` tasks.
  std::vector<WhyStep> explain(TaskId task, std::size_t depth) {
    now_ns_ = times_.begin_ns[task.value()];
    const std::size_t first = segments_.first_of(times_.lane[task.value()], task, now_ns_);
    if (first == RunSegments::none || depth == 0) return {};
    visited_[first] = true;
    follow(explain_start(first), depth);
    return std::move(steps_);
  }

 private:
  using Kind = ChainLink::Kind;
  using Group = TaskGraph::Group;
  static constexpr std::size_t no_limit = ~std::size_t{0};

  /// Walks back from segment `at` until `depth` tasks are explained.
  void follow(std::size_t at, std::size_t depth) {
    TaskId waiting;
    while (at != RunSegments::none && !visited_[at] && now_ns_ > 0 && steps_.size() < depth) {
      visited_[at] = true;
      const RunSegments::Segment& segment = segments_.all()[at];
      waiting = segment.task;
      back_to(std::min(now_ns_, segment.end_ns), Kind::unknown, waiting);
      back_to(segment.begin_ns, Kind::run, waiting);
      if (!segments_.is_first_of_task(at)) {
        at = before_resumption(at);
      } else {
        at = depth == no_limit ? before_start(at, cause_of(at)) : explain_start(at);
      }
    }
    if (depth == no_limit) back_to(0, Kind::unknown, waiting);
  }

  /// Like before_start, but also records the step.
  std::size_t explain_start(std::size_t at) {
    const ChainCause cause = cause_of(at);
    WhyStep step;
    step.task = segments_.all()[at].task;
    step.begin_ns = now_ns_;
    step.lane = segments_.all()[at].lane;
    step.submit_ns = trace_.recorded.submit && !step.task.is_none()
                         ? trace_.tasks.submit_ns[step.task.value()]
                         : unknown_time;
    step.ready_ns = ready(step.task);
    step.cause = why_cause(cause);
    if (cause.what != ChainCause::What::nothing) step.cause_ns = cause.time_ns;
    step.by = cause.task;
    step.handle = cause.handle;
    step.version = cause.version;
    if (cause.message != nullptr)
      step.message = static_cast<std::size_t>(cause.message - trace_.messages.data());
    const std::int64_t begin_ns = now_ns_;
    links_.clear();
    const std::size_t next = before_start(at, cause);
    if (cause.what == ChainCause::What::nothing) back_to(0, Kind::unknown, step.task);
    for (ChainLink link : links_) {
      if (link.end_ns <= begin_ns) step.waits.push_back(link);
    }
    std::reverse(step.waits.begin(), step.waits.end());
    if (step.by.is_none() && next != RunSegments::none) step.by = segments_.all()[next].task;
    steps_.push_back(std::move(step));
    return next;
  }

  static WhyStep::Cause why_cause(const ChainCause& cause) {
    if (cause.message != nullptr) return WhyStep::Cause::message;
    using Cause = WhyStep::Cause;
    constexpr std::array by_what{Cause::nothing, Cause::predecessor, Cause::peer, Cause::submission,
                                 Cause::worker};
    return by_what.at(static_cast<std::size_t>(cause.what));
  }

  /// Adds a link from `time_ns` to the current position of the walk. Skips empty links and time before the
  /// start.
  void back_to(std::int64_t time_ns, Kind kind, TaskId task) {
    const std::int64_t begin_ns = std::max<std::int64_t>(time_ns, 0);
    if (begin_ns >= now_ns_) return;
    if (!links_.empty() && links_.back().kind == kind && links_.back().task == task) {
      links_.back().begin_ns = begin_ns;
    } else {
      links_.push_back({kind, task, begin_ns, now_ns_});
    }
    now_ns_ = begin_ns;
  }

  std::size_t before_resumption(std::size_t at) {
    const std::size_t own = segments_.previous_of_task(at);
    const std::size_t lane = segments_.previous_on_lane(at);
    std::size_t next = own;
    if (lane != RunSegments::none && !visited_[lane] &&
        (own == RunSegments::none || segments_.all()[lane].end_ns >= segments_.all()[own].end_ns)) {
      next = lane;
    }
    if (next == RunSegments::none) return next;
    back_to(segments_.all()[next].end_ns, Kind::unknown, segments_.all()[at].task);
    return next;
  }

  std::size_t before_start(std::size_t at, const ChainCause& cause) {
    const TaskId task = segments_.all()[at].task;
    if (cause.what == ChainCause::What::nothing) return RunSegments::none;
    add_wait(task, cause);
    if (cause.message != nullptr) {
      const std::int64_t produced_ns = cause.task.is_none() ? cause.message->send_ns : end_of(cause.task);
      back_to(produced_ns, Kind::message, task);
      return cause.task.is_none() ? RunSegments::none : segment_at_end(cause.task);
    }
    return cause.what == ChainCause::What::submission ? before_submission(task) : cause.segment;
  }

  /// Adds the links between a cause and the start of the task that waited for it.
  void add_wait(TaskId task, const ChainCause& cause) {
    const bool has_unseen_message = !task.is_none() && remote_.of(task).is_unseen();
    const std::int64_t ready_ns = ready(task);
    if (ready_ns == unknown_time || ready_ns > now_ns_) {
      const bool may_wait_for_more = has_unseen_message || !graph_.known();
      back_to(cause.time_ns, may_wait_for_more ? Kind::unknown : Kind::ready_wait, task);
      return;
    }
    back_to(std::max(ready_ns, cause.time_ns), Kind::ready_wait, task);
    const bool is_unknown = has_unseen_message || cause.what == ChainCause::What::worker;
    back_to(cause.time_ns, is_unknown ? Kind::unknown : Kind::release, task);
  }

  ChainCause cause_of(std::size_t at) {
    const TaskId task = segments_.all()[at].task;
    ChainCause latest;
    const auto consider = [&](const ChainCause& cause) {
      if (cause.time_ns > now_ns_ || cause.time_ns <= latest.time_ns) return;
      if (cause.segment != RunSegments::none && visited_[cause.segment])
        return;  // avoids endless cycles of zero-length tasks
      latest = cause;
    };
    if (!task.is_none()) {
      for_each_data_cause(task, consider);
      for_each_peer(task, consider);
      if (trace_.recorded.submit && trace_.tasks.submit_ns[task.value()] != unknown_time) {
        ChainCause submission;
        submission.what = ChainCause::What::submission;
        submission.time_ns = trace_.tasks.submit_ns[task.value()];
        consider(submission);
      }
    }
    const std::size_t before = segments_.previous_on_lane(at);
    if (before == RunSegments::none) return latest;
    ChainCause worker;
    worker.what = ChainCause::What::worker;
    worker.time_ns = segments_.all()[before].end_ns;
    worker.segment = before;
    const std::int64_t ready_ns = ready(task);
    const bool ready_later = ready_ns != unknown_time && ready_ns <= now_ns_ && ready_ns > worker.time_ns;
    if (latest.what == ChainCause::What::nothing || !ready_later) consider(worker);
    return latest;
  }

  template <class Consider>
  void for_each_data_cause(TaskId task, Consider consider) {
    const auto groups = graph_.group_span(task);
    for (std::size_t i = 0; i < groups.size(); ++i) {
      if (groups[i] == Group::none) continue;
      ChainCause cause = end_of_task(last_before(groups[i]));
      const Access& access = trace_.accesses.items[trace_.accesses.first[task.value()] + i];
      cause.handle = access.handle;
      cause.version = access.version;
      if (const Message* message = remote_.message_of(task, access, groups[i])) {
        if (message->receive_ns >= cause.time_ns && message->receive_ns <= now_ns_) {
          cause.what = ChainCause::What::data;
          cause.time_ns = message->receive_ns;
          cause.segment = RunSegments::none;
          cause.message = message;
        }
      }
      consider(cause);
    }
    for (const TaskId before : graph_.explicit_predecessors(task)) consider(end_of_task(before));
  }

  ChainCause end_of_task(TaskId task) {
    ChainCause cause;
    if (task.is_none() || times_.begin_ns[task.value()] == unknown_time) return cause;
    if (times_.begin_ns[task.value()] > now_ns_) return cause;
    cause.what = ChainCause::What::data;
    cause.time_ns = end_of(task);
    cause.task = task;
    cause.segment = segment_at_end(task);
    return cause;
  }

  template <class Consider>
  void for_each_peer(TaskId task, Consider consider) {
    const auto order = [this](TaskId id) {
      const std::int64_t begin = times_.begin_ns[id.value()];
      return std::pair(begin == unknown_time ? std::numeric_limits<std::int64_t>::max() : begin, id);
    };
    for (const std::uint32_t number : graph_.group_span(task)) {
      if (number == Group::none || !graph_.groups()[number].commuting) continue;
      const auto members = graph_.members_of(graph_.groups()[number]);
      const auto self = std::lower_bound(members.begin(), members.end(), task,
                                         [&](TaskId a, TaskId b) { return order(a) < order(b); });
      if (self == members.begin()) continue;
      const TaskId peer = *std::prev(self);
      if (times_.end_ns[peer.value()] > now_ns_)
        continue;  // they overlap, so the runtime did not serialise them
      ChainCause cause = end_of_task(peer);
      if (cause.what == ChainCause::What::data) cause.what = ChainCause::What::peer;
      cause.handle = graph_.groups()[number].handle;
      cause.version = graph_.groups()[number].version;
      consider(cause);
    }
  }

  std::size_t before_submission(TaskId task) {
    const TaskId parent = trace_.recorded.parents ? trace_.tasks.parent[task.value()] : TaskId();
    if (!parent.is_none() && !times_.lane[parent.value()].is_none()) {
      const std::size_t by = segments_.at(times_.lane[parent.value()], parent, now_ns_);
      if (by != RunSegments::none && !visited_[by]) {
        back_to(segments_.all()[by].end_ns, Kind::submit_wait, task);
        return by;
      }
    }
    const TaskId awaited = awaited_before(now_ns_);
    const std::size_t next = awaited.is_none() ? RunSegments::none : segment_at_end(awaited);
    if (next == RunSegments::none || visited_[next]) {
      back_to(0, Kind::submit_wait, task);
      return RunSegments::none;
    }
    back_to(times_.end_ns[awaited.value()], Kind::submit_wait, task);
    return next;
  }

  /// The task whose end the program's thread last waited for before `time_ns`: the last task to end in the
  /// thread's last wait span.
  TaskId awaited_before(std::int64_t time_ns) {
    const auto after = std::upper_bound(program_waits_.begin(), program_waits_.end(),
                                        std::pair(time_ns, std::numeric_limits<std::int64_t>::max()));
    if (after == program_waits_.begin()) return {};
    const auto [wait_end_ns, wait_begin_ns] = *std::prev(after);
    if (by_end_.empty()) {
      for (std::size_t i = 0; i < times_.end_ns.size(); ++i) {
        if (times_.end_ns[i] != unknown_time) by_end_.emplace_back(times_.end_ns[i], TaskId(i));
      }
      std::sort(by_end_.begin(), by_end_.end());
    }
    const auto past = std::upper_bound(by_end_.begin(), by_end_.end(), std::pair(wait_end_ns, TaskId()));
    if (past == by_end_.begin() || std::prev(past)->first < wait_begin_ns) return {};
    return std::prev(past)->second;
  }

  /// Whether the program's thread submits on this lane, that is, outside of runs.
  static bool is_submitted_on(const Lane& lane) {
    bool found = false;
    for_each_exclusive(lane.spans, [&](std::size_t i, std::int64_t, std::int64_t) {
      found = found || (lane.spans.kind[i] == SpanKind::submit && lane.spans.task[i].is_none());
    });
    return found;
  }

  /// Finds the waits of the program's thread. Idle workers wait too, but submissions do not depend on those
  /// waits.
  void find_program_waits() {
    if (!trace_.recorded.submit) return;
    std::vector<bool> is_program(trace_.lanes.size());
    for (std::size_t l = 0; l < trace_.lanes.size(); ++l) is_program[l] = is_submitted_on(trace_.lanes[l]);
    const bool any_program = std::find(is_program.begin(), is_program.end(), true) != is_program.end();
    for (std::size_t l = 0; l < trace_.lanes.size(); ++l) {
      const Lane& lane = trace_.lanes[l];
      if (any_program && !is_program[l]) continue;
      for (std::size_t i = 0; i < lane.spans.size(); ++i) {
        if (lane.spans.kind[i] != SpanKind::wait || !lane.spans.task[i].is_none()) continue;
        program_waits_.emplace_back(lane.spans.end_ns[i], lane.spans.begin_ns[i]);
      }
    }
    std::sort(program_waits_.begin(), program_waits_.end());
  }

  /// The last task to end among those that a group's members wait for through its handle.
  TaskId last_before(std::uint32_t number) {
    const std::uint32_t previous = graph_.groups()[number].previous;
    if (previous == Group::none) return {};
    if (last_known_[previous]) return last_of_group_[previous];
    last_known_[previous] = true;
    const Group& group = graph_.groups()[previous];
    std::int64_t last_end_ns = unknown_time;
    for (std::uint32_t i = group.first_member; i < group.first_member + group.member_count; ++i) {
      const TaskId member = graph_.members()[i];
      if (!graph_.holds_up(i) || times_.end_ns[member.value()] <= last_end_ns) continue;
      last_end_ns = times_.end_ns[member.value()];
      last_of_group_[previous] = member;
    }
    return last_of_group_[previous];
  }

  NodeId node_of(TaskId task) const {
    return node_of_lane(trace_, task.is_none() ? LaneId() : times_.lane[task.value()]);
  }
  std::int64_t ready(TaskId task) const {
    return trace_.recorded.ready && !task.is_none() ? trace_.tasks.ready_ns[task.value()] : unknown_time;
  }
  std::int64_t end_of(TaskId task) const { return std::min(times_.end_ns[task.value()], now_ns_); }
  std::size_t segment_at_end(TaskId task) const {
    return segments_.at(segments_.last_lane(task), task, end_of(task));
  }

  const Trace& trace_;
  const TaskGraph& graph_;
  const TaskTimes& times_;
  RunSegments segments_;
  RemoteData remote_;
  std::vector<bool> visited_;          ///< one entry per segment
  std::vector<TaskId> last_of_group_;  ///< one entry per group, filled on demand
  std::vector<bool> last_known_;
  std::vector<std::pair<std::int64_t, std::int64_t>> program_waits_;  ///< (end, begin), ascending
  std::vector<std::pair<std::int64_t, TaskId>> by_end_;               ///< filled on demand
  std::vector<WhyStep> steps_;                                        ///< result of explain
  std::vector<ChainLink> links_;                                      ///< from last to first
  std::int64_t now_ns_ = 0;                                           ///< current position of the walk
};

}  // namespace gusset::traces
