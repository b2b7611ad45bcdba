#include "gusset/traces/picture/charts/sweep_figure.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <iterator>

#include "canvas/text.hpp"
#include "gusset/traces/paper/charts/chart_file.hpp"
#include "recording_canvas.hpp"

namespace gusset::paper {
namespace {

using picture::BarChart;
using picture::CurvesPanel;
using picture::CurveStyle;
using picture::FrontPlot;
using picture::HeatMap;
using picture::StyledCurve;
using picture::SweepFigure;
using picture::SweepSpot;
using testing::area_of;
using ::testing::HasSubstr;
using testing::RecordingCanvas;

HeatMap two_by_two() {
  HeatMap map{"Time by configuration", "blocks", "process grid", {"6", "12"}, {"1x4", "2x2"}, {}};
  map.cells = {{4.0, "4.00 s", false, false},
               {2.0, "2.00 s", true, true},
               {2.1, "2.10 s", false, true},
               {{}, "failed", false, false}};
  return map;
}

CurvesPanel scaling() {
  return {"Scaling",
          "nodes",
          "time [s]",
          {{"blocks: 12", CurveStyle::discs, {{1, 8, 7, 9}, {4, 2.5, 2.4, 2.6}}},
           {"blocks: 6", CurveStyle::discs, {{1, 9, 9, 9}, {4, 4, 4, 4}}},
           {"ideal", CurveStyle::thin, {{1, 8, 8, 8}, {4, 2, 2, 2}}, false}}};
}

FrontPlot front() {
  FrontPlot plot{"Front", "time [s]", "bytes sent [GB]", "time, bytes", {}};
  plot.points = {{2.0, 5.0, "2x2", "2 s, 5 GB", true, true},
                 {4.0, 1.0, "1x4", "4 s, 1 GB", true, false},
                 {5.0, 6.0, "4x1", "5 s, 6 GB", false, false}};
  return plot;
}

BarChart loads() {
  BarChart chart{"Load of the nodes", "blocks", {"mean", "busiest", "waiting"}, {}, {}, "the best 3 of 4"};
  chart.columns = {{"36x6", "9x1", false}, {"36x6", "3x3", true}, {"18x12", "9x1", false}};
  chart.plots = {
      {"tasks", {0, 1}, {{{6, 2}, "8 000", 5, 7}, {{6, 1}, "7 000", 0, 0}, {{6, 4}, "10 000", 0, 0}}}};
  return chart;
}

const RecordingCanvas::Text* find(const RecordingCanvas& canvas, const std::string& text) {
  const auto found = std::find_if(canvas.texts.begin(), canvas.texts.end(),
                                  [&](const auto& drawn) { return drawn.text == text; });
  return found == canvas.texts.end() ? nullptr : &*found;
}

std::size_t fills_named(const RecordingCanvas& canvas, const std::string& name) {
  return static_cast<std::size_t>(std::count_if(canvas.fills.begin(), canvas.fills.end(),
                                                [&](const auto& fill) { return fill.name == name; }));
}

TEST(HeatMap, MarksTheBestCellAndItsTies) {
  RecordingCanvas canvas;
  draw_heat_map(canvas, two_by_two(), {0, 0, 600, picture::heat_map_height(two_by_two())});
  ASSERT_NE(find(canvas, "2.00 s"), nullptr);
  EXPECT_TRUE(find(canvas, "2.00 s")->style.bold);
  ASSERT_NE(find(canvas, "≈ 2.10 s"), nullptr);
  EXPECT_FALSE(find(canvas, "≈ 2.10 s")->style.bold);
  EXPECT_NE(find(canvas, "4.00 s"), nullptr);
  EXPECT_NE(find(canvas, "failed"), nullptr);
  EXPECT_EQ(fills_named(canvas, "best"), 1u);
  EXPECT_EQ(fills_named(canvas, "ties with the best"), 1u);
  for (const char* word : {"blocks", "process grid", "6", "12", "1x4", "2x2"})
    EXPECT_TRUE(canvas.has_text(word));
}

TEST(HeatMap, BetterCellsAreDarker) {
  RecordingCanvas canvas;
  draw_heat_map(canvas, two_by_two(), {0, 0, 600, 300});
  const auto brightness = [&](const std::string& name) {
    for (const auto& fill : canvas.fills) {
      if (fill.name == name) return fill.colour.red + fill.colour.green + fill.colour.blue;
    }
    return -1;
  };
  EXPECT_LT(brightness("2.00 s"), brightness("2.10 s"));
  EXPECT_LT(brightness("2.10 s"), brightness("4.00 s"));
}

TEST(HeatMap, TooManyRowsAreCutToTheBestWithANote) {
  HeatMap map{"T", "blocks", "grid", {}, {"1x1"}, {}};
  for (int i = 0; i < 100; ++i) {
    map.rows.push_back("row " + std::to_string(i));
    map.cells.push_back({100.0 - i, std::to_string(100 - i), i == 99, false});
  }
  RecordingCanvas canvas;
  draw_heat_map(canvas, map, {0, 0, 600, picture::heat_map_height(map)});
  EXPECT_TRUE(canvas.has_text("row 99"));
  EXPECT_FALSE(canvas.has_text("row 0"));
  EXPECT_TRUE(std::any_of(canvas.texts.begin(), canvas.texts.end(), [](const auto& text) {
    return text.text.find("the best 30 of 100 rows") != std::string::npos;
  }));
}

SweepFigure of_scaling(const CurvesPanel& panel) {
  SweepFigure figure;
  figure.scaling = panel;
  return figure;
}

TEST(ScalingCurves, HaveATickPerNodeCountAndALegendEntryPerCurve) {
  RecordingCanvas canvas;
  draw_sweep(canvas, of_scaling(scaling()), 600);
  for (const char* word : {"1", "4", "nodes", "time [s]", "blocks: 12", "blocks: 6", "ideal"})
    EXPECT_TRUE(canvas.has_text(word)) << word;
  EXPECT_EQ(fills_named(canvas, "blocks: 12"), 1u);
}

TEST(ScalingCurves, AreLeftOutIfNoCurveHasTwoPoints) {
  CurvesPanel single = scaling();
  for (StyledCurve& curve : single.curves) {
    if (curve.style != CurveStyle::thin) curve.points.resize(1);
  }
  EXPECT_GT(sweep_height(of_scaling(scaling()), 600), 0);
  EXPECT_EQ(sweep_height(of_scaling(single), 600), 0);
}

TEST(BarChart, BarHeightsAreProportionalToValues) {
  RecordingCanvas canvas;
  draw_bar_chart(canvas, loads(), {0, 0, 600, picture::bar_chart_height(loads(), 600)});
  std::vector<double> means, busiest;
  for (const auto& fill : canvas.fills) {
    if (fill.name == "mean") means.push_back(area_of(fill.path));
    if (fill.name == "busiest") busiest.push_back(area_of(fill.path));
  }
  ASSERT_EQ(means.size(), 3u);
  ASSERT_EQ(busiest.size(), 3u);
  EXPECT_NEAR(means[0], means[1], 1e-6);
  EXPECT_NEAR(busiest[0] / means[0], 2.0 / 6.0, 1e-6);
  EXPECT_NEAR(busiest[2] / busiest[1], 4.0, 1e-6);
  EXPECT_EQ(fills_named(canvas, "range"), 1u) << "only one bar has a range";
}

TEST(BarChart, NamesColumnsGroupsAndUsedParts) {
  RecordingCanvas canvas;
  draw_bar_chart(canvas, loads(), {0, 0, 600, picture::bar_chart_height(loads(), 600)});
  for (const char* text : {"Load of the nodes", "tasks", "blocks 36x6", "blocks 18x12", "9x1", "3x3", "8 000",
                           "7 000", "10 000", "mean", "busiest", "the best 3 of 4"})
    EXPECT_TRUE(canvas.has_text(text)) << text;
  EXPECT_FALSE(canvas.has_text("waiting")) << "no plot has it";
  EXPECT_TRUE(find(canvas, "7 000")->style.bold) << "the best";
  EXPECT_FALSE(find(canvas, "8 000")->style.bold);
}

TEST(BarChart, LeavesOutNumbersThatDoNotFit) {
  RecordingCanvas canvas;
  draw_bar_chart(canvas, loads(), {0, 0, 130, picture::bar_chart_height(loads(), 130)});
  for (const auto& text : canvas.texts)
    EXPECT_TRUE(text.text.find("…") == std::string::npos || text.text.find("000") == std::string::npos)
        << text.text;
}

TEST(BarChart, ManyNamesAreWrittenUpwardsAndWhole) {
  BarChart chart = loads();
  chart.columns.clear();
  chart.group_title = "blocks, threads, policy";
  for (int i = 10; i < 34; ++i)
    chart.columns.push_back({std::to_string(i) + ", 4, locality", "2x4", i == 12});
  chart.plots[0].bars.assign(chart.columns.size(), chart.plots[0].bars[0]);
  const int height = picture::bar_chart_height(chart, 480);
  EXPECT_GT(height, picture::bar_chart_height(loads(), 480));
  RecordingCanvas canvas;
  draw_bar_chart(canvas, chart, {0, 0, 480, height});
  for (const auto& column : chart.columns) {
    const auto* const name = find(canvas, "2x4: " + column.group);
    ASSERT_NE(name, nullptr) << column.group;
    EXPECT_TRUE(name->style.upwards);
    EXPECT_EQ(name->style.bold, column.is_best);
  }
  EXPECT_TRUE(canvas.has_text("below the bars: process grid: blocks, threads, policy"));
  for (const auto& text : canvas.texts) EXPECT_EQ(text.text.find("…"), std::string::npos) << text.text;
  for (const auto& text : canvas.texts) EXPECT_LE(text.at.y, height) << text.text;
}

TEST(BarChart, IsLeftOutWithoutColumns) {
  EXPECT_EQ(picture::bar_chart_height(BarChart{}, 600), 0);
}

TEST(FrontPlot, NumbersFrontPointsInPlotAndList) {
  RecordingCanvas canvas;
  draw_front_plot(canvas, front(), {0, 0, 600, picture::front_plot_height(front())});
  EXPECT_EQ(std::count_if(canvas.texts.begin(), canvas.texts.end(),
                          [](const auto& text) { return text.text == "1" && text.style.bold; }),
            2);
  EXPECT_TRUE(canvas.has_text("2x2: 2 s, 5 GB"));
  EXPECT_TRUE(canvas.has_text("1x4: 4 s, 1 GB"));
  EXPECT_FALSE(canvas.has_text("4x1: 5 s, 6 GB"));
}

TEST(FrontPlot, NumbersAreRanksAmongAllConfigurations) {
  FrontPlot plot = front();
  plot.points[1].on_front = false;
  plot.points[2].on_front = true;
  RecordingCanvas canvas;
  draw_front_plot(canvas, plot, {0, 0, 600, picture::front_plot_height(plot)});
  const auto numbered = [&](const std::string& number) {
    return std::count_if(canvas.texts.begin(), canvas.texts.end(),
                         [&](const auto& text) { return text.text == number && text.style.bold; });
  };
  EXPECT_EQ(numbered("1"), 2);
  EXPECT_EQ(numbered("2"), 0) << "ranks, as in the table";
  EXPECT_EQ(numbered("3"), 2);
  EXPECT_TRUE(canvas.has_text("orange: best; blue: front by rank (time, bytes)"));
}

TEST(FrontPlot, NumbersOfClosePointsDoNotOverlap) {
  FrontPlot plot = front();
  plot.points.clear();
  for (int i = 0; i < 6; ++i) {
    plot.points.push_back({1.0 + 0.001 * i, 1.0, "p", "d", true, i == 0});
  }
  plot.points.push_back({2.0, 2.0, "q", "d", false, false});
  RecordingCanvas canvas;
  draw_front_plot(canvas, plot, {0, 0, 600, picture::front_plot_height(plot)});
  std::vector<RecordingCanvas::Text> numbers;
  for (const auto& text : canvas.texts) {
    if (text.style.bold && text.style.anchor == Anchor::begin && text.text.size() == 1)
      numbers.push_back(text);
  }
  ASSERT_GE(numbers.size(), 4u) << "there is room for some";
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    for (std::size_t j = i + 1; j < numbers.size(); ++j) {
      const bool apart = std::abs(numbers[i].at.x - numbers[j].at.x) >= text_width("8", 11.0, true) - 0.5 ||
                         std::abs(numbers[i].at.y - numbers[j].at.y) >= 10.5;
      EXPECT_TRUE(apart) << numbers[i].text << " and " << numbers[j].text;
    }
  }
}

TEST(FrontPlot, CrowdedPointsAreNumberedOnlyInTheList) {
  FrontPlot plot = front();
  plot.points.clear();
  for (int i = 0; i < 12; ++i) {
    plot.points.push_back(
        {1.0 + 0.003 * (i % 4), 1.0 + 0.01 * (i / 4), "p" + std::to_string(i), "d", true, i == 0});
  }
  plot.points.push_back({2.0, 2.0, "q", "d", false, false});
  RecordingCanvas canvas;
  draw_front_plot(canvas, plot, {0, 0, 600, picture::front_plot_height(plot)});
  const auto in_plot = std::count_if(canvas.texts.begin(), canvas.texts.end(), [](const auto& text) {
    return text.style.bold && text.style.anchor == Anchor::begin && text.text.size() <= 2;
  });
  EXPECT_LT(in_plot, 12);
  for (int i = 0; i < 12; ++i) EXPECT_TRUE(canvas.has_text("p" + std::to_string(i) + ": d"));
}

TEST(SweepFigure, ReturnsWhereEachConfigurationIsDrawn) {
  SweepFigure figure{"two by two", two_by_two(), {}, front(), {}};
  std::size_t number = 10;
  for (auto& cell : figure.heat_map.cells) cell.configuration = number++;
  number = 10;
  for (auto& point : figure.front.points) point.configuration = number++;
  RecordingCanvas canvas;
  const std::vector<SweepSpot> spots = draw_sweep(canvas, figure, 1000);
  ASSERT_EQ(spots.size(), 7U) << "one per cell and one per point";
  for (const SweepSpot& spot : spots) {
    EXPECT_EQ(picture::configuration_at(spots, (spot.left + spot.right) / 2, (spot.top + spot.bottom) / 2),
              spot.configuration);
    EXPECT_LE(spot.right, 1000.0);
    EXPECT_LE(spot.bottom, sweep_height(figure, 1000));
  }
  EXPECT_EQ(picture::configuration_at(spots, 1.0, 1.0), std::nullopt);
}

class SweepFigureFile : public ::testing::Test {
 protected:
  SweepFigureFile() {
    std::string pattern = (std::filesystem::temp_directory_path() / "gusset-sweep-XXXXXX").string();
    folder_ = ::mkdtemp(pattern.data());
  }
  ~SweepFigureFile() override { std::filesystem::remove_all(folder_); }
  std::string drawn(const SweepFigure& figure, const std::string& name,
                    const FigureOptions& options = {}) const {
    const auto done = draw(figure, folder_ / name, options);
    EXPECT_TRUE(done.ok()) << (done.ok() ? "" : done.error().message());
    std::ifstream in(folder_ / name, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  std::filesystem::path folder_;
};

TEST_F(SweepFigureFile, WritesAllFormats) {
  const SweepFigure figure{"cholesky: 2x2 is fastest", two_by_two(), scaling(), front(), loads()};
  EXPECT_TRUE(drawn(figure, "a.png").starts_with("\x89PNG"));
  EXPECT_TRUE(drawn(figure, "a.pdf").starts_with("%PDF"));
  EXPECT_THAT(drawn(figure, "a.svg"), HasSubstr("≈ 2.10 s"));
  EXPECT_TRUE(drawn(figure, "column.png", column_options()).starts_with("\x89PNG"));
}

TEST_F(SweepFigureFile, LongTitleIsCutAtAClause) {
  const SweepFigure figure{
      "cholesky: 2x2 is fastest; next is 1x4, 12 % slower; 2x2 sends 40 % fewer bytes than that",
      two_by_two(),
      {},
      {},
      {}};
  EXPECT_THAT(drawn(figure, "a.svg"),
              HasSubstr(">cholesky: 2x2 is fastest; next is 1x4, 12 % slower; 2x2 sends"));
  EXPECT_THAT(drawn(figure, "b.svg", column_options()),
              HasSubstr(">cholesky: 2x2 is fastest; next is 1x4, 12 % slower</text>"));
}

TEST_F(SweepFigureFile, SlideKeepsItsAspectRatio) {
  const SweepFigure figure{"cholesky: 2x2 is fastest", two_by_two(), scaling(), front(), loads()};
  const std::string svg = drawn(figure, "slide.svg", slide_options());
  const auto millimetres_after = [&](const std::string& word) {
    return std::stod(svg.substr(svg.find(word) + word.size(), 8));
  };
  const double width = millimetres_after("width=\"");
  EXPECT_NEAR(width, 960.0 / 72.0 * 25.4, 0.01) << "as a PDF";
  EXPECT_NEAR(width * 9.0, millimetres_after("height=\"") * 16.0, 0.1);
}

TEST_F(SweepFigureFile, EscapesHostileText) {
  SweepFigure figure{"a<b>&\x01\xff", two_by_two(), {}, {}, {}};
  figure.heat_map.rows[0] = "<script>\n";
  const std::string svg = drawn(figure, "a.svg");
  EXPECT_THAT(svg, HasSubstr("a&lt;b&gt;&amp;"));
  EXPECT_THAT(svg, ::testing::Not(HasSubstr("<script>")));
}

TEST_F(SweepFigureFile, RejectsAnEmptyFigure) {
  const auto done = draw(SweepFigure{}, folder_ / "a.png");
  ASSERT_FALSE(done.ok());
  EXPECT_THAT(done.error().message(),
              HasSubstr("a.png: expected a sweep of several configurations to draw, found none"));
}

TEST_F(SweepFigureFile, RejectsAHeatMapWithMissingCells) {
  SweepFigure figure{"t", two_by_two(), {}, {}, {}};
  figure.heat_map.cells.pop_back();
  const auto done = draw(figure, folder_ / "a.png");
  ASSERT_FALSE(done.ok());
  EXPECT_THAT(done.error().message(),
              HasSubstr("expected a heat map with a cell for each row and column, found 3 cells"));
}

}  // namespace
}  // namespace gusset::paper
