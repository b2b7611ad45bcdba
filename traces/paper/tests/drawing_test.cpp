#include "figure/drawing.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "canvas/text.hpp"
#include "drawn.hpp"
#include "gusset/traces/paper/figure/frames.hpp"
#include "text_trace.hpp"

namespace gusset::paper {
namespace {

using testing::drawn;
using testing::RecordingCanvas;
using traces::SpanKind;
using traces::testing::trace_from_text;

TEST(Drawing, ShowsWorkersNodesTimesAndTitle) {
  const RecordingCanvas canvas = drawn({{trace_from_text("n0/w1: aaaa....\nn1/w2: ..bb"), "the title"}});
  for (const char* text : {"the title", "time [\xC2\xB5s]", "0.0", "4.0"})
    EXPECT_TRUE(canvas.has_text(text)) << text;
  const auto trace = trace_from_text("n0/w1: a\nn1/w2: b");
  const RecordingCanvas named = drawn({{trace, ""}});
  for (const auto& worker : trace->workers) EXPECT_TRUE(named.has_text(worker.name)) << worker.name;
  for (const auto& node : trace->nodes) EXPECT_TRUE(named.has_text(node.name)) << node.name;
}

std::size_t arrow_fills(const RecordingCanvas& canvas, const std::string& name) {
  return static_cast<std::size_t>(std::count_if(canvas.fills.begin(), canvas.fills.end(),
                                                [&](const auto& fill) { return fill.name == name; }));
}

std::vector<RecordingCanvas::Stroke> arrow_strokes(const RecordingCanvas& canvas, const std::string& name) {
  std::vector<RecordingCanvas::Stroke> strokes;
  for (const RecordingCanvas::Stroke& stroke : canvas.strokes) {
    if (stroke.name == name) strokes.push_back(stroke);
  }
  return strokes;
}

TEST(Drawing, ManyArrowsAreBundledWithACount) {
  using traces::LaneId;
  Panel panel{trace_from_text("aaaaaaaaaa\nbbbbbbbbbb"), ""};
  panel.arrows = {{LaneId(0u), LaneId(1u), 2000, 4000, false, true, 0},
                  {LaneId(0u), LaneId(1u), 1000, 6000, true, false, 8}};
  const RecordingCanvas few = drawn({panel});
  EXPECT_EQ(arrow_fills(few, "last dependency"), 2U) << "the tip and its rim";
  EXPECT_EQ(arrow_strokes(few, "last dependency").size(), 2U) << "the line and its rim";
  EXPECT_EQ(arrow_strokes(few, "last dependency")[1].style.dash, 0.0);
  ASSERT_EQ(arrow_strokes(few, "message").size(), 2U);
  EXPECT_EQ(arrow_strokes(few, "message")[0].style.dash, 0.0) << "its rim is whole";
  EXPECT_GT(arrow_strokes(few, "message")[1].style.dash, 0.0);
  panel.arrows.resize(1);
  for (std::size_t i = 0; i < 30; ++i)
    panel.arrows.push_back({LaneId(1u), LaneId(0u), 1000, 4000, false, false, 0});
  const RecordingCanvas many = drawn({panel});
  EXPECT_TRUE(many.has_text("30"));
  EXPECT_EQ(arrow_fills(many, "last dependency"), 2U);
  EXPECT_EQ(arrow_fills(many, "30 dependencies"), 3U) << "and the count's background";
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
  EXPECT_TRUE(canvas.has_text("c z"));
  EXPECT_TRUE(canvas.has_text("d w"));
  EXPECT_FALSE(canvas.has_text("b y")) << "not ready yet";
  EXPECT_TRUE(canvas.has_text("none")) << "of the second worker";
  options.moment_ns.reset();
  EXPECT_EQ(drawn({panel}, options).texts.size(), without) << "no moment, no queues";
  options.moment_ns = 500;
  options.width = 310;
  const RecordingCanvas narrow = drawn({panel}, options);
  EXPECT_TRUE(narrow.has_text("ready")) << "the heading, without its second half";
  EXPECT_TRUE(narrow.has_text("2")) << "still counted";
  EXPECT_FALSE(narrow.has_text("c z"));
  EXPECT_EQ(arrow_fills(narrow, "c z"), 1U) << "a square of its colour";
  EXPECT_EQ(arrow_fills(narrow, "d w"), 1U);
  options.row_height = 8;
  const RecordingCanvas low = drawn({panel}, options);
  EXPECT_FALSE(low.has_text("c z"));
  EXPECT_EQ(arrow_fills(low, "c z"), 1U) << "a square";
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

constexpr const char* two_communicating_nodes = R"(
  n0/w0: aaa.....
  n1/w0: ......bb
  x: 8 bytes on n0
  a1: write x@0
  b1: read x@1
  message x@1 n0->n1 3 6
)";

TEST(Drawing, MessagesLeadFromSenderToReceiverRows) {
  Panel panel{trace_from_text(two_communicating_nodes), ""};
  EXPECT_TRUE(arrow_strokes(drawn({panel}), "1 message between nodes").empty()) << "only on request";
  panel.messages = true;
  const auto strokes = arrow_strokes(drawn({panel}), "1 message between nodes");
  ASSERT_EQ(strokes.size(), 2U) << "a rim and a line";
  const Layout layout = lay_out({panel}, {}, 1);
  const auto& rows = layout.panels[0].rows;
  std::vector<Point> points;
  strokes[1].path.for_each_point([&](Point point, bool) { points.push_back(point); });
  ASSERT_EQ(points.size(), 2U);
  EXPECT_NEAR(points[0].y, (rows[0].top + rows[0].bottom) / 2.0, 1e-9);
  EXPECT_LT(points[1].y, (rows[1].top + rows[1].bottom) / 2.0) << "within the tip";
  EXPECT_NEAR(points[0].x, layout.plot_left + (layout.plot_right - layout.plot_left) * 3.0 / 8.0, 3.0);
  EXPECT_GT(strokes[1].style.dash, 0.0);
}

TEST(Drawing, MessagesSentBeforeTheRangeEnterAtTheLeftEdge) {
  Panel panel{trace_from_text(two_communicating_nodes), ""};
  panel.messages = true;
  FigureOptions options;
  options.from_ns = 4500;
  const RecordingCanvas canvas = drawn({panel}, options);
  const auto strokes = arrow_strokes(canvas, "1 message between nodes");
  ASSERT_EQ(strokes.size(), 2U);
  const Layout layout = lay_out({panel}, options, 1);
  strokes[1].path.for_each_point([&](Point point, bool is_first) {
    EXPECT_GE(point.x, layout.plot_left);
    if (is_first) {
      EXPECT_EQ(point.x, layout.plot_left);
    }
  });
  options.from_ns = 6500;
  EXPECT_TRUE(drawn({panel}, options).has_text("messages between nodes: none at this time"));
}

TEST(Drawing, ManyMessagesAreBundledWithCountAndBytes) {
  const auto few = trace_from_text(two_communicating_nodes);
  auto many = std::make_shared<traces::Trace>(*few);
  many->messages.resize(60, few->messages[0]);
  Panel panel{many, ""};
  panel.messages = true;
  const RecordingCanvas canvas = drawn({panel});
  EXPECT_EQ(arrow_strokes(canvas, "60 messages between nodes").size(), 2U);
  EXPECT_TRUE(canvas.has_text("60 messages · 480 B"));
}

TEST(Drawing, MomentDoesNotFadeMessageBundles) {
  const auto few = trace_from_text(two_communicating_nodes);
  auto many = std::make_shared<traces::Trace>(*few);
  many->messages.resize(60, few->messages[0]);
  FigureOptions options;
  options.moment_ns = 3000;
  const auto is_faded = [&](const std::shared_ptr<const traces::Trace>& trace, const std::string& name) {
    Panel panel{trace, ""};
    panel.messages = true;
    const RecordingCanvas canvas = drawn({panel}, options);
    const auto messages = std::find_if(canvas.strokes.begin(), canvas.strokes.end(),
                                       [&](const auto& stroke) { return stroke.name == name; });
    EXPECT_NE(messages, canvas.strokes.end()) << name;
    return static_cast<std::size_t>(messages - canvas.strokes.begin()) < canvas.strokes_before_fade;
  };
  EXPECT_TRUE(is_faded(few, "1 message between nodes"));
  EXPECT_FALSE(is_faded(many, "60 messages between nodes"));
}

TEST(Drawing, MessageBundlesCountOnlyMessagesSentByTheMoment) {
  const auto few = trace_from_text(two_communicating_nodes);
  auto many = std::make_shared<traces::Trace>(*few);
  for (std::int64_t i = 1; i < 60; ++i) {
    many->messages.push_back(few->messages[0]);
    many->messages.back().send_ns += i * 10;
  }
  Panel panel{many, ""};
  panel.messages = true;
  FigureOptions options;
  options.moment_ns = 3195;
  EXPECT_TRUE(drawn({panel}, options).has_text("20 messages · 160 B"));
  options.moment_ns = 2999;
  EXPECT_TRUE(arrow_strokes(drawn({panel}, options), "0 messages between nodes").empty());
  EXPECT_FALSE(drawn({panel}, options).has_text("60 messages · 480 B"));
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

TEST(Drawing, ArrowsFromOutsideTheRangeEndAtItsEdge) {
  using traces::LaneId;
  Panel panel{trace_from_text("aaaaaaaaaa\nbbbbbbbbbb"), ""};
  panel.arrows = {{LaneId(0u), LaneId(1u), 1000, 6000, false, false, 0},
                  {LaneId(0u), LaneId(1u), 2000, 6000, false, false, 0},
                  {LaneId(1u), LaneId(0u), 6000, 9000, false, false, 0},
                  {LaneId(1u), LaneId(7u), 6000, 9000, false, false, 0}};
  FigureOptions options;
  options.from_ns = 5000;
  options.to_ns = 7000;
  const RecordingCanvas canvas = drawn({panel}, options);
  EXPECT_TRUE(canvas.has_text("2 earlier"));
  EXPECT_TRUE(canvas.has_text("1 later"));
  EXPECT_TRUE(canvas.has_text("1 arrow ends in hidden rows")) << "its lane has no row";
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

TEST(Drawing, LegendListsTheSharesOfEachPanel) {
  const std::string wide = "\xE2\x80\x82";
  EXPECT_TRUE(drawn({{trace_from_text("aaab"), ""}}).has_text("a" + wide + "75.0 %"));
  const RecordingCanvas two = drawn({{trace_from_text("aaab"), ""}, {trace_from_text("abbb"), ""}});
  EXPECT_TRUE(two.has_text("share of busy time, from the top:"));
  EXPECT_TRUE(two.has_text("a" + wide + "75.0 | 25.0 %"));
  EXPECT_TRUE(two.has_text("b" + wide + "25.0 | 75.0 %"));
}

std::shared_ptr<const traces::Trace> trace_of_types(std::size_t types) {
  traces::Trace trace = *trace_from_text("a");
  trace.types.assign(types, {});
  trace.tasks.type.clear();
  trace.lanes[0].spans = {};
  for (std::size_t i = 0; i < types; ++i) {
    trace.types[i] = "t" + std::to_string(i);
    trace.tasks.type.push_back(traces::TypeId(i));
    const auto begin_ns = static_cast<std::int64_t>(100 * i);
    trace.lanes[0].spans.push_back(begin_ns, begin_ns + 10, traces::TaskId(i), SpanKind::run);
  }
  return std::make_shared<const traces::Trace>(std::move(trace));
}

TEST(Drawing, LegendNotesSharedColours) {
  const RecordingCanvas many = drawn({{trace_of_types(18), ""}});
  EXPECT_TRUE(many.has_text("18 types share 16 colours"));
  for (const auto& text : drawn({{trace_of_types(16), ""}}).texts)
    EXPECT_EQ(text.text.find("share 16 colours"), std::string::npos) << text.text;
}

TEST(Drawing, TinyShareIsNotShownAsZero) {
  traces::Trace trace = *trace_from_text("ab");
  trace.lanes[0].spans.end_ns[1] = 10'000'000;
  EXPECT_TRUE(drawn({{std::make_shared<const traces::Trace>(trace), ""}}).has_text("a\xE2\x80\x82<0.1 %"));
}

TEST(Drawing, LegendSumsUpTheSmallestOfManyTypes) {
  const RecordingCanvas canvas = drawn({{trace_of_types(40), ""}});
  EXPECT_TRUE(
      canvas.has_text("17 more types\xE2\x80\x82"
                      "42.5 %"));
}

TEST(Drawing, TypesOfTheSameNameShareAColourAcrossTraces) {
  traces::Trace other = *trace_from_text("aaaabbbb");
  std::swap(other.types[0], other.types[1]);  // the first task to run is called b here
  const std::vector<Panel> panels{{trace_from_text("aaaabbbb"), ""},
                                  {std::make_shared<const traces::Trace>(other), ""}};
  const RecordingCanvas canvas = drawn(panels);
  std::map<std::string, std::vector<Colour>> colours;
  for (const auto& fill : canvas.fills) {
    if (!fill.name.empty()) colours[fill.name].push_back(fill.colour);
  }
  ASSERT_EQ(colours["a"].size(), 4U);  // tint and solid in both panels
  EXPECT_EQ(colours["a"][0], colours["a"][2]);
  EXPECT_EQ(colours["a"][1], colours["a"][3]);
  EXPECT_NE(colours["a"], colours["b"]);
}

TEST(Drawing, RunsWithoutATaskAreGreyAndInTheLegend) {
  traces::Trace trace = *trace_from_text("a...");
  trace.lanes[0].spans.push_back(2000, 3000, {}, SpanKind::run);
  const RecordingCanvas canvas = drawn({{std::make_shared<const traces::Trace>(trace), ""}});
  EXPECT_TRUE(canvas.has_text("(no task)"));
  EXPECT_TRUE(std::any_of(canvas.fills.begin(), canvas.fills.end(), [](const auto& fill) {
    return fill.name == "(no task)" && fill.colour == no_task_colour;
  }));
}

TEST(Drawing, RunsWithoutATaskDoNotCountInCategoryShares) {
  auto trace = std::make_shared<traces::Trace>(*trace_from_text("n0/w1: a...\nn1/w2: b..."));
  trace->lanes[0].spans.push_back(2000, 3000, {}, SpanKind::run);
  const auto by_node = traces::make_colouring(*trace, {traces::ColourKey::node, ""});
  const RecordingCanvas canvas = drawn({{trace, "", by_node}});
  EXPECT_EQ(std::count_if(canvas.texts.begin(), canvas.texts.end(),
                          [](const auto& text) { return text.text.ends_with("50.0 %"); }),
            2);
}

TEST(Drawing, TextStaysInsideTheFigureAndDoesNotOverlap) {
  std::string rows;
  for (int i = 0; i < 30; ++i) rows += "aab..bbbbbbbbccccccccccdefghij\n";
  const auto trace = trace_from_text(rows);
  const RecordingCanvas canvas = drawn({{trace, default_title(*trace)}, {trace, std::string(500, 'x')}});
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
    EXPECT_LE(left + width, 1600.0) << text.text;
  }
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const Box &a = boxes[i], &b = boxes[j];
      const bool apart = a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
      EXPECT_TRUE(apart) << a.text << " and " << b.text;
    }
  }
}

}  // namespace
}  // namespace gusset::paper
