#include "gusset/traces/analysis/causes/idle.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "gusset/traces/analysis/time/statistics.hpp"
#include "gusset/traces/analysis/time/task_table.hpp"
#include "gusset/traces/model/validate.hpp"
#include "random_trace.hpp"
#include "text_trace.hpp"

namespace gusset::traces {
namespace {

using testing::random_trace;
using testing::RandomTrace;
using testing::trace_from_text;

IdleTime idle_of(const Trace& trace) {
  return idle_time(trace, TaskGraph(trace));
}

// ---- Known traces, one nanosecond per character.

TEST(Idle, ReadyTaskNotTakenIsTheFirstCause) {
  const IdleTime idle = idle_of(*trace_from_text(R"(
    aa..bb
    a1: write x@0 [submit 0] [ready 0]
    b1: read x@1 [submit 0] [ready 2]
  )",
                                                 1));
  EXPECT_EQ(idle.total.of(IdleCause::ready_not_taken), 2);
  EXPECT_EQ(idle.total.total_ns(), 2);
  EXPECT_EQ(idle.busy_ns, 4);
}

TEST(Idle, OneReadyTaskExplainsOneIdleWorker) {
  const IdleTime idle = idle_of(*trace_from_text(R"(
    n0/w0: aa..bb
    n0/w1: aa....
    n0/w2: aa....
    a1: write x@0 [submit 0] [ready 0]
    a2: write y@0 [submit 0] [ready 0]
    a3: write z@0 [submit 0] [ready 0]
    b1: read x@1 [submit 0] [ready 2]
  )",
                                                 1));
  EXPECT_EQ(idle.total.of(IdleCause::ready_not_taken), 2);
  EXPECT_EQ(idle.total.of(IdleCause::no_work), 2 * 4);
  EXPECT_EQ(idle.workers[0].of(IdleCause::ready_not_taken), 2) << "the lowest of the idle workers";
}

TEST(Idle, UnsubmittedTasksCountFromTheirLastPredecessor) {
  const IdleTime idle = idle_of(*trace_from_text(R"(
    aa....bb
    a1: write x@0 [submit 0] [ready 0]
    b1: read x@1 [submit 5] [ready 5]
  )",
                                                 1));
  EXPECT_EQ(idle.total.of(IdleCause::unsubmitted), 3);
  EXPECT_EQ(idle.total.of(IdleCause::ready_not_taken), 1);
}

TEST(Idle, ReleaseLastsFromTheAwaitedEventToReadiness) {
  const IdleTime idle = idle_of(*trace_from_text(R"(
    aa...bb
    a1: write x@0 [submit 0] [ready 0]
    b1: read x@1 [submit 0] [ready 4]
  )",
                                                 1));
  EXPECT_EQ(idle.total.of(IdleCause::release), 2);
  EXPECT_EQ(idle.total.of(IdleCause::ready_not_taken), 1);
}

TEST(Idle, LastPredecessorSubmitsATaskIfTheProgramDidNot) {
  const auto trace = trace_from_text(R"(
    n0/w0: aa....b
    n0/w1: ccccccc
    a1: write x@0 [submit 0] [ready 0]
    b1: read x@1 [ready 4]
    c1: write y@0 [submit 0] [ready 0]
  )",
                                     1);
  ASSERT_TRUE(trace->recorded.submit);
  const IdleTime idle = idle_of(*trace);
  EXPECT_EQ(idle.total.of(IdleCause::release), 2);
  EXPECT_EQ(idle.total.of(IdleCause::ready_not_taken), 2);
  EXPECT_EQ(idle.total.of(IdleCause::unknown), 0);
}

TEST(Idle, DataInFlightIsAMessageWithASender) {
  const IdleTime idle = idle_of(*trace_from_text(R"(
    n0/w0: aaa.....
    n1/w0: ......bb
    x: 8 bytes on n0
    a1: write x@0 [submit 0] [ready 0]
    b1: read x@1 [submit 0] [ready 6]
    message x@1 n0->n1 3 6
  )",
                                                 1));
  EXPECT_EQ(idle.nodes[1].of(IdleCause::message), 3);
  EXPECT_EQ(idle.nodes[1].of(IdleCause::no_work), 3) << "while the producer runs";
  EXPECT_EQ(idle.nodes[0].of(IdleCause::no_work), 5) << "no task of that node";
  EXPECT_EQ(idle.awaited_from_ns, (std::vector<std::int64_t>{3, 0}));
}

TEST(Idle, UnrecordedMessagesAreNotRelease) {
  const IdleTime idle = idle_of(*trace_from_text(R"(
    n0/w0: aaa.....
    n1/w0: ......bb
    a1: [submit 0] [ready 0]
    b1: after a1 [submit 0] [ready 6]
  )",
                                                 1));
  EXPECT_EQ(idle.nodes[1].of(IdleCause::release), 0);
  EXPECT_EQ(idle.nodes[1].of(IdleCause::unknown), 3);
  EXPECT_EQ(idle.nodes[1].of(IdleCause::no_work), 3) << "while the producer runs";
}

TEST(Idle, TaskThatWaitsForACommutingPeerIsNoWork) {
  const IdleTime idle = idle_of(*trace_from_text(R"(
    n0/w0: aaaa..
    n0/w1: ....bb
    a1: add x@0 [submit 0] [ready 0]
    b1: add x@0 [submit 0] [ready 0]
  )",
                                                 1));
  EXPECT_EQ(idle.workers[1].of(IdleCause::no_work), 4);
  EXPECT_EQ(idle.total.of(IdleCause::ready_not_taken), 0);
}

TEST(Idle, SubmittingOutsideTasksIsASeparateCause) {
  auto trace = *trace_from_text("..aa\n", 1);
  EXPECT_FALSE(idle_of(trace).knows(IdleCause::submitting));
  trace.lanes[0].spans = {};
  trace.lanes[0].spans.push_back(0, 1, TaskId(), SpanKind::submit);
  trace.lanes[0].spans.push_back(2, 4, TaskId(0), SpanKind::run);
  const IdleTime idle = idle_of(trace);
  EXPECT_TRUE(idle.knows(IdleCause::submitting));
  EXPECT_EQ(idle.total.of(IdleCause::submitting), 1);
  EXPECT_EQ(idle.total.of(IdleCause::unknown), 1);
}

TEST(Idle, MissingDependenciesAndReadinessMakeAllUnknown) {
  const IdleTime idle = idle_of(*trace_from_text("aa..\nbbbb\n", 1));
  EXPECT_FALSE(idle.knows(IdleCause::ready_not_taken));
  EXPECT_FALSE(idle.knows(IdleCause::unsubmitted));
  EXPECT_FALSE(idle.knows(IdleCause::no_work));
  EXPECT_EQ(idle.total.of(IdleCause::unknown), 2);
}

TEST(Idle, MissingSubmissionsMakeRunnableTasksUnknown) {
  const IdleTime idle = idle_of(*trace_from_text(R"(
    n0/w0: aaa..b
    n0/w1: cccccc
    b1: after a1
  )",
                                                 1));
  EXPECT_FALSE(idle.knows(IdleCause::unsubmitted));
  EXPECT_EQ(idle.total.of(IdleCause::unknown), 2);
  const IdleTime after = idle_of(*trace_from_text("n0/w0: aaab..\nn0/w1: cccccc\nb1: after a1\n", 1));
  EXPECT_EQ(after.total.of(IdleCause::no_work), 2);
}

TEST(Idle, EmptyTraceHasNone) {
  const IdleTime idle = idle_of(Trace{});
  EXPECT_EQ(idle.total.total_ns(), 0);
  EXPECT_EQ(idle.makespan_ns, 0);
  const IdleTime no_task = idle_of(*trace_from_text("....\n", 1));
  EXPECT_EQ(no_task.total.total_ns(), 0) << "nothing happened, so no time passed";
}

TEST(Idle, CausesHaveNames) {
  EXPECT_EQ(cause_name(IdleCause::submitting), "submitting");
  EXPECT_EQ(cause_name(IdleCause::ready_not_taken), "ready_not_taken");
  EXPECT_EQ(cause_name(IdleCause::release), "release");
  EXPECT_EQ(cause_name(IdleCause::unsubmitted), "unsubmitted");
  EXPECT_EQ(cause_name(IdleCause::message), "message");
  EXPECT_EQ(cause_name(IdleCause::no_work), "no_work");
  EXPECT_EQ(cause_name(IdleCause::unknown), "unknown");
}

// ---- Comparison with a reference that examines every nanosecond.

/// Adds random submission and ready times, runtime spans in the gaps, and messages.
Trace disturbed(const Trace& original, std::uint64_t seed) {
  Trace trace = original;
  std::mt19937_64 random(seed);
  const auto below = [&](std::int64_t bound) {
    return bound <= 0 ? 0 : static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(bound));
  };
  const TaskTimes times = task_times(trace);
  for (std::size_t t = 0; t < trace.tasks.size(); ++t) {
    trace.tasks.submit_ns[t] = below(times.begin_ns[t] + 1);
    trace.tasks.ready_ns[t] = times.begin_ns[t] - below(times.begin_ns[t] - trace.tasks.submit_ns[t] + 1);
    if (random() % 9 == 0) trace.tasks.ready_ns[t] = unknown_time;
    if (random() % 9 == 0) trace.tasks.submit_ns[t] = unknown_time;
  }
  trace.recorded.submit = seed % 5 != 0;
  trace.recorded.ready = seed % 7 != 0;
  if (!trace.recorded.submit) trace.tasks.submit_ns.clear();
  if (!trace.recorded.ready) trace.tasks.ready_ns.clear();
  if (seed % 3 == 0) {
    trace.recorded.parents = true;
    for (std::size_t t = 0; t < trace.tasks.size(); ++t) trace.tasks.parent.emplace_back();
  }
  for (Lane& lane : trace.lanes) {
    SpanColumns filled;
    std::int64_t free_ns = 0;
    for (std::size_t i = 0; i < lane.spans.size(); ++i) {
      const std::int64_t gap_ns = lane.spans.begin_ns[i] - free_ns;
      if (gap_ns > 0 && random() % 2 == 0) {
        const std::int64_t begin = free_ns + below(gap_ns);
        const SpanKind kinds[] = {SpanKind::submit, SpanKind::wait, SpanKind::steal, SpanKind::other};
        filled.push_back(begin, begin + 1 + below(lane.spans.begin_ns[i] - begin), TaskId(),
                         kinds[random() % 4]);
      }
      filled.push_back(lane.spans.begin_ns[i], lane.spans.end_ns[i], lane.spans.task[i], SpanKind::run);
      free_ns = std::max(free_ns, lane.spans.end_ns[i]);
    }
    lane.spans = filled;
  }
  trace.recorded.messages = seed % 2 == 0;
  for (std::size_t t = 0; trace.recorded.messages && t < trace.tasks.size(); ++t) {
    const NodeId node = trace.workers[trace.lanes[times.lane[t].value()].worker.value()].node;
    for (auto i = trace.accesses.first[t]; i < trace.accesses.first[t + 1]; ++i) {
      const Access& access = trace.accesses.items[i];
      if (trace.handles.owner[access.handle.value()] == node || random() % 4 == 0) continue;
      Message message;
      message.handle = access.handle;
      message.version = access.version;
      message.from = trace.handles.owner[access.handle.value()];
      message.to = node;
      message.send_ns = 0;
      message.receive_ns = below(times.begin_ns[t] + 1);
      trace.messages.push_back(message);
    }
  }
  return trace;
}

/// Finds what one task waits for at one instant, without the library's data structures.
class Reference {
 public:
  Reference(const Trace& trace, const TaskGraph& graph) : trace_(trace), times_(task_times(trace)) {
    for (std::size_t t = 0; t < trace.tasks.size(); ++t) before_.push_back(graph.predecessors(TaskId(t)));
    for (std::size_t t = 0; t < trace.tasks.size(); ++t) {
      std::int64_t peer_ns = 0;
      for (const std::uint32_t g : graph.groups_of(TaskId(t))) {
        if (g == TaskGraph::Group::none || !graph.groups()[g].commuting) continue;
        for (const TaskId peer : graph.members_of(graph.groups()[g])) {
          const auto order = [&](std::size_t id) { return std::pair(times_.begin_ns[id], id); };
          if (order(peer.value()) < order(t)) peer_ns = std::max(peer_ns, times_.end_ns[peer.value()]);
        }
      }
      peers_ns_.push_back(peer_ns);
    }
  }

  /// no_work if it waits for nothing that counts.
  IdleCause cause(std::size_t t, std::int64_t now) const {
    if (now >= times_.begin_ns[t]) return IdleCause::no_work;
    std::int64_t awaited = 0;
    for (const TaskId before : before_[t]) awaited = std::max(awaited, times_.end_ns[before.value()]);
    const std::int64_t submit = trace_.recorded.submit ? trace_.tasks.submit_ns[t] : unknown_time;
    const bool remote = needs_message(t);
    const std::int64_t arrived = arrival(t);
    std::int64_t ready = trace_.recorded.ready ? trace_.tasks.ready_ns[t] : unknown_time;
    if (ready == unknown_time && submit != unknown_time && (!remote || arrived != unknown_time)) {
      ready = std::max({awaited, submit, arrived});
    }
    if (ready != unknown_time && now >= ready) {
      return now >= peers_ns_[t] ? IdleCause::ready_not_taken : IdleCause::no_work;
    }
    if (now < awaited) return IdleCause::no_work;
    if (submit == unknown_time && !trace_.recorded.submit) return IdleCause::unknown;
    if (now < submit) return IdleCause::unsubmitted;
    if (!remote) return IdleCause::release;
    if (arrived == unknown_time) return IdleCause::unknown;
    return now < arrived ? IdleCause::message : IdleCause::release;
  }

 private:
  template <class Visit>
  void for_each_remote(std::size_t t, Visit visit) const {
    const NodeId node = trace_.workers[trace_.lanes[times_.lane[t].value()].worker.value()].node;
    for (auto i = trace_.accesses.first[t]; i < trace_.accesses.first[t + 1]; ++i) {
      const Access& access = trace_.accesses.items[i];
      if (trace_.handles.owner[access.handle.value()] != node) visit(access, node);
    }
  }
  bool needs_message(std::size_t t) const {
    bool found = false;
    for_each_remote(t, [&](const Access&, NodeId) { found = true; });
    return found;
  }
  std::int64_t arrival(std::size_t t) const {
    std::int64_t last = unknown_time;
    bool is_complete = true;
    for_each_remote(t, [&](const Access& access, NodeId node) {
      std::int64_t first = std::numeric_limits<std::int64_t>::max();
      for (const Message& m : trace_.messages) {
        if (m.handle == access.handle && m.version == access.version && m.to == node) {
          first = std::min(first, m.receive_ns);
        }
      }
      if (first == std::numeric_limits<std::int64_t>::max()) {
        is_complete = false;
      } else {
        last = std::max(last, first);
      }
    });
    if (!is_complete) return unknown_time;
    return last == unknown_time ? last : std::min(last, times_.begin_ns[t]);
  }

  const Trace& trace_;
  TaskTimes times_;
  std::vector<std::vector<TaskId>> before_;
  std::vector<std::int64_t> peers_ns_;
};

std::vector<IdleParts> reference(const Trace& trace) {
  const TaskGraph graph(trace);
  const Reference tasks(trace, graph);
  const TaskTimes times = task_times(trace);
  const std::int64_t makespan = compute_statistics(trace).makespan_ns;
  std::vector<IdleParts> parts(trace.workers.size());
  std::vector<std::int64_t> idle_since(trace.workers.size(), -1);
  for (std::int64_t now = 0; now < makespan; ++now) {
    std::vector<std::vector<std::pair<std::int64_t, std::size_t>>> idle(trace.nodes.size());
    for (std::size_t w = 0; w < trace.workers.size(); ++w) {
      bool busy = false;
      bool submits = false;
      const SpanColumns& spans = trace.lanes[w].spans;  // one lane per worker
      for (std::size_t i = 0; i < spans.size(); ++i) {
        if (spans.begin_ns[i] > now || spans.end_ns[i] <= now) continue;
        busy |= spans.kind[i] == SpanKind::run;
        submits |= spans.kind[i] == SpanKind::submit;
      }
      if (busy || submits) {
        idle_since[w] = -1;
        if (!busy) ++parts[w].of(IdleCause::submitting);
        continue;
      }
      if (idle_since[w] < 0) idle_since[w] = now;
      idle[trace.workers[w].node.value()].emplace_back(idle_since[w], w);
    }
    for (std::size_t node = 0; node < idle.size(); ++node) {
      std::sort(idle[node].begin(), idle[node].end());
      std::array<std::size_t, idle_causes> waiting{};
      for (std::size_t t = 0; t < trace.tasks.size() && !idle[node].empty(); ++t) {
        if (trace.workers[trace.lanes[times.lane[t].value()].worker.value()].node != NodeId(node)) continue;
        ++waiting[static_cast<std::size_t>(tasks.cause(t, now))];
      }
      for (const auto& [since, worker] : idle[node]) {
        IdleCause found = IdleCause::no_work;
        for (const IdleCause cause : {IdleCause::ready_not_taken, IdleCause::release, IdleCause::unsubmitted,
                                      IdleCause::message, IdleCause::unknown}) {
          std::size_t& left = waiting[static_cast<std::size_t>(cause)];
          if (left == 0) continue;
          --left;
          found = cause;
          break;
        }
        ++parts[worker].of(found);
      }
    }
  }
  return parts;
}

TEST(Idle, AgreesWithBruteForceOnRandomTraces) {
  std::array<std::int64_t, idle_causes> seen{};
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    RandomTrace options;
    options.seed = seed;
    options.tasks = 20 + seed % 40;
    options.handles = 1 + seed % 11;
    options.nodes = 1 + seed % 3;
    options.adds = seed % 4 != 0;
    const Trace trace = disturbed(*random_trace(options), seed);
    const auto valid = validate(trace, "random");
    ASSERT_TRUE(valid.ok()) << valid.error().message();
    const IdleTime idle = idle_of(trace);
    const auto expected = reference(trace);
    ASSERT_EQ(idle.workers, expected);
    const Statistics statistics = compute_statistics(trace);
    EXPECT_EQ(idle.total.total_ns(), statistics.idle_ns);
    EXPECT_EQ(idle.busy_ns, statistics.busy_ns);
    for (std::size_t cause = 0; cause < idle_causes; ++cause) seen[cause] += idle.total.ns[cause];
    for (std::size_t w = 0; w < trace.workers.size(); ++w) {
      EXPECT_EQ(idle.workers[w].total_ns(), statistics.workers[w].idle_ns);
    }
  }
  seen[static_cast<std::size_t>(IdleCause::lock)] += 1;             // random traces have no locks,
  seen[static_cast<std::size_t>(IdleCause::preempted)] += 1;        // no processor time,
  seen[static_cast<std::size_t>(IdleCause::outside_regions)] += 1;  // and no parallel regions
  for (const std::int64_t ns : seen) EXPECT_GT(ns, 0) << "every cause occurs";
}

}  // namespace
}  // namespace gusset::traces
