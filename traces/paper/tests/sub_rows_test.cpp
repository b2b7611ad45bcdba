#include "figure/layout.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

#include "drawn.hpp"
#include "figure/drawing.hpp"
#include "figure/row_painter.hpp"

namespace gusset::paper {
namespace {

using testing::area_of;
using testing::drawn;
using testing::RecordingCanvas;
using traces::SpanKind;

struct NestedSpan {
  std::int64_t begin_ns;
  std::int64_t end_ns;
  std::size_t task;
  SpanKind kind = SpanKind::run;
};

/// Makes a panel of one lane; each task has a different type.
Panel nested_panel(const std::vector<NestedSpan>& spans) {
  auto trace = std::make_shared<traces::Trace>();
  trace->nodes.resize(1);
  trace->workers.push_back({traces::NodeId(0), "w"});
  trace->lanes.push_back({traces::WorkerId(0), {}});
  for (const NestedSpan& span : spans) {
    while (trace->tasks.size() <= span.task) {
      trace->types.push_back("t" + std::to_string(trace->types.size()));
      trace->tasks.type.emplace_back(trace->tasks.size());
    }
    trace->lanes[0].spans.push_back(span.begin_ns, span.end_ns, traces::TaskId(span.task), span.kind);
  }
  return {trace, "nested"};
}

/// Task 0 contains task 1, which contains task 2. From 9000 to 10 000 task 0 waits and nothing runs.
Panel three_deep_panel() {
  return nested_panel(
      {{0, 12'000, 0}, {2'000, 8'000, 1}, {3'000, 5'000, 2}, {9'000, 10'000, 0, SpanKind::wait}});
}

double area_of_colour(const RecordingCanvas& canvas, Colour colour, const std::string& name) {
  double area = 0.0;
  for (const auto& fill : canvas.fills) {
    if (fill.name == name && fill.colour == colour) area += area_of(fill.path);
  }
  return area;
}

/// The upper and lower end of everything drawn under a name.
std::pair<double, double> vertical_extent(const RecordingCanvas& canvas, const std::string& name) {
  std::pair<double, double> extent{1e9, -1e9};
  const auto add = [&](const auto& drawn) {
    if (drawn.name != name) return;
    drawn.path.for_each_point([&](Point p, bool) {
      extent.first = std::min(extent.first, p.y);
      extent.second = std::max(extent.second, p.y);
    });
  };
  for (const auto& fill : canvas.fills) add(fill);
  for (const auto& stroke : canvas.strokes) add(stroke);
  return extent;
}

TEST(FigureSubRows, OnlyHighRowsOfOneLaneAreSplit) {
  const Panel panel = three_deep_panel();
  const PanelDetail detail(panel);
  FigureOptions options;
  EXPECT_EQ(sub_rows_of(detail, {{0}, 100, 120, {}}, options), 3U);
  EXPECT_EQ(sub_rows_of(detail, {{0}, 100, 119, {}}, options), 1U);
  EXPECT_EQ(sub_rows_of(detail, {{0, 0}, 100, 120, {}}, options), 1U);
  options.sub_rows = false;
  EXPECT_EQ(sub_rows_of(detail, {{0}, 100, 120, {}}, options), 1U);
}

TEST(FigureSubRows, RowsGrowWithTheNestingDepth) {
  const std::vector<Panel> panels{three_deep_panel()};
  const std::vector<PanelDetail> details(panels.begin(), panels.end());
  EXPECT_EQ(depths_of(details), 3U);
  const auto height = [&](const FigureOptions& options, std::size_t depths) {
    const PanelLayout panel = lay_out(panels, options, 1, depths).panels[0];
    return panel.rows_bottom - panel.rows_top;
  };
  EXPECT_EQ(height({}, 1), 28);
  EXPECT_EQ(height({}, 3), 56);
  EXPECT_EQ(height({.sub_rows = false}, 3), 28);
}

TEST(FigureSubRows, NoteExplainsSubRows) {
  const auto has_note = [](const RecordingCanvas& canvas) {
    return std::any_of(canvas.texts.begin(), canvas.texts.end(), [](const auto& text) {
      return text.text.find("grey: busy in another sub-row") != std::string::npos;
    });
  };
  FigureOptions options;
  options.row_height = 64;
  EXPECT_TRUE(has_note(drawn({three_deep_panel()}, options)));
  options.sub_rows = false;
  EXPECT_FALSE(has_note(drawn({three_deep_panel()}, options)));
}

TEST(FigureSubRows, NestedTasksAreBelowTheirParents) {
  FigureOptions options;
  options.row_height = 64;
  const RecordingCanvas canvas = drawn({three_deep_panel()}, options);
  const auto outer = vertical_extent(canvas, "t0");
  const auto middle = vertical_extent(canvas, "t1");
  const auto inner = vertical_extent(canvas, "t2");
  EXPECT_LE(outer.second, middle.first);
  EXPECT_LE(middle.second, inner.first);
  EXPECT_NEAR(inner.second - outer.first, 60.0, 0.01);
}

TEST(FigureSubRows, LowRowsShowTheInnermostTask) {
  FigureOptions options;
  options.row_height = 20;
  const RecordingCanvas low = drawn({three_deep_panel()}, options);
  options.row_height = 64;
  options.sub_rows = false;
  const RecordingCanvas off = drawn({three_deep_panel()}, options);
  for (const RecordingCanvas* canvas : {&low, &off}) {
    EXPECT_EQ(vertical_extent(*canvas, "t0"), vertical_extent(*canvas, "t2"));
    EXPECT_EQ(vertical_extent(*canvas, "busy").second, -1e9) << "no background";
  }
}

TEST(FigureSubRows, BackgroundIsGreyWhereBusyAndBlankWhereIdle) {
  FigureOptions options;
  options.row_height = 64;
  const std::vector<Panel> panels{three_deep_panel()};
  const RecordingCanvas canvas = drawn(panels, options);
  const Layout layout = lay_out(panels, options, 1);
  const double width = layout.plot_right - layout.plot_left;
  EXPECT_NEAR(area_of_colour(canvas, filtered_colour, "busy"), width * 60.0 * 11.0 / 12.0, 60.0)
      << "within one column";
}

TEST(FigureSubRows, BarsSumToTheBusyTime) {
  std::mt19937 random(11);
  std::vector<NestedSpan> spans;
  std::int64_t busy_ns = 0;
  for (std::int64_t now_ns = 0; spans.size() < 6000;) {
    const std::int64_t length_ns = 10 + static_cast<std::int64_t>(random() % 90);
    spans.push_back({now_ns, now_ns + length_ns, 0});
    spans.push_back({now_ns + 2, now_ns + length_ns / 2, 1});
    spans.push_back({now_ns + 3, now_ns + length_ns / 3 + 1, 2});
    busy_ns += length_ns;
    now_ns += length_ns + static_cast<std::int64_t>(random() % 40);
  }
  const Panel panel = nested_panel(spans);
  const PanelDetail detail(panel);
  const TimeAxis axis(0, spans[spans.size() - 3].end_ns, 700);
  double area = 0.0;
  for (const traces::LevelOfDetail& of_depth : *detail.sub_rows) {
    RowPainter painter(of_depth, axis);
    painter.paint(0, {0, 0, 100});
    for (const CategoryPaths& paths : painter.paths()) area += area_of(paths.solid);
  }
  EXPECT_NEAR(area, static_cast<double>(busy_ns) / axis.grid().ns_per_column * 100.0, area * 1e-4)
      << "column edges are whole nanoseconds";
}

TEST(FigureSubRows, ParentsHaveADarkerOutlineAroundNestedTasks) {
  FigureOptions options;
  options.row_height = 64;
  const RecordingCanvas canvas = drawn({three_deep_panel()}, options);
  const auto outer = vertical_extent(canvas, "t0, with nested tasks");
  const auto middle = vertical_extent(canvas, "t1, with nested tasks");
  EXPECT_NEAR(outer.second - outer.first, 60.0, 0.01);
  EXPECT_GT(middle.first, outer.first);
  EXPECT_EQ(middle.second, outer.second);
  EXPECT_EQ(vertical_extent(canvas, "t2, with nested tasks").second, -1e9) << "it has no nested task";
  EXPECT_EQ(picture::outline_shade({200, 100, 0}, traces::Background::white), (Colour{100, 50, 0}));
}

TEST(FigureSubRows, OutlineIsOpenAtTheEdgesOfTheRange) {
  FigureOptions options;
  options.row_height = 64;
  options.from_ns = 4'000;
  options.to_ns = 11'000;
  const RecordingCanvas canvas = drawn({three_deep_panel()}, options);
  const auto outline = std::find_if(canvas.fills.begin(), canvas.fills.end(),
                                    [](const auto& fill) { return fill.name == "t0, with nested tasks"; });
  ASSERT_NE(outline, canvas.fills.end());
  EXPECT_EQ(outline->path.polygons(), 2U) << "top and bottom";
}

TEST(FigureSubRows, HiddenTasksHaveNoOutline) {
  FigureOptions options;
  options.row_height = 64;
  Panel panel = three_deep_panel();
  panel.shown = std::make_shared<const traces::TaskSet>(traces::TaskSet{false, true, true});
  const RecordingCanvas canvas = drawn({panel}, options);
  EXPECT_EQ(vertical_extent(canvas, "t0, with nested tasks").second, -1e9);
  EXPECT_GT(vertical_extent(canvas, "t1, with nested tasks").second, 0.0);
}

TEST(FigureSubRows, ArrowsEndInTheSubRowOfTheirTask) {
  FigureOptions options;
  options.row_height = 64;
  Panel panel = three_deep_panel();
  using traces::LaneId;
  using traces::TaskId;
  panel.arrows = {
      {LaneId(0), LaneId(0), 5'000, 6'000, false, false, 0, traces::unknown_time, TaskId(2), TaskId(1)}};
  const RecordingCanvas canvas = drawn({panel}, options);
  const auto inner = vertical_extent(canvas, "t2");
  const auto arrow = vertical_extent(canvas, "dependency");
  EXPECT_NEAR(arrow.second, (inner.first + inner.second) / 2.0, 4.0) << "it starts at the innermost task";
}

}  // namespace
}  // namespace gusset::paper
