#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "gusset/traces/model/trace.hpp"

namespace gusset::traces::testing {

/// A trace of one parallel region, a.c:1, whose threads execute a loop, a.c:3. Thread t is worker, lane and
/// task t. The region lasts 1 ms.
class TeamTrace {
 public:
  using Interval = std::pair<std::int64_t, std::int64_t>;
  struct Options {
    std::uint64_t chunks = 0;  ///< of each thread
    bool waits = true;         ///< whether the loop ends with a barrier
    bool ordered = false;
    WorkConstruct::Kind kind = WorkConstruct::Kind::loop;
  };

  explicit TeamTrace(std::size_t threads, std::int64_t region_ns = 1'000'000) : spans_(threads) {
    trace_.metadata.runtime = openmp_runtime;
    trace_.recorded.parents = trace_.recorded.submit = trace_.recorded.ready = true;
    trace_.recorded.fork_join = trace_.recorded.worksharing = true;
    trace_.types = {"parallel a.c:1", "a.c:5"};
    trace_.nodes.push_back({.name = "node"});
    for (std::size_t thread = 0; thread < threads; ++thread) {
      trace_.workers.push_back({NodeId(0), "thread " + std::to_string(thread)});
      trace_.lanes.push_back({WorkerId(thread), {}});
      trace_.fork_join.joined.push_back({add_task(TypeId(0), TaskId()), 0});
      spans_[thread].push_back({0, region_ns, TaskId(thread), SpanKind::run});
    }
  }

  /// One execution; a share for each thread in order. Later executions are of the same construct.
  void loop(WorkConstruct::Schedule schedule, const std::vector<Interval>& shares, Options options) {
    Worksharing& work = trace_.worksharing;
    if (work.constructs.empty())
      work.constructs.push_back({"a.c:3", options.kind, schedule, 0, options.ordered});
    const auto execution = static_cast<std::uint32_t>(work.executions.size());
    work.executions.push_back({.region = 0});
    std::int64_t last_ns = 0;
    std::vector<std::int64_t> ends_ns;
    for (std::size_t thread = 0; thread < shares.size(); ++thread) {
      const auto [begin_ns, end_ns] = shares[thread];
      work.shares.push_back(
          {execution, TaskId(thread), begin_ns, end_ns, unknown_iterations, options.chunks});
      ends_ns.push_back(end_ns);
      last_ns = std::max(last_ns, end_ns);
    }
    if (options.waits) barrier(ends_ns, last_ns + 1000);
  }
  void loop(WorkConstruct::Schedule schedule, const std::vector<Interval>& shares) {
    loop(schedule, shares, Options());
  }

  /// When the chunks of a thread ended in the last execution.
  void chunks(std::size_t thread, const std::vector<std::int64_t>& ends_ns) {
    Worksharing& work = trace_.worksharing;
    for (const std::int64_t end_ns : ends_ns)
      work.chunks.push_back(
          {static_cast<std::uint32_t>(work.executions.size()) - 1, TaskId(thread), end_ns, 1, 1});
  }

  /// Each thread waits from its time on.
  void barrier(const std::vector<std::int64_t>& begins_ns, std::int64_t end_ns) {
    for (std::size_t thread = 0; thread < begins_ns.size(); ++thread)
      spans_[thread].push_back({begins_ns[thread], end_ns, TaskId(thread), SpanKind::wait});
  }

  /// A thread waits for its turn in the ordered part of the loop.
  void turn(std::size_t thread, std::int64_t begin_ns, std::int64_t end_ns) {
    trace_.fork_join.locks = {"ordered a.c:4"};
    spans_[thread].push_back({begin_ns, end_ns, TaskId(thread), SpanKind::wait, TaskWait::Kind::lock});
  }

  void task(std::size_t thread, std::int64_t begin_ns, std::int64_t end_ns) {
    spans_[thread].push_back({begin_ns, end_ns, add_task(TypeId(1), TaskId(0)), SpanKind::run});
  }

  Trace trace() const {
    Trace trace = trace_;
    for (std::size_t thread = 0; thread < spans_.size(); ++thread) {
      std::vector<Span> spans = spans_[thread];
      std::ranges::sort(spans, {}, [](const Span& span) { return std::pair(span.begin_ns, -span.end_ns); });
      for (std::size_t i = 0; i < spans.size(); ++i) {
        trace.lanes[thread].spans.push_back(spans[i].begin_ns, spans[i].end_ns, spans[i].task, spans[i].kind);
        if (spans[i].kind == SpanKind::wait)
          trace.fork_join.waits.push_back({{LaneId(thread), i}, spans[i].wait, 0, 0});
      }
    }
    return trace;
  }

 private:
  struct Span {
    std::int64_t begin_ns;
    std::int64_t end_ns;
    TaskId task;
    SpanKind kind;
    TaskWait::Kind wait = TaskWait::Kind::barrier;
  };

  TaskId add_task(TypeId type, TaskId parent) {
    trace_.tasks.type.push_back(type);
    trace_.tasks.parent.push_back(parent);
    trace_.tasks.submit_ns.push_back(0);
    trace_.tasks.ready_ns.push_back(0);
    return TaskId(trace_.tasks.size() - 1);
  }

  Trace trace_;
  std::vector<std::vector<Span>> spans_;
};

}  // namespace gusset::traces::testing
