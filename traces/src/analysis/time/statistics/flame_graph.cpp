#include "gusset/traces/analysis/time/flame_graph.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

#include "analysis/time/task_runs.hpp"
#include "gusset/traces/model/span_source.hpp"

namespace gusset::traces {
namespace {

constexpr std::size_t no_frame = FlameFrame::no_parent;

// The task around the first run of each task on its lane; none for tasks that never ran.
std::vector<TaskId> tasks_around(const Trace& trace) {
  const std::size_t tasks = trace.tasks.size();
  std::vector<TaskId> around(tasks);
  std::vector<std::int64_t> first_ns(tasks, std::numeric_limits<std::int64_t>::max());
  std::vector<std::size_t> open;  // runs of the lane around the current one, the innermost last
  for (const Lane& lane : trace.lanes) {
    const SpanColumns& spans = lane.spans;
    open.clear();
    for (std::size_t i = 0; i < spans.size(); ++i) {
      if (spans.kind[i] != SpanKind::run || spans.task[i].is_none()) continue;
      while (!open.empty() && spans.end_ns[open.back()] <= spans.begin_ns[i]) open.pop_back();
      const std::size_t task = spans.task[i].value();
      if (spans.begin_ns[i] < first_ns[task]) {
        first_ns[task] = spans.begin_ns[i];
        around[task] = open.empty() ? TaskId() : spans.task[open.back()];
        if (around[task] == spans.task[i]) around[task] = TaskId();
      }
      open.push_back(i);
    }
  }
  return around;
}

class FlameBuilder {
 public:
  FlameBuilder(const Trace& trace, const FlameOptions& options) : trace_(trace), options_(options) {
    graph_.is_by_parents = trace.recorded.parents;
    parents_ = trace.recorded.parents ? trace.tasks.parent : tasks_around(trace);
    frame_of_.assign(trace.tasks.size(), no_frame);
    is_deeper_.assign(trace.tasks.size(), false);
  }

  FlameGraph build() {
    count_tasks();
    add_up();
    sort();
    return std::move(graph_);
  }

 private:
  // Returns the frame of a task. Walks up to the first task whose frame is known, then down again.
  std::size_t frame_of(TaskId task) {
    path_.clear();
    for (TaskId at = task; !at.is_none() && frame_of_[at.value()] == no_frame; at = parents_[at.value()]) {
      // In a broken trace, tasks may enclose each other.
      if (path_.size() > frame_of_.size()) break;
      path_.push_back(at);
    }
    while (!path_.empty()) {
      const TaskId next = path_.back();
      path_.pop_back();
      const TaskId around = parents_[next.value()];
      const std::size_t parent = around.is_none() ? no_frame : frame_of_[around.value()];
      const bool is_too_deep = parent != no_frame && frames_[parent].depth + 1 >= max_flame_depths;
      is_deeper_[next.value()] = is_too_deep;
      frame_of_[next.value()] = is_too_deep ? parent : child(parent, trace_.tasks.type[next.value()]);
    }
    return frame_of_[task.value()];
  }

  std::size_t child(std::size_t parent, TypeId type) {
    const auto [found, is_new] = children_.try_emplace({parent, type}, frames_.size());
    if (is_new) frames_.push_back({type, parent, parent == no_frame ? 0 : frames_[parent].depth + 1});
    return found->second;
  }

  void count_tasks() {
    TraceSpans source(trace_);
    Range range{std::max<std::int64_t>(options_.from_ns, 0), 0};
    range.end_ns = std::max(range.begin_ns, options_.to_ns);
    const auto add = [this](TaskId task, LaneId, std::int64_t duration_ns) {
      if (!options_.filter.matches(task)) return;
      FlameFrame& frame = frames_[frame_of(task)];
      ++frame.tasks;
      ++graph_.tasks;
      frame.own_ns += duration_ns;
      if (is_deeper_[task.value()]) ++graph_.deeper_tasks;
    };
    TaskRuns runs = TaskRuns::find(source, range).value();  // a trace in memory never fails
    for (std::size_t lane = 0; lane < trace_.lanes.size(); ++lane)
      runs.take(trace_.lanes[lane].spans, LaneId(lane), add, [](std::int64_t, std::int64_t) {});
    runs.finish(add);
  }

  // Parents have lower numbers than the frames in them.
  void add_up() {
    is_used_.assign(frames_.size(), false);
    for (std::size_t i = frames_.size(); i-- > 0;) {
      FlameFrame& frame = frames_[i];
      frame.total_ns += frame.own_ns;
      is_used_[i] = is_used_[i] || frame.tasks > 0;
      if (frame.parent == no_frame) {
        graph_.total_ns += frame.total_ns;
        continue;
      }
      frames_[frame.parent].total_ns += frame.total_ns;
      is_used_[frame.parent] = is_used_[frame.parent] || is_used_[i];
    }
  }

  // Puts each frame before the frames in it, siblings by time. Leaves out frames without selected tasks.
  void sort() {
    std::vector<std::vector<std::size_t>> inner(frames_.size() + 1);  // the last: frames without a parent
    for (std::size_t i = 0; i < frames_.size(); ++i) {
      if (is_used_[i]) inner[frames_[i].parent == no_frame ? frames_.size() : frames_[i].parent].push_back(i);
    }
    const auto by_time = [this](std::size_t a, std::size_t b) {
      return std::pair(frames_[b].total_ns, frames_[a].type) <
             std::pair(frames_[a].total_ns, frames_[b].type);
    };
    for (std::vector<std::size_t>& frames : inner) std::sort(frames.rbegin(), frames.rend(), by_time);
    std::vector<std::size_t> next = inner.back();  // the frames to add, the next one last
    std::vector<std::size_t> place(frames_.size(), no_frame);
    while (!next.empty()) {
      const std::size_t i = next.back();
      next.pop_back();
      place[i] = graph_.frames.size();
      FlameFrame frame = frames_[i];
      if (frame.parent != no_frame) frame.parent = place[frame.parent];
      graph_.depths = std::max(graph_.depths, frame.depth + 1);
      graph_.frames.push_back(frame);
      next.insert(next.end(), inner[i].begin(), inner[i].end());
    }
  }

  const Trace& trace_;
  const FlameOptions& options_;
  FlameGraph graph_;
  std::vector<TaskId> parents_;
  std::vector<FlameFrame> frames_;
  std::vector<std::size_t> frame_of_;
  std::vector<bool> is_deeper_;
  std::vector<bool> is_used_;
  std::vector<TaskId> path_;
  std::map<std::pair<std::size_t, TypeId>, std::size_t> children_;
};

}  // namespace

FlameGraph flame_graph(const Trace& trace, const FlameOptions& options) {
  return FlameBuilder(trace, options).build();
}

}  // namespace gusset::traces
