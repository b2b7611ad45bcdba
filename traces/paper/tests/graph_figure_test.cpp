#include "gusset/traces/paper/graph/graph_figure.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>

#include "graph_case.hpp"
#include "gusset/traces/picture/graph/graph_picture.hpp"
#include "recording_canvas.hpp"
#include "svg_reader.hpp"
#include "text_trace.hpp"

namespace gusset::paper {
namespace {

using picture::BoxColours;
using picture::GraphMedium;
using picture::has_all_names;
using testing::area_of;
using ::testing::Contains;
using testing::read_svg;
using testing::RecordingCanvas;
using testing::SvgElement;
using Fold = traces::FoldBy::Kind;
using traces::testing::GraphCase;
using traces::testing::trace_from_text;
using traces::testing::typed_trace;

constexpr const char* write_read = R"(
  aaa.bbbbb
  a1: write x@0
  b1: read x@1, write y@0
)";
constexpr const char* adds = R"(
  w..aaa
  .aaa..
  w1: write x@0
  a1: add x@1
  a2: add x@1
)";

GraphFigure figure_of(const GraphCase& graph, traces::FoldBy by = {}, std::vector<bool> open = {}) {
  GraphFigure figure;
  figure.trace = graph.trace;
  figure.title = default_graph_title(*graph.trace, graph.graph, by);
  figure.tree =
      std::make_shared<const traces::FoldTree>(traces::fold(graph.graph, *graph.trace, graph.times, by));
  figure.scene = std::make_shared<const traces::GraphScene>(
      *traces::compose_scene(graph.graph, *figure.tree, *graph.trace, open));
  return figure;
}

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

std::vector<RecordingCanvas::Fill> graph_fills(const RecordingCanvas& canvas, const std::string& name) {
  std::vector<RecordingCanvas::Fill> found;
  for (const auto& fill : canvas.fills) {
    if (fill.name == name) found.push_back(fill);
  }
  return found;
}

std::vector<RecordingCanvas::Stroke> graph_strokes(const RecordingCanvas& canvas, const std::string& name) {
  std::vector<RecordingCanvas::Stroke> found;
  for (const auto& stroke : canvas.strokes) {
    if (stroke.name == name) found.push_back(stroke);
  }
  return found;
}

TEST(GraphBoxes, TaskIsABoxWithItsColourAndName) {
  const RecordingCanvas canvas = drawn_scene(figure_of(GraphCase(trace_from_text(write_read))));
  const auto boxes = graph_fills(canvas, "b y");
  ASSERT_EQ(boxes.size(), 2U) << "a frame and its fill";
  EXPECT_EQ(boxes[1].colour, (Colour{10, 20, 30}));
  EXPECT_TRUE(canvas.has_text("b y"));
  EXPECT_TRUE(canvas.has_text("a x"));
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
  ASSERT_EQ(graph_strokes(arrow, "dependencies").size(), 1U);
  EXPECT_EQ(graph_strokes(arrow, "dependencies")[0].style.dash, 0.0);
  EXPECT_EQ(graph_fills(arrow, "dependencies").size(), 1U) << "a head";
  const RecordingCanvas dashed = drawn_scene(figure_of(GraphCase(trace_from_text(adds))));
  const auto lines = graph_strokes(dashed, "in any order, one at a time");
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
  graph_fills(canvas, "dependencies").back().path.for_each_point([&](Point p, bool) {
    lowest = std::max(lowest, p.y);
  });
  EXPECT_NEAR(lowest, to.y, 1e-9);
}

TEST(GraphBoxes, LineFromReaderToNextVersionIsDotted) {
  const GraphCase graph(trace_from_text("a.b.c\na1: write x@0\nb1: read x@1, write y@0\nc1: write x@2"),
                        true);
  EXPECT_EQ(graph_strokes(drawn_scene(figure_of(graph)), "the next version waits for a reader").size(), 1U);
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
  EXPECT_FALSE(graph_fills(canvas, "dependencies within").empty());
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
  ASSERT_EQ(graph_strokes(canvas, "dependencies").size(), 1U);
  EXPECT_EQ(graph_strokes(canvas, "dependencies")[0].path.polygons(), 1U);
  EXPECT_TRUE(canvas.has_text("r")) << "the group's title";
  EXPECT_TRUE(canvas.has_text("40 tasks · 40.0 µs"));
  ASSERT_EQ(graph_fills(canvas, "dependencies").size(), 1U);
  EXPECT_EQ(graph_fills(canvas, "dependencies")[0].path.polygons(), 1U) << "heads";
}

class GraphFigureFile : public ::testing::Test {
 protected:
  GraphFigureFile() {
    std::string pattern = (std::filesystem::temp_directory_path() / "gusset-graph-XXXXXX").string();
    folder_ = ::mkdtemp(pattern.data());
  }
  ~GraphFigureFile() override { std::filesystem::remove_all(folder_); }
  std::string written(const GraphFigure& figure, const std::string& name,
                      const FigureOptions& options = graph_options()) {
    const auto done = draw(figure, folder_ / name, options);
    EXPECT_TRUE(done.ok()) << (done.ok() ? "" : done.error().message());
    if (done) size_ = *done;
    std::ifstream in(folder_ / name, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  std::vector<std::string> texts_of(const std::string& svg) {
    std::vector<std::string> texts;
    for (const SvgElement& element : read_svg(svg)) {
      if (element.name == "text") texts.push_back(element.text);
    }
    return texts;
  }
  std::string error_of(const GraphFigure& figure, const std::string& name) {
    const auto done = draw(figure, folder_ / name);
    if (done) return "no error";
    return done.error().message().substr(folder_.string().size() + 1);
  }
  std::filesystem::path folder_;
  GraphPictureSize size_;
};

TEST_F(GraphFigureFile, WritesAllFormats) {
  const GraphFigure figure = figure_of(GraphCase(trace_from_text(write_read)));
  EXPECT_TRUE(written(figure, "a.png").starts_with("\x89PNG"));
  EXPECT_TRUE(written(figure, "a.pdf").starts_with("%PDF"));
  EXPECT_THAT(texts_of(written(figure, "a.svg")), Contains("b y"));
  EXPECT_TRUE(size_.has_names);
}

TEST_F(GraphFigureFile, LegendHasTasksAndShareOfEachColour) {
  const auto texts = texts_of(written(figure_of(GraphCase(trace_from_text(write_read))), "a.svg"));
  EXPECT_THAT(texts, Contains("measured: 2 tasks, longest path 2 tasks"));
  EXPECT_THAT(texts, Contains("tasks and share of busy time:"));
  EXPECT_THAT(texts, Contains("b\xE2\x80\x82"
                              "1 · 62.5 %"));
  EXPECT_THAT(texts, Contains("a\xE2\x80\x82"
                              "1 · 37.5 %"));
  EXPECT_THAT(texts, ::testing::Not(Contains("in any order, one at a time")));
}

TEST_F(GraphFigureFile, LegendExplainsOnlyTheMarksInUse) {
  EXPECT_THAT(texts_of(written(figure_of(GraphCase(trace_from_text(adds))), "a.svg")),
              Contains("in any order, one at a time"));
  EXPECT_THAT(texts_of(written(figure_of(GraphCase(trace_from_text(write_read), true)), "b.svg")),
              Contains("data version"));
}

TEST_F(GraphFigureFile, LegendHasOnlyCountsIfNothingRan) {
  auto trace = std::make_shared<traces::Trace>(*trace_from_text(write_read));
  for (traces::Lane& lane : trace->lanes) lane.spans = {};
  const auto texts = texts_of(written(figure_of(GraphCase(trace)), "a.svg"));
  EXPECT_THAT(texts, Contains("tasks:"));
  EXPECT_THAT(texts, Contains("a\xE2\x80\x82"
                              "1"));
}

TEST_F(GraphFigureFile, ShowsCustomColoursColouringsAndHiddenTasks) {
  const GraphCase graph(trace_from_text(write_read));
  GraphFigure figure = figure_of(graph);
  FigureOptions options = graph_options();
  options.custom_colours["b"] = {1, 2, 3};
  figure.shown = std::make_shared<const traces::TaskSet>(traces::TaskSet{false, true});
  const std::string svg = written(figure, "a.svg", options);
  EXPECT_NE(svg.find("#010203"), std::string::npos);
  EXPECT_NE(svg.find("#dee2e7"), std::string::npos) << "hidden work";
  EXPECT_THAT(texts_of(svg), Contains("not shown\xE2\x80\x82"
                                      "1"));
  figure.shown = nullptr;
  figure.colouring = std::make_shared<const traces::Colouring>(
      "step", std::vector<traces::Colouring::Category>{{"step 0", Colour{7, 8, 9}}, {"step 1", std::nullopt}},
      std::vector<std::uint8_t>{0, 1});
  const std::string by_step = written(figure, "b.svg", options);
  EXPECT_NE(by_step.find("#070809"), std::string::npos);
  EXPECT_THAT(texts_of(by_step), Contains("step, tasks and share of busy time:"));
}

TEST_F(GraphFigureFile, NothingExceedsThePicture) {
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    SCOPED_TRACE(seed);
    const GraphCase graph(typed_trace(seed, 200, 4), seed % 2 == 0);
    const traces::FoldBy by{seed % 3 == 0 ? Fold::nothing : Fold::type, {}};
    const std::string svg = written(figure_of(graph, by, {true, seed > 3}), "a.svg");
    for (const SvgElement& element : read_svg(svg)) {
      if (element.name != "path") continue;
      testing::path_from_data(element.attributes.at("d")).for_each_point([&](Point p, bool) {
        EXPECT_TRUE(p.x >= 0.0 && p.x <= size_.width && p.y >= 0.0 && p.y <= size_.height)
            << p.x << ", " << p.y;
      });
    }
  }
}

TEST_F(GraphFigureFile, PictureFitsSmallGraphsAndLimitsLargeOnes) {
  const GraphFigure small = figure_of(GraphCase(trace_from_text(write_read)));
  written(small, "a.svg");
  EXPECT_EQ(size_.width, 420);
  const GraphFigure large = figure_of(GraphCase(typed_trace(4, 450, 4)));
  FigureOptions options = column_options();
  written(large, "b.svg", options);
  EXPECT_LE(size_.width, options.width);
  EXPECT_LE(size_.height, options.max_height);
  EXPECT_FALSE(size_.has_names);
  written(large, "c.svg");
  EXPECT_TRUE(size_.has_names);
}

TEST_F(GraphFigureFile, SlideHasItsFullSizeForAnyGraph) {
  const GraphFigure small = figure_of(GraphCase(trace_from_text(write_read)));
  const FigureOptions slide = slide_options();
  const std::string svg = written(small, "a.svg", slide);
  EXPECT_EQ(size_.width, slide.width);
  EXPECT_EQ(size_.height, slide.max_height);
  for (const SvgElement& element : read_svg(svg)) {
    if (element.name != "path") continue;
    testing::path_from_data(element.attributes.at("d")).for_each_point([&](Point p, bool) {
      EXPECT_TRUE(p.x >= 0.0 && p.x <= size_.width && p.y >= 0.0 && p.y <= size_.height);
    });
  }
  const GraphFigure large = figure_of(GraphCase(typed_trace(4, 450, 4)));
  written(large, "b.svg", slide);
  EXPECT_EQ(size_.width, slide.width);
  EXPECT_EQ(size_.height, slide.max_height);
}

TEST_F(GraphFigureFile, EscapesHostileNames) {
  auto trace = std::make_shared<traces::Trace>(*trace_from_text(write_read));
  trace->types[0] = "a<b>&\x01\xff";
  const std::string svg = written(figure_of(GraphCase(trace)), "a.svg");
  EXPECT_NO_THROW(read_svg(svg));
  EXPECT_EQ(svg.find("<b>"), std::string::npos);
}

TEST_F(GraphFigureFile, RejectsUndrawableInputInOneLine) {
  const GraphFigure figure = figure_of(GraphCase(trace_from_text(write_read)));
  EXPECT_EQ(error_of(figure, "a.gif"), "a.gif: expected a name that ends in .png, .svg or .pdf, found .gif");
  GraphFigure empty = figure;
  empty.scene = std::make_shared<const traces::GraphScene>();
  EXPECT_EQ(error_of(empty, "a.svg"), "a.svg: expected a graph with tasks to draw, found none");
}

TEST(GraphTitle, HasOriginProgramAndSize) {
  auto trace = std::make_shared<traces::Trace>(*trace_from_text(write_read));
  trace->metadata.program = "solver";
  const GraphCase tasks(trace);
  EXPECT_EQ(default_graph_title(*trace, tasks.graph, {}), "measured: solver, 2 tasks, longest path 2 tasks");
  EXPECT_EQ(default_graph_title(*trace, tasks.graph, {Fold::attribute, "step"}),
            "measured: solver, 2 tasks, longest path 2 tasks, folded by step");
  const GraphCase versions(trace, true);
  EXPECT_THAT(
      default_graph_title(*trace, versions.graph, {}),
      ::testing::MatchesRegex("measured: solver, 2 tasks, [0-9]+ data versions, longest path 2 tasks"));
}

}  // namespace
}  // namespace gusset::paper
