#include "gusset/traces/paper/figure/figure.hpp"

#include <cairo.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <map>
#include <random>

#include "figure/drawing.hpp"
#include "figure/time_axis.hpp"
#include "gusset/traces/analysis/time/statistics.hpp"
#include "recording_canvas.hpp"
#include "svg_reader.hpp"
#include "text_trace.hpp"

namespace gusset::paper {
namespace {

using testing::area_of;
using traces::SpanKind;
using traces::testing::trace_from_text;

class Figure : public ::testing::Test {
 protected:
  Figure() {
    std::string pattern = (std::filesystem::temp_directory_path() / "gusset-figure-XXXXXX").string();
    folder_ = ::mkdtemp(pattern.data());
  }
  ~Figure() override { std::filesystem::remove_all(folder_); }
  std::filesystem::path file(const std::string& name) const { return folder_ / name; }
  static std::string contents(const std::filesystem::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  std::string error_of(const std::vector<Panel>& panels, const std::filesystem::path& path,
                       const FigureOptions& options = {}) const {
    const auto done = draw(panels, path, options);
    if (done) return "no error";
    std::string message = done.error().message();
    const std::string folder = folder_.string() + "/";
    if (message.starts_with(folder)) message.erase(0, folder.size());
    return message;
  }

 private:
  std::filesystem::path folder_;
};

struct Picture {
  int width = 0;
  int height = 0;
  std::vector<std::uint32_t> pixels;

  explicit Picture(const std::filesystem::path& path) {
    cairo_surface_t* surface = cairo_image_surface_create_from_png(path.c_str());
    EXPECT_EQ(cairo_surface_status(surface), CAIRO_STATUS_SUCCESS);
    width = cairo_image_surface_get_width(surface);
    height = cairo_image_surface_get_height(surface);
    const int stride = cairo_image_surface_get_stride(surface);
    const unsigned char* data = cairo_image_surface_get_data(surface);
    pixels.resize(static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
    for (int y = 0; y < height; ++y) {
      std::memcpy(&pixels[static_cast<std::size_t>(y) * static_cast<std::size_t>(width)], data + y * stride,
                  static_cast<std::size_t>(width) * 4);
    }
    cairo_surface_destroy(surface);
  }

  /// Whether a pixel belongs to a task: lines and text are grey, tasks are not.
  bool is_coloured(int x, int y) const {
    const std::uint32_t p =
        pixels[static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x)];
    return (p & 0xFFU) != ((p >> 8U) & 0xFFU) || (p & 0xFFU) != ((p >> 16U) & 0xFFU);
  }
  int coloured(int x, int top, int bottom) const {
    int count = 0;
    for (int y = top; y < bottom; ++y) count += is_coloured(x, y) ? 1 : 0;
    return count;
  }
  /// Counts a row's pixels that are neither paper nor grid lines. An edge between a task and the grey behind
  /// sub-rows may have no colour.
  int filled(int x, int top, int bottom) const {
    int count = 0;
    for (int y = top; y < bottom; ++y) {
      const std::uint32_t p =
          0xFFFFFFU &
          pixels[static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x)];
      count += p != 0xFFFFFFU && p != 0xECECECU ? 1 : 0;
    }
    return count;
  }
};

struct Shape {
  std::string name;
  std::size_t lanes = 3;
  std::size_t spans_per_lane = 100;
  std::int64_t length_ns = 1000;
  std::int64_t gap_ns = 500;
  bool nested = false;
  bool only_bars = false;  ///< every task is shorter than three columns
};

std::shared_ptr<const traces::Trace> random_trace(const Shape& shape) {
  auto trace = std::make_shared<traces::Trace>();
  trace->types = {"potrf", "trsm", "syrk", "gemm"};
  trace->nodes.resize(1);
  std::mt19937_64 random(42);
  const auto up_to = [&](std::int64_t most) {
    return std::uniform_int_distribution<std::int64_t>(0, most)(random);
  };
  for (std::size_t lane = 0; lane < shape.lanes; ++lane) {
    trace->workers.push_back({traces::NodeId(0), "w" + std::to_string(lane)});
    traces::SpanColumns spans;
    const auto add = [&](std::int64_t begin_ns, std::int64_t end_ns, SpanKind kind) {
      spans.push_back(begin_ns, end_ns, traces::TaskId(trace->tasks.size()), kind);
      trace->tasks.type.push_back(traces::TypeId(static_cast<std::size_t>(up_to(3))));
    };
    std::int64_t now_ns = 0;
    for (std::size_t i = 0; i < shape.spans_per_lane; ++i) {
      now_ns += up_to(4) == 0 ? up_to(20 * shape.gap_ns) : up_to(shape.gap_ns);
      const std::int64_t length_ns = 1 + up_to(2 * shape.length_ns);
      add(now_ns, now_ns + length_ns, SpanKind::run);
      if (shape.nested)
        add(now_ns + length_ns / 4, now_ns + length_ns / 2, up_to(1) == 0 ? SpanKind::wait : SpanKind::run);
      now_ns += length_ns;
    }
    trace->lanes.push_back({traces::WorkerId(lane), std::move(spans)});
  }
  return trace;
}

/// Computes a lane's busy time in [begin, end); spans may nest one level deep.
std::int64_t busy_by_hand(const traces::SpanColumns& spans, double begin_ns, double end_ns) {
  double sum = 0.0;
  for (std::size_t i = 0; i < spans.size(); ++i) {
    const double from = std::max(begin_ns, static_cast<double>(spans.begin_ns[i]));
    const double to = std::min(end_ns, static_cast<double>(spans.end_ns[i]));
    const bool inside = i > 0 && spans.begin_ns[i] < spans.end_ns[i - 1];
    // A nested wait takes its time from the run around it; a nested run is already counted with it.
    if (from < to && spans.kind[i] == SpanKind::wait) sum -= to - from;
    if (from < to && spans.kind[i] == SpanKind::run && !inside) sum += to - from;
  }
  return static_cast<std::int64_t>(std::llround(sum));
}

void PrintTo(const Shape& shape, std::ostream* out) {
  *out << shape.name;
}

class IdlePixels : public Figure, public ::testing::WithParamInterface<Shape> {};

TEST_P(IdlePixels, PixelsAreBlankExactlyWhereWorkersAreIdle) {
  const std::vector<Panel> panels{{random_trace(GetParam()), "one"},
                                  {random_trace({"few", 2, 10, 100, 300}), "two"}};
  const FigureOptions options{.width = 900, .row_height = 24};
  ASSERT_TRUE(draw(panels, file("a.png"), options));
  const Picture picture(file("a.png"));
  const std::vector<PanelDetail> details(panels.begin(), panels.end());
  const Legend legend(panels, details, options, colours_of(panels), options.width - 2 * margin);
  const Layout layout = lay_out(panels, options, legend.lines(), depths_of(details));
  ASSERT_EQ(picture.width, layout.width);
  ASSERT_EQ(picture.height, layout.height);
  std::int64_t end_ns = 0;
  for (const Panel& panel : panels)
    end_ns = std::max(end_ns, traces::compute_statistics(*panel.trace).makespan_ns);
  const int columns = layout.plot_right - layout.plot_left;
  const double column_ns = static_cast<double>(end_ns) / columns;
  int idle = 0, full = 0;
  for (std::size_t p = 0; p < panels.size(); ++p) {
    for (const RowLayout& row : layout.panels[p].rows) {
      const traces::SpanColumns& spans = panels[p].trace->lanes[row.lanes[0]].spans;
      for (int column = 0; column < columns; ++column) {
        const std::int64_t busy_ns =
            busy_by_hand(spans, column * column_ns - 1, (column + 1) * column_ns + 1);
        const double share = static_cast<double>(busy_ns) / column_ns;
        const int x = layout.plot_left + column;
        const int coloured = picture.coloured(x, row.top, row.bottom);
        if (busy_ns == 0) {
          ++idle;
          ASSERT_EQ(coloured, 0) << "panel " << p << " lane " << row.lanes[0] << " column " << column;
        } else if (share >= 1.0 + 1.9 / column_ns) {
          ++full;
          ASSERT_EQ(picture.filled(x, row.top, row.bottom), row.bottom - row.top)
              << "panel " << p << " lane " << row.lanes[0] << " column " << column;
        } else if (GetParam().only_bars && p == 0) {
          const double height = std::min(1.0, share) * (row.bottom - row.top);
          ASSERT_NEAR(coloured, height + 0.5, 0.75) << "lane " << row.lanes[0] << " column " << column;
          ++full;
        } else if (share > 0.1) {
          ASSERT_GT(coloured, 0) << "panel " << p << " lane " << row.lanes[0] << " column " << column;
        }
      }
    }
  }
  EXPECT_GT(idle, 100);
  EXPECT_GT(full, 20);
}

INSTANTIATE_TEST_SUITE_P(Figure, IdlePixels,
                         ::testing::Values(Shape{"Large", 3, 20, 40000, 20000},
                                           Shape{"Middle", 3, 300, 4000, 1500},
                                           Shape{"Small", 3, 20000, 100, 12, false, true},
                                           Shape{"Bursts", 4, 2000, 200, 2000, false, true},
                                           Shape{"Nested", 3, 60, 30000, 9000, true}),
                         [](const auto& shape) { return shape.param.name; });

TEST_P(IdlePixels, PixelsAreBlankExactlyWhereWorkersAreIdleInATimeRange) {
  const std::vector<Panel> panels{{random_trace(GetParam()), "one"}};
  const std::int64_t end_ns = traces::compute_statistics(*panels[0].trace).makespan_ns;
  FigureOptions options{.width = 700, .row_height = 24};
  options.from_ns = end_ns / 3 + 1;
  options.to_ns = end_ns / 2;
  ASSERT_TRUE(draw(panels, file("a.png"), options));
  const Picture picture(file("a.png"));
  const std::vector<PanelDetail> details(panels.begin(), panels.end());
  const Legend legend(panels, details, options, colours_of(panels), options.width - 2 * margin);
  const Layout layout = lay_out(panels, options, legend.lines(), depths_of(details));
  const TimeAxis axis(*options.from_ns, *options.to_ns, layout.plot_right - layout.plot_left);
  int idle = 0, busy = 0;
  for (const RowLayout& row : layout.panels[0].rows) {
    const traces::SpanColumns& spans = panels[0].trace->lanes[row.lanes[0]].spans;
    for (int column = 0; column < axis.columns(); ++column) {
      const double from_ns =
          std::max(axis.grid().time_from_column(column), static_cast<double>(*options.from_ns));
      const double to_ns =
          std::min(axis.grid().time_from_column(column + 1), static_cast<double>(*options.to_ns));
      const double width_ns = to_ns - from_ns;
      const auto busy_ns = static_cast<double>(busy_by_hand(spans, from_ns - 1, to_ns + 1));
      const int coloured = picture.coloured(layout.plot_left + column, row.top, row.bottom);
      if (busy_ns == 0.0) {
        ++idle;
        ASSERT_EQ(coloured, 0) << "lane " << row.lanes[0] << " column " << column;
      } else if (width_ns > 0.5 * axis.grid().ns_per_column && busy_ns > 0.2 * width_ns + 2) {
        ++busy;
        ASSERT_GT(coloured, 0) << "lane " << row.lanes[0] << " column " << column;
      }
    }
  }
  EXPECT_GT(idle + busy, 300);
  EXPECT_GT(busy, 0);
}

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
