#include "gusset/traces/picture/charts/flame_chart.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "figure_fixture.hpp"
#include "gusset/traces/paper/charts/chart_file.hpp"
#include "recording_canvas.hpp"
#include "text_trace.hpp"

namespace gusset::picture {
namespace {

using paper::testing::area_of;
using paper::testing::RecordingCanvas;

traces::Trace with_parents() {
  traces::Trace trace = *traces::testing::trace_from_text("aaaabb|bbc", 1000);
  trace.recorded.parents = true;
  trace.tasks.parent = {traces::TaskId(), traces::TaskId(0), traces::TaskId(0), traces::TaskId()};
  return trace;
}

FlameChart chart_of(const traces::Trace& trace) {
  return flame_chart(trace, traces::flame_graph(trace), "title");
}

TEST(FlameChart, BarsLieWithinTheBarOfTheirParent) {
  const FlameChart chart = chart_of(with_parents());
  ASSERT_EQ(chart.bars.size(), 3u);
  const FlameBar &a = chart.bars[0], &b = chart.bars[1], &c = chart.bars[2];
  EXPECT_EQ(a.name, "a");
  EXPECT_DOUBLE_EQ(a.begin, 0.0);
  EXPECT_DOUBLE_EQ(a.end, 8.0 / 9.0);
  EXPECT_DOUBLE_EQ(b.end - b.begin, 4.0 / 9.0);
  EXPECT_EQ(b.depth, 1u);
  EXPECT_DOUBLE_EQ(b.begin, 0.0);
  EXPECT_DOUBLE_EQ(c.begin, 8.0 / 9.0);
  EXPECT_DOUBLE_EQ(c.end, 1.0);
  EXPECT_EQ(a.text, "1 task, 8.00 µs (88.9 %), own 4.00 µs");
}

TEST(FlameChart, TypesHaveTheTimelinesColours) {
  const FlameChart chart = chart_of(with_parents());
  EXPECT_EQ(chart.bars[0].colour, traces::type_colour(0));
  EXPECT_EQ(chart.bars[1].colour, traces::type_colour(1));
}

TEST(DrawFlame, WidthsAreSharesOfTheBox) {
  const FlameChart chart = chart_of(with_parents());
  RecordingCanvas canvas;
  const PanelBox box{10, 20, 900, flame_height(chart)};
  draw_flame(canvas, chart, box);
  ASSERT_EQ(canvas.fills.size(), 3u);
  const double row = 21.0;  // 22 pixels without the gap
  EXPECT_DOUBLE_EQ(area_of(canvas.fills[0].path), 799.0 * row);
  EXPECT_DOUBLE_EQ(area_of(canvas.fills[1].path), 399.0 * row);
  EXPECT_TRUE(canvas.has_text("a"));
  for (const auto& fill : canvas.fills)
    fill.path.for_each_point([&](Point point, bool) { EXPECT_LE(point.y, box.top + box.height); });
}

TEST(DrawFlame, LeavesOutBarsThatNoOneCanSee) {
  FlameChart chart = chart_of(with_parents());
  chart.bars[2].end = chart.bars[2].begin + 1e-6;
  RecordingCanvas canvas;
  draw_flame(canvas, chart, {0, 0, 900, flame_height(chart)});
  EXPECT_EQ(canvas.fills.size(), 2u);
}

TEST(FlameBarAt, FindsTheBarUnderAPoint) {
  const FlameChart chart = chart_of(with_parents());
  const PanelBox box{0, 0, 900, flame_height(chart)};
  EXPECT_EQ(flame_bar_at(chart, box, {100.0, 30.0}), &chart.bars[0]);
  EXPECT_EQ(flame_bar_at(chart, box, {100.0, 60.0}), &chart.bars[1]);
  EXPECT_EQ(flame_bar_at(chart, box, {850.0, 30.0}), &chart.bars[2]);
  EXPECT_EQ(flame_bar_at(chart, box, {850.0, 60.0}), nullptr);
  EXPECT_EQ(flame_bar_at(chart, box, {100.0, 10.0}), nullptr) << "the title";
}

TEST(FlameChart, IsEmptyIfNoTaskTookTime) {
  const auto trace = traces::testing::trace_from_text("");
  EXPECT_EQ(flame_height(chart_of(*trace)), 0);
}

using FlameFile = paper::testing::Figure;

TEST_F(FlameFile, IsWrittenInAllFormats) {
  const FlameChart chart = chart_of(with_parents());
  for (const char* name : {"f.svg", "f.png", "f.pdf"}) {
    const auto done = paper::draw(panel_chart(chart), file(name));
    EXPECT_TRUE(done.ok()) << name;
  }
  EXPECT_THAT(contents(file("f.svg")), ::testing::HasSubstr(">b</text>"));
  const auto refused = paper::draw(panel_chart(FlameChart()), file("g.svg"));
  ASSERT_FALSE(refused.ok());
  EXPECT_THAT(refused.error().message(),
              ::testing::EndsWith("g.svg: expected tasks that took time to draw, found none"));
}

}  // namespace
}  // namespace gusset::picture
