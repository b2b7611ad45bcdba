#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "composed_graph.hpp"
#include "gusset/traces/picture/graph/graph_picture.hpp"
#include "recording_canvas.hpp"
#include "text_trace.hpp"

namespace gusset::paper {
namespace {

using picture::BoxColours;
using picture::GraphMedium;
using picture::has_all_names;
using testing::adds;
using testing::area_of;
using ::testing::Contains;
using testing::figure_of;
using testing::RecordingCanvas;
using testing::write_read;
using Fold = traces::FoldBy::Kind;
using traces::testing::GraphCase;
using traces::testing::trace_from_text;
using traces::testing::typed_trace;

RecordingCanvas drawn_scene(const traces::GraphScene& scene, const BoxColours& colours, double scale = 1.0) {
  RecordingCanvas canvas;
  picture::GraphPicture graph{.scene = &scene, .colours = &colours, .place = {0.0, 0.0, scale}};
  graph.medium = picture::GraphMedium::print(4.0);
  draw_graph(canvas, graph);
  return canvas;
}
RecordingCanvas drawn_scene(const GraphFigure& figure, double scale = 1.0) {
  return drawn_scene(*figure.scene, BoxColours(figure.scene->boxes.size(), {{{10, 20, 30}, 1.0}}), scale);
}

TEST(GraphBoxes, TaskIsABoxWithItsColourAndName) {
  const RecordingCanvas canvas = drawn_scene(figure_of(GraphCase(trace_from_text(write_read))));
  const auto boxes = canvas.fills_named("b y");
  ASSERT_EQ(boxes.size(), 2U) << "a frame and its fill";
  EXPECT_EQ(boxes[1].colour, (Colour{10, 20, 30}));
  EXPECT_TRUE(canvas.has_text("b y"));
  EXPECT_TRUE(canvas.has_text("a x"));
}

TEST(GraphBoxes, TaskSaysOnASecondLineHowLongItRan) {
  const GraphCase graph(trace_from_text(write_read));
  const auto tree = traces::fold(graph.graph, *graph.trace, graph.times, {});
  const auto scene = *traces::compose_scene(graph.graph, tree, *graph.trace, {}, nullptr, &graph.times);
  const BoxColours colours(scene.boxes.size(), {{{10, 20, 30}, 1.0}});
  const RecordingCanvas canvas = drawn_scene(scene, colours);
  ASSERT_EQ(canvas.texts.size(), 4U);
  for (std::size_t i = 0; i < 2; ++i) {
    const auto& name = canvas.texts[2 * i];
    const auto& duration = canvas.texts[2 * i + 1];
    EXPECT_EQ(duration.text, scene.boxes[i].second_line);
    EXPECT_GT(duration.at.y - 0.75 * duration.style.size, name.at.y) << "below the name";
    EXPECT_LT(duration.at.y, scene.boxes[i].bottom());
  }
  EXPECT_EQ(drawn_scene(scene, colours, 0.3).texts.size(), 0U);
  EXPECT_FALSE(drawn_scene(figure_of(graph)).has_text(scene.boxes[0].second_line)) << "only on request";
}

TEST(GraphBoxes, NamesAreAsLargeAsAMediumWantsWhereTheyFit) {
  traces::Trace trace = *trace_from_text(write_read);
  trace.types = {"a", "a type with a name that fills its box"};
  const GraphFigure figure = figure_of(GraphCase(std::make_shared<traces::Trace>(trace)));
  const BoxColours colours(figure.scene->boxes.size(), {{{10, 20, 30}, 1.0}});
  picture::GraphPicture graph{.scene = figure.scene.get(), .colours = &colours, .place = {0.0, 0.0, 1.25}};
  graph.medium.good_font_size = 24.0;
  RecordingCanvas canvas;
  draw_graph(canvas, graph);
  ASSERT_EQ(canvas.texts.size(), 2U);
  EXPECT_GE(canvas.texts[0].style.size, 20.0) << canvas.texts[0].text;
  EXPECT_LE(canvas.texts[0].style.size, 24.0);
  EXPECT_LT(canvas.texts[1].style.size, 20.0) << "otherwise it would be cut off";
  EXPECT_EQ(canvas.texts[1].text, figure.scene->boxes[1].label);
}

TEST(GraphBoxes, CountsDoNotCoverLinesOfTheSelectedBox) {
  const GraphFigure figure = figure_of(GraphCase(typed_trace(3, 900, 5)), {Fold::type, {}}, {true});
  const BoxColours colours(figure.scene->boxes.size(), {{{10, 20, 30}, 1.0}});
  std::size_t counts = 0;
  for (std::uint32_t selected = 0; selected < figure.scene->boxes.size(); ++selected) {
    picture::GraphPicture graph{.scene = figure.scene.get(), .colours = &colours, .selected = selected};
    graph.medium = GraphMedium::print(4.0);
    RecordingCanvas canvas;
    draw_graph(canvas, graph);
    std::vector<Point> marked;  // many points along the lines
    for (const auto& stroke : canvas.strokes) {
      if (stroke.style.colour != graph.palette.accent || stroke.name == "selected") continue;
      Point from;
      stroke.path.for_each_point([&](Point to, bool is_first) {
        for (double part = 0.0; !is_first && part <= 1.0; part += 1.0 / 64.0)
          marked.push_back({from.x + part * (to.x - from.x), from.y + part * (to.y - from.y)});
        from = to;
      });
    }
    for (const auto& text : canvas.texts) {
      if (text.style.colour != graph.palette.muted ||
          text.text.find_first_not_of("0123456789") != std::string::npos)
        continue;
      ++counts;
      const double half = canvas.text_width(text.text, text.style.size, false) / 2.0;
      const auto is_hidden = [&](Point point) {
        return std::abs(point.x - text.at.x) < half && point.y < text.at.y &&
               point.y > text.at.y - 0.7 * text.style.size;
      };
      EXPECT_TRUE(std::none_of(marked.begin(), marked.end(), is_hidden))
          << text.text << " of box " << selected;
    }
  }
  EXPECT_GT(counts, 0U);
}

TEST(GraphBoxes, UnreadableNamesAreLeftOut) {
  const GraphFigure figure = figure_of(GraphCase(trace_from_text(write_read)));
  EXPECT_FALSE(drawn_scene(figure, 0.5).texts.empty());
  EXPECT_TRUE(drawn_scene(figure, 0.25).texts.empty());
  EXPECT_TRUE(has_all_names(*figure.scene, 0.5, GraphMedium::print(4.0)));
  EXPECT_FALSE(has_all_names(*figure.scene, 0.25, GraphMedium::print(4.0)));
}

TEST(GraphBoxes, SmallGroupShowsOnlyItsName) {
  const GraphFigure figure = figure_of(GraphCase(typed_trace(3, 900, 3)), {Fold::type, {}});
  const RecordingCanvas canvas = drawn_scene(figure, 0.25);
  ASSERT_EQ(canvas.texts.size(), figure.scene->boxes.size());
  for (const traces::GraphBox& box : figure.scene->boxes) EXPECT_TRUE(canvas.has_text(box.label));
  EXPECT_TRUE(has_all_names(*figure.scene, 0.25, GraphMedium::print(4.0)));
  EXPECT_FALSE(has_all_names(*figure.scene, 0.1, GraphMedium::print(4.0)));
}

TEST(GraphBoxes, NearlyCoincidentLinesBothHaveCounts) {
  const GraphFigure figure = figure_of(GraphCase(trace_from_text(R"(
    a.a.a.a.a
    .b.b.....
    a1: write x@0
    b1: read x@1, write z@0
    a2: write y@0
    b2: read y@1, write w@0
    a3: read z@1
    a4: read z@1
    a5: read w@1
  )")),
                                       {Fold::type, {}});
  const RecordingCanvas canvas = drawn_scene(figure);
  EXPECT_TRUE(canvas.has_text("2")) << "from a to b";
  EXPECT_TRUE(canvas.has_text("3")) << "and back";
}

TEST(GraphBoxes, DependenciesHaveArrowHeadsButCommutingLinesDoNot) {
  const RecordingCanvas arrow = drawn_scene(figure_of(GraphCase(trace_from_text(write_read))));
  ASSERT_EQ(arrow.strokes_named("dependencies").size(), 1U);
  EXPECT_EQ(arrow.strokes_named("dependencies")[0].style.dash, 0.0);
  EXPECT_EQ(arrow.fills_named("dependencies").size(), 1U) << "a head";
  const RecordingCanvas dashed = drawn_scene(figure_of(GraphCase(trace_from_text(adds))));
  const auto lines = dashed.strokes_named("in any order, one at a time");
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_EQ(lines[0].path.polygons(), 1U);
  EXPECT_GT(lines[0].style.dash, 0.0);
  EXPECT_GT(lines[0].style.gap, 0.0);
}

TEST(GraphBoxes, ArrowHeadEndsAtItsBox) {
  const GraphFigure figure = figure_of(GraphCase(trace_from_text(write_read)));
  const RecordingCanvas canvas = drawn_scene(figure);
  const traces::GraphBox& to = figure.scene->boxes[figure.scene->box_of_node[1]];
  double lowest = 0.0;
  canvas.fills_named("dependencies").back().path.for_each_point([&](Point p, bool) {
    lowest = std::max(lowest, p.y);
  });
  EXPECT_NEAR(lowest, to.y, 1e-9);
}

TEST(GraphBoxes, LineFromReaderToNextVersionIsDotted) {
  const GraphCase graph(trace_from_text("a.b.c\na1: write x@0\nb1: read x@1, write y@0\nc1: write x@2"),
                        true);
  EXPECT_EQ(drawn_scene(figure_of(graph)).strokes_named("the next version waits for a reader").size(), 1U);
}

TEST(GraphBoxes, GroupStripeShowsTheSharesOfColours) {
  const GraphCase graph(typed_trace(3, 900, 3));
  const GraphFigure figure = figure_of(graph, {Fold::type, {}});
  BoxColours colours(3);
  colours[0] = {{{1, 2, 3}, 0.75}, {{4, 5, 6}, 0.25}};
  const RecordingCanvas canvas = drawn_scene(*figure.scene, colours);
  std::map<int, double> area;
  for (const auto& fill : canvas.fills) {
    if (fill.colour == Colour{1, 2, 3} || fill.colour == Colour{4, 5, 6})
      area[fill.colour.red] += area_of(fill.path);
  }
  EXPECT_NEAR(area[1] / area[4], 3.0, 1e-6);
}

TEST(GraphBoxes, GroupsShowTheirContentsAndLinesTheirEdgeCounts) {
  const GraphFigure figure = figure_of(GraphCase(typed_trace(3, 900, 3)), {Fold::type, {}});
  const RecordingCanvas canvas = drawn_scene(figure);
  std::vector<std::string> texts;
  for (const auto& text : canvas.texts) texts.push_back(text.text);
  for (const traces::GraphBox& box : figure.scene->boxes) {
    EXPECT_THAT(texts, Contains(box.label));
    EXPECT_THAT(texts, Contains(box.second_line));
  }
  std::size_t counts = 0;
  for (const traces::GraphLine& line : figure.scene->lines) {
    if (std::count(texts.begin(), texts.end(), std::to_string(line.count)) > 0) ++counts;
  }
  EXPECT_GT(counts, 0U);
  EXPECT_FALSE(canvas.fills_named("dependencies within").empty());
}

TEST(GraphBoxes, CountsOverlapNeitherBoxesNorEachOther) {
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    const GraphFigure figure = figure_of(GraphCase(typed_trace(seed, 900, 5)), {Fold::type, {}});
    const RecordingCanvas canvas = drawn_scene(figure);
    std::vector<Point> at;
    for (const auto& text : canvas.texts) {
      if (text.style.size > 10.0) continue;
      for (const traces::GraphBox& box : figure.scene->boxes)
        EXPECT_FALSE(box.contains(text.at.x, text.at.y)) << text.text;
      for (const Point& other : at)
        EXPECT_TRUE(std::abs(other.x - text.at.x) > 6.0 || std::abs(other.y - text.at.y) > 10.0);
      at.push_back(text.at);
    }
  }
}

TEST(GraphBoxes, ManyLinesIntoAnOpenGroupAreDrawnAsOneBundle) {
  std::string rows = "w";
  std::string tasks = "\nw1: write x@0\n";
  for (int i = 1; i <= 40; ++i) {
    rows += ".r";
    tasks += "r" + std::to_string(i) + ": read x@1\n";
  }
  const GraphCase graph(trace_from_text(rows + tasks));
  const GraphFigure figure = figure_of(graph, {Fold::type, {}}, {true, false, true});
  const RecordingCanvas canvas = drawn_scene(figure);
  ASSERT_EQ(canvas.strokes_named("dependencies").size(), 1U);
  EXPECT_EQ(canvas.strokes_named("dependencies")[0].path.polygons(), 1U);
  EXPECT_TRUE(canvas.has_text("r")) << "the group's title";
  EXPECT_TRUE(canvas.has_text("40 tasks · 40.0 µs"));
  ASSERT_EQ(canvas.fills_named("dependencies").size(), 1U);
  EXPECT_EQ(canvas.fills_named("dependencies")[0].path.polygons(), 1U) << "heads";
}

}  // namespace
}  // namespace gusset::paper
