#include <gtest/gtest.h>

#include <algorithm>

#include "drawn.hpp"
#include "text_trace.hpp"

namespace gusset::paper {
namespace {

using testing::drawn;
using testing::RecordingCanvas;
using traces::testing::trace_from_text;

TEST(Drawing, ManyArrowsAreBundledWithACount) {
  using traces::LaneId;
  Panel panel{trace_from_text("aaaaaaaaaa\nbbbbbbbbbb"), ""};
  panel.arrows = {{LaneId(0u), LaneId(1u), 2000, 4000, false, true, 0},
                  {LaneId(0u), LaneId(1u), 1000, 6000, true, false, 8}};
  const RecordingCanvas few = drawn({panel});
  EXPECT_EQ(few.fills_named("last dependency").size(), 2U) << "the tip and its rim";
  EXPECT_EQ(few.strokes_named("last dependency").size(), 2U) << "the line and its rim";
  EXPECT_EQ(few.strokes_named("last dependency")[1].style.dash, 0.0);
  ASSERT_EQ(few.strokes_named("message").size(), 2U);
  EXPECT_EQ(few.strokes_named("message")[0].style.dash, 0.0) << "its rim is whole";
  EXPECT_GT(few.strokes_named("message")[1].style.dash, 0.0);
  panel.arrows.resize(1);
  for (std::size_t i = 0; i < 30; ++i)
    panel.arrows.push_back({LaneId(1u), LaneId(0u), 1000, 4000, false, false, 0});
  const RecordingCanvas many = drawn({panel});
  EXPECT_TRUE(many.has_text("30"));
  EXPECT_EQ(many.fills_named("last dependency").size(), 2U);
  EXPECT_EQ(many.fills_named("30 dependencies").size(), 3U) << "and the count's background";
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
  EXPECT_TRUE(drawn({panel}).strokes_named("1 message between nodes").empty()) << "only on request";
  panel.messages = true;
  const auto strokes = drawn({panel}).strokes_named("1 message between nodes");
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
  const auto strokes = canvas.strokes_named("1 message between nodes");
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
  EXPECT_EQ(canvas.strokes_named("60 messages between nodes").size(), 2U);
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
  EXPECT_TRUE(drawn({panel}, options).strokes_named("0 messages between nodes").empty());
  EXPECT_FALSE(drawn({panel}, options).has_text("60 messages · 480 B"));
}

}  // namespace
}  // namespace gusset::paper
