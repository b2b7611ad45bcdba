// Synthetic traces with one problem each. The first sentence must name it.
#include <gmock/gmock.h>

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

TEST(Verdict, ReportsMissingAccesses) {
  const auto trace = trace_from_text("aa......b\ncccccccccc\n", 1000);
  bool found = false;
  for (const Finding& finding : found_in(*trace)) found |= finding.kind == FindingKind::not_recorded;
  EXPECT_TRUE(found);
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

}  // namespace
}  // namespace gusset::traces
