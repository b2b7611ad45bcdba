#include "gusset/traces/picture/charts/histogram_chart.hpp"

#include <gtest/gtest.h>

#include "gusset/traces/picture/canvas/dark_canvas.hpp"
#include "recording_canvas.hpp"

namespace gusset::paper {
namespace {

using picture::HistogramChart;
using picture::PanelBox;
using testing::area_of;
using testing::RecordingCanvas;

constexpr PanelBox histogram_box{0, 0, 600, 300};

HistogramChart three_bars() {
  return {"Durations, gemm",
          {{10'000, 20'000, 2'000}, {20'000, 50'000, 0}, {50'000, 100'000, 1'000}, {100'000, 200'000, 1}},
          {10, 20, 30}};
}

TEST(HistogramChart, BarHeightsAreProportionalToCounts) {
  RecordingCanvas canvas;
  const std::vector<PanelBox> areas = draw_histogram(canvas, three_bars(), histogram_box);
  ASSERT_EQ(areas.size(), 4U);
  ASSERT_EQ(canvas.fills.size(), 3U) << "none for the empty bin";
  const auto height = [&](std::size_t fill, std::size_t bar) {
    return area_of(canvas.fills[fill].path) / (areas[bar].width - 2);
  };
  EXPECT_NEAR(height(0, 0), 2.0 * height(1, 2), 1.0);
  EXPECT_GE(height(2, 3), 2.0) << "visible";
  EXPECT_GT(height(0, 0), 0.9 * areas[0].height);
  EXPECT_EQ(canvas.fills[0].name, "from 10.0 µs to 20.0 µs: 2\u202F000 tasks");
}

TEST(HistogramChart, BarsFillTheWidthAndAreEquallyWide) {
  RecordingCanvas canvas;
  const std::vector<PanelBox> areas = draw_histogram(canvas, three_bars(), histogram_box);
  for (std::size_t bar = 1; bar < areas.size(); ++bar) {
    EXPECT_EQ(areas[bar].left, areas[bar - 1].left + areas[bar - 1].width);
    EXPECT_NEAR(areas[bar].width, areas[0].width, 1);
  }
  EXPECT_GT(areas[0].left, 30) << "room for the counts";
}

TEST(HistogramChart, NamesCountsAndDurations) {
  RecordingCanvas canvas;
  draw_histogram(canvas, three_bars(), histogram_box);
  for (const char* text :
       {"Durations, gemm", "highest bar: 2\u202F000 tasks", "tasks", "0", "1\u202F000", "10.0 µs", "200 µs"})
    EXPECT_TRUE(canvas.has_text(text)) << text;
}

TEST(HistogramChart, SaysThatNoTaskRan) {
  RecordingCanvas canvas;
  EXPECT_TRUE(draw_histogram(canvas, {"Durations", {}, {}}, histogram_box).empty());
  EXPECT_TRUE(canvas.has_text("No task ran here"));
}

TEST(HistogramChart, BarsKeepTheirColourOnADarkBackground) {
  HistogramChart chart = three_bars();
  chart.background = traces::Background::dark;
  chart.marked = {2, 2};
  RecordingCanvas canvas;
  draw_histogram(canvas, chart, histogram_box);
  EXPECT_EQ(canvas.fills[0].colour, chart.colour);
  EXPECT_EQ(canvas.fills[1].colour, (Colour{8, 16, 24})) << "the marked bar is darker";
  EXPECT_EQ(canvas.texts[0].style.colour, picture::inverted_lightness(picture::TextStyle().colour));
}

TEST(BarText, NamesRangeAndCount) {
  EXPECT_EQ(picture::bar_text({10'000, 20'000, 1}), "from 10.0 µs to 20.0 µs: 1 task");
}

}  // namespace
}  // namespace gusset::paper
