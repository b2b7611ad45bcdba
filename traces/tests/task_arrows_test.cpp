#include "gusset/traces/picture/timeline/task_arrows.hpp"

#include <gtest/gtest.h>

#include "text_trace.hpp"

namespace gusset::traces {
namespace {

using Where = ArrowEnd::Where;

ArrowBundle bundle_between(ArrowEnd from, ArrowEnd to, std::size_t count = 1) {
  ArrowBundle bundle;
  bundle.from = from;
  bundle.to = to;
  bundle.count = count;
  return bundle;
}

TEST(TaskArrows, LeadFromEndToStartAndMessagesFromSendToReceive) {
  const auto trace = testing::trace_from_text(R"(
    n0/w0: aaa.....
    n1/w0: ......bb
    n1/w1: .......c
    x: 8 bytes on n0
    a1: write x@0
    b1: read x@1
    c1: read x@1, read y@0
    message x@1 n0->n1 4 6
    message y@0 n0->n1 1 2
  )");
  const TaskTimes times = task_times(*trace);
  const TaskLinks links(*trace);
  const TaskGraph graph(*trace);
  const std::vector<TaskId> first{TaskId(0u)};
  const auto found = links.of(*trace, graph, times, first, 100);
  const std::vector<TaskArrow> arrows = task_arrows(*trace, times, found.links);
  ASSERT_EQ(arrows.size(), 2U);
  EXPECT_EQ(arrows[0], (TaskArrow{LaneId(0u), LaneId(2u), 3000, 7000, false, false, 0, unknown_time,
                                  TaskId(0u), TaskId(2u)}));
  EXPECT_EQ(arrows[1], (TaskArrow{LaneId(0u), LaneId(1u), 4000, 6000, true, false, 8, unknown_time,
                                  TaskId(0u), TaskId(1u)}));
  const TaskLink unknown{TaskLink::Kind::message, false, TaskId(), TaskId(2u), 1};
  const std::vector<TaskArrow> alone = task_arrows(*trace, times, std::vector<TaskLink>{unknown});
  EXPECT_EQ(alone[0].from_lane, LaneId(2u)) << "in the lane of the known end";
  EXPECT_EQ(alone[0].from_task, TaskId(2u));
}

TEST(TaskArrows, ArrowsOutsideThePictureOrWithoutARowAreCounted) {
  const ArrowEnd inside{Where::inside, 1, 5, 5};
  const std::vector<PlacedArrow> arrows{{inside, inside},
                                        {{Where::earlier, 1, 0, 5}, {Where::later, 1, 9, 5}},
                                        {{Where::filtered, 0, 0, 0}, inside}};
  const BundledArrows bundled = bundle_arrows(arrows);
  EXPECT_EQ(bundled.bundles.size(), 1U);
  EXPECT_EQ(bundled.unseen, 1U);
  EXPECT_EQ(bundled.filtered, 1U);
  EXPECT_TRUE(bundle_arrows({}).bundles.empty());
}

TEST(TaskArrows, ArrivedDataWaitsForItsTask) {
  const auto trace = testing::trace_from_text(R"(
    n0/w0: aa......
    n1/w0: ccccccbb
    x: 8 bytes on n0
    a1: write x@0
    b1: read x@1
    c1: write y@0
    message x@1 n0->n1 2 4
  )");
  const TaskTimes times = task_times(*trace);
  const TaskLink message{TaskLink::Kind::message, false, TaskId(0u), TaskId(2u), 0};
  const std::vector<TaskArrow> arrows = task_arrows(*trace, times, std::vector<TaskLink>{message});
  EXPECT_EQ(arrows[0].to_ns, 4000);
  EXPECT_EQ(arrows[0].until_ns, 6000);
  const ArrowEnd before{Where::earlier, 1, 0, 5};
  EXPECT_EQ(with_wait(before, {Where::inside, 1, 7, 5}).where, Where::inside)
      << "it waits inside the picture";
  EXPECT_EQ(with_wait(before, before).where, Where::earlier);
  const ArrowEnd inside{Where::inside, 0, 10, 5};
  const BundledArrows bundled =
      bundle_arrows(std::vector<PlacedArrow>{{inside, inside, true, false, 8, 30.0}});
  EXPECT_EQ(bundled.bundles[0].until_x, 30.0);
}

TEST(TaskArrows, IncomingAndOutgoingArrowsInARowAreBundledSeparately) {
  std::vector<PlacedArrow> arrows;
  for (int i = 0; i < 5; ++i) {
    arrows.push_back({{Where::inside, 3, 10.0 * i, 5}, {Where::inside, 3, 50, 5}});
    arrows.push_back({{Where::inside, 3, 60, 5}, {Where::inside, 3, 70.0 + 10.0 * i, 5}});
  }
  const BundledArrows bundled = bundle_arrows(arrows, 4);
  ASSERT_EQ(bundled.bundles.size(), 2U);
  EXPECT_EQ(bundled.bundles[0].count, 5U);
  EXPECT_EQ(bundled.bundles[0].to.x, 50.0);
  EXPECT_EQ(bundled.bundles[1].from.x, 60.0);
}

TEST(TaskArrows, CurvesStartAndEndAtTheirTasks) {
  const ArrowCurve across =
      arrow_curve(bundle_between({Where::inside, 0, 10, 20}, {Where::inside, 3, 90, 80}), 20.0, 1.0);
  EXPECT_EQ(arrow_point(across, 0.0).x, 10.0);
  EXPECT_EQ(arrow_point(across, 1.0).y, 80.0);
  EXPECT_EQ(across[1].y, 20.0) << "level";
  const ArrowCurve within =
      arrow_curve(bundle_between({Where::inside, 2, 10, 50}, {Where::inside, 2, 90, 50}), 20.0, 1.0);
  EXPECT_NEAR(arrow_point(within, 0.5).y, 42.0, 1e-9) << "an arch of two fifths of the row";
  const ArrowCurve above =
      arrow_curve(bundle_between({Where::above, 0, 40, 0}, {Where::inside, 2, 90, 50}), 20.0, 1.0);
  EXPECT_EQ(above[1].x, 40.0) << "upright";
}

TEST(TaskArrows, LineWidthGrowsWithTheBundle) {
  const ArrowEnd end{Where::inside, 0, 0, 0};
  const double alone = arrow_width(bundle_between(end, end));
  EXPECT_GT(arrow_width(bundle_between(end, end, 8)), alone);
  EXPECT_LE(arrow_width(bundle_between(end, end, 1'000'000'000)), 6.0);
  ArrowBundle strong = bundle_between(end, end);
  strong.is_strong = true;
  EXPECT_GT(arrow_width(strong), alone);
}

}  // namespace
}  // namespace gusset::traces
