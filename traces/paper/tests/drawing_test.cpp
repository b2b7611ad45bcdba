#include "figure/drawing.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <set>
#include <string_view>

#include "canvas/text.hpp"
#include "drawn.hpp"
#include "figure_fixture.hpp"
#include "gusset/traces/paper/figure/frames.hpp"
#include "gusset/traces/picture/timeline/drawn_chain.hpp"
#include "text_trace.hpp"

namespace gusset::paper {
namespace {

using testing::drawn;
using testing::RecordingCanvas;
using traces::testing::trace_from_text;

TEST(Drawing, ShowsWorkersNodesTimesAndTitle) {
  const RecordingCanvas canvas = drawn({{trace_from_text("n0/w1: aaaa....\nn1/w2: ..bb"), "the title"}});
  for (const char* text : {"the title", "time", "0.0 \xC2\xB5s", "4.0 \xC2\xB5s"})
    EXPECT_TRUE(canvas.has_text(text)) << text;
  const auto trace = trace_from_text("n0/w1: a\nn1/w2: b");
  const RecordingCanvas named = drawn({{trace, ""}});
  for (const auto& worker : trace->workers) EXPECT_TRUE(named.has_text(worker.name)) << worker.name;
  for (const auto& node : trace->nodes) EXPECT_TRUE(named.has_text(node.name)) << node.name;
}

TEST(Drawing, TasksWithRoomHaveTheirNames) {
  const RecordingCanvas canvas = drawn({{trace_from_text("aaaaaaaaaa|b\na1: write left@0"), ""}});
  const auto name = std::ranges::find(canvas.texts, "a left", &RecordingCanvas::Text::text);
  ASSERT_NE(name, canvas.texts.end());
  EXPECT_GT(name->style.rim, 0.0) << "a triangle has two colours";
  EXPECT_NE(name->style.rim_colour, name->style.colour);
  EXPECT_TRUE(canvas.has_text("b #1"));
  FigureOptions options;
  options.width = 200;
  EXPECT_FALSE(drawn({{trace_from_text("aaaaaaaaaa|b"), ""}}, options).has_text("b #1"));
}

TEST(Drawing, BoxesFillTheirRowsAndTheLegend) {
  const std::vector<Panel> panels{{trace_from_text("aaaaaaaaaa|b"), ""}};
  const auto areas = [&](bool boxes) {
    FigureOptions options;
    options.boxes = boxes;
    std::vector<double> found;
    for (const auto& fill : drawn(panels, options).fills_named("a"))
      found.push_back(testing::area_of(fill.path));
    return found;
  };
  const std::vector<double> triangle = areas(false);  // the tint, then the triangle
  const std::vector<double> box = areas(true);        // the box, then its left edge
  ASSERT_EQ(triangle.size(), 2U);
  ASSERT_EQ(box.size(), 2U);
  EXPECT_NEAR(box[0], 2.0 * triangle[1], 1e-6);
  EXPECT_LT(box[1], box[0] / 100.0);
  FigureOptions options;
  options.boxes = true;
  const RecordingCanvas canvas = drawn(panels, options);
  const auto name = std::ranges::find(canvas.texts, "a #0", &RecordingCanvas::Text::text);
  ASSERT_NE(name, canvas.texts.end());
  EXPECT_EQ(name->style.rim, 0.0) << "a box has one colour";
}

TEST(Drawing, BoundsAreDashedLinesWithOneLegendEntryForEachName) {
  Panel panel{trace_from_text("aaaaaaaaaa"), ""};
  panel.bounds = {{"bound 5.00 \xC2\xB5s (work)", 5'000}};
  const RecordingCanvas canvas = drawn({panel, panel});
  const auto lines = canvas.strokes_named("bound 5.00 \xC2\xB5s (work)");
  ASSERT_EQ(std::ranges::count_if(lines, [](const auto& line) { return line.style.dash > 0.0; }), 2);
  std::vector<double> x;
  lines.back().path.for_each_point([&](Point p, bool) { x.push_back(p.x); });
  EXPECT_NEAR(x.front(), x.back(), 1e-9);
  EXPECT_EQ(std::ranges::count(canvas.texts, "bound 5.00 \xC2\xB5s (work)", &RecordingCanvas::Text::text), 1);
}

TEST(Drawing, TimesWithoutAProcessorAreHatched) {
  traces::Trace trace = *trace_from_text("aaaabbbb", 100'000);
  EXPECT_TRUE(drawn({{std::make_shared<traces::Trace>(trace), ""}}).strokes_named("no processor").empty());
  trace.recorded.processor_time = true;
  trace.processor_time.uses = {{traces::WorkerId(0u), 0, 400'000, 200'000, 0, 1, 200'000}};
  const auto strokes = drawn({{std::make_shared<traces::Trace>(trace), ""}}).strokes_named("no processor");
  ASSERT_EQ(strokes.size(), 1U);
  EXPECT_FALSE(strokes[0].path.empty());
  FigureOptions wide;
  wide.width = 1600;
  EXPECT_TRUE(drawn({{std::make_shared<traces::Trace>(trace), ""}}, wide)
                  .has_text("hatched: the thread had no processor"));
}

Panel idle_panel() {
  Panel panel{trace_from_text(R"(
    aa....bbbb
    cccc......
    a1: write x@0 [submit 0] [ready 0]
    c1: write y@0 [submit 0] [ready 0]
    b1: read x@1 [submit 4] [ready 4]
  )"),
              ""};
  auto history = std::make_shared<traces::IdleHistory>();
  traces::idle_time(*panel.trace, traces::TaskGraph(*panel.trace), *history);
  panel.idle = history;
  return panel;
}

/// Whether all lines of a path rise or all fall.
bool is_hatched(const Path& path, double slope) {
  bool all = !path.empty();
  Point from;
  path.for_each_point([&](Point to, bool is_first) {
    if (!is_first) all = all && std::abs((to.y - from.y) - slope * (to.x - from.x)) < 1e-6;
    from = to;
  });
  return all;
}

TEST(Drawing, IdleTimeIsHatchedByItsCause) {
  const RecordingCanvas canvas = drawn({idle_panel()});
  const auto late = canvas.strokes_named("idle: not submitted");
  ASSERT_EQ(late.size(), 1U);
  EXPECT_TRUE(is_hatched(late[0].path, 1.0));
  const auto ready = canvas.strokes_named("idle: ready task not taken");
  ASSERT_EQ(ready.size(), 1U);
  EXPECT_TRUE(is_hatched(ready[0].path, -1.0)) << "another pattern for another cause";
  EXPECT_EQ(ready[0].style.colour, late[0].style.colour);
  const auto none = canvas.strokes_named("idle: no work");
  ASSERT_EQ(none.size(), 1U);
  EXPECT_TRUE(is_hatched(none[0].path, -1.0));
  EXPECT_NE(none[0].style.colour, ready[0].style.colour) << "another tone";
  EXPECT_TRUE(canvas.has_text("idle, share of the workers' time:"));
  EXPECT_TRUE(
      canvas.has_text("not submitted\xE2\x80\x82"
                      "10.0 %"))
      << "2 of 20 us";
  Panel blank = idle_panel();
  blank.idle = nullptr;
  EXPECT_TRUE(drawn({blank}).strokes_named("idle: not submitted").empty());
  EXPECT_FALSE(drawn({blank}).has_text("idle, share of the workers' time:"));
}

TEST(Drawing, HatchedAreaIsTheIdleTime) {
  const RecordingCanvas canvas = drawn({idle_panel()});
  const Layout layout = lay_out({idle_panel()}, {}, 2);
  const RowLayout& row = layout.panels[0].rows[0];
  const double all = (row.bottom - row.top) * static_cast<double>(layout.plot_right - layout.plot_left);
  const auto grounds = canvas.fills_named("idle: not submitted");
  ASSERT_EQ(grounds.size(), 1U);
  EXPECT_NEAR(testing::area_of(grounds[0].path) / all, 0.2, 0.005) << "2 of 10 us";
}

TEST(Drawing, HatchingEndsWhereTheBusyShareOfAColumnBegins) {
  const auto trace = testing::random_trace({.name = "", .lanes = 1, .spans_per_lane = 4'000});
  Panel panel{trace, ""};
  auto history = std::make_shared<traces::IdleHistory>();
  traces::idle_time(*trace, traces::TaskGraph(*trace), *history);
  panel.idle = history;
  const RecordingCanvas canvas = drawn({panel});
  const Layout layout = lay_out({panel}, {}, 2);
  const RowLayout& row = layout.panels[0].rows[0];
  const auto grounds = canvas.fills_named("idle: unknown");
  const auto lines = canvas.strokes_named("idle: unknown");
  ASSERT_EQ(grounds.size(), 1U);
  ASSERT_EQ(lines.size(), 1U);
  std::vector<double> bottoms(static_cast<std::size_t>(layout.width), row.top);
  std::vector<Point> corners;
  grounds[0].path.for_each_point([&](Point corner, bool) { corners.push_back(corner); });
  for (std::size_t i = 0; i < corners.size(); i += 4) {
    for (double x = corners[i].x; x < corners[i + 2].x; x += 1.0)
      bottoms[static_cast<std::size_t>(x)] = corners[i + 2].y;
  }
  EXPECT_GT(std::set<double>(bottoms.begin(), bottoms.end()).size(), 100U) << "columns are idle in part";
  Point from;
  lines[0].path.for_each_point([&](Point to, bool is_first) {
    const Point middle{(from.x + to.x) / 2.0, (from.y + to.y) / 2.0};
    if (!is_first) {
      EXPECT_LE(middle.y, bottoms[static_cast<std::size_t>(middle.x)] + 1e-6) << middle.x;
    }
    EXPECT_GE(to.y, row.top);
    from = to;
  });
}

TEST(Drawing, IdleSharesAreThoseOfTheChosenTime) {
  FigureOptions options;
  options.from_ns = 2'000;
  options.to_ns = 4'000;
  const RecordingCanvas canvas = drawn({idle_panel()}, options);
  EXPECT_TRUE(
      canvas.has_text("not submitted\xE2\x80\x82"
                      "50.0 %"));
  EXPECT_FALSE(
      canvas.has_text("no work\xE2\x80\x82"
                      "0.0 %"))
      << "it occurs at other times";
}

Panel path_panel() {
  Panel panel{trace_from_text(R"(
    aaaa......
    ....bbbb..
    a1: write x@0 [submit 0] [ready 0]
    b1: read x@1 [submit 0] [ready 4]
  )"),
              ""};
  const traces::TaskGraph graph(*panel.trace);
  panel.critical_path = std::make_shared<const traces::CriticalPathAnalysis>(
      traces::critical_path_analysis(*panel.trace, graph));
  return panel;
}

TEST(Drawing, CriticalPathIsFramedAndExplained) {
  const RecordingCanvas canvas = drawn({path_panel()});
  std::vector<RecordingCanvas::Fill> frames = canvas.fills_named("critical path");
  std::erase_if(frames, [](const auto& fill) { return fill.colour == Colour{255, 255, 255}; });
  ASSERT_EQ(frames.size(), 1U) << "both frames in one path";
  EXPECT_EQ(frames[0].path.polygons(), 8U) << "four edges each";
  const auto lines = canvas.strokes_named("critical chain");
  ASSERT_EQ(lines.size(), 2U) << "from a to b, with a rim";
  std::vector<RecordingCanvas::Fill> bars = canvas.fills_named("critical chain");
  std::erase_if(bars,
                [](const auto& fill) { return fill.colour != picture::colour_of(picture::chain_on_white); });
  ASSERT_EQ(bars.size(), 1U) << "both bars in one path";
  EXPECT_EQ(bars[0].path.polygons(), 2U);
  EXPECT_EQ(canvas.strokes_named("critical-path bound").size(), 2U);
  for (const char* text :
       {"critical chain", "critical path", "critical-path bound 8.00 µs", "work ÷ workers 4.00 µs"})
    EXPECT_TRUE(canvas.has_text(text)) << text;
  Panel plain = path_panel();
  plain.critical_path = nullptr;
  EXPECT_TRUE(drawn({plain}).fills_named("critical chain").empty());
  EXPECT_FALSE(drawn({plain}).has_text("critical chain"));
}

TEST(Drawing, ShapesOutsideTheChosenTimeAreCutOff) {
  FigureOptions options;
  options.from_ns = 2'000;
  options.to_ns = 3'000;
  const RecordingCanvas canvas = drawn({path_panel()}, options);
  const Layout layout = lay_out({path_panel()}, options, 2);
  for (const char* name : {"critical chain", "critical path"}) {
    EXPECT_FALSE(canvas.fills_named(name).empty()) << name;
    for (const auto& fill : canvas.fills_named(name)) {
      fill.path.for_each_point([&](Point point, bool) {
        EXPECT_GE(point.x, layout.plot_left) << name;
        EXPECT_LE(point.x, layout.plot_right) << name;
      });
    }
  }
  EXPECT_TRUE(canvas.strokes_named("critical chain").empty()) << "b begins later";
}

TEST(Drawing, SelectedTasksAreOutlined) {
  Panel panel = path_panel();
  panel.critical_path = nullptr;
  EXPECT_TRUE(drawn({panel}).fills_named("selected").empty());
  panel.selected = {traces::TaskId(1u)};
  const RecordingCanvas canvas = drawn({panel});
  EXPECT_EQ(canvas.fills_named("selected").size(), 2U) << "a frame and its rim";
  EXPECT_TRUE(canvas.has_text("selected task"));
}

/// Whether a text is among the queues; names within tasks have a rim.
bool is_queued(const RecordingCanvas& canvas, std::string_view text) {
  return std::ranges::any_of(canvas.texts, [&](const RecordingCanvas::Text& each) {
    return each.text == text && each.style.rim == 0.0;
  });
}

TEST(Drawing, ReadyQueuesAppearBesideRowsAtAMoment) {
  const auto trace = trace_from_text(R"(
    aaabcd
    ......
    a1: write x@0 [ready 0]
    b1: write y@0 [ready 1]
    c1: write z@0 [ready 0]
    d1: write w@0 [ready 0]
  )");
  FigureOptions options;
  options.moment_ns = 500;
  const std::size_t without = drawn({{trace, ""}}, options).texts.size();
  Panel panel{trace, ""};
  panel.schedule = playback_of(trace);
  const RecordingCanvas canvas = drawn({panel}, options);
  EXPECT_TRUE(canvas.has_text("ready, to run here"));
  EXPECT_TRUE(canvas.has_text("2")) << "of the first worker";
  EXPECT_TRUE(is_queued(canvas, "c z"));
  EXPECT_TRUE(is_queued(canvas, "d w"));
  EXPECT_FALSE(is_queued(canvas, "b y")) << "not ready yet";
  EXPECT_TRUE(canvas.has_text("none")) << "of the second worker";
  options.moment_ns.reset();
  EXPECT_EQ(drawn({panel}, options).texts.size(), without) << "no moment, no queues";
  options.moment_ns = 500;
  options.width = 310;
  const RecordingCanvas narrow = drawn({panel}, options);
  EXPECT_TRUE(narrow.has_text("ready")) << "the heading, without its second half";
  EXPECT_TRUE(narrow.has_text("2")) << "still counted";
  EXPECT_FALSE(is_queued(narrow, "c z"));
  EXPECT_EQ(narrow.fills_named("c z").size(), 1U) << "a square of its colour";
  EXPECT_EQ(narrow.fills_named("d w").size(), 1U);
  options.row_height = 8;
  const RecordingCanvas low = drawn({panel}, options);
  EXPECT_FALSE(is_queued(low, "c z"));
  EXPECT_EQ(low.fills_named("c z").size(), 1U) << "a square";
}

TEST(Drawing, LongNamesInReadyQueuesAreShortened) {
  const auto trace = std::make_shared<traces::Trace>(
      *trace_from_text("aab\na1: write x@0 [ready 0]\nb1: write y@0 [ready 0]"));
  trace->types[1] = std::string(200, 'n');
  FigureOptions options;
  options.moment_ns = 500;
  Panel panel{trace, ""};
  panel.schedule = playback_of(trace);
  const RecordingCanvas canvas = drawn({panel}, options);
  EXPECT_TRUE(std::any_of(canvas.texts.begin(), canvas.texts.end(), [](const auto& text) {
    return text.text.starts_with("nnnn") && text.text.ends_with("…") && text.at.x > 1100;
  }));
}

TEST(Drawing, NarrowFiguresPutTheSubtitleOnASecondLine) {
  const auto trace = trace_from_text("aabb");
  Panel panel{trace, "1.00 µs: 0 done, 1 running, 1 to come"};
  panel.subtitle = "measured: 1 worker";
  EXPECT_TRUE(drawn({panel}).has_text("1.00 µs: 0 done, 1 running, 1 to come · measured: 1 worker"));
  const FigureOptions narrow = column_options();
  const RecordingCanvas canvas = drawn({panel}, narrow);
  EXPECT_TRUE(canvas.has_text("1.00 µs: 0 done, 1 running, 1 to come"));
  EXPECT_TRUE(canvas.has_text("measured: 1 worker"));
  const Layout layout = lay_out({panel}, narrow, 1);
  panel.subtitle.clear();
  EXPECT_EQ(layout.height, lay_out({panel}, narrow, 1).height + 16);
  EXPECT_EQ(layout.panels[0].subtitle_baseline, layout.panels[0].title_baseline + 16);
}

TEST(Drawing, NoWidthDropsTheSubtitle) {
  Panel panel{trace_from_text("aabb"), "predicted: " + std::string(200, 'x') + ", 1 worker, 4.00 µs"};
  panel.subtitle = "what if: 8 workers, gemm 2 × as fast";
  for (const FigureOptions& options : {FigureOptions(), column_options(), slide_options()})
    EXPECT_TRUE(drawn({panel}, options).has_text(panel.subtitle)) << options.width;
  panel.subtitle = "what if: " + std::string(300, 'y') + ", 8 workers";
  const RecordingCanvas canvas = drawn({panel}, column_options());
  EXPECT_TRUE(std::ranges::any_of(canvas.texts, [](const RecordingCanvas::Text& text) {
    return text.text.starts_with("what if: yyy") && text.text.ends_with("…");
  })) << "says that something is missing";
}

TEST(Drawing, AllTitlesHaveTheSameSize) {
  const auto trace = trace_from_text("aabb");
  const auto sizes = [&](const std::string& second, const FigureOptions& options) {
    const RecordingCanvas canvas = drawn({Panel{trace, "short"}, Panel{trace, second}}, options);
    std::vector<double> found;
    for (const auto& text : canvas.texts) {
      if (text.style.bold) found.push_back(text.style.size);
    }
    return found;
  };
  FigureOptions options = column_options();
  EXPECT_EQ(sizes("short too", options), (std::vector{15.0, 15.0}));
  const auto smaller = sizes("a title that is too long to be shown in a large font", options);
  ASSERT_EQ(smaller.size(), 2U);
  EXPECT_EQ(smaller[0], smaller[1]);
  EXPECT_LT(smaller[0], 15.0);
  EXPECT_GE(smaller[0], 11.0);
  options.title_size = 12.0;
  EXPECT_EQ(sizes("short too", options), (std::vector{12.0, 12.0})) << "as in the other frames";
}

TEST(Drawing, SlideTitlesHaveOneThirtiethOfTheHeight) {
  Panel panel{trace_from_text("aabb"), "1.00 µs: 0 done, 1 running, 1 to come"};
  panel.subtitle = "measured: cholesky, 2 workers, 7.99 ms, 95.3 % busy";
  const FigureOptions slide = slide_options();
  const RecordingCanvas canvas = drawn({panel}, slide);
  const auto title = std::find_if(canvas.texts.begin(), canvas.texts.end(),
                                  [](const auto& text) { return text.style.bold; });
  ASSERT_NE(title, canvas.texts.end());
  EXPECT_EQ(title->text, panel.title);
  EXPECT_NEAR(title->style.size, slide.max_height / 30.0, 1e-9);
  EXPECT_TRUE(canvas.has_text(panel.subtitle)) << "on its own line";
}

TEST(Drawing, MomentIsAtTheSamePlaceInAlignedTraces) {
  const auto longer = trace_from_text("aabb");
  const auto shorter = trace_from_text("ab");
  FigureOptions options;
  // Aligned at their ends.
  options.side_by_side = traces::SideBySide{{{1.0, 0.0}, {1.0, 2000.0}}, {4000, 2000}, 4000};
  options.moment_ns = 3000;
  const auto faded = drawn({{longer, ""}, {shorter, ""}}, options).faded;
  ASSERT_EQ(faded.size(), 2U);
  EXPECT_EQ(faded[0], faded[1]) << "half of the shorter trace, three quarters of the longer one";
}

TEST(Drawing, UnrecordedReadyQueuesAreNoted) {
  FigureOptions options;
  options.moment_ns = 500;
  const auto trace = trace_from_text("aabb");
  Panel panel{trace, ""};
  panel.schedule = playback_of(trace);
  const RecordingCanvas canvas = drawn({panel}, options);
  EXPECT_TRUE(canvas.has_text("ready: not recorded"));
  EXPECT_FALSE(canvas.has_text("none"));
}

TEST(Drawing, EverythingAfterTheMomentIsFaded) {
  const std::vector<Panel> panels{{trace_from_text("aaaa"), ""}};
  FigureOptions options;
  const auto faded = [&](std::optional<std::int64_t> moment_ns) {
    options.moment_ns = moment_ns;
    return drawn(panels, options).faded;
  };
  const Layout layout = lay_out(panels, {}, 1);
  EXPECT_TRUE(faded({}).empty());
  EXPECT_TRUE(faded(4000).empty()) << "everything is in the past";
  const int last = layout.plot_right - 1;
  const auto half = faded(2000);
  ASSERT_EQ(half.size(), 1U);
  EXPECT_NEAR(half[0].first, (layout.plot_left + layout.plot_right) / 2, 2);
  EXPECT_EQ(half[0].second, last);
  EXPECT_EQ(faded(-1), (std::vector{std::pair(layout.plot_left, last)})) << "everything is in the future";
}

void expect_separate_texts(const RecordingCanvas& canvas, double figure_width) {
  struct Box {
    double left, right, top, bottom;
    std::string text;
  };
  std::vector<Box> boxes;
  for (const auto& text : canvas.texts) {
    const double width = text_width(text.text, text.style.size, text.style.bold);
    const double left = text.style.anchor == Anchor::begin    ? text.at.x
                        : text.style.anchor == Anchor::middle ? text.at.x - width / 2
                                                              : text.at.x - width;
    boxes.push_back({left, left + width, text.at.y - 0.7 * text.style.size, text.at.y, text.text});
    EXPECT_GE(left, 0.0) << text.text;
    EXPECT_LE(left + width, figure_width) << text.text;
  }
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const Box &a = boxes[i], &b = boxes[j];
      const bool apart = a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
      EXPECT_TRUE(apart) << a.text << " and " << b.text;
    }
  }
}

TEST(Drawing, TextStaysInsideTheFigureAndDoesNotOverlap) {
  std::string rows;
  for (int i = 0; i < 30; ++i) rows += "aab..bbbbbbbbccccccccccdefghij\n";
  const auto trace = trace_from_text(rows);
  expect_separate_texts(drawn({{trace, default_title(*trace)}, {trace, std::string(500, 'x')}}), 1600.0);
}

TEST(Drawing, LongTimesAtTheEndsOfANarrowAxisKeepTheirUnits) {
  FigureOptions options = column_options();
  options.from_ns = 12'345'200;
  options.to_ns = 12'345'600;
  const RecordingCanvas canvas = drawn({{trace_from_text("aaaaaaaaaaaaaaaaaaaa", 1'000'000), ""}}, options);
  EXPECT_TRUE(canvas.has_text("12.3452 ms"));
  EXPECT_TRUE(canvas.has_text("12.3456 ms"));
  expect_separate_texts(canvas, options.width);
}

}  // namespace
}  // namespace gusset::paper
