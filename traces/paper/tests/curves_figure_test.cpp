#include "gusset/traces/picture/charts/curves_figure.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <limits>
#include <string>

#include "gusset/traces/paper/charts/chart_file.hpp"
#include "gusset/traces/picture/charts/curves_panel.hpp"
#include "recording_canvas.hpp"

namespace gusset::paper {
namespace {

using picture::CurvePoint;
using picture::CurvesFigure;
using picture::CurveStyle;
using picture::StyledCurve;
using testing::area_of;
using ::testing::HasSubstr;
using testing::RecordingCanvas;

CurvesFigure two_panels() {
  const StyledCurve measured{"measured", CurveStyle::squares, {{1, 1, 1, 1}, {4, 0.5, 0.5, 0.5}}};
  const StyledCurve predicted{"predicted", CurveStyle::discs, {{1, 1, 1, 1}, {4, 0.6, 0.3, 0.9}}};
  const StyledCurve model{"model", CurveStyle::dashes, {{1, 2, 2, 2}, {4, 2, 2, 2}}};
  return {"Efficiency",
          {{"small", "nodes", "efficiency", {measured, predicted}},
           {"large", "nodes", "efficiency", {predicted, model}}}};
}

const RecordingCanvas::Fill& fill_of(const RecordingCanvas& canvas, const std::string& name) {
  return *std::find_if(canvas.fills.begin(), canvas.fills.end(),
                       [&](const auto& fill) { return fill.name == name; });
}

struct Bounds {
  double left = std::numeric_limits<double>::infinity(), right = -left, top = left, bottom = -left;
};

Bounds bounds_of(const Path& path) {
  Bounds bounds;
  path.for_each_point([&](Point point, bool) {
    bounds.left = std::min(bounds.left, point.x);
    bounds.right = std::max(bounds.right, point.x);
    bounds.top = std::min(bounds.top, point.y);
    bounds.bottom = std::max(bounds.bottom, point.y);
  });
  return bounds;
}

RecordingCanvas drawn(std::size_t panel) {
  const CurvesFigure figure = two_panels();
  RecordingCanvas canvas;
  picture::draw_curves_panel(canvas, figure.panels[panel], picture::scale_of(figure), {0, 0, 500, 300});
  return canvas;
}

TEST(CurvesPanel, HasTitlesAndATickAtEachPoint) {
  const RecordingCanvas canvas = drawn(0);
  for (const char* word : {"small", "nodes", "efficiency", "1", "4"})
    EXPECT_TRUE(canvas.has_text(word)) << word;
  EXPECT_FALSE(canvas.has_text("2") && canvas.has_text("3")) << "no other ticks on the horizontal axis";
}

TEST(CurvesPanel, PanelsShareScaleAndColours) {
  const picture::CurvesScale scale = picture::scale_of(two_panels());
  EXPECT_EQ(scale.highest, 2.0);
  EXPECT_EQ(scale.colours,
            (std::map<std::string, std::size_t>{{"measured", 0}, {"predicted", 1}, {"model", 2}}));
  const auto small = fill_of(drawn(0), "predicted");
  const auto large = fill_of(drawn(1), "predicted");
  EXPECT_EQ(small.colour, large.colour);
  EXPECT_EQ(bounds_of(small.path).bottom, bounds_of(large.path).bottom);
}

TEST(CurvesPanel, ErrorBarSpansTheRange) {
  const RecordingCanvas canvas = drawn(0);
  const Bounds with_range = bounds_of(fill_of(canvas, "predicted").path);
  const Bounds without = bounds_of(fill_of(canvas, "measured").path);
  // The bars span 0.7 (from 1 to 0.3) and 0.5, plus the marks that stick out.
  EXPECT_NEAR((with_range.bottom - with_range.top) / (without.bottom - without.top), 0.7 / 0.5, 0.12);
}

TEST(CurvesPanel, OnlyDashedStylesHaveDashes) {
  const CurvesFigure figure = two_panels();
  const picture::CurvesScale scale = picture::scale_of(figure);
  const auto sample = [&](CurveStyle style) {
    StyledCurve curve = figure.panels[1].curves[1];
    curve.style = style;
    RecordingCanvas canvas;
    draw_curve_sample(canvas, curve, scale, {0, 0}, 100);
    return canvas;
  };
  ASSERT_EQ(sample(CurveStyle::dashes).strokes.size(), 1U);
  const StrokeStyle dashes = sample(CurveStyle::dashes).strokes[0].style;
  const StrokeStyle dots = sample(CurveStyle::dots).strokes[0].style;
  EXPECT_GT(dashes.dash, dots.dash);
  EXPECT_GT(dots.dash, 0.0);
  EXPECT_TRUE(sample(CurveStyle::dashes).fills.empty()) << "no marks";
  const RecordingCanvas marked = sample(CurveStyle::squares);
  EXPECT_EQ(marked.strokes[0].style.dash, 0.0);
  EXPECT_EQ(marked.fills.size(), 1U);
}

TEST(CurvesFigure, FillsTheSlide) {
  const std::string path = ::testing::TempDir() + "curves_on_a_slide.svg";
  ASSERT_TRUE(draw(two_panels(), path, slide_options()).ok());
  std::ifstream in(path);
  const std::string svg{std::istreambuf_iterator<char>(in), {}};
  EXPECT_THAT(svg.substr(0, 400), HasSubstr("800"));
  EXPECT_THAT(svg.substr(0, 400), HasSubstr("450"));
}

TEST(CurvesFigure, RejectsPointsThatTheAxesCannotShow) {
  for (const CurvePoint bad : {CurvePoint{0, 1, 1, 1}, CurvePoint{1, -1, -1, 1}, CurvePoint{1, NAN, 0, 1},
                               CurvePoint{1, 1, 2, 2}, CurvePoint{1, 1, 0, INFINITY}}) {
    CurvesFigure figure = two_panels();
    figure.panels[0].curves[0].points = {bad};
    const auto done = draw(figure, ::testing::TempDir() + "curves.svg");
    ASSERT_FALSE(done.ok());
    EXPECT_THAT(done.error().message(), HasSubstr("other points in curve \"measured\""));
  }
  EXPECT_FALSE(draw(CurvesFigure{}, ::testing::TempDir() + "curves.svg").ok());
}

}  // namespace
}  // namespace gusset::paper
