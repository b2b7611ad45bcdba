#include "gusset/traces/paper/figure/figure.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <map>

#include "figure/drawing.hpp"
#include "figure_fixture.hpp"
#include "gusset/traces/analysis/time/statistics.hpp"
#include "recording_canvas.hpp"
#include "svg_reader.hpp"
#include "text_trace.hpp"

namespace gusset::paper {
namespace {

using testing::area_of;
using testing::Figure;
using testing::Picture;
using testing::random_trace;
using traces::testing::trace_from_text;

TEST_F(Figure, LegendSharesCoverTheDrawnTimeRange) {
  const auto trace = trace_from_text("aaaabbbb\nbbbbbbbb", 1000);
  FigureOptions options;
  options.from_ns = 2'000;
  options.to_ns = 4'000;
  ASSERT_TRUE(draw({{trace, "title"}}, file("a.svg"), options));
  const std::string svg = contents(file("a.svg"));
  EXPECT_THAT(svg, ::testing::HasSubstr("a\xE2\x80\x82"
                                        "50.0 %"));
  EXPECT_THAT(svg, ::testing::HasSubstr("b\xE2\x80\x82"
                                        "50.0 %"));
}

TEST_F(Figure, HiddenTasksAreGreyAndNeverBlank) {
  const auto trace = trace_from_text("aaaa....bbbb", 1000);
  Panel panel{trace, "title"};
  panel.shown = std::make_shared<traces::TaskSet>(traces::TaskSet{true, false});
  ASSERT_TRUE(draw({panel}, file("a.svg")));
  const std::string svg = contents(file("a.svg"));
  EXPECT_THAT(svg, ::testing::HasSubstr("not shown\xE2\x80\x82"
                                        "50.0 %"));
  EXPECT_THAT(svg, ::testing::HasSubstr("a\xE2\x80\x82"
                                        "50.0 %"));
  EXPECT_THAT(svg, ::testing::Not(::testing::HasSubstr(">b<")));
  ASSERT_TRUE(draw({panel}, file("a.png")));
  const Picture picture(file("a.png"));
  const Layout layout = lay_out({panel}, {}, 1);
  const RowLayout& row = layout.panels[0].rows[0];
  const auto pixel_at = [&](double part) {
    const int x = layout.plot_left + static_cast<int>(part * (layout.plot_right - layout.plot_left));
    return picture.pixels[static_cast<std::size_t>(row.bottom - 2) * static_cast<std::size_t>(picture.width) +
                          static_cast<std::size_t>(x)] &
           0xFFFFFFU;
  };
  EXPECT_EQ(pixel_at(0.85), 0xDEE2E7U) << "hidden work";
  EXPECT_EQ(pixel_at(0.55), 0xFFFFFFU) << "idle";
}

TEST_F(Figure, DrawsOnlyTheRequestedLanesInOrder) {
  const auto trace = trace_from_text("n0/w0: aa\nn0/w1: bb\nn1/w0: cc", 1000);
  Panel panel{trace, "title"};
  panel.lanes = {1, 0};
  const Layout layout = lay_out({panel}, {}, 1);
  ASSERT_EQ(layout.panels[0].rows.size(), 2U);
  EXPECT_EQ(layout.panels[0].rows[0].lanes, std::vector<std::size_t>{1});
  EXPECT_TRUE(layout.panels[0].nodes.empty()) << "one node needs no node labels";
}

TEST_F(Figure, CustomColoursOverrideThePalette) {
  FigureOptions options;
  options.custom_colours["a"] = {1, 2, 3};
  ASSERT_TRUE(draw({{trace_from_text("aaaa"), "title"}}, file("a.svg"), options));
  EXPECT_THAT(contents(file("a.svg")), ::testing::HasSubstr("#010203"));
}

TEST_F(Figure, TasksHaveTheColoursOfTheColouring) {
  auto trace = std::make_shared<traces::Trace>(*trace_from_text("aaaa\nbbbbaaaa"));
  trace->attributes.push_back(
      {"step", {traces::TaskId(0), traces::TaskId(1)}, std::vector<std::int64_t>{3, 12}});
  const auto colouring = traces::make_colouring(*trace, {traces::ColourKey::attribute, "step"});
  ASSERT_TRUE(draw({{trace, "title", colouring}}, file("a.svg")));
  std::vector<std::string> words;
  std::map<std::string, std::string> fills;  // the solid part comes last
  const auto elements = testing::read_svg(contents(file("a.svg")));
  for (std::size_t i = 0; i < elements.size(); ++i) {
    if (elements[i].name == "text") words.push_back(elements[i].text);
    if (elements[i].name == "path" && i + 1 < elements.size())
      fills[elements[i + 1].text] = elements[i].attributes.at("fill");
  }
  EXPECT_THAT(words, ::testing::IsSupersetOf({"step, share of busy time:",
                                              "step 3\xE2\x80\x82"
                                              "33.3 %",
                                              "step 12\xE2\x80\x82"
                                              "33.3 %",
                                              "no step\xE2\x80\x82"
                                              "33.3 %"}));
  const auto hex = [](Colour colour) {
    std::array<char, 8> text{};
    std::snprintf(text.data(), text.size(), "#%02x%02x%02x", colour.red, colour.green, colour.blue);
    return std::string(text.data());
  };
  EXPECT_EQ(fills["step 3"], hex(traces::type_colour(3)));
  EXPECT_EQ(fills["step 12"], hex(traces::type_colour(12)));
}

TEST_F(Figure, SvgIsWellFormedAndItsAreasEqualBusyTime) {
  const auto trace = random_trace({"", 4, 25, 30000, 20000});
  ASSERT_TRUE(draw({{trace, "title"}}, file("a.svg"), {.width = 1000}));
  const auto elements = testing::read_svg(contents(file("a.svg")));
  EXPECT_EQ(elements.front().name, "svg");
  EXPECT_EQ(elements.front().attributes.at("width"), "1000");
  const traces::Statistics statistics = traces::compute_statistics(*trace);
  const CategoryColours colours = colours_of({{trace, ""}});
  const Layout layout = lay_out({{trace, ""}}, {.width = 1000}, 1);
  const RowLayout& row = layout.panels[0].rows[0];
  const double pixels_per_ns = static_cast<double>(layout.plot_right - layout.plot_left) *
                               (row.bottom - row.top) / static_cast<double>(statistics.makespan_ns);
  for (const traces::TypeStatistics& type : statistics.types) {
    std::vector<double> areas;  // areas of the tint and of the solid part
    for (std::size_t i = 0; i + 1 < elements.size(); ++i) {
      if (elements[i].name != "path" || elements[i + 1].text != trace->types[type.type.value()]) continue;
      areas.push_back(area_of(testing::path_from_data(elements[i].attributes.at("d"))));
    }
    ASSERT_EQ(areas.size(), 2U);
    const double area = areas[1] + areas[0] / 2;  // triangles cover half of each tint
    EXPECT_NEAR(area, static_cast<double>(type.busy_ns) * pixels_per_ns, 0.002 * area) << type.type.value();
  }
}

TEST_F(Figure, SvgOfAMillionTasksIsSmall) {
  const auto trace = random_trace({"", 16, 62500, 500, 200});
  ASSERT_TRUE(draw({{trace, "title"}}, file("a.svg")));
  EXPECT_LT(std::filesystem::file_size(file("a.svg")), 1'500'000U);
  double area = 0.0;
  const auto elements = testing::read_svg(contents(file("a.svg")));
  int paths = 0;
  for (std::size_t i = 0; i + 1 < elements.size(); ++i) {
    if (elements[i].name != "path" || elements[i + 1].text.empty()) continue;
    area += area_of(testing::path_from_data(elements[i].attributes.at("d")));
    ++paths;
  }
  EXPECT_LE(paths, 8);  // at most a solid path and a tint per type
  const Layout layout = lay_out({{trace, ""}}, {}, 1);
  const RowLayout& row = layout.panels[0].rows[0];
  const double full = 16.0 * (layout.plot_right - layout.plot_left) * (row.bottom - row.top);
  EXPECT_NEAR(area / full, traces::compute_statistics(*trace).busy_share, 0.003);
}

TEST_F(Figure, SvgEscapesTextFromTheTrace) {
  traces::Trace trace = *trace_from_text("n0/w1: aabb\nn1/w1: ab");
  trace.types = {"<&\">'", std::string("\xFF\0\x1B", 3)};
  trace.nodes[0].name = "</svg>";
  trace.workers[0].name = "]]>&amp;";
  ASSERT_TRUE(draw({{std::make_shared<const traces::Trace>(trace), "<title & co>"}}, file("a.svg")));
  const auto elements = testing::read_svg(contents(file("a.svg")));
  const auto has = [&](const std::string& text) {
    return std::any_of(elements.begin(), elements.end(),
                       [&](const auto& e) { return e.text.find(text) != std::string::npos; });
  };
  EXPECT_TRUE(has("<title & co>"));
  EXPECT_TRUE(has("<&\">'"));
  EXPECT_TRUE(has("</svg>"));
  EXPECT_TRUE(has("]]>&amp;"));
  EXPECT_TRUE(has("\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD"));
}

TEST_F(Figure, OutputIsDeterministic) {
  const std::vector<Panel> panels{{random_trace({"", 3, 300}), "one"}};
  for (const std::string ending : {".png", ".svg"}) {
    ASSERT_TRUE(draw(panels, file("a" + ending)));
    ASSERT_TRUE(draw(panels, file("b" + ending)));
    EXPECT_EQ(contents(file("a" + ending)), contents(file("b" + ending)));
    EXPECT_FALSE(contents(file("a" + ending)).empty());
  }
}

TEST_F(Figure, FileExtensionMayBeUpperCase) {
  EXPECT_EQ(error_of({{trace_from_text("a"), ""}}, file("a.PNG")), "no error");
  EXPECT_EQ(Picture(file("a.PNG")).width, 1600);
}

TEST_F(Figure, EmptyTraceGivesAnEmptyPanel) {
  for (const std::string ending : {".png", ".svg"}) {
    EXPECT_EQ(error_of({{std::make_shared<const traces::Trace>(), "nothing"}}, file("a" + ending)),
              "no error");
  }
}

TEST_F(Figure, ManyWorkersStayWithinTheMaximumHeight) {
  ASSERT_TRUE(
      draw({{random_trace({"", 700, 20}), "many"}}, file("a.png"), {.width = 400, .max_height = 600}));
  EXPECT_LE(Picture(file("a.png")).height, 600);
}

TEST_F(Figure, PdfHasTheRequestedSizeAndIsDeterministic) {
  const std::vector<Panel> panels{{trace_from_text("aab.\n.bb.\n"), "title"}};
  const auto bytes = [&] {
    EXPECT_TRUE(draw(panels, file("a.pdf"), column_options()));
    std::ifstream in(file("a.pdf"), std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(in), {});
  };
  const std::string once = bytes();
  EXPECT_EQ(once.substr(0, 5), "%PDF-");
  EXPECT_NE(once.find("/MediaBox [ 0 0 243.77"), std::string::npos);  // 86 mm
  EXPECT_EQ(once.find("CreationDate"), std::string::npos);
  EXPECT_EQ(bytes(), once);
}

TEST_F(Figure, SvgForPrintHasItsPhysicalSize) {
  const std::vector<Panel> panels{{trace_from_text("aab.\n"), "title"}};
  ASSERT_TRUE(draw(panels, file("a.svg"), column_options()));
  EXPECT_THAT(contents(file("a.svg")),
              ::testing::ContainsRegex("<svg [^>]*width=\"86mm\" [^>]*viewBox=\"0 0 420 "));
}

TEST_F(Figure, PngForPrintHasMorePixels) {
  const std::vector<Panel> panels{{trace_from_text("aab.\n"), "title"}};
  ASSERT_TRUE(draw(panels, file("a.png"), column_options()));
  EXPECT_EQ(Picture(file("a.png")).width, 3 * 420);
}

TEST_F(Figure, SlideIs16To9InAllFormats) {
  const std::vector<Panel> panels{{trace_from_text("aab.\n.bb.\n"), "title"}};
  ASSERT_TRUE(draw(panels, file("a.png"), slide_options()));
  EXPECT_EQ(Picture(file("a.png")).width, 1920);
  EXPECT_EQ(Picture(file("a.png")).height, 1080);
  ASSERT_TRUE(draw(panels, file("a.pdf"), slide_options()));
  EXPECT_NE(contents(file("a.pdf")).find("/MediaBox [ 0 0 960 540"), std::string::npos);
}

TEST_F(Figure, RejectsUnsupportedExtensions) {
  const std::vector<Panel> panels{{trace_from_text("a"), ""}};
  EXPECT_EQ(error_of(panels, file("a.bmp")),
            "a.bmp: expected a name that ends in .png, .svg or .pdf, found .bmp");
  EXPECT_EQ(error_of(panels, file("png")),
            "png: expected a name that ends in .png, .svg or .pdf, found no ending");
  EXPECT_FALSE(std::filesystem::exists(file("a.pdf")));
}

TEST_F(Figure, RejectsAnEmptyListOfTraces) {
  EXPECT_EQ(error_of({}, file("a.png")), "a.png: expected at least one trace to draw, found none");
}

TEST_F(Figure, UnwritablePathFailsWithTheReason) {
  const std::vector<Panel> panels{{trace_from_text("a"), ""}};
  EXPECT_EQ(error_of(panels, file("no/a.png")),
            "no/a.png: expected a file that can be written, found No such file or directory");
  std::filesystem::create_directory(file("d.svg"));
  EXPECT_EQ(error_of(panels, file("d.svg")),
            "d.svg: expected a file that can be written, found Is a directory");
  if (std::filesystem::exists("/dev/full")) {
    std::filesystem::create_symlink("/dev/full", file("full.svg"));
    EXPECT_EQ(error_of(panels, file("full.svg")),
              "full.svg: expected a file that can be written, found No space left on device");
  }
}

TEST_F(Figure, RejectsSizesOutOfRange) {
  const std::vector<Panel> panels{{trace_from_text("a"), ""}};
  EXPECT_EQ(error_of(panels, file("a.png"), {.width = 199}),
            "a.png: expected a width of 200 to 32767 pixels, found 199");
  EXPECT_EQ(error_of(panels, file("a.png"), {.width = 40000}),
            "a.png: expected a width of 200 to 32767 pixels, found 40000");
  EXPECT_EQ(error_of(panels, file("a.png"), {.row_height = 0}),
            "a.png: expected a row height of 1 to 32767 pixels, found 0");
  EXPECT_EQ(error_of(panels, file("a.png"), {.max_height = -5}),
            "a.png: expected a maximum height of 200 to 32767 pixels, found -5");
  EXPECT_EQ(error_of(std::vector<Panel>(600, panels[0]), file("a.png")).substr(0, 58),
            "a.png: expected a figure of up to 32767 pixels in height, ");
}

}  // namespace
}  // namespace gusset::paper
