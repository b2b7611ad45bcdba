#include "gusset/traces/answers/speedup_answer.hpp"

#include <gmock/gmock.h>

#include "text_trace.hpp"

namespace gusset::traces {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

// 8 s of work, 2 s along the longest path.
SpeedupCurve some_curve() {
  SpeedupCurve curve;
  curve.excludes = false;
  curve.work_s = 8.0;
  curve.span_s = 2.0;
  curve.points = {{1, 8.0, 8.0, 8.0}, {2, 4.0, 4.0, 4.0}, {4, 2.5, 2.5, 2.5}, {8, 2.4, 2.4, 2.4}};
  return curve;
}

TEST(Speedup, BoundsFollowTheory) {
  EXPECT_DOUBLE_EQ(min_makespan_s(8.0, 2.0, 2), 4.0);
  EXPECT_DOUBLE_EQ(min_makespan_s(8.0, 2.0, 8), 2.0);
  EXPECT_DOUBLE_EQ(brent_makespan_s(8.0, 2.0, 4), 4.0);
}

TEST(Speedup, IsRelativeToOneThreadAndWithinBounds) {
  const SpeedupCurve of = some_curve();
  EXPECT_DOUBLE_EQ(of.speedup(of.points[2]), 3.2);
  EXPECT_DOUBLE_EQ(*of.max_speedup(4), 4.0);
  EXPECT_DOUBLE_EQ(*of.brent_speedup(4), 2.0);
  EXPECT_DOUBLE_EQ(*of.max_speedup(8), 4.0) << "the longest path";
}

TEST(Speedup, IsAsDoubtfulAsTheTimeOnOneThread) {
  using Doubts = std::vector<std::string>;
  SpeedupCurve of;
  of.add({1, 8.0, 8.0, 8.0, Doubts{"slow"}});
  of.add({2, 4.0, 4.0, 4.0, Doubts{"fine", "slow"}});
  of.add({4, 2.0, 2.0, 2.0, Doubts{}});
  of.add({8, 2.0, 2.0, 2.0});
  EXPECT_EQ(of.points[1].doubts, (Doubts{"fine", "slow"}));
  EXPECT_EQ(of.points[2].doubts, Doubts{"slow"});
  EXPECT_EQ(of.points[3].doubts, std::nullopt) << "not examined";
}

TEST(Speedup, BrentsBoundNeedsItsConditions) {
  SpeedupCurve of = some_curve();
  of.excludes.reset();
  EXPECT_EQ(of.brent_speedup(4), std::nullopt) << "not known";
  of.excludes = true;
  EXPECT_EQ(of.brent_speedup(4), std::nullopt);
  EXPECT_EQ(speedup_answer(of).tables[0].rows[1].cells[3], Cell());
  of.excludes = false;
  of.nodes = 2;
  EXPECT_EQ(of.brent_speedup(4), std::nullopt);
  EXPECT_TRUE(of.max_speedup(4));
}

TEST(Speedup, ThreadsArePowersOfTwoAndTheRecordedNumber) {
  EXPECT_THAT(speedup_threads(2), ElementsAre(1, 2, 4, 8, 16));
  EXPECT_THAT(speedup_threads(6), ElementsAre(1, 2, 4, 6, 8, 16));
  EXPECT_THAT(speedup_threads(12), ElementsAre(1, 2, 4, 8, 12, 16));
  EXPECT_THAT(speedup_threads(20), ElementsAre(1, 2, 4, 8, 16, 20, 32));
}

TEST(Speedup, VerdictNamesTheWorthwhileThreads) {
  const Answer answer = speedup_answer(some_curve());
  EXPECT_EQ(answer.verdict.findings.at(0).sentence,
            "Speedup 3.20 on 4 threads; the critical path limits it to 4.00.");
  SpeedupCurve slower = some_curve();  // one thread loses time between its tasks
  slower.points[0].makespan_s = 8.8;
  EXPECT_THAT(speedup_answer(slower).verdict.findings.at(0).sentence, HasSubstr("limits it to 4.40"))
      << "as in the table";
  const Table& table = answer.tables.at(0);
  ASSERT_EQ(table.rows.size(), 4U);
  std::vector<std::string> cells;
  for (std::size_t i = 0; i < table.columns.size(); ++i)
    cells.push_back(cell_text(table.columns[i].kind, table.rows[1].cells[i]));
  EXPECT_THAT(cells, ElementsAre("2", "4.00 s", "2.00", "1.33", "2.00"));
  EXPECT_THAT(table.remark, HasSubstr("T1 = 8.00 s of work, T∞ = 2.00 s along the longest path"));
}

TEST(Speedup, CurveWithoutPointsHasNoAnswer) {
  EXPECT_EQ(speedup_answer({}), Answer());
}

TEST(Speedup, CountsTheWorkersOfTheLargestNode) {
  EXPECT_EQ(max_workers_of_a_node(*testing::trace_from_text("n0/w0: aa\nn1/w1: bb\nn1/w2: bb")), 2U);
  EXPECT_EQ(max_workers_of_a_node(Trace()), 1U);
}

TEST(Speedup, AddsToOneHandleAreExclusive) {
  const auto excludes = [](const char* text) {
    return has_exclusive_groups(TaskGraph(*testing::trace_from_text(text)));
  };
  EXPECT_TRUE(excludes("aabb\na1: add x@0\nb1: add x@0"));
  EXPECT_FALSE(excludes("aabb\na1: read x@0\nb1: read x@0"));
}

}  // namespace
}  // namespace gusset::traces
