#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "gusset/traces/model/trace.hpp"

namespace gusset::traces::testing {

/// A hand-made fork-join program. The spans of each lane must be added in order of start time.
class ForkJoinProgram {
 public:
  explicit ForkJoinProgram(std::size_t lanes) {
    trace_.recorded.parents = trace_.recorded.submit = trace_.recorded.fork_join = true;
    trace_.nodes.push_back({.name = "node"});
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      trace_.workers.push_back({NodeId(0), "thread"});
      trace_.lanes.push_back({WorkerId(lane), {}});
    }
  }
  TaskId task(const std::string& type, TaskId parent = {}, std::int64_t submit_ns = 0) {
    trace_.types.push_back(type);
    trace_.tasks.type.emplace_back(trace_.types.size() - 1);
    trace_.tasks.parent.push_back(parent);
    trace_.tasks.submit_ns.push_back(submit_ns);
    return TaskId(trace_.tasks.size() - 1);
  }
  TaskId joined(const std::string& type, TaskId parent, std::int64_t submit_ns,
                std::uint32_t region = JoinedTask::no_region) {
    const TaskId made = task(type, parent, submit_ns);
    trace_.fork_join.joined.push_back({made, region});
    return made;
  }
  void run(std::size_t lane, TaskId task, std::int64_t begin_ns, std::int64_t end_ns) {
    trace_.lanes[lane].spans.push_back(begin_ns, end_ns, task, SpanKind::run);
  }
  void wait(std::size_t lane, TaskId task, std::int64_t begin_ns, std::int64_t end_ns, TaskWait::Kind kind,
            std::uint32_t object = TaskWait::no_object, std::int64_t since_ns = 0) {
    trace_.fork_join.waits.push_back(
        {{LaneId(lane), trace_.lanes[lane].spans.size()}, kind, object, since_ns});
    trace_.lanes[lane].spans.push_back(begin_ns, end_ns, task, SpanKind::wait);
    std::ranges::sort(trace_.fork_join.waits, {},
                      [](const TaskWait& each) { return std::pair(each.span.lane, each.span.index); });
  }
  void hold(TaskId task, std::int64_t begin_ns, std::int64_t end_ns) {
    trace_.fork_join.locks = {"lock"};
    trace_.fork_join.holds.push_back({0, task, begin_ns, end_ns});
  }
  const Trace& trace() const { return trace_; }

 private:
  Trace trace_;
};

}  // namespace gusset::traces::testing
