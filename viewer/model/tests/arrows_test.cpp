#include "gusset/viewer/model/explain/arrows.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gusset/base/numbers.hpp"
#include "gusset/traces/picture/timeline/arrow_shapes.hpp"
#include "gusset/viewer/model/timeline/placed_rows.hpp"
#include "synthetic.hpp"
#include "timeline_of.hpp"
#include "ui_queue.hpp"

namespace gusset::viewer {
namespace {

using testing::document_from_text;
using testing::timeline_of;
using testing::UiQueue;

constexpr const char* arrows_drawing = R"(
  n0/w0: aaaa......
  n0/w1: cc........
  n1/w0: .......bb.
  x: 800 bytes on n0
  y: 8 bytes on n1
  a1: write x@0
  c1: write z@0
  b1: read x@1, write y@0
  message x@1 n0->n1 4 6
)";

class ArrowsTest : public ::testing::Test {
 protected:
  ArrowsTest() : session_(queue_.post(), 1), arrows_(session_) {
    connections_ = {arrows_.shapes_changed.connect([this] { ++shapes_changes_; }),
                    arrows_.links_changed.connect([this] { ++links_changes_; })};
  }
  void show(std::string_view text) { session_.show(document_from_text({text})); }
  void select(std::size_t task) {
    session_.selection().select_task({0, traces::TaskId(task)}, std::nullopt, SelectionOrigin::command);
    settle();
  }
  void settle() {
    queue_.run_until([this] { return !session_.busy(); });
  }
  Shapes shapes() {
    Picture picture;
    arrows_.decorate(timeline(), picture);
    return picture.shapes;
  }
  Timeline timeline() { return timeline_of(session_.document()); }

  UiQueue queue_;
  Session session_;
  Arrows arrows_;
  int shapes_changes_ = 0;
  int links_changes_ = 0;
  Connections connections_;
};

std::string tooltip_line(const Tooltip& tooltip, const std::string& label) {
  for (const TooltipLine& line : tooltip.lines) {
    if (line.label == label) return line.text;
  }
  return {};
}

TEST_F(ArrowsTest, LinksOfTheSelectedTaskAreDrawnUnlessSwitchedOff) {
  show("aaaa....\n....bbbb\nb1: after a1");
  EXPECT_TRUE(shapes().empty());
  select(1);
  EXPECT_GT(shapes_changes_, 0);
  EXPECT_GT(links_changes_, 0);
  ASSERT_EQ(shapes().arrows.size(), 1U);
  EXPECT_EQ(shapes().arrows[0].colour, picture::arrow_palette_on(traces::Background::white).strong);
  arrows_.show({false, false});
  EXPECT_TRUE(shapes().empty());
  arrows_.show({true, false});
  EXPECT_EQ(shapes().arrows.size(), 1U);
  select(0);
  ASSERT_EQ(shapes().arrows.size(), 1U);
  EXPECT_EQ(shapes().arrows[0].colour, picture::arrow_palette_on(traces::Background::white).dependency);
  session_.selection().clear(SelectionOrigin::command);
  EXPECT_TRUE(shapes().empty());
}

TEST_F(ArrowsTest, TooltipAndDetailsShowAMessagesBytes) {
  show(arrows_drawing);
  select(2);
  ASSERT_EQ(shapes().arrows.size(), 1U);
  const Shapes::Arrow arrow = shapes().arrows[0];
  EXPECT_TRUE(arrow.dashed);
  const picture::Point middle = traces::arrow_point(arrow.curve, 0.5);
  const auto tooltip = arrows_.tooltip_at(timeline(), {middle.x, middle.y});
  ASSERT_TRUE(tooltip);
  EXPECT_EQ(tooltip->lines[0].text, "a x → b y");
  EXPECT_EQ(tooltip_line(*tooltip, "carries"), "x version 1");
  EXPECT_EQ(tooltip_line(*tooltip, "contents"), "800 B");
  EXPECT_EQ(tooltip_line(*tooltip, "in flight"), "2.00 µs");
  EXPECT_FALSE(arrows_.tooltip_at(timeline(), {middle.x, middle.y + 40}));
  const auto section = arrows_.messages_of({0, traces::TaskId(2u)});
  ASSERT_TRUE(section);
  ASSERT_EQ(section->lines.size(), 1U);
  EXPECT_EQ(section->lines[0].label, "needed");
  EXPECT_EQ(section->lines[0].pieces[0].text, "x version 1, 800 B, from n0");
  EXPECT_EQ(section->lines[0].pieces[2].link, (TaskReference{0, traces::TaskId(0u)}));
  select(0);
  EXPECT_EQ(arrows_.messages_of({0, traces::TaskId(0u)})->lines[0].label, "sent");
  EXPECT_FALSE(arrows_.messages_of({0, traces::TaskId(1u)}));
}

TEST_F(ArrowsTest, SharedLinksOfSelectedTasksAreDrawnOnce) {
  show("aabbcc..\n......dd\nb1: after a1\nc1: after b1\nd1: after c1");
  auto set = std::make_shared<TaskSet>();
  set->tasks = {{0, traces::TaskId(1u)}, {0, traces::TaskId(2u)}};
  session_.selection().select_tasks(set, SelectionOrigin::command);
  settle();
  EXPECT_EQ(shapes().arrows.size(), 3U);
  ASSERT_EQ(arrows_.linked().size(), 1U);
  EXPECT_EQ(arrows_.linked()[0].tasks, 2U);
}

TEST_F(ArrowsTest, NoteReplacesTheArrowsOfTooManySelectedTasks) {
  session_.show(make_document({index_trace(testing::synthetic_trace(2000, 2, 3), {}, 1)}));
  auto set = std::make_shared<TaskSet>();
  for (std::size_t task = 0; task <= Arrows::max_tasks; ++task)
    set->tasks.push_back({0, traces::TaskId(task)});
  session_.selection().select_tasks(set, SelectionOrigin::command);
  settle();
  EXPECT_TRUE(shapes().arrows.empty());
  ASSERT_EQ(shapes().tags.size(), 1U);
  EXPECT_THAT(shapes().tags[0].text, ::testing::HasSubstr("no arrows: more than 1"));
  EXPECT_EQ(session_.graph(0), nullptr) << "not needed";
}

TEST_F(ArrowsTest, SeveralTasksHaveAllTheirArrowsOrNone) {
  // Each of 30 rows passes data to the next: 29 bundles.
  const std::string letters = "abcdefghijklmnopqrstuvwxyzABCD";
  std::string text;
  std::string links;
  for (std::size_t row = 0; row < letters.size(); ++row) {
    text += std::string(row, '.') + letters[row] + "\n";
    if (row > 0) links += std::string(1, letters[row]) + "1: after " + letters[row - 1] + "1\n";
  }
  show(text + links);
  auto set = std::make_shared<TaskSet>();
  for (std::size_t task = 0; task < 30; ++task) set->tasks.push_back({0, traces::TaskId(task)});
  session_.selection().select_tasks(set, SelectionOrigin::command);
  settle();
  EXPECT_TRUE(shapes().arrows.empty());
  ASSERT_EQ(shapes().tags.size(), 1U);
  EXPECT_THAT(shapes().tags[0].text, ::testing::StartsWith("29 arrows are too many"));
  select(3);
  EXPECT_EQ(shapes().arrows.size(), 2U);
}

TEST_F(ArrowsTest, LastDependencyIsNotEmphasisedWhileAChainIsDrawn) {
  show("aaaa....\n....bbbb\nb1: after a1");
  select(1);
  const int before = shapes_changes_;
  arrows_.mark_last(false);
  EXPECT_EQ(shapes_changes_, before + 1);
  EXPECT_EQ(shapes().arrows[0].colour, picture::arrow_palette_on(traces::Background::white).dependency);
  arrows_.mark_last(true);
  EXPECT_EQ(shapes().arrows[0].colour, picture::arrow_palette_on(traces::Background::white).strong);
}

TEST_F(ArrowsTest, NewDocumentReplacesTheLinks) {
  show("aaaa....\n....bbbb\nb1: after a1");
  select(1);
  ASSERT_EQ(shapes().arrows.size(), 1U);
  show("aa\na1: write x@0");
  settle();
  EXPECT_TRUE(shapes().arrows.empty());
  EXPECT_FALSE(arrows_.tooltip_at(timeline(), {500, 100}));
}

TEST_F(ArrowsTest, MessagesBetweenNodesAreDrawnOnRequest) {
  show(arrows_drawing);
  settle();
  EXPECT_TRUE(shapes().empty());
  arrows_.show({true, true});
  settle();
  ASSERT_EQ(shapes().arrows.size(), 1U);
  const picture::Point middle = traces::arrow_point(shapes().arrows[0].curve, 0.4);
  const auto tooltip = arrows_.tooltip_at(timeline(), {middle.x, middle.y});
  ASSERT_TRUE(tooltip);
  EXPECT_EQ(tooltip->lines[0].text, "n0 → n1");
  arrows_.show({true, false});
  EXPECT_TRUE(shapes().empty());
}

TEST_F(ArrowsTest, BundlesCountMessagesUpToThePlaybackPosition) {
  auto trace = std::make_shared<traces::Trace>(*traces::testing::trace_from_text(arrows_drawing));
  const traces::Message first = trace->messages[0];
  for (std::int64_t i = 1; i < 60; ++i) {
    trace->messages.push_back(first);
    trace->messages.back().send_ns += i * 10;
  }
  session_.show(make_document({index_trace(trace, {}, 1)}));
  arrows_.show({true, true});
  settle();
  const auto tag = [this] {
    const Shapes found = shapes();
    return found.tags.size() < 2 ? std::string("none") : found.tags[1].text;  // the first tag is the note
  };
  EXPECT_EQ(tag(), "60 messages · " + gusset::bytes_text(60.0 * static_cast<double>(first.payload_bytes)));
  const int before = shapes_changes_;
  arrows_.set_playback(first.send_ns + 195);
  arrows_.set_playback(first.send_ns + 195);
  EXPECT_EQ(shapes_changes_, before + 1);
  EXPECT_EQ(tag(), "20 messages · " + gusset::bytes_text(20.0 * static_cast<double>(first.payload_bytes)));
  arrows_.set_playback(first.send_ns - 1);
  EXPECT_EQ(tag(), "none");
  arrows_.set_playback(std::nullopt);
  EXPECT_EQ(tag(), "60 messages · " + gusset::bytes_text(60.0 * static_cast<double>(first.payload_bytes)));
}

}  // namespace
}  // namespace gusset::viewer
