#include "output/curves_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

#include "gusset/base/json_field.hpp"
#include "gusset_call.hpp"
#include "output/errors.hpp"

namespace gusset::cli {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

json two_points() {
  return json::parse(R"({"format": "gusset curves", "version": 1, "title": "Scaling", "panels": [
    {"title": "N = 8", "x_title": "nodes", "y_title": "efficiency", "series": [
      {"name": "measured", "style": "squares", "points": [
        {"x": 1, "y": 1.0, "low": 1.0, "high": 1.0}, {"x": 4, "y": 0.5, "low": 0.4, "high": 0.6}]},
      {"name": "model", "style": "dashes", "points": []}]}]})");
}

TEST(CurvesFile, ReadsPanelsAndCurves) {
  const picture::CurvesFigure figure = curves_of(two_points(), "c.json");
  EXPECT_EQ(figure.title, "Scaling");
  ASSERT_EQ(figure.panels.size(), 1u);
  EXPECT_EQ(figure.panels[0].title, "N = 8");
  EXPECT_EQ(figure.panels[0].x_title, "nodes");
  EXPECT_EQ(figure.panels[0].y_title, "efficiency");
  ASSERT_EQ(figure.panels[0].curves.size(), 2u);
  const picture::StyledCurve& curve = figure.panels[0].curves[0];
  EXPECT_EQ(curve.name, "measured");
  EXPECT_EQ(curve.style, picture::CurveStyle::squares);
  EXPECT_EQ(curve.points, (std::vector<picture::CurvePoint>{{1, 1, 1, 1}, {4, 0.5, 0.4, 0.6}}));
  EXPECT_EQ(figure.panels[0].curves[1].style, picture::CurveStyle::dashes);
}

// A change to a document, and the resulting error message.
struct Damage {
  std::string name;
  std::function<void(json&)> change;
  std::string message;
};

void PrintTo(const Damage& tested, std::ostream* out) {
  *out << tested.name;
}

class DamagedCurves : public ::testing::TestWithParam<Damage> {};

TEST_P(DamagedCurves, NamesFileAndFieldInOneLine) {
  json document = two_points();
  GetParam().change(document);
  try {
    curves_of(document, "c.json");
    ADD_FAILURE() << "accepted";
  } catch (const DocumentError& refused) {
    EXPECT_EQ(std::string(refused.what()), GetParam().message);
  }
}

json& curve(json& document) {
  return document["panels"][0]["series"][0];
}

INSTANTIATE_TEST_SUITE_P(
    CurvesFile, DamagedCurves,
    ::testing::Values(
        Damage{"AnotherFormat", [](json& d) { d["format"] = "gusset info"; },
               "c.json: format: expected \"gusset curves\", found \"gusset info\""},
        Damage{"AnotherVersion", [](json& d) { d["version"] = 2; }, "c.json: version: expected 1, found 2"},
        Damage{"NoPanels", [](json& d) { d["panels"] = json::array(); },
               "c.json: panels: expected 1 to 24 items, found 0"},
        Damage{"UnknownStyle", [](json& d) { curve(d)["style"] = "stars"; },
               "c.json: panels[0].series[0].style: expected squares, discs, dashes or dots, found \"stars\""},
        Damage{"ZeroX", [](json& d) { curve(d)["points"][0]["x"] = 0; },
               "c.json: panels[0].series[0].points[0].x: expected a number above 0, found 0"},
        Damage{"OutOfOrder", [](json& d) { curve(d)["points"][1]["x"] = 1; },
               "c.json: panels[0].series[0].points[1].x: expected more than the previous point's x, found 1"},
        Damage{"RangeAbove", [](json& d) { curve(d)["points"][1]["low"] = 0.51; },
               "c.json: panels[0].series[0].points[1].low: expected at most y, found 0.51"},
        Damage{"RangeBelow", [](json& d) { curve(d)["points"][1]["high"] = 0.25; },
               "c.json: panels[0].series[0].points[1].high: expected at least y, found 0.25"}),
    [](const auto& tested) { return tested.param.name; });

TEST(CurvesFile, RenderDrawsIt) {
  const gusset::testing::TestFolder folder;
  folder.write("c.json", two_points().dump());
  const auto drawn = gusset::testing::gusset_in(folder, {"render", "c.json", "-o", "c.svg"});
  EXPECT_EQ(drawn.exit_status, 0) << drawn.errors;
  EXPECT_EQ(drawn.output, "c.svg: curves in 1 panel\n");
  const std::string svg = gusset::testing::read_text(folder.file("c.svg"));
  for (const char* text : {"Scaling", "N = 8", "nodes", "efficiency", "measured", "model"})
    EXPECT_THAT(svg, HasSubstr(text));
  const auto coloured =
      gusset::testing::gusset_in(folder, {"render", "c.json", "-o", "d.svg", "--colour", "node"});
  EXPECT_EQ(coloured.exit_status, 2);
  EXPECT_EQ(coloured.errors, "gusset: c.json: --colour: expected a trace, found curves\n");
  folder.write("d.json", R"({"format": "gusset curves", "version": 1})");
  const auto refused = gusset::testing::gusset_in(folder, {"render", "d.json", "-o", "d.svg"});
  EXPECT_EQ(refused.exit_status, 1);
  EXPECT_EQ(refused.errors, "gusset: d.json: title: expected text, found nothing\n");
}

}  // namespace
}  // namespace gusset::cli
