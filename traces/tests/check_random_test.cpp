// Random programs, intact and damaged.
#include <gmock/gmock.h>

#include <algorithm>
#include <functional>
#include <random>
#include <set>

#include "check_findings.hpp"
#include "gusset/traces/analysis/time/task_table.hpp"
#include "random_trace.hpp"

namespace gusset::traces {
namespace {

using testing::findings_of;
using ::testing::IsEmpty;
using testing::random_trace;
using testing::RandomTrace;
using ViolationKind = Violation::Kind;

RandomTrace program(std::uint64_t seed) {
  RandomTrace options;
  options.seed = seed;
  options.nodes = 1 + seed % 3;
  options.tasks = 300;
  return options;
}

TEST(Check, RandomProgramsAreClean) {
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    SCOPED_TRACE(seed);
    EXPECT_THAT(findings_of(*random_trace(program(seed))), IsEmpty());
  }
}

/// Damages a valid trace in one place. `spoil` returns false if the trace has no such place.
struct Mutation {
  std::string name;
  std::function<bool(Trace&, std::mt19937_64&)> spoil;
  std::set<ViolationKind> found_as;  ///< the check must report one of these kinds
};

std::size_t below(std::mt19937_64& random, std::size_t bound) {
  return static_cast<std::size_t>(random() % bound);
}

/// Gives every task a separate worker, so that moving one run in time crosses no other.
void isolate(Trace& trace) {
  const TaskTimes times = task_times(trace);
  std::vector<NodeId> node;
  for (const LaneId lane : times.lane)
    node.push_back(trace.workers[trace.lanes[lane.value()].worker.value()].node);
  trace.workers.clear();
  trace.lanes.clear();
  for (std::size_t t = 0; t < trace.tasks.size(); ++t) {
    trace.workers.push_back({node[t], "w"});
    trace.lanes.push_back({WorkerId(t), {}});
    trace.lanes.back().spans.push_back(times.begin_ns[t], times.end_ns[t], TaskId(t), SpanKind::run);
  }
}

/// The start and the end of an isolated task.
std::int64_t& begin_of(Trace& trace, TaskId task) {
  return trace.lanes[task.value()].spans.begin_ns[0];
}
std::int64_t end_of(Trace& trace, TaskId task) {
  return trace.lanes[task.value()].spans.end_ns[0];
}

bool begin_early(Trace& trace, std::mt19937_64& random) {
  const TaskGraph graph(trace);
  const TaskId task(below(random, trace.tasks.size()));
  std::int64_t last_ns = 0;
  for (const TaskId before : graph.predecessors(task)) last_ns = std::max(last_ns, end_of(trace, before));
  if (last_ns == 0) return false;
  begin_of(trace, task) = last_ns - 1;
  trace.tasks.ready_ns[task.value()] = 0;
  return true;
}

bool overlap_adds(Trace& trace, std::mt19937_64& random) {
  const TaskGraph graph(trace);
  std::vector<TaskGraph::Group> groups;
  for (const auto& group : graph.groups()) {
    if (group.commuting) groups.push_back(group);
  }
  if (groups.empty()) return false;
  const auto members = graph.members_of(groups[below(random, groups.size())]);
  const TaskId first = members[0];
  const TaskId second = members[1];
  if (begin_of(trace, first) == end_of(trace, first)) return false;
  begin_of(trace, second) = end_of(trace, first) - 1;
  trace.tasks.ready_ns[second.value()] = 0;
  return true;
}

bool change_version(Trace& trace, std::mt19937_64& random) {
  Access& access = trace.accesses.items[below(random, trace.accesses.items.size())];
  const auto of_handle = std::count_if(trace.accesses.items.begin(), trace.accesses.items.end(),
                                       [&](const Access& a) { return a.handle == access.handle; });
  if (of_handle < 2) return false;  // a single access may await any version
  access.version += static_cast<std::uint32_t>(1 + below(random, 0xffff'ffff));
  return true;
}

bool change_mode(Trace& trace, std::mt19937_64& random) {
  const TaskGraph graph(trace);
  for (const auto& group : graph.groups()) {
    if (group.member_count < 2 || below(random, 3) > 0) continue;
    const TaskId task = graph.members_of(group)[0];
    for (std::uint64_t i = trace.accesses.first[task.value()]; i < trace.accesses.first[task.value() + 1];
         ++i) {
      if (trace.accesses.items[i].handle == group.handle) trace.accesses.items[i].mode = AccessModeId(1);
    }
    return true;
  }
  return false;
}

bool run_again(Trace& trace, std::mt19937_64& random) {
  const TaskId task(below(random, trace.tasks.size()));
  trace.lanes[task.value()].spans.push_back(end_of(trace, task) + 1, end_of(trace, task) + 2, task,
                                            SpanKind::run);
  return true;
}

bool ready_late(Trace& trace, std::mt19937_64& random) {
  const TaskId task(below(random, trace.tasks.size()));
  trace.tasks.ready_ns[task.value()] = begin_of(trace, task) + 1;
  return true;
}

bool submit_late(Trace& trace, std::mt19937_64& random) {
  const std::size_t task = below(random, trace.tasks.size());
  trace.tasks.submit_ns[task] = trace.tasks.ready_ns[task] + 1;
  return true;
}

bool depend_backwards(Trace& trace, std::mt19937_64& random) {
  const TaskId before(below(random, trace.tasks.size()));
  const TaskId after(below(random, trace.tasks.size()));
  if (before == after || end_of(trace, before) <= begin_of(trace, after)) return false;
  trace.recorded.dependencies = true;
  trace.dependencies.push_back({before, after});
  return true;
}

bool have_a_late_parent(Trace& trace, std::mt19937_64& random) {
  const TaskId child(below(random, trace.tasks.size()));
  trace.recorded.parents = true;
  trace.tasks.parent.assign(trace.tasks.size(), TaskId());
  for (std::size_t parent = 0; parent < child.value(); ++parent) {
    if (begin_of(trace, TaskId(parent)) <= begin_of(trace, child)) continue;
    trace.tasks.parent[child.value()] = TaskId(parent);
    return true;
  }
  return false;
}

bool share_a_worker(Trace& trace, std::mt19937_64& random) {
  for (int attempt = 0; attempt < 1000; ++attempt) {
    const TaskId a(below(random, trace.tasks.size()));
    const TaskId b(below(random, trace.tasks.size()));
    const bool cross = begin_of(trace, a) < begin_of(trace, b) && begin_of(trace, b) < end_of(trace, a) &&
                       end_of(trace, a) < end_of(trace, b);
    if (!cross || trace.workers[a.value()].node != trace.workers[b.value()].node) continue;
    trace.lanes[b.value()].worker = WorkerId(a.value());
    return true;
  }
  return false;
}

TEST(Check, EveryMutationOfARandomProgramIsFound) {
  const std::vector<Mutation> mutations = {
      {"begin early", begin_early, {ViolationKind::before_predecessor}},
      {"overlap", overlap_adds, {ViolationKind::adds_overlap}},
      {"version", change_version, {ViolationKind::version_sequence, ViolationKind::mixed_group}},
      {"mode", change_mode, {ViolationKind::mixed_group}},
      {"again", run_again, {ViolationKind::ran_twice}},
      {"ready", ready_late, {ViolationKind::before_ready}},
      {"submit", submit_late, {ViolationKind::before_submit}},
      {"dependency", depend_backwards, {ViolationKind::before_dependency}},
      {"parent", have_a_late_parent, {ViolationKind::child_before_parent}},
      {"worker", share_a_worker, {ViolationKind::spans_cross}},
  };
  for (const Mutation& mutation : mutations) {
    int applied = 0;
    for (std::uint64_t seed = 1; seed <= 300; ++seed) {
      SCOPED_TRACE(mutation.name + ", seed " + std::to_string(seed));
      std::mt19937_64 random(seed);
      RandomTrace options = program(seed);
      options.tasks = 60;
      Trace trace = *random_trace(options);
      isolate(trace);
      ASSERT_TRUE(check(trace).ok());
      if (!mutation.spoil(trace, random)) continue;
      ++applied;
      ASSERT_TRUE(validate(trace, "t").ok());
      CheckOptions all;
      all.max_findings = 10'000;
      const CheckResult result = check(trace, all);
      const bool found = std::any_of(result.findings.begin(), result.findings.end(),
                                     [&](const Violation& f) { return mutation.found_as.contains(f.kind); });
      EXPECT_TRUE(found);
      EXPECT_EQ(result.findings, check(trace, all).findings) << "the same trace gives the same findings";
    }
    EXPECT_GE(applied, 20) << mutation.name;
  }
}

}  // namespace
}  // namespace gusset::traces
