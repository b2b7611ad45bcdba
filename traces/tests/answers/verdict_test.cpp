// Synthetic traces with one problem each. The first sentence must name it.
#include "gusset/traces/answers/verdict.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <array>

#include "gusset/traces/analysis/check/check.hpp"
#include "gusset/traces/model/validate.hpp"
#include "random_trace.hpp"
#include "text_trace.hpp"

namespace gusset::traces {
namespace {

using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using testing::random_trace;
using ::testing::SizeIs;
using ::testing::StartsWith;
using testing::trace_from_text;
using FindingKind = Finding::Kind;

std::vector<Finding> found_in(const Trace& trace, const VerdictOptions& options = {}) {
  return verdict(trace, options).findings;
}

/// Builds a trace task by task. Each task writes a separate handle or has the given accesses.
class TraceMaker {
 public:
  TraceMaker(std::size_t nodes, std::size_t workers_per_node) {
    trace_.types = {"work"};
    trace_.access_modes = {{"read", true, false, false}, {"write", false, true, true}};
    trace_.recorded.accesses = trace_.recorded.submit = trace_.recorded.ready = trace_.recorded.messages =
        true;
    trace_.accesses.first.push_back(0);
    for (std::size_t n = 0; n < nodes; ++n) {
      trace_.nodes.push_back({});
      trace_.nodes.back().name = "node " + std::to_string(n);
    }
    for (std::size_t w = 0; w < nodes * workers_per_node; ++w) {
      trace_.workers.push_back({NodeId(w / workers_per_node), "worker " + std::to_string(w)});
      trace_.lanes.push_back({WorkerId(w), {}});
    }
  }

  HandleId handle(std::size_t node) {
    trace_.handles.name.push_back("h" + std::to_string(trace_.handles.size()));
    trace_.handles.size_bytes.push_back(8);
    trace_.handles.owner.emplace_back(node);
    return HandleId(trace_.handles.size() - 1);
  }

  void task(std::size_t worker, std::int64_t submit, std::int64_t ready, std::int64_t begin,
            std::int64_t length, const std::vector<Access>& accesses) {
    const TaskId id(trace_.tasks.size());
    trace_.tasks.type.emplace_back(0u);
    trace_.tasks.submit_ns.push_back(submit);
    trace_.tasks.ready_ns.push_back(ready);
    trace_.accesses.items.insert(trace_.accesses.items.end(), accesses.begin(), accesses.end());
    trace_.accesses.first.push_back(trace_.accesses.items.size());
    trace_.lanes[worker].spans.push_back(begin, begin + length, id, SpanKind::run);
  }

  void independent(std::size_t worker, std::int64_t submit, std::int64_t begin, std::int64_t length) {
    const auto node = trace_.workers[worker].node.value();
    task(worker, submit, submit, begin, length, {{handle(node), write, 0}});
  }

  void message(HandleId handle, std::uint32_t version, std::size_t from, std::size_t to, std::int64_t sent,
               std::int64_t received) {
    Message message;
    message.handle = handle;
    message.version = version;
    message.from = NodeId(from);
    message.to = NodeId(to);
    message.send_ns = sent;
    message.receive_ns = received;
    message.payload_bytes = message.wire_bytes = 8;
    trace_.messages.push_back(message);
  }

  void wait(std::size_t worker, std::int64_t begin, std::int64_t end) {
    trace_.lanes[worker].spans.push_back(begin, end, TaskId(), SpanKind::wait);
  }

  /// Marks the trace as recorded from an OpenMP program, whose tasks nest.
  void make_openmp() {
    trace_.metadata.origin = Origin::imported;
    trace_.metadata.runtime = "LLVM libomp (of some version)";
  }

  Trace& changed() { return trace_; }

  const Trace& trace() const {
    const auto valid = validate(trace_, "made");
    EXPECT_TRUE(valid.ok()) << valid.error().message();
    const CheckResult possible = check(trace_);
    EXPECT_TRUE(possible.ok()) << possible.findings.front().error.message();
    return trace_;
  }

  static inline const AccessModeId read{0};
  static inline const AccessModeId write{1};

 private:
  Trace trace_;
};

TEST(Verdict, FindsTasksThatAreTooFine) {
  TraceMaker maker(1, 2);
  for (int i = 0; i < 200; ++i) {
    maker.independent(0, 0, i * 4100, 3000);
    maker.independent(1, 0, i * 4100, 3000);
  }
  const auto found = found_in(maker.trace(), {"fine.gus", nullptr, ""});
  ASSERT_THAT(found, SizeIs(3));
  EXPECT_EQ(found[0].kind, FindingKind::too_fine);
  EXPECT_EQ(
      found[0].sentence,
      "26.7 % of the workers' time is lost between tasks: they are too fine (median `work` 3.00 µs, and 1.10 "
      "µs of overhead before the next ready one); make them at least 4 times as large.");
  EXPECT_EQ(found[0].next, "gusset stats fine.gus");
  EXPECT_THAT(found[0].targets, ElementsAre(FindingTarget::of_type("`work`", TypeId(0u))));
}

TEST(Verdict, FindsNestedTasksThatAreTooFine) {
  TraceMaker maker(1, 1);
  maker.make_openmp();
  maker.independent(0, 0, 0, 200'100);  // waits for its children, which run inside it
  maker.wait(0, 100, 200'100);
  for (int i = 0; i < 200; ++i) maker.independent(0, 50, 700 + i * 1000, 300);
  const auto found = found_in(maker.trace());
  EXPECT_EQ(found[0].kind, FindingKind::too_fine);
  EXPECT_EQ(found[0].sentence,
            "69.9 % of the workers' time is lost between tasks: they are too fine (median `work` 300 ns, and "
            "700 ns of overhead before the next ready one); make them at least 21 times as large.");
}

TEST(Verdict, FindsFineTasksThatRunWhereTheyAreSubmitted) {
  TraceMaker maker(1, 1);
  maker.make_openmp();
  maker.independent(0, 0, 0, 200'000);  // the runtime's queue is full: each task runs where it was submitted
  for (int i = 0; i < 200; ++i) maker.independent(0, i * 1000 + 100, i * 1000 + 800, 100);
  const auto found = found_in(maker.trace());
  EXPECT_EQ(found[0].kind, FindingKind::too_fine);
  EXPECT_THAT(found[0].sentence, HasSubstr("(median `work` 100 ns, and 700 ns of overhead"));
}

TEST(Verdict, WaitingIsNotOverhead) {
  const auto trace = trace_from_text("a.b.c.d.e.f.g.h.i.j.k.l.m.n.o.p.q.r.s.t.u.v.w.x.y.z\n", 25'000'000);
  for (const Finding& finding : found_in(*trace))
    EXPECT_NE(finding.kind, FindingKind::too_fine) << finding.sentence;
}

/// Tasks of 5 µs on two lanes of each of two workers. A worker begins one every `every_ns`, so its tasks
/// cross.
Trace crossing_tasks(std::int64_t every_ns) {
  Trace trace;
  trace.types = {"work"};
  trace.nodes.resize(1);
  for (std::size_t worker = 0; worker < 2; ++worker) {
    trace.workers.push_back({NodeId(0), "worker " + std::to_string(worker)});
    for (int lane = 0; lane < 2; ++lane) {
      trace.lanes.push_back({WorkerId(worker), {}});
      for (int i = lane; i < 60; i += 2) {
        const std::int64_t begin_ns = i * every_ns;
        trace.lanes.back().spans.push_back(begin_ns, begin_ns + 5000, TaskId(trace.tasks.size()),
                                           SpanKind::run);
        trace.tasks.type.emplace_back(0u);
      }
    }
  }
  return trace;
}

TEST(Verdict, OverlappingTasksLeaveNoGap) {
  for (const Finding& finding : found_in(crossing_tasks(3000)))
    EXPECT_NE(finding.kind, FindingKind::too_fine) << finding.sentence;
  const auto apart = found_in(crossing_tasks(6000));
  EXPECT_EQ(apart[0].kind, FindingKind::too_fine) << "one after another they leave the worker idle";
  EXPECT_THAT(apart[0].sentence, HasSubstr("a quarter of the gaps take at most 1.00 µs"));
}

TEST(Verdict, GapBeforeAResumptionIsNotOverhead) {
  TraceMaker maker(1, 1);
  for (int i = 0; i < 100; ++i) {  // each waits for something halfway
    maker.independent(0, 0, i * 1600, 300);
    SpanColumns& spans = maker.changed().lanes[0].spans;
    spans.push_back(i * 1600 + 1300, i * 1600 + 1600, spans.task.back(), SpanKind::run);
  }
  for (const Finding& finding : found_in(maker.changed()))
    EXPECT_NE(finding.kind, FindingKind::too_fine) << finding.sentence;
}

TEST(Verdict, CommandsQuoteTheFileForTheShell) {
  TraceMaker maker(1, 2);
  for (int i = 0; i < 40; ++i) maker.independent(0, 0, i * 100'000, 100'000);
  EXPECT_EQ(found_in(maker.trace(), {"a b's.gus", nullptr, ""}).at(0).next, "gusset idle 'a b'\\''s.gus'");
  EXPECT_EQ(found_in(Trace{}, {"a b", nullptr, ""}).at(0).next, "gusset info 'a b'");
}

TEST(Verdict, SuggestsPoliciesOnlyForGusset) {
  TraceMaker maker(1, 2);
  for (int i = 0; i < 40; ++i) maker.independent(0, 0, i * 100'000, 100'000);
  EXPECT_EQ(
      found_in(maker.trace())[0].sentence,
      "Workers were idle for 48.8 % of the time although tasks were ready: these workers do not take from "
      "the tasks' queue, or waking them takes long; try another policy (gusset run --policy).");
  maker.make_openmp();
  EXPECT_EQ(
      found_in(maker.trace())[0].sentence,
      "Workers were idle for 48.8 % of the time although tasks were ready: the OpenMP runtime needs this "
      "long to find a task or to wake a thread; use larger tasks.");
  maker.changed().metadata.runtime = "another";
  EXPECT_EQ(
      found_in(maker.trace())[0].sentence,
      "Workers were idle for 48.8 % of the time although tasks were ready: the runtime needs this long to "
      "find a task or to wake a worker; use larger tasks.");
}

TEST(Verdict, FindsTheSerialPartOfAnOpenMpProgram) {
  TraceMaker maker(1, 2);
  maker.make_openmp();
  maker.changed().types = {"work", "serial"};
  const HandleId x = maker.handle(0);
  maker.task(0, 0, 0, 0, 900'000, {{x, TraceMaker::write, 0}});
  maker.changed().tasks.type[0] = TypeId(1u);
  for (std::uint32_t i = 0; i < 20; ++i)
    maker.task(i % 2, 900'000, 900'000, 900'000 + i / 2 * 10'000, 10'000, {{x, TraceMaker::read, 1}});
  const auto found = found_in(maker.trace());
  EXPECT_EQ(found[0].kind, FindingKind::serial_part);
  EXPECT_EQ(found[0].sentence,
            "One thread works alone for 900 µs, 90.0 % of the makespan, outside parallel regions; much of "
            "this is the process's start and end, so record a longer run to see more of its tasks.");
  EXPECT_THAT(found[0].targets, ElementsAre(FindingTarget::of_type("One thread works alone", TypeId(1u))));
  for (const Finding& finding : found)
    EXPECT_NE(finding.kind, FindingKind::critical_type) << finding.sentence;
}

TEST(Verdict, IncompleteTraceIsTheFirstFindingAndNeverNearTheOptimum) {
  TraceMaker maker(1, 2);
  for (int i = 0; i < 40; ++i)
    maker.independent(static_cast<std::size_t>(i % 2), 0, (i / 2) * 100'000, 100'000);
  maker.changed().metadata.notes = {"something else",
                                    "recording stopped after 2.00 ms, as there was no room"};
  maker.changed().metadata.incomplete = true;
  const auto found = found_in(maker.trace());
  EXPECT_EQ(found[0].kind, FindingKind::incomplete);
  EXPECT_EQ(found[0].cost, 1.0);
  EXPECT_EQ(
      found[0].sentence,
      "The trace is incomplete (recording stopped after 2.00 ms, as there was no room): figures cover only "
      "what it holds, 40 tasks in 2.00 ms.");
  for (const Finding& finding : found) EXPECT_NE(finding.kind, FindingKind::well_used);
}

TEST(Verdict, UnexplainedIdleTimeRanksByItsShare) {
  TraceMaker maker(1, 2);
  Trace& trace = maker.changed();
  for (int i = 0; i < 20; ++i) maker.independent(0, 0, i * 100'000, 50'000);
  for (int i = 0; i < 20; ++i)
    trace.lanes[1].spans.push_back(i * 100'000, i * 100'000 + 40'000, TaskId(),
                                   i % 4 == 0 ? SpanKind::send : SpanKind::receive);
  trace.metadata.origin = Origin::imported;
  trace.recorded.submit = trace.recorded.ready = trace.recorded.accesses = false;
  trace.tasks.submit_ns.clear();
  trace.tasks.ready_ns.clear();
  trace.accesses = {};
  const auto found = found_in(maker.trace());
  EXPECT_EQ(found[0].kind, FindingKind::not_recorded);
  EXPECT_EQ(
      found[0].sentence,
      "The trace does not say why workers were idle for 74.4 % of the time (all idle time includes 200 µs of "
      "sending and 600 µs of receiving): it has no dependencies, submission times or ready times.");
  EXPECT_THAT(found[0].targets,
              ElementsAre(FindingTarget::of_range("the longest such time (1.95 ms, worker 1)", 0, 1'950'000,
                                                  WorkerId(1u))));
}

TEST(Verdict, ManyTypesAndWorkersStayFast) {
  constexpr std::size_t workers = 3000;
  TraceMaker maker(1, workers);
  Trace& trace = maker.changed();
  trace.types.clear();
  for (std::size_t i = 0; i < 100'000; ++i) {
    const auto begin = static_cast<std::int64_t>(i / workers) * 1000;
    maker.task(i % workers, 0, 0, begin, 1000, {});
    trace.types.push_back("t" + std::to_string(i));
    trace.tasks.type[i] = TypeId(i);
  }
  EXPECT_THAT(found_in(maker.trace()), SizeIs(3));  // 3 × 10⁸ pairs would exceed the time of a test
}

TEST(Verdict, FindsTooFewTasks) {
  TraceMaker maker(1, 8);
  for (std::size_t w = 0; w < 3; ++w)
    maker.independent(w, 0, 10, 100'000 + static_cast<std::int64_t>(w) * 10'000);
  const auto found = found_in(maker.trace());
  ASSERT_THAT(found, SizeIs(3));
  EXPECT_EQ(found[0].kind, FindingKind::too_few_tasks);
  EXPECT_THAT(found[0].sentence,
              EndsWith("because there are too few tasks: 3 for 8 workers, the longest 120 µs; split them."));
  EXPECT_THAT(found[0].targets, ElementsAre(FindingTarget::of_tasks("the longest", {TaskId(2u)})));
}

TEST(Verdict, FindsASerialProducer) {
  TraceMaker maker(1, 8);
  for (int i = 0; i < 200; ++i) {
    maker.independent(static_cast<std::size_t>(i % 8), i * 50'000, i * 50'000 + 200, 100'000);
  }
  const auto found = found_in(maker.trace());
  ASSERT_THAT(found, SizeIs(3));
  EXPECT_EQ(found[0].kind, FindingKind::serial_producer);
  EXPECT_THAT(found[0].sentence,
              StartsWith("Serial submission holds the workers up: a task is submitted every 50.0 µs, and "));
}

TEST(Verdict, FindsAPauseBetweenSubmissions) {
  TraceMaker maker(1, 4);
  for (int phase = 0; phase < 2; ++phase) {
    for (int i = 0; i < 40; ++i) {
      const std::int64_t start = phase * 4'000'000;
      maker.independent(static_cast<std::size_t>(i % 4), start + i * 100, start + 10'000 + (i / 4) * 100'000,
                        100'000);
    }
  }
  const auto found = found_in(maker.trace());
  EXPECT_EQ(found[0].kind, FindingKind::paused_producer);
  EXPECT_THAT(found[0].sentence,
              HasSubstr("the longest pause between two submissions, 4.00 ms, begins at 3.90 µs"));
  EXPECT_THAT(found[0].targets, ElementsAre(FindingTarget::of_range(
                                    "the longest pause between two submissions", 3'900, 4'000'000)));
}

TEST(Verdict, FindsSlowMessagesAndTheirSender) {
  TraceMaker maker(2, 1);
  const HandleId x = maker.handle(0);
  std::int64_t at = 0;
  for (std::uint32_t i = 0; i < 50; ++i) {  // produced on node 0, used on node 1, with a long transfer
    maker.task(0, 0, at, at, 2000, {{x, TraceMaker::write, 2 * i}});
    maker.message(x, 2 * i + 1, 0, 1, at + 2000, at + 8000);
    maker.task(1, 0, at + 8000, at + 8000, 2000, {{x, TraceMaker::read, 2 * i + 1}});
    for (int k = 1; k < 4; ++k) maker.independent(0, 0, at + k * 2000, 2000);
    at += 8000;
  }
  const auto found = found_in(maker.trace());
  ASSERT_THAT(found, SizeIs(3));
  EXPECT_EQ(found[0].kind, FindingKind::slow_messages);
  EXPECT_THAT(found[0].sentence,
              HasSubstr("% of the idle time was spent waiting for messages; tasks waited longest for those "
                        "from node 0; "));
  ASSERT_THAT(found[0].targets, SizeIs(2));
  EXPECT_EQ(found[0].targets[0], FindingTarget::of_node("node 0", NodeId(0u)));
  EXPECT_EQ(found[0].targets[1].kind, FindingTarget::Kind::range);
  EXPECT_EQ(found[0].targets[1].worker, WorkerId(1u));
  EXPECT_EQ(found[0].targets[1].end_ns - found[0].targets[1].begin_ns, 6000);
}

TEST(Verdict, FindsASlowWorker) {
  TraceMaker maker(1, 4);
  for (std::size_t w = 0; w < 4; ++w) {
    const std::int64_t length = w == 2 ? 30'000 : 10'000;
    for (int i = 0; i < 30; ++i) maker.independent(w, 0, i * length, length);
  }
  const auto found = found_in(maker.trace());
  ASSERT_THAT(found, SizeIs(3));
  EXPECT_EQ(found[0].kind, FindingKind::slow_worker);
  EXPECT_THAT(found[0].sentence,
              StartsWith("Worker `worker 2` is slow: tasks of the same types take 3.00 times as long"));
  EXPECT_THAT(found[0].targets, ElementsAre(FindingTarget::of_worker("`worker 2`", WorkerId(2u))));
}

TEST(Verdict, AFewDelayedTasksDoNotMakeAWorkerSlow) {
  TraceMaker maker(1, 4);
  for (std::size_t w = 0; w < 4; ++w) {
    std::int64_t begin = 0;
    for (int i = 0; i < 30; ++i) {
      const std::int64_t length = w == 2 && i == 3 ? 600'000 : 10'000;
      maker.independent(w, 0, begin, length);
      begin += length;
    }
  }
  for (const Finding& each : found_in(maker.trace())) EXPECT_NE(each.kind, FindingKind::slow_worker);
}

TEST(Verdict, PredictedWorkersAreNeverSlow) {
  TraceMaker maker(1, 4);
  for (std::size_t w = 0; w < 4; ++w) {
    const std::int64_t length = w == 2 ? 30'000 : 10'000;
    for (int i = 0; i < 30; ++i) maker.independent(w, 0, i * length, length);
  }
  Trace predicted = maker.trace();
  predicted.metadata.origin = Origin::predicted;
  for (const Finding& each : found_in(predicted)) EXPECT_NE(each.kind, FindingKind::slow_worker);
}

TEST(Verdict, FindsASlowNodeInsteadOfItsWorkers) {
  TraceMaker maker(2, 2);
  for (std::size_t w = 0; w < 4; ++w) {
    const std::int64_t length = w < 2 ? 10'000 : 20'000;
    for (int i = 0; i < 30; ++i) maker.independent(w, 0, i * length, length);
  }
  const auto found = found_in(maker.trace());
  EXPECT_EQ(found[0].kind, FindingKind::slow_node);
  EXPECT_THAT(found[0].targets, ElementsAre(FindingTarget::of_node("`node 1`", NodeId(1u))));
}

TEST(Verdict, FindsTooLittleParallelism) {
  TraceMaker maker(1, 4);
  const HandleId x = maker.handle(0);
  for (std::uint32_t i = 0; i < 40; ++i) {
    maker.task(i % 4, 0, i * 10'000, i * 10'000, 10'000, {{x, TraceMaker::write, i}});
  }
  const auto found = found_in(maker.trace());
  EXPECT_EQ(found[0].kind, FindingKind::little_parallelism);
  EXPECT_THAT(found[0].sentence, HasSubstr("the task graph can keep only 1.0 of 4 workers busy on average"));
  ASSERT_THAT(found[0].targets, SizeIs(1));
  EXPECT_EQ(found[0].targets[0].text, "critical path");
  EXPECT_THAT(found[0].targets[0].tasks, SizeIs(40));
}

TEST(Verdict, FindsReadyTasksThatWereNotTaken) {
  TraceMaker maker(1, 2);
  for (int i = 0; i < 40; ++i) maker.independent(0, 0, i * 100'000, 100'000);
  const auto found = found_in(maker.trace());
  EXPECT_EQ(found[0].kind, FindingKind::ready_not_taken);
  EXPECT_THAT(found[0].targets,
              ElementsAre(FindingTarget::of_range("the longest such time (3.90 ms, worker 1)", 0, 3'900'000,
                                                  WorkerId(1u))));
}

TEST(Verdict, FindsLateReleases) {
  TraceMaker maker(1, 1);
  const HandleId x = maker.handle(0);
  for (std::uint32_t i = 0; i < 40; ++i) {  // each becomes ready half its length after the previous one ends
    maker.task(0, 0, i * 150'000, i * 150'000, 100'000, {{x, TraceMaker::write, i}});
  }
  const auto found = found_in(maker.trace());
  EXPECT_EQ(found[0].kind, FindingKind::late_release);
  EXPECT_THAT(found[0].sentence,
              StartsWith("Workers were idle for 32.8 % of the time because the runtime made tasks ready "));
}

TEST(Verdict, FindsImbalancedNodes) {
  TraceMaker maker(2, 2);
  for (int i = 0; i < 100; ++i) {
    maker.independent(static_cast<std::size_t>(i % 2), 0, (i / 2) * 10'000, 10'000);
    if (i % 10 == 0) maker.independent(2, 0, i * 1000, 10'000);
  }
  const auto found = found_in(maker.trace());
  EXPECT_EQ(found[0].kind, FindingKind::imbalance);
  EXPECT_THAT(found[0].sentence, HasSubstr("node 0 was busy for 100.0 % of the time"));
  EXPECT_THAT(found[0].targets, ElementsAre(FindingTarget::of_node("node 0", NodeId(0u))));
}

TEST(Verdict, WorkInflationNeedsABaseline) {
  TraceMaker one(1, 1);
  TraceMaker two(1, 2);
  for (int i = 0; i < 40; ++i) one.independent(0, 0, i * 10'000, 10'000);
  for (int i = 0; i < 40; ++i) two.independent(static_cast<std::size_t>(i % 2), 0, (i / 2) * 15'000, 15'000);
  const Trace baseline = one.trace();
  const auto found = found_in(two.trace(), {"two.gus", &baseline, "one.gus"});
  EXPECT_EQ(found[0].kind, FindingKind::work_inflation);
  EXPECT_EQ(found[0].next, "gusset efficiency --baseline one.gus two.gus");
  EXPECT_THAT(found[0].targets, ElementsAre(FindingTarget::of_type("`work`", TypeId(0u))));
  EXPECT_NE(found_in(two.trace())[0].kind, FindingKind::work_inflation);
}

TEST(Verdict, BusyRunIsNearTheOptimum) {
  TraceMaker maker(1, 2);
  for (int i = 0; i < 40; ++i)
    maker.independent(static_cast<std::size_t>(i % 2), 0, (i / 2) * 100'000, 100'000);
  const auto found = found_in(maker.trace());
  EXPECT_EQ(found[0].kind, FindingKind::well_used);
  EXPECT_EQ(found[0].sentence,
            "Near the optimum: workers were busy for 100.0 % of the time, and no schedule of these tasks can "
            "be faster.");
}

TEST(Verdict, ReportsMissingAccesses) {
  const auto trace = trace_from_text("aa......b\ncccccccccc\n", 1000);
  bool found = false;
  for (const Finding& finding : found_in(*trace)) found |= finding.kind == FindingKind::not_recorded;
  EXPECT_TRUE(found);
}

TEST(Verdict, NoTaskRanInAnEmptyTrace) {
  for (const Trace& trace : {Trace{}, *trace_from_text("...\n")}) {
    const auto found = found_in(trace);
    ASSERT_THAT(found, SizeIs(1));
    EXPECT_EQ(found[0].kind, FindingKind::nothing_ran);
    EXPECT_EQ(found[0].sentence, "No task ran.");
  }
}

TEST(Verdict, TasksWithoutLengthHaveNoHeaviestType) {
  TraceMaker maker(1, 1);
  maker.independent(0, 0, 0, 0);
  maker.independent(0, 0, 0, 0);
  const auto found = found_in(maker.trace());
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_EQ(found[0].sentence, "The makespan is 0 s; 2 tasks on 1 worker took no time.");
}

TEST(Verdict, TraceThatLostAllTasksIsIncomplete) {
  Trace trace;
  trace.metadata.incomplete = true;
  const auto found = found_in(trace);
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_EQ(found[0].kind, FindingKind::incomplete);
  EXPECT_EQ(found[0].cost, 1.0);
  EXPECT_THAT(found[0].sentence, HasSubstr("The trace is incomplete"));
}

TEST(Verdict, NoTaskRanInAGraphWithoutTimes) {
  Trace trace;
  trace.types = {"a"};
  for (int i = 0; i < 3; ++i) trace.tasks.type.push_back(TypeId(0));
  const auto found = found_in(trace, {.file = "g.dot"});
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_EQ(found[0].kind, FindingKind::nothing_ran);
  EXPECT_EQ(found[0].sentence, "No task ran: this is a graph of 3 tasks, without times.");
  EXPECT_EQ(found[0].next, "gusset graph g.dot -o graph.svg");
}

TEST(Verdict, CyclicGraphCanNeverRun) {
  Trace trace;
  trace.types = {"a"};
  for (int i = 0; i < 3; ++i) trace.tasks.type.push_back(TypeId(0));
  trace.recorded.dependencies = true;
  trace.dependencies = {{TaskId(1), TaskId(2)}, {TaskId(2), TaskId(1)}};
  EXPECT_EQ(
      found_in(trace)[0].sentence,
      "No task ran: this is a graph of 3 tasks, without times; it has a cycle of 2 tasks, through a #1 and a "
      "#2, which can never run.");
}

TEST(Verdict, RandomTracesHaveThreeFindingsByCost) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE(seed);
    const auto found = found_in(
        *random_trace({.seed = seed, .tasks = 1 + seed, .nodes = 1 + seed % 3, .adds = seed % 2 == 0}));
    ASSERT_THAT(found, SizeIs(3));
    for (std::size_t i = 0; i < found.size(); ++i) {
      EXPECT_THAT(found[i].sentence, EndsWith("."));
      EXPECT_THAT(found[i].next, StartsWith("gusset "));
      EXPECT_GE(found[i].cost, 0.0);
      if (i > 0) {
        EXPECT_LE(found[i].cost, found[i - 1].cost);
      }
      for (const FindingTarget& target : found[i].targets) {
        EXPECT_FALSE(target.text.empty());
        for (const TaskId task : target.tasks) EXPECT_LT(task.value(), seed + 1);
        EXPECT_EQ(target.kind == FindingTarget::Kind::tasks, !target.tasks.empty());
        EXPECT_EQ(target.kind == FindingTarget::Kind::range, target.begin_ns < target.end_ns);
      }
    }
  }
}

TEST(Verdict, CancelledAnalysisHasNoFindings) {
  const auto trace = random_trace({.seed = 3, .tasks = 50});
  std::atomic<bool> cancelled{false};
  VerdictOptions options;
  options.cancelled = &cancelled;
  EXPECT_THAT(found_in(*trace, options), SizeIs(3));
  cancelled = true;
  EXPECT_THAT(found_in(*trace, options), SizeIs(0));
}

TEST(Verdict, KindsHaveNames) {
  constexpr std::array names{"incomplete",    "too_fine",       "too_few_tasks",   "little_parallelism",
                             "serial_part",   "imbalance",      "serial_producer", "paused_producer",
                             "slow_messages", "slow_worker",    "slow_node",       "ready_not_taken",
                             "late_release",  "work_inflation", "critical_type",   "not_recorded",
                             "well_used",     "potential",      "heaviest_type",   "nothing_ran"};
  for (std::size_t i = 0; i < names.size(); ++i) EXPECT_EQ(kind_name(static_cast<FindingKind>(i)), names[i]);
}

}  // namespace
}  // namespace gusset::traces
