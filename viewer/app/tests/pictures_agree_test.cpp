// The window and a figure draw the same picture: QPainter and cairo draw the same composition. With
// GUSSET_KEEP_PICTURES=folder the test keeps both images there, for a person to look at.
#include <gtest/gtest.h>
#include <unistd.h>

#include <QImage>
#include <QPainter>
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <string>

#include "graph_case.hpp"
#include "gusset/traces/paper/figure/picture_file.hpp"
#include "gusset/traces/picture/canvas/dark_canvas.hpp"
#include "gusset/traces/picture/charts/histogram_chart.hpp"
#include "gusset/traces/picture/charts/speedup_curves.hpp"
#include "gusset/traces/picture/charts/sweep_figure.hpp"
#include "gusset/traces/picture/graph/graph_picture.hpp"
#include "gusset/traces/picture/graph/graph_scene.hpp"
#include "gusset/viewer/app/widgets/qt_canvas.hpp"

namespace gusset::viewer {
namespace {

constexpr int view_width = 640;
constexpr int view_height = 420;
using Draw = std::function<void(picture::Canvas&)>;

QImage drawn_by_qt(const Draw& draw) {
  QImage image(view_width, view_height, QImage::Format_RGB32);
  image.fill(Qt::white);
  QPainter painter(&image);
  QtCanvas canvas(painter, QFont("DejaVu Sans"));
  draw(canvas);
  return image;
}

QImage drawn_by_cairo(const Draw& draw) {
  const auto path =
      std::filesystem::temp_directory_path() / ("gusset-picture-" + std::to_string(::getpid()) + ".png");
  const auto done = paper::write_picture(path, view_width, view_height, {}, "", draw);
  EXPECT_TRUE(done) << done.error().message();
  QImage image(QString::fromStdString(path.string()));
  std::filesystem::remove(path);
  return image.convertToFormat(QImage::Format_RGB32);
}

/// Draws everything but text, since font renderers differ.
class WithoutText final : public picture::Canvas {
 public:
  explicit WithoutText(picture::Canvas& canvas) : canvas_(canvas) {}
  void fill(const picture::Path& path, traces::Colour colour, std::string_view name) override {
    canvas_.fill(path, colour, name);
  }
  void stroke(const picture::Path& path, const picture::StrokeStyle& style, std::string_view name) override {
    canvas_.stroke(path, style, name);
  }
  void hairline(int x0, int y0, int x1, int y1, traces::Colour colour) override {
    canvas_.hairline(x0, y0, x1, y1, colour);
  }
  void fade(int x0, int y0, int x1, int y1, double by) override { canvas_.fade(x0, y0, x1, y1, by); }
  void text(picture::Point, std::string_view, const picture::TextStyle&) override {}
  double text_width(std::string_view text, double size, bool bold) const override {
    return canvas_.text_width(text, size, bold);
  }

 private:
  picture::Canvas& canvas_;
};

/// The difference of two images after both are scaled down, as shares of a channel's range.
struct Difference {
  double mean = 0.0;
  double most = 0.0;
};
Difference difference(const QImage& a, const QImage& b) {
  constexpr int block = 6;  // pixels
  const auto seen = [](const QImage& image) {
    return image.scaled(view_width / block, view_height / block, Qt::IgnoreAspectRatio,
                        Qt::SmoothTransformation);
  };
  const QImage small_a = seen(a);
  const QImage small_b = seen(b);
  Difference found;
  for (int y = 0; y < small_a.height(); ++y) {
    for (int x = 0; x < small_a.width(); ++x) {
      const QColor of_a = small_a.pixelColor(x, y);
      const QColor of_b = small_b.pixelColor(x, y);
      const double apart = std::max({std::abs(of_a.red() - of_b.red()), std::abs(of_a.green() - of_b.green()),
                                     std::abs(of_a.blue() - of_b.blue())}) /
                           255.0;
      found.mean += apart / (small_a.width() * small_a.height());
      found.most = std::max(found.most, apart);
    }
  }
  return found;
}

void expect_same(const std::string& name, const Draw& draw) {
  const QImage window = drawn_by_qt(draw);
  const QImage figure = drawn_by_cairo(draw);
  ASSERT_EQ(window.size(), figure.size());
  if (const char* folder = std::getenv("GUSSET_KEEP_PICTURES"); folder != nullptr) {
    window.save(QString(folder) + "/" + QString::fromStdString(name) + "-window.png");
    figure.save(QString(folder) + "/" + QString::fromStdString(name) + "-figure.png");
  }
  QImage nothing(window.size(), window.format());
  nothing.fill(window.pixelColor(1, 1));
  EXPECT_GT(difference(window, nothing).most, 0.2) << name << ": something is drawn";
  const Difference found = difference(window, figure);
  EXPECT_LT(found.mean, 0.01) << name;
  const Draw shapes = [&](picture::Canvas& canvas) {
    WithoutText without(canvas);
    draw(without);
  };
  const Difference of_shapes = difference(drawn_by_qt(shapes), drawn_by_cairo(shapes));
  EXPECT_LT(of_shapes.mean, 0.004) << name << " without text";
  // The two antialias differently where many lines cross.
  EXPECT_LT(of_shapes.most, 0.25) << name << " without text";
}

/// A graph laid out for a view.
class GraphOfView {
 public:
  GraphOfView(traces::testing::GraphCase graph, traces::FoldBy by, std::vector<bool> open)
      : graph_(std::move(graph)),
        times_(picture::graph_times(graph_.graph, *graph_.trace, graph_.times)),
        tree_(traces::fold(graph_.graph, *graph_.trace, graph_.times, by)) {
    open.resize(tree_.groups.size(), false);
    scene_ = *traces::compose_scene(graph_.graph, tree_, *graph_.trace, open);
    for (std::size_t i = 0; i < scene_.boxes.size(); ++i) {
      colours_.push_back({{traces::type_colour(i % 5), 0.7}, {traces::type_colour(i % 5 + 1), 0.3}});
      const traces::GraphBox& box = scene_.boxes[i];
      groups_.push_back(box.is_group() ? times_of(box.number) : picture::GroupTimes());
    }
    all_ = times_of(0);
  }

  picture::GraphPicture picture(double scale) const {
    picture::GraphPicture picture;
    picture.scene = &scene_;
    picture.colours = &colours_;
    picture.place = {10.0, 10.0, scale};
    picture.visible_size = {view_width, view_height};
    return picture;
  }
  picture::GraphMoment moment(std::int64_t time_ns) const {
    return {time_ns, &times_, &groups_, &all_, "at 10 µs"};
  }

 private:
  picture::GroupTimes times_of(std::uint32_t group) const {
    const traces::FoldTree::Group& of = tree_.groups[group];
    return {graph_.graph, times_, std::span(tree_.nodes).subspan(of.first_node, of.node_count)};
  }

  traces::testing::GraphCase graph_;
  picture::GraphTimes times_;
  traces::FoldTree tree_;
  traces::GraphScene scene_;
  picture::BoxColours colours_;
  std::vector<picture::GroupTimes> groups_;
  picture::GroupTimes all_;
};

TEST(PicturesAgree, TaskGraph) {
  const GraphOfView graph(traces::testing::GraphCase(traces::testing::typed_trace(3, 60, 3), true), {}, {});
  for (const double scale : {0.2, 0.5, 1.0})
    expect_same("graph-" + std::to_string(scale),
                [&](picture::Canvas& canvas) { draw_graph(canvas, graph.picture(scale)); });
}

TEST(PicturesAgree, FoldedGraphAtATimeWithSelection) {
  const GraphOfView graph(traces::testing::GraphCase(traces::testing::typed_trace(3, 60, 3)),
                          {traces::FoldBy::Kind::type, {}}, {true, true});
  picture::GraphPicture shown = graph.picture(0.7);
  shown.palette = picture::graph_palette_on(traces::Background::dark);
  shown.selected = 3;
  shown.moment = graph.moment(10'000);
  expect_same("graph-at-a-moment", [&](picture::Canvas& canvas) {
    picture::Path all;
    all.rectangle(0, 0, view_width, view_height);
    canvas.fill(all, shown.palette.background, "");
    draw_graph(canvas, shown);
    draw_state_legend(canvas, shown.palette, *shown.moment, *shown.visible_size, 12.0);
  });
}

TEST(PicturesAgree, SpeedupCurve) {
  traces::SpeedupCurve curve;
  curve.excludes = false;
  curve.work_s = 8.0;
  curve.span_s = 0.5;
  for (const unsigned threads : {1U, 2U, 4U, 8U, 16U})
    curve.points.push_back({threads, 8.0 / threads + 0.2, 8.0 / threads + 0.1, 8.0 / threads + 0.4});
  const picture::CurvesFigure figure = picture::speedup_curves(curve, "Speedup of a program");
  const Draw draw = [&](picture::Canvas& canvas) {
    draw_curves(canvas, figure, {view_width, view_height, 120});
  };
  expect_same("speedup", draw);
  expect_same("speedup-dark", [&](picture::Canvas& canvas) {
    picture::DarkCanvas dark(canvas);
    picture::Path all;
    all.rectangle(0, 0, view_width, view_height);
    dark.fill(all, {255, 255, 255}, "");
    draw(dark);
  });
}

TEST(PicturesAgree, Histogram) {
  picture::HistogramChart chart{"Durations, gemm",
                                {{10'000, 20'000, 816}, {20'000, 50'000, 400}, {50'000, 100'000, 1}},
                                traces::type_colour(2)};
  const Draw draw = [&](picture::Canvas& canvas) {
    if (chart.background == traces::Background::dark) {
      picture::Path all;
      all.rectangle(0, 0, view_width, view_height);
      canvas.fill(all, traces::dark_background, "");
    }
    draw_histogram(canvas, chart, {8, 2, view_width - 16, view_height - 4});
  };
  expect_same("histogram", draw);
  chart.background = traces::Background::dark;
  chart.colour = traces::type_colour(2, chart.background);
  chart.marked = {1, 1};
  expect_same("histogram-dark", draw);
  chart.bins.clear();
  expect_same("histogram-empty", draw);
}

/// Blocks of 18 and 36 on three grids. The last configuration failed.
picture::SweepFigure sweep_of_six() {
  picture::SweepFigure figure;
  figure.title = "cholesky: 3x3 with blocks=18 is fastest";
  figure.heat_map = {"Time by configuration", "blocks", "process grid", {"18", "36"},
                     {"1x1", "2x2", "3x3"},   {}};
  figure.heat_map.cells = {{8.0, "8.00 s", false, false}, {2.5, "2.50 s", false, false},
                           {1.2, "1.20 s", true, true},   {9.0, "9.00 s", false, false},
                           {2.1, "2.10 s", false, true},  {{}, "failed", false, false}};
  figure.scaling = {
      "Scaling: time of the best grid",
      "nodes",
      "time [s]",
      {{"blocks: 18", picture::CurveStyle::discs, {{1, 8, 7, 9}, {4, 2.5, 2.4, 2.6}, {9, 1.2, 1.1, 1.4}}},
       {"ideal", picture::CurveStyle::thin, {{1, 8, 8, 8}, {9, 0.9, 0.9, 0.9}}, false}}};
  figure.front = {"Front", "time [s]", "bytes sent [GB]", "time, bytes", {}};
  figure.front.points = {{1.2, 5.0, "3x3", "1 s, 5 GB", true, true},
                         {2.5, 1.0, "2x2", "3 s, 1 GB", true, false},
                         {8.0, 6.0, "1x1", "8 s, 6 GB", false, false}};
  figure.loads = {"Load of the nodes", "blocks", {"mean", "busiest"}, {}, {}, ""};
  figure.loads.columns = {{"18", "2x2", false}, {"18", "3x3", true}, {"36", "2x2", false}};
  figure.loads.plots = {
      {"tasks", {0, 1}, {{{6, 2}, "8 000", 5, 7}, {{6, 1}, "7 000", 0, 0}, {{6, 4}, "10 000", 0, 0}}}};
  return figure;
}

TEST(PicturesAgree, SweepCharts) {
  const picture::SweepFigure all = sweep_of_six();
  picture::SweepFigure map, scaling, front, loads;
  map.heat_map = all.heat_map;
  scaling.scaling = all.scaling;
  front.front = all.front;
  loads.loads = all.loads;
  const auto expect = [](const std::string& name, const picture::SweepFigure& figure) {
    ASSERT_GT(sweep_height(figure, view_width), 0) << name;
    expect_same(name, [&](picture::Canvas& canvas) { draw_sweep(canvas, figure, view_width); });
  };
  expect("sweep", all);
  expect("sweep-map", map);
  expect("sweep-scaling", scaling);
  expect("sweep-front", front);
  expect("sweep-loads", loads);
}

}  // namespace
}  // namespace gusset::viewer
