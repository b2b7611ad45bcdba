#include "gusset/traces/sweep/sweep_loads.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "some_sweep.hpp"

namespace gusset::cli {
namespace {

using namespace sweep;
using testing::some_sweep;

picture::BarChart chart_of(const Sweep& sweep) {
  return sweep_loads(sweep, rank(sweep));
}

std::vector<std::string> titles_of(const picture::BarChart& chart) {
  std::vector<std::string> titles;
  for (const picture::BarPlot& plot : chart.plots) titles.push_back(plot.y_title);
  return titles;
}

TEST(SweepLoads, HaveAColumnPerUsableConfiguration) {
  const picture::BarChart chart = chart_of(some_sweep());
  ASSERT_EQ(chart.columns.size(), 3u);
  EXPECT_EQ(chart.group_title, "blocks");
  const auto expect = [&](std::size_t column, const char* group, const char* name, bool is_best) {
    EXPECT_EQ(chart.columns[column].group, group);
    EXPECT_EQ(chart.columns[column].name, name);
    EXPECT_EQ(chart.columns[column].is_best, is_best);
  };
  expect(0, "18", "3x3", true);
  expect(1, "18", "1x9", false);
  expect(2, "36", "3x3", false);
  EXPECT_EQ(chart.note, "");
}

TEST(SweepLoads, ShowTasksTimeAndCommunication) {
  const picture::BarChart chart = chart_of(some_sweep());
  EXPECT_EQ(titles_of(chart), (std::vector<std::string>{"level-2 tasks per node", "time [ms]",
                                                        "busiest link [ms]", "sent by all nodes [kB]"}));
  // 36 blocks on 3x3: 12 tasks on average, 14.4 on the busiest node; 600 ms, of which 540 ms are busy.
  const picture::StackedBar& tasks = chart.plots[0].bars[2];
  ASSERT_EQ(tasks.parts.size(), 2u);
  EXPECT_NEAR(tasks.parts[0], 12.0, 1e-9);
  EXPECT_NEAR(tasks.parts[1], 2.4, 1e-9);
  EXPECT_NEAR(tasks.low, 10.5, 1e-9);
  EXPECT_NEAR(tasks.high, 13.5, 1e-9);
  EXPECT_EQ(tasks.label, "14");
  const picture::StackedBar& time = chart.plots[1].bars[2];
  ASSERT_EQ(time.parts.size(), 3u);
  EXPECT_NEAR(time.parts[0], 480.0, 1e-9);
  EXPECT_NEAR(time.parts[1], 60.0, 1e-9);
  EXPECT_NEAR(time.parts[2], 60.0, 1e-9);
  EXPECT_EQ(time.label, "600 ms");
  EXPECT_NEAR(chart.plots[2].bars[2].parts.at(0), 60.0, 1e-9);
  EXPECT_NEAR(chart.plots[3].bars[2].parts.at(0), 7.0, 1e-9);
  EXPECT_EQ(chart.plots[3].bars[2].label, "7.00 kB");
}

TEST(SweepLoads, HaveNoTimesWithoutCosts) {
  Sweep sweep = some_sweep();
  sweep.objective = Objective::bytes;
  for (SweepRow& row : sweep.rows) {
    if (!row.screen->measures) continue;
    Measures& measures = *row.screen->measures;
    measures.makespan_s.reset();
    measures.range.reset();
    measures.interval.reset();
    measures.loads->max_busy_s.reset();
    measures.loads->mean_busy_s.reset();
    measures.loads->link_s.reset();
    measures.loads->tasks_of = "level1_tasks";
  }
  EXPECT_EQ(titles_of(chart_of(sweep)),
            (std::vector<std::string>{"tasks per node", "sent by all nodes [kB]"}));
}

TEST(SweepLoads, AreEmptyForSingleNodesAndOldFiles) {
  Sweep single = some_sweep();
  Sweep earlier = some_sweep();
  for (std::size_t i = 0; i < 3; ++i) {
    single.rows[i].screen->measures->nodes = 1;
    earlier.rows[i].screen->measures->loads.reset();
  }
  EXPECT_TRUE(chart_of(single).plots.empty());
  EXPECT_TRUE(chart_of(earlier).plots.empty());
}

TEST(SweepLoads, ShowOnlyTheBestOfMany) {
  SweepDefinition definition = testing::nine_nodes();
  definition.parameters[0].values.clear();
  for (int blocks = 1; blocks <= 20; ++blocks)
    definition.parameters[0].values.push_back(std::to_string(blocks));
  Sweep sweep = new_sweep(definition);
  for (std::size_t i = 0; i < sweep.rows.size(); ++i)
    sweep.rows[i].screen =
        testing::success(testing::found(100.0 - static_cast<double>(i), 0, 0, 1, 1.0, 1, 1));
  const picture::BarChart chart = chart_of(sweep);
  ASSERT_EQ(chart.columns.size(), sweep::max_drawn_loads);
  EXPECT_EQ(chart.note, "the best 24 of 40 configurations");
  EXPECT_EQ(chart.columns.front().group, "9") << "the slowest sixteen are left out";
  EXPECT_TRUE(chart.columns.back().is_best);
}

TEST(SweepLoads, GroupGridsOfOneSetting) {
  SweepDefinition definition = testing::nine_nodes();
  definition.policies = {"fifo", "locality"};
  Sweep sweep = new_sweep(definition);
  for (SweepRow& row : sweep.rows) row.screen = testing::success(testing::found(1.0, 0, 0, 1, 1.0, 1, 1));
  const picture::BarChart chart = chart_of(sweep);
  ASSERT_EQ(chart.columns.size(), 8u);
  for (std::size_t i = 0; i < 8; i += 2) {
    EXPECT_EQ(chart.columns[i].group, chart.columns[i + 1].group) << i;
    EXPECT_NE(chart.columns[i].name, chart.columns[i + 1].name) << i;
  }
}

}  // namespace
}  // namespace gusset::cli
