#include "figure/row_painter.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "recording_canvas.hpp"

namespace gusset::paper {
namespace {

using testing::area_of;
using traces::SpanKind;

/// Makes a lane of `types` types; `add` adds its spans.
template <class Add>
traces::LevelOfDetail level_of_detail_of(std::size_t types, Add add) {
  auto trace = std::make_shared<traces::Trace>();
  trace->types.resize(types);
  trace->nodes.resize(1);
  trace->workers.push_back({traces::NodeId(0), "w"});
  traces::SpanColumns spans;
  add([&](std::int64_t begin_ns, std::int64_t end_ns, std::size_t type, SpanKind kind = SpanKind::run) {
    spans.push_back(begin_ns, end_ns, traces::TaskId(trace->tasks.size()), kind);
    trace->tasks.type.push_back(traces::TypeId(type));
  });
  trace->lanes.push_back({traces::WorkerId(0), std::move(spans)});
  return traces::LevelOfDetail(trace);
}

constexpr RowBox box{10, 100, 200};

TEST(RowPainter, LongTaskIsATriangleOnATint) {
  const auto lod = level_of_detail_of(1, [](auto add) { add(200, 600, 0); });
  const TimeAxis axis(0, 1000, 100);
  RowPainter painter(lod, axis);
  painter.paint(0, box);
  std::vector<Point> tint, solid;
  painter.paths()[0].tint.for_each_point([&](Point p, bool) { tint.push_back(p); });
  painter.paths()[0].solid.for_each_point([&](Point p, bool) { solid.push_back(p); });
  EXPECT_EQ(tint, (std::vector<Point>{{30, 100}, {70, 100}, {70, 200}, {30, 200}}));
  EXPECT_EQ(solid, (std::vector<Point>{{30, 200}, {30, 100}, {70, 200}}));
}

TEST(RowPainter, BoxesAreAsHighAsTheRowUntilTheirEnd) {
  const auto lod = level_of_detail_of(1, [](auto add) { add(200, 600, 0); });
  const TimeAxis axis(0, 1000, 100);
  RowPainter painter(lod, axis, true);
  painter.paint(0, box);
  const CategoryPaths& paths = painter.paths()[0];
  std::vector<Point> solid, edge;
  paths.solid.for_each_point([&](Point p, bool) { solid.push_back(p); });
  paths.edge.for_each_point([&](Point p, bool) { edge.push_back(p); });
  EXPECT_EQ(solid, (std::vector<Point>{{30, 100}, {70, 100}, {70, 200}, {30, 200}}));
  EXPECT_EQ(edge, (std::vector<Point>{{30, 100}, {31, 100}, {31, 200}, {30, 200}}));
  EXPECT_TRUE(paths.tint.empty());
  const TimeAxis later(300, 1300, 100);
  RowPainter cut(lod, later, true);
  cut.paint(0, box);
  EXPECT_FALSE(cut.paths()[0].solid.empty());
  EXPECT_TRUE(cut.paths()[0].edge.empty()) << "the box begins before the axis";
}

TEST(RowPainter, TaskShorterThanThreeColumnsIsABar) {
  const auto lod = level_of_detail_of(1, [](auto add) { add(200, 225, 0); });
  const TimeAxis axis(0, 1000, 100);
  RowPainter painter(lod, axis);
  painter.paint(0, box);
  EXPECT_TRUE(painter.paths()[0].tint.empty());
  EXPECT_DOUBLE_EQ(area_of(painter.paths()[0].solid), 250.0);  // two full columns and a half one, 100 high
  EXPECT_EQ(painter.paths()[0].solid.polygons(), 1U);
}

TEST(RowPainter, InvisiblyShortTasksAreStillDrawn) {
  const auto lod = level_of_detail_of(2, [](auto add) {
    add(1'000'000, 1'000'001, 0);
    add(3'000'000, 3'000'000, 1);  // zero length
  });
  const TimeAxis axis(0, 10'000'000, 100);
  RowPainter painter(lod, axis);
  painter.paint(0, box);
  EXPECT_NEAR(area_of(painter.paths()[0].solid), 0.3, 1e-9);
  EXPECT_NEAR(area_of(painter.paths()[1].solid), 0.3, 1e-9);
}

TEST(RowPainter, TaskBetweenTrianglesIsDrawnInTheGap) {
  // The gap and the task in it lie within one column.
  const auto lod = level_of_detail_of(2, [](auto add) {
    add(0, 5020, 0);
    add(5040, 5060, 1);
    add(5080, 10000, 0);
  });
  const TimeAxis axis(0, 10000, 100);
  RowPainter painter(lod, axis);
  painter.paint(0, box);
  EXPECT_NEAR(area_of(painter.paths()[1].solid), 0.2 * 100, 1e-6);  // 20 ns of 100 ns per column
  EXPECT_NEAR(area_of(painter.paths()[0].tint), (5020 + 4920) / 100.0 * 100, 1e-6);
}

TEST(RowPainter, TriangleContinuesAtItsHeightAfterASuspension) {
  const auto lod = level_of_detail_of(2, [](auto add) {
    add(0, 1000, 0);
    add(400, 600, 1);
  });
  const TimeAxis axis(0, 1000, 100);
  RowPainter painter(lod, axis);
  painter.paint(0, box);
  EXPECT_NEAR(area_of(painter.paths()[0].solid), 100.0 * (40 * 0.8 + 40 * 0.2), 1e-6);
  EXPECT_NEAR(area_of(painter.paths()[0].tint), 100.0 * 80, 1e-6);
}

TEST(RowPainter, TypesInOneColumnAreStacked) {
  const auto lod = level_of_detail_of(3, [](auto add) {
    add(0, 40, 0);
    add(40, 60, 2);
    add(60, 70, 1);
  });
  const TimeAxis axis(0, 10'000, 100);
  RowPainter painter(lod, axis);
  painter.paint(0, box);
  EXPECT_NEAR(area_of(painter.paths()[0].solid), 40.0, 1e-6) << "of 100 ns";
  EXPECT_NEAR(area_of(painter.paths()[1].solid), 10.0, 1e-6);
  EXPECT_NEAR(area_of(painter.paths()[2].solid), 20.0, 1e-6);
  double lowest = 0.0;
  painter.paths()[2].solid.for_each_point([&](Point p, bool) { lowest = std::max(lowest, p.y); });
  EXPECT_DOUBLE_EQ(lowest, box.bottom) << "the last type is at the foot";
  lowest = 0.0;
  painter.paths()[0].solid.for_each_point([&](Point p, bool) { lowest = std::max(lowest, p.y); });
  EXPECT_DOUBLE_EQ(lowest, box.bottom - 30.0) << "the first type is on top";
}

/// Checks the whole rule by brute force: tints cover the triangles' pieces, and bars cover all other busy
/// time.
TEST(RowPainter, AreasEqualBusyTimeAtEveryScale) {
  std::mt19937_64 random(7);
  const auto up_to = [&](std::int64_t most) {
    return std::uniform_int_distribution<std::int64_t>(0, most)(random);
  };
  struct Span {
    std::int64_t begin_ns, end_ns;
  };
  std::vector<Span> spans;
  std::int64_t now_ns = 0;
  for (int i = 0; i < 3000; ++i) {
    now_ns += up_to(3) == 0 ? 0 : up_to(200);
    const std::int64_t length_ns = 1 + up_to(up_to(20) == 0 ? 20000 : 300);
    spans.push_back({now_ns, now_ns + length_ns});
    now_ns += length_ns;
  }
  const auto lod = level_of_detail_of(1, [&](auto add) {
    for (const Span& span : spans) add(span.begin_ns, span.end_ns, 0);
  });
  for (const int columns : {60, 300, 1500, 9000}) {
    const TimeAxis axis(0, now_ns, columns);
    RowPainter painter(lod, axis);
    painter.paint(0, box);
    const double column_ns = axis.grid().ns_per_column;
    double tint = 0.0;
    double solid = 0.0;
    for (const Span& span : spans) {
      const auto length_ns = static_cast<double>(span.end_ns - span.begin_ns);
      const double area = length_ns / column_ns * (box.bottom - box.top);
      const bool is_triangle = length_ns >= 3 * column_ns;
      tint += is_triangle ? area : 0.0;
      solid += is_triangle ? area / 2 : area;
    }
    EXPECT_NEAR(area_of(painter.paths()[0].tint), tint, 1e-6 * tint) << columns;
    // Column edges are whole nanoseconds, and the lowest bars are higher than their share.
    EXPECT_NEAR(area_of(painter.paths()[0].solid), solid, 5e-3 * solid) << columns;
  }
}

TEST(RowPainter, NothingIsLostBelowOneNanosecondPerPixel) {
  const auto lod = level_of_detail_of(2, [](auto add) {
    add(0, 1, 0);
    add(2, 3, 1);
    add(9, 10, 0);
  });
  for (const int columns : {15, 25, 1000}) {
    const TimeAxis axis(0, 10, columns);
    RowPainter painter(lod, axis);
    painter.paint(0, box);
    for (std::size_t category = 0; category < 2; ++category) {
      const CategoryPaths& paths = painter.paths()[category];
      const double covered = columns >= 30 ? area_of(paths.tint) : area_of(paths.solid);
      EXPECT_NEAR(covered, (category == 0 ? 2 : 1) * 100.0 * columns / 10.0, 1e-6) << columns;
    }
  }
}

TEST(RowPainter, SharedRowShowsTheMeanBusyShare) {
  auto trace = std::make_shared<traces::Trace>();
  trace->types.resize(2);
  trace->nodes.resize(1);
  trace->workers.push_back({traces::NodeId(0), "w"});
  trace->tasks.type = {traces::TypeId(0), traces::TypeId(1), traces::TypeId(1)};
  const auto lane = [&](std::int64_t begin_ns, std::int64_t end_ns, std::size_t task) {
    traces::SpanColumns spans;
    spans.push_back(begin_ns, end_ns, traces::TaskId(task), SpanKind::run);
    trace->lanes.push_back({traces::WorkerId(0), spans});
  };
  lane(0, 1000, 0);
  lane(0, 500, 1);
  lane(0, 500, 2);
  trace->lanes.push_back({traces::WorkerId(0), {}});
  const traces::LevelOfDetail lod(trace);
  const TimeAxis axis(0, 1000, 100);
  RowPainter painter(lod, axis);
  const std::vector<std::size_t> lanes{0, 1, 2, 3};
  painter.paint_together(lanes, box);
  // Two of four lanes run type 1 in the first half, and one runs type 0 all the time.
  EXPECT_NEAR(area_of(painter.paths()[1].solid), 50 * 50.0, 1e-6);
  EXPECT_NEAR(area_of(painter.paths()[0].solid), 100 * 25.0, 1e-6);
  EXPECT_TRUE(painter.paths()[0].tint.empty());
}

}  // namespace
}  // namespace gusset::paper
