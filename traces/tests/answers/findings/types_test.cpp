// Synthetic traces with one problem each. The first sentence must name it.
#include <gmock/gmock.h>

#include "answers/recorded_program.hpp"
#include "answers/trace_maker.hpp"
#include "text_trace.hpp"

namespace gusset::traces {
namespace {

using ::testing::ElementsAre;
using testing::found_in;
using ::testing::HasSubstr;
using ::testing::SizeIs;
using testing::trace_from_text;
using testing::TraceMaker;
using FindingKind = Finding::Kind;

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
      "26.7 % of the workers' time is lost between tasks (recording them takes a part of it): they are "
      "too fine, with a mean work of 3.00 µs, and the next ready one begins 1.10 µs later (median). Most "
      "are `work`; make them at least 4 times as large, so "
      "that only about a tenth of the time is lost.");
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
  EXPECT_EQ(
      found[0].sentence,
      "69.9 % of the workers' time is lost between tasks (recording them takes a part of it): they are too "
      "fine, with a mean work of 300 ns, and the next ready one begins 700 ns later (median). Most are "
      "`work`; "
      "make them at least 21 times as large, so "
      "that only about a tenth of the time is lost.");
}

TEST(Verdict, TasksThatCreateTasksAreAdvisedACutOff) {
  testing::ForkJoinProgram p(1);
  TaskId creator = p.joined("parallel a.c:1", p.task("serial"), 0, 0);
  p.run(0, creator, 0, 201'000);
  for (int i = 0; i < 200; ++i) {  // each task creates the next one
    creator = p.task("a.c:3", creator, i * 1000 + 1);
    p.run(0, creator, i * 1000 + 700, i * 1000 + 1000);
  }
  EXPECT_THAT(
      found_in(testing::recorded(p)).at(0).sentence,
      ::testing::HasSubstr(", including the creation of other tasks, and the next ready one begins 699 ns "
                           "later (median). Most are `a.c:3`; create no tasks for work of less than some "
                           "microseconds (a cut-off)"));
}

TEST(Verdict, FindsFineTasksThatRunWhereTheyAreSubmitted) {
  TraceMaker maker(1, 1);
  maker.make_openmp();
  maker.independent(0, 0, 0, 200'000);  // the runtime's queue is full: each task runs where it was submitted
  for (int i = 0; i < 200; ++i) maker.independent(0, i * 1000 + 100, i * 1000 + 800, 100);
  const auto found = found_in(maker.trace());
  EXPECT_EQ(found[0].kind, FindingKind::too_fine);
  EXPECT_THAT(found[0].sentence,
              HasSubstr("with a mean work of 100 ns, and the next ready one begins 700 ns later (median"));
}

TEST(Verdict, LongGapsCountOnlyUpToTheTypicalGap) {
  TraceMaker maker(1, 1);
  std::int64_t now_ns = 0;
  for (int i = 0; i < 201; ++i) {
    maker.independent(0, 0, now_ns, 3000);
    now_ns += 3000 + (i % 40 == 39 ? 400'000 : 1000);
  }
  const auto found = found_in(maker.trace());
  EXPECT_EQ(found[0].kind, FindingKind::ready_not_taken) << "the runtime did not take five tasks for 0.4 ms";
  EXPECT_EQ(found[1].kind, FindingKind::too_fine);
  EXPECT_THAT(found[1].sentence, ::testing::StartsWith("7.1 % of the workers' time is lost between tasks"))
      << "200 gaps of 1 µs in 2.798 ms";
  EXPECT_NEAR(found[0].cost + found[1].cost, 2.195 / 2.798, 1e-6);
}

TEST(Verdict, TasksAreNotTooFineIfEveryGapIsLong) {
  TraceMaker maker(1, 1);
  for (int i = 0; i < 50; ++i) maker.independent(0, 0, i * 250'000, 100'000);
  for (const Finding& finding : found_in(maker.trace()))
    EXPECT_NE(finding.kind, FindingKind::too_fine) << finding.sentence;
}

TEST(Verdict, MeanWorkDecidesWhetherTasksAreTooFine) {
  TraceMaker maker(1, 1);
  std::int64_t now_ns = 0;
  for (int i = 0; i < 200; ++i) {  // most tasks are fine, but they are not where the time goes
    const std::int64_t length_ns = i % 4 == 0 ? 200'000 : 1000;
    maker.independent(0, 0, now_ns, length_ns);
    now_ns += length_ns + 1000;
  }
  for (const Finding& finding : found_in(maker.trace()))
    EXPECT_NE(finding.kind, FindingKind::too_fine) << finding.sentence;
}

TEST(Verdict, WaitsForLocksAreNotOverhead) {
  TraceMaker maker(1, 1);
  maker.make_openmp();
  for (int i = 0; i < 50; ++i) {
    maker.independent(0, 0, i * 4000, 3000);
    maker.wait(0, i * 4000 + 3000, i * 4000 + 4000);
  }
  EXPECT_EQ(found_in(maker.trace())[0].kind, FindingKind::too_fine);
  Trace& trace = maker.changed();
  trace.recorded.fork_join = true;
  trace.fork_join.locks = {"lock"};
  for (std::size_t i = 0; i < 50; ++i)
    trace.fork_join.waits.push_back({{LaneId(0), 2 * i + 1}, TaskWait::Kind::lock, 0, 0});
  for (const Finding& finding : found_in(trace))
    EXPECT_NE(finding.kind, FindingKind::too_fine) << finding.sentence;
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

}  // namespace
}  // namespace gusset::traces
