#include "analysis/causes/shortened_run.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <tuple>
#include <vector>

#include "analysis/time/remote_data.hpp"
#include "gusset/traces/analysis/graph/strands.hpp"
#include "gusset/traces/analysis/time/task_table.hpp"
#include "model/run_segments.hpp"

namespace gusset::traces {
namespace {

/// When something happened, and when it happens with a shorter task.
struct Event {
  std::int64_t was_ns = unknown_time;
  std::int64_t is_ns = unknown_time;

  std::int64_t earlier_ns() const { return was_ns - is_ns; }
};

/// The last of several events.
Event last_of(const Event& a, const Event& b) {
  return {std::max(a.was_ns, b.was_ns), std::max(a.is_ns, b.is_ns)};
}

/// Repeats a run, in order of time, with a shorter task.
class ShortenedRun {
 public:
  /// All arguments must outlive this object.
  ShortenedRun(const Trace& trace, const TaskGraph& graph, const TaskTimes& times, TaskId task,
               std::int64_t by_ns)
      : trace_(trace),
        graph_(graph),
        segments_(trace),
        remote_(trace, graph, times),
        by_ns_(by_ns),
        shortened_end_ns_(times.end_ns[task.value()]),
        ends_(segments_.all().size()),
        task_ends_(trace.tasks.size()),
        group_ends_(graph.groups().size()),
        last_of_group_(graph.groups().size()) {
    for (std::size_t i = 0; i < segments_.all().size(); ++i) {
      if (segments_.all()[i].task == task && (!shortened_ || length_ns(i) > length_ns(*shortened_)))
        shortened_ = i;
    }
  }

  std::int64_t saved_ns() {
    const auto& all = segments_.all();
    std::vector<std::size_t> order(all.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, {},
                      [&](std::size_t i) { return std::tuple(all[i].begin_ns, all[i].end_ns, i); });
    Event last;
    for (const std::size_t i : order) {
      std::int64_t earlier_ns = std::min(awaited_by(i).earlier_ns(), by_ns_);
      if (shortened_ == i) earlier_ns += std::min(by_ns_, length_ns(i));
      ends_[i] = {all[i].end_ns, all[i].end_ns - earlier_ns};
      if (!all[i].task.is_none()) task_ends_[all[i].task.value()] = ends_[i];
      last = last_of(last, ends_[i]);
    }
    return last.earlier_ns();
  }

 private:
  using Group = TaskGraph::Group;

  std::int64_t length_ns(std::size_t segment) const {
    return segments_.all()[segment].end_ns - segments_.all()[segment].begin_ns;
  }

  /// The last event that a segment waited for.
  Event awaited_by(std::size_t at) {
    const RunSegments::Segment& segment = segments_.all()[at];
    Event last;
    // Events after the start were not awaited: clocks differ, or the runtime did not wait.
    const auto consider = [&](const Event& event) {
      if (event.was_ns <= segment.begin_ns) last = last_of(last, event);
    };
    const auto consider_segment = [&](std::size_t before) {
      if (before != RunSegments::none) consider(ends_[before]);
    };
    consider_segment(segments_.previous_on_lane(at));
    if (segment.task.is_none()) return last;
    if (!segments_.is_first_of_task(at)) {
      consider_segment(segments_.previous_of_task(at));
      return last;
    }
    for (const TaskId before : graph_.explicit_predecessors(segment.task))
      consider(task_ends_[before.value()]);
    const auto groups = graph_.group_span(segment.task);
    for (std::size_t i = 0; i < groups.size(); ++i) {
      if (groups[i] == Group::none) continue;
      const Group& group = graph_.groups()[groups[i]];
      if (group.previous != Group::none) {
        const Event& before = end_of_group(group.previous);
        consider(before);
        const Access& access = trace_.accesses.items[trace_.accesses.first[segment.task.value()] + i];
        const Message* message = remote_.message_of(segment.task, access, groups[i]);
        if (message != nullptr && message->receive_ns >= before.was_ns)
          consider({message->receive_ns, message->receive_ns - before.earlier_ns()});
      }
      if (!group.commuting) continue;
      TaskId& peer = last_of_group_[groups[i]];
      if (!peer.is_none()) consider(task_ends_[peer.value()]);
      peer = segment.task;
    }
    if (trace_.recorded.submit && trace_.tasks.submit_ns[segment.task.value()] != unknown_time) {
      const std::int64_t submit_ns = trace_.tasks.submit_ns[segment.task.value()];
      consider({submit_ns, submit_ns < shortened_end_ns_ ? submit_ns : submit_ns - by_ns_});
    }
    return last;
  }

  /// The end of the last task that later groups wait for.
  const Event& end_of_group(std::uint32_t number) {
    std::optional<Event>& end = group_ends_[number];
    if (end) return *end;
    end.emplace();
    const Group& group = graph_.groups()[number];
    for (std::uint32_t i = group.first_member; i < group.first_member + group.member_count; ++i) {
      if (graph_.holds_up(i)) end = last_of(*end, task_ends_[graph_.members()[i].value()]);
    }
    return *end;
  }

  const Trace& trace_;
  const TaskGraph& graph_;
  RunSegments segments_;
  RemoteData remote_;
  std::int64_t by_ns_;
  std::int64_t shortened_end_ns_;
  std::optional<std::size_t> shortened_;          // the task's longest segment
  std::vector<Event> ends_;                       // per segment
  std::vector<Event> task_ends_;                  // of the last segment so far
  std::vector<std::optional<Event>> group_ends_;  // filled on demand
  std::vector<TaskId> last_of_group_;             // the member of a commuting group that began last so far
};

}  // namespace

std::int64_t saved_if_shorter_ns(const Trace& trace, const TaskGraph& graph, const TaskTimes& times,
                                 TaskId task, std::int64_t by_ns) {
  const Strands* const strands = graph.strands();
  if (strands == nullptr) return ShortenedRun(trace, graph, times, task, by_ns).saved_ns();
  const TaskTimes strand_times = task_times(strands->trace());
  TaskId longest;
  for (std::size_t strand = 0; strand < strands->size(); ++strand) {
    if (strands->task_of(TaskId(strand)) != task) continue;
    if (longest.is_none() || strand_times.duration_ns[strand] > strand_times.duration_ns[longest.value()])
      longest = TaskId(strand);
  }
  if (longest.is_none()) return 0;
  return ShortenedRun(strands->trace(), strands->graph(), strand_times, longest, by_ns).saved_ns();
}

}  // namespace gusset::traces
