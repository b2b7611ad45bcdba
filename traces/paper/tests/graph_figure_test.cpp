#include "gusset/traces/paper/graph/graph_figure.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <iterator>

#include "composed_graph.hpp"
#include "fork_join_program.hpp"
#include "svg_reader.hpp"
#include "text_trace.hpp"

namespace gusset::paper {
namespace {

using testing::adds;
using ::testing::Contains;
using testing::figure_of;
using testing::read_svg;
using testing::SvgElement;
using testing::write_read;
using Fold = traces::FoldBy::Kind;
using traces::testing::GraphCase;
using traces::testing::trace_from_text;
using traces::testing::typed_trace;

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
  GraphFigure figure = figure_of(GraphCase(trace_from_text(write_read)));
  figure.subtitle = "measured run";
  const auto texts = texts_of(written(figure, "a.svg"));
  EXPECT_THAT(texts, Contains("measured: 2 tasks, longest path 2 tasks"));
  EXPECT_THAT(texts, Contains("measured run \xC2\xB7 colours: type"));
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
  EXPECT_THAT(texts_of(by_step), Contains("colours: step"));
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

TEST_F(GraphFigureFile, LegendSaysHowManyCreationsHaveNoLines) {
  traces::testing::ForkJoinProgram program(1);
  const traces::TaskId outer = program.task("outer", program.task("serial"));
  for (int i = 0; i < 20; ++i) program.task("inner", outer);
  const GraphCase graph(std::make_shared<traces::Trace>(program.trace()));
  const auto texts = texts_of(written(figure_of(graph), "a.svg"));
  EXPECT_THAT(texts, Contains("creates"));
  EXPECT_THAT(texts, Contains("creation of 20 tasks not drawn"));
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

TEST(GraphSubtitle, SaysHowLongTheTasksTookOrThatTheyHaveNotRun) {
  traces::Trace trace = *trace_from_text(write_read);
  EXPECT_EQ(default_graph_subtitle(trace, "a 2× as fast"), "9.00 µs on 1 worker, 88.9 % busy · a 2× as fast");
  for (traces::Lane& lane : trace.lanes) lane.spans = {};
  EXPECT_EQ(default_graph_subtitle(trace, ""), "not run yet");
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
  traces::testing::ForkJoinProgram program(1);
  program.task("inner", program.task("outer", program.task("serial")));
  const GraphCase created(std::make_shared<traces::Trace>(program.trace()));
  EXPECT_EQ(default_graph_title(program.trace(), created.graph, {}),
            "measured: 3 tasks, longest chain of creations 3 tasks");
}

}  // namespace
}  // namespace gusset::paper
