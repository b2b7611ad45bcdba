#include "figure/row_painter.hpp"

#include <gtest/gtest.h>

#include "gusset/traces/picture/timeline/track_text.hpp"
#include "recording_canvas.hpp"

namespace gusset::paper {
namespace {

using testing::area_of;
using testing::RecordingCanvas;
using traces::Placement;
using traces::Track;

// Two of four tasks for 100 ns, then four for 50 ns.
Track track() {
  const std::vector<std::int64_t> times{0, 100, 150};
  const std::vector<double> values{2, 4, 0};
  return {Track::Kind::running, "running tasks", "tasks", traces::StepSeries(times, values), 4.0};
}

TEST(TrackPainter, AreaIsMeanTimesWidth) {
  RecordingCanvas canvas;
  draw_track(canvas, track(), TimeAxis(0, 200, 200), {100, 10, 50});
  ASSERT_EQ(canvas.fills.size(), 1U);
  EXPECT_EQ(canvas.fills[0].name, "running tasks");
  EXPECT_NEAR(area_of(canvas.fills[0].path), 100 * 20 + 50 * 40, 1e-6);
  EXPECT_EQ(picture::track_top_text(track()), "limit 4 tasks");
}

TEST(TrackPainter, LimitIsADashedLine) {
  RecordingCanvas canvas;
  draw_track(canvas, track(), TimeAxis(0, 200, 200), {100, 10, 50});
  ASSERT_EQ(canvas.strokes.size(), 1U);
  EXPECT_GT(canvas.strokes[0].style.dash, 0.0);
  canvas.strokes[0].path.for_each_point([](Point p, bool) { EXPECT_NEAR(p.y, 10.5, 1e-9); });
  RecordingCanvas without;
  Track ready = track();
  ready.limit.reset();
  draw_track(without, ready, TimeAxis(0, 200, 200), {100, 10, 50});
  EXPECT_TRUE(without.strokes.empty());
}

TEST(TrackPainter, ZeroIsBlank) {
  RecordingCanvas canvas;
  draw_track(canvas, track(), TimeAxis(160, 200, 40), {100, 10, 50});
  EXPECT_TRUE(canvas.fills.empty());
}

TEST(TrackPainter, AreaStaysWithinTheTrack) {
  RecordingCanvas canvas;
  Track much = track();
  much.limit.reset();
  much.unit = "B";
  draw_track(canvas, much, TimeAxis(0, 200, 10), {100, 10, 50});
  canvas.fills[0].path.for_each_point([](Point p, bool) {
    EXPECT_GE(p.y, 10);
    EXPECT_LE(p.y, 50);
    EXPECT_GE(p.x, 100);
    EXPECT_LE(p.x, 110);
  });
  EXPECT_EQ(picture::track_top_text(much), "up to 4 B");
}

TEST(PlacedAxis, AlignedTracesAgreeToAColumn) {
  const TimeAxis upper = TimeAxis::placed(0, 3000, 300, {1.0, 0.0}, 2000);
  const TimeAxis lower = TimeAxis::placed(0, 3000, 300, {1.0, 1700.0}, 300);
  EXPECT_NEAR(upper.x_from_time(2000), lower.x_from_time(300), 1.0);
  EXPECT_EQ(upper.ticks(100)[0].label, lower.ticks(100)[0].label);
  EXPECT_EQ(upper.grid().ns_per_column, lower.grid().ns_per_column);
}

TEST(PlacedAxis, TicksCountFromTheZeroInBothDirections) {
  std::vector<std::string> labels;
  for (const picture::TimeTick& tick : TimeAxis::placed(0, 3000, 300, {}, 2000).ticks(90.0)) {
    if (!tick.label.empty()) labels.push_back(tick.label);
  }
  EXPECT_EQ(labels, (std::vector<std::string>{"-2 µs", "-1 µs", "0 µs", "1 µs"}));
}

TEST(PlacedAxis, EveryShownTimeIsInAColumn) {
  for (const Placement& placement :
       {Placement{}, Placement{3.0, 0.0}, Placement{1.0, 1234.5}, Placement{0.7, 3}}) {
    for (const std::int64_t begin_ns : {0, 17, 1999}) {
      const TimeAxis axis = TimeAxis::placed(begin_ns, 4001, 321, placement, 5);
      EXPECT_GE(axis.x_from_time(axis.begin_ns()), -1.0);
      EXPECT_LE(axis.grid().time_from_column(0), static_cast<double>(axis.begin_ns()) + 1.0);
      EXPECT_GE(axis.grid().time_from_column(321), static_cast<double>(axis.end_ns()));
      EXPECT_GE(static_cast<double>(axis.end_ns()), placement.own_from_axis(4001) - 1.0);
    }
  }
}

}  // namespace
}  // namespace gusset::paper
