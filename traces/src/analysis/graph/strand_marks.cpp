#include "strand_marks.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "hold_ends.hpp"

namespace gusset::traces {
namespace {

class MarkCollector {
 public:
  explicit MarkCollector(const Trace& trace) : trace_(trace) {}

  std::vector<StrandMark> collect() {
    add_creations();
    add_waits();
    add_holds();
    std::stable_sort(marks_.begin(), marks_.end(), [](const StrandMark& a, const StrandMark& b) {
      return std::tie(a.task, a.time_ns, a.kind) < std::tie(b.task, b.time_ns, b.kind);
    });
    return std::move(marks_);
  }

 private:
  void add(TaskId task, std::int64_t time_ns, StrandMark::Kind kind, std::size_t what) {
    marks_.push_back({task, time_ns, kind, static_cast<std::uint32_t>(what)});
  }

  void add_creations() {
    if (!trace_.recorded.parents || !trace_.recorded.submit) return;
    for (std::size_t task = 0; task < trace_.tasks.size(); ++task) {
      const TaskId parent = trace_.tasks.parent[task];
      if (parent.is_none() || trace_.tasks.submit_ns[task] == unknown_time) continue;
      add(parent, trace_.tasks.submit_ns[task], StrandMark::Kind::create, task);
    }
  }

  void add_waits() {
    const std::vector<TaskWait>& waits = trace_.fork_join.waits;
    for (std::size_t w = 0; w < waits.size(); ++w) {
      const TaskWait& wait = waits[w];
      const SpanColumns& spans = trace_.lanes[wait.span.lane.value()].spans;
      const TaskId task = spans.task[wait.span.index];
      if (task.is_none()) continue;
      add(task, spans.begin_ns[wait.span.index], StrandMark::Kind::wait, w);
      if (wait.kind == TaskWait::Kind::taskgroup) add(task, wait.since_ns, StrandMark::Kind::group_begin, w);
    }
  }

  void add_holds() {
    const std::vector<LockHold>& holds = trace_.fork_join.holds;
    const std::vector<std::int64_t> ends_ns = hold_ends(trace_.fork_join);
    for (std::size_t h = 0; h < holds.size(); ++h) {
      const LockHold& hold = holds[h];
      if (hold.begin_ns == ends_ns[h]) continue;  // at one time, releases come before acquisitions
      add(hold.task, hold.begin_ns, StrandMark::Kind::acquire, hold.lock);
      add(hold.task, ends_ns[h], StrandMark::Kind::release, hold.lock);
    }
  }

  const Trace& trace_;
  std::vector<StrandMark> marks_;
};

}  // namespace

std::vector<StrandMark> strand_marks(const Trace& trace) {
  return MarkCollector(trace).collect();
}

std::vector<std::size_t> segments_by_task(const RunSegments& run_segments) {
  const std::vector<RunSegments::Segment>& segments = run_segments.all();
  std::vector<std::size_t> order;
  for (std::size_t s = 0; s < segments.size(); ++s) {
    if (!segments[s].task.is_none()) order.push_back(s);
  }
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return std::tie(segments[a].task, segments[a].begin_ns, a) <
           std::tie(segments[b].task, segments[b].begin_ns, b);
  });
  return order;
}

}  // namespace gusset::traces
