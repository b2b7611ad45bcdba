#include "check_runs.hpp"

#include <algorithm>
#include <tuple>

#include "gusset/base/numbers.hpp"
#include "gusset/traces/analysis/graph/dependency_cycle.hpp"
#include "gusset/traces/analysis/graph/task_graph.hpp"

namespace gusset::traces {
namespace {

/// One span and its lane.
struct RunPlace {
  std::int64_t begin_ns = 0;
  std::int64_t end_ns = 0;
  TaskId task;
  LaneId lane;
};

std::string text_of(const RunPlace& span) {
  return "lane " + std::to_string(span.lane.value()) + " at " + std::to_string(span.begin_ns) + " to " +
         CheckReport::time(span.end_ns);
}

/// Reports the surplus runs of tasks with several runs.
void check_repetitions(const Trace& trace, const std::vector<bool>& runs_again, CheckReport& report) {
  std::vector<RunPlace> runs;
  for (std::size_t lane = 0; lane < trace.lanes.size(); ++lane) {
    const SpanColumns& spans = trace.lanes[lane].spans;
    for (std::size_t i = 0; i < spans.size(); ++i) {
      if (spans.kind[i] != SpanKind::run || spans.task[i].is_none()) continue;
      if (!runs_again[spans.task[i].value()]) continue;
      runs.push_back({spans.begin_ns[i], spans.end_ns[i], spans.task[i], LaneId(lane)});
    }
  }
  std::stable_sort(runs.begin(), runs.end(), [](const RunPlace& a, const RunPlace& b) {
    return std::tie(a.task, a.begin_ns, a.end_ns) < std::tie(b.task, b.begin_ns, b.end_ns);
  });
  const bool may_resume = may_suspend_tasks(trace.metadata);
  RunPlace last;  // the run that ended last, among the task's runs so far
  for (const RunPlace& run : runs) {
    if (last.task != run.task) {
      last = run;
      continue;
    }
    if (!may_resume || run.begin_ns < last.end_ns) {
      report.add(ViolationKind::ran_twice, run.task, TaskId(), HandleId(), [&] {
        const std::string expected = may_resume ? "runs that do not overlap" : "one run";
        return Error{report.task(run.task), expected, text_of(last) + " and " + text_of(run)};
      });
    }
    if (run.end_ns > last.end_ns) last = run;
  }
}

/// Spans of one lane cannot cross, because the trace is valid. Spans in different lanes of a worker can.
void check_workers(const Trace& trace, CheckReport& report) {
  const auto lanes_of = lanes_by_worker(trace);
  std::vector<RunPlace> all;
  std::vector<RunPlace> open;
  for (std::size_t worker = 0; worker < lanes_of.size(); ++worker) {
    if (lanes_of[worker].size() < 2) continue;
    all.clear();
    open.clear();
    for (const LaneId lane : lanes_of[worker]) {
      const SpanColumns& spans = trace.lanes[lane.value()].spans;
      for (std::size_t i = 0; i < spans.size(); ++i) {
        all.push_back({spans.begin_ns[i], spans.end_ns[i], spans.task[i], lane});
      }
    }
    std::stable_sort(all.begin(), all.end(), [](const RunPlace& a, const RunPlace& b) {
      return std::tie(a.begin_ns, b.end_ns) < std::tie(b.begin_ns, a.end_ns);
    });
    for (const RunPlace& span : all) {
      while (!open.empty() && open.back().end_ns <= span.begin_ns) open.pop_back();
      if (!open.empty() && span.end_ns > open.back().end_ns) {
        const RunPlace& around = open.back();
        report.add(ViolationKind::spans_cross, span.task, around.task, HandleId(), [&] {
          return Error{"worker " + std::to_string(worker) + " (" + trace.workers[worker].name + ")",
                       "spans that nest or do not overlap", text_of(around) + " and " + text_of(span)};
        });
      }
      open.push_back(span);
    }
  }
}

std::int64_t known(bool recorded, const std::vector<std::int64_t>& column, std::size_t task) {
  return recorded ? column[task] : unknown_time;
}

}  // namespace

CheckRuns check_runs(const Trace& trace, CheckReport& report) {
  CheckRuns runs(trace.tasks.size());
  std::vector<bool> runs_again(trace.tasks.size(), false);
  bool any_again = false;
  for (const Lane& lane : trace.lanes) {
    const NodeId node = trace.workers[lane.worker.value()].node;
    const SpanColumns& spans = lane.spans;
    for (std::size_t i = 0; i < spans.size(); ++i) {
      if (spans.kind[i] != SpanKind::run || spans.task[i].is_none()) continue;
      CheckRun& run = runs.of(spans.task[i]);
      if (run.ran()) any_again = runs_again[spans.task[i].value()] = true;
      if (!run.ran() || spans.begin_ns[i] < run.begin_ns) {
        run.begin_ns = spans.begin_ns[i];
        run.node = node;
      }
      run.end_ns = std::max(run.end_ns, spans.end_ns[i]);  // unknown_time is less than any time
      run.completed_ns = run.end_ns;
    }
  }
  if (any_again) check_repetitions(trace, runs_again, report);
  check_workers(trace, report);
  if (trace.recorded.parents && !may_suspend_tasks(trace.metadata)) {
    for (std::size_t task = trace.tasks.size(); task-- > 0;) {  // children come after their parents
      const TaskId parent = trace.tasks.parent[task];
      if (parent.is_none()) continue;
      std::int64_t& completed_ns = runs.of(parent).completed_ns;
      completed_ns = std::max(completed_ns, runs.of(TaskId(task)).completed_ns);
    }
  }
  return runs;
}

void check_cycles(const Trace& trace, CheckReport& report) {
  if (trace.dependencies.empty()) return;
  Trace edges;  // without accesses, which have their own rules
  edges.tasks.type = trace.tasks.type;
  edges.dependencies = trace.dependencies;
  edges.recorded.dependencies = true;
  const TaskGraph graph(edges);
  const std::vector<TaskId> cycle = dependency_cycle(graph);
  if (cycle.empty()) return;
  report.add(ViolationKind::cycle, cycle.front(), cycle.back(), HandleId(), [&] {
    return Error{report.task(cycle.front()), "dependencies without a cycle",
                 "a cycle of " + count_text(cycle.size(), "task") + ", through " + report.task(cycle.back())};
  });
}

void check_times(const Trace& trace, const CheckRuns& runs, CheckReport& report) {
  for (std::size_t i = 0; i < trace.tasks.size(); ++i) {
    const TaskId task(i);
    const std::int64_t submit_ns = known(trace.recorded.submit, trace.tasks.submit_ns, i);
    const std::int64_t ready_ns = known(trace.recorded.ready, trace.tasks.ready_ns, i);
    const std::int64_t begin_ns = runs.of(task).begin_ns;
    const auto later = [&](ViolationKind kind, const char* what, std::int64_t time_ns,
                           const std::string& event, std::int64_t since_ns, TaskId other) {
      report.add(kind, task, other, HandleId(), [&] {
        return Error{report.task(task), what + (" at or after " + CheckReport::time(since_ns)) + ", " + event,
                     CheckReport::time(time_ns)};
      });
    };
    // unknown_time is less than any time, so an unknown time is never too late.
    if (ready_ns != unknown_time && ready_ns < submit_ns) {
      later(ViolationKind::before_submit, "readiness", ready_ns, "its submission", submit_ns, TaskId());
    }
    if (begin_ns == unknown_time) continue;
    if (begin_ns < ready_ns) {
      later(ViolationKind::before_ready, "a start", begin_ns, "when it was ready", ready_ns, TaskId());
    }
    if (begin_ns < submit_ns && ready_ns == unknown_time) {
      later(ViolationKind::before_submit, "a start", begin_ns, "its submission", submit_ns, TaskId());
    }
    const TaskId parent = trace.recorded.parents ? trace.tasks.parent[i] : TaskId();
    if (!parent.is_none() && begin_ns < runs.of(parent).begin_ns) {
      later(ViolationKind::child_before_parent, "a start", begin_ns,
            "when its parent, " + report.task(parent) + ", began", runs.of(parent).begin_ns, parent);
    }
  }
  for (const Dependency& d : trace.dependencies) {
    if (!runs.of(d.after).ran() || runs.of(d.after).begin_ns >= runs.of(d.before).end_ns) continue;
    report.add(ViolationKind::before_dependency, d.after, d.before, HandleId(), [&] {
      return Error{report.task(d.after),
                   "a start at or after " + CheckReport::time(runs.of(d.before).end_ns) + ", the end of " +
                       report.task(d.before) + " that it depends on",
                   CheckReport::time(runs.of(d.after).begin_ns)};
    });
  }
}

}  // namespace gusset::traces
