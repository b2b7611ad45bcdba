#include "gusset/viewer/model/timeline/overlay.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "documents.hpp"
#include "synthetic.hpp"
#include "timeline_of.hpp"

namespace gusset::viewer {
namespace {

using testing::document_from_text;
using testing::measure;
using testing::timeline_of;

Pointer at(const Timeline& timeline, RowReference row, double time_ns) {
  const Stretch where = timeline.layout().row(row, 0);
  return {timeline.x_from_time(time_ns), where.top + where.height / 2.0};
}

std::string text_of(const Tooltip& tooltip, const std::string& label) {
  for (const TooltipLine& line : tooltip.lines) {
    if (line.label == label) return line.text;
  }
  return {};
}

TEST(Overlay, TooltipShowsTypeDurationAndWorker) {
  const Timeline timeline = timeline_of(document_from_text({"aa..bbb"}));
  const auto tooltip = tooltip_at(timeline, at(timeline, {0, 0}, 5500));
  ASSERT_TRUE(tooltip);
  EXPECT_EQ(tooltip->lines[0].text, "b #1");
  EXPECT_EQ(text_of(*tooltip, "duration"), "3.00 µs");
  EXPECT_EQ(text_of(*tooltip, "worker"), timeline.document().panel(0).rows[0].label);
  EXPECT_EQ(text_of(*tooltip, "ready → start"), "") << "not recorded";
  EXPECT_EQ(tooltip->colour, timeline.document().colours.of_categories(0)[1]);
}

TEST(Overlay, TitlesTooltipHasTheWholeTitleAndThePolicy) {
  auto trace = std::make_shared<traces::Trace>(*traces::testing::trace_from_text("aa..bbb", 1000));
  trace->metadata.origin = traces::Origin::predicted;
  trace->metadata.model = R"({"model": {"scheduler": "locality"}})";
  const std::string title = "what if: 3 workers, gemm 2× as fast, policy locality";
  const Timeline timeline = timeline_of(make_document({retitled(*index_trace(trace, "p.gus", 1), title)}));
  const auto tooltip = tooltip_at(timeline, {200.0, timeline.layout().title(0).top + 3.0});
  ASSERT_TRUE(tooltip);
  EXPECT_EQ(tooltip->lines[0].text, title);
  EXPECT_EQ(text_of(*tooltip, "policy"), "locality");
  EXPECT_EQ(text_of(*tooltip, "makespan"), "7.00 µs");
}

TEST(Overlay, TooltipShowsARecordedDelay) {
  const Timeline timeline =
      timeline_of(document_from_text({"aa..bbb\na1: write x@0 [ready 0]\nb1: read x@1 [ready 2]"}));
  EXPECT_EQ(text_of(*tooltip_at(timeline, at(timeline, {0, 0}, 5500)), "ready → start"), "2.00 µs");
}

TEST(Overlay, PlaybackDimsTheFutureInEachPanelsRows) {
  const Timeline timeline = timeline_of(document_from_text({"aabb", "aaab"}));
  OverlayInput input;
  EXPECT_TRUE(compose_overlay(timeline, input).dimmed.empty());
  input.playback = PlaybackCursor{2000, true};
  const Overlay overlay = compose_overlay(timeline, input);
  const int x = static_cast<int>(timeline.x_from_time(2000));
  ASSERT_EQ(overlay.dimmed.size(), 2U);
  for (std::size_t panel = 0; panel < 2; ++panel) {
    const Stretch body = timeline.layout().body(panel);
    EXPECT_EQ(overlay.dimmed[panel], (Box{x, body.top, timeline.plot().right() - x, body.height}));
  }
  ASSERT_EQ(overlay.playback.size(), 1U);
  EXPECT_EQ(overlay.playback[0].x, x);
  EXPECT_EQ(overlay.playback[0].stretches.size(), 2U);
  EXPECT_EQ(overlay.playback[0].text.substr(0, 2), "2.");
  input.playback->dims_future = false;
  EXPECT_TRUE(compose_overlay(timeline, input).dimmed.empty());
  EXPECT_EQ(compose_overlay(timeline, input).playback.size(), 1U);
}

TEST(Overlay, PlaybackOutOfViewDimsAllOrNothing) {
  Timeline timeline = timeline_of(document_from_text({"aabbccdd"}));
  timeline.show({2000, 4000});
  OverlayInput input;
  input.playback = PlaybackCursor{0, true};
  const Overlay before = compose_overlay(timeline, input);
  EXPECT_TRUE(before.playback.empty());
  ASSERT_EQ(before.dimmed.size(), 1U);
  EXPECT_EQ(before.dimmed[0].left, timeline.plot().left);
  input.playback = PlaybackCursor{8000, true};
  EXPECT_TRUE(compose_overlay(timeline, input).dimmed.empty());
}

TEST(Overlay, TooltipOfACrowdedPixelCountsItsTasks) {
  const Timeline timeline =
      timeline_of(make_document({index_trace(testing::synthetic_trace(200'000, 1, 3), {}, 1)}));
  const auto tooltip =
      tooltip_at(timeline, at(timeline, {0, 0}, 0.02 * static_cast<double>(timeline.document().extent_ns)));
  ASSERT_TRUE(tooltip);
  EXPECT_THAT(tooltip->lines[0].text, ::testing::EndsWith("tasks begin here"));
  EXPECT_THAT(text_of(*tooltip, "busy"), ::testing::HasSubstr("% of"));
}

TEST(Overlay, IdleTimeHasNoTooltip) {
  const Timeline timeline = timeline_of(document_from_text({"aa....bb"}));
  EXPECT_FALSE(tooltip_at(timeline, at(timeline, {0, 0}, 4000)));
}

TEST(Overlay, TooltipOfAWorkersNameShowsItsTotals) {
  const Timeline timeline = timeline_of(document_from_text({"aa..bb"}));
  const auto tooltip = tooltip_at(timeline, {10, at(timeline, {0, 0}, 0).y});
  ASSERT_TRUE(tooltip);
  EXPECT_EQ(text_of(*tooltip, "tasks"), "2");
  EXPECT_EQ(text_of(*tooltip, "idle"), "2.00 µs");
}

TEST(Overlay, CursorShowsTheTime) {
  const Timeline timeline = timeline_of(document_from_text({"aa....bb"}));
  OverlayInput input;
  input.pointer = at(timeline, {0, 0}, 4000);
  const Overlay overlay = compose_overlay(timeline, input);
  ASSERT_TRUE(overlay.cursor_x);
  EXPECT_NEAR(*overlay.cursor_x, timeline.x_from_time(4000), 1.0);
  ASSERT_EQ(overlay.badges.size(), 1U);
  EXPECT_THAT(overlay.badges[0].text,
              ::testing::AnyOf(::testing::StartsWith("4.0"), ::testing::StartsWith("3.99")));
}

TEST(Overlay, RangeShowsItsDurationAndEachTracesBusyShare) {
  const Timeline timeline = timeline_of(document_from_text({"aa..", "cccc"}));
  OverlayInput input;
  input.selection.range = TimeRange{1000, 3000};
  const Overlay overlay = compose_overlay(timeline, input);
  ASSERT_EQ(overlay.bands.size(), 1U);
  EXPECT_NEAR(overlay.bands[0].from_x, timeline.x_from_time(1000), 1.0);
  ASSERT_EQ(overlay.badges.size(), 3U);
  EXPECT_EQ(overlay.badges[0].text, "1.000 to 3.000 µs, Δ 2.00 µs");
  EXPECT_EQ(overlay.badges[1].text, "50.0 % busy in the range");
  EXPECT_EQ(overlay.badges[2].text, "100.0 % busy in the range");
}

TEST(Overlay, NarrowRangeShowsOnlyItsDuration) {
  Timeline timeline = timeline_of(document_from_text({"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"}));
  OverlayInput input;
  input.selection.range = TimeRange{10'000, 12'000};
  Overlay overlay = compose_overlay(timeline, input);
  EXPECT_EQ(overlay.badges[0].text, "Δ 2.00 µs");
  EXPECT_TRUE(overlay.bands[0].has_from);
  EXPECT_TRUE(overlay.bands[0].has_to);
  timeline.show({11'500, 20'000});
  overlay = compose_overlay(timeline, input);
  ASSERT_EQ(overlay.bands.size(), 1U);
  EXPECT_FALSE(overlay.bands[0].has_from);
  EXPECT_TRUE(overlay.bands[0].has_to);
  timeline.show({15'000, 25'000});
  EXPECT_TRUE(compose_overlay(timeline, input).bands.empty());
}

TEST(Overlay, DragReplacesTheSelectedRange) {
  const Timeline timeline = timeline_of(document_from_text({"aa.."}));
  OverlayInput input;
  input.selection.range = TimeRange{0, 1000};
  input.dragged = TimeRange{1000, 4000};
  EXPECT_EQ(compose_overlay(timeline, input).badges[0].text, "1.000 to 4.000 µs, Δ 3.00 µs");
}

TEST(Overlay, FlagsLieBetweenRulerAndTitle) {
  Timeline timeline = timeline_of(document_from_text({"aaaa"}));
  const int title = timeline.layout().title(0).top;
  timeline.set_marks_row(true);
  EXPECT_GE(timeline.layout().title(0).top, title + 18) << "the text's height";
  OverlayInput input;
  input.marks = {{2000, "here"}};
  const Overlay overlay = compose_overlay(timeline, input);
  ASSERT_EQ(overlay.flags.size(), 1U);
  EXPECT_EQ(overlay.flags[0].top, timeline.layout().ruler(0).bottom());
  EXPECT_EQ(overlay.flags[0].text, "here");
  timeline.set_marks_row(false);
  EXPECT_EQ(timeline.layout().title(0).top, title);
}

TEST(Overlay, AlignedTasksAreOutlinedTogether) {
  traces::Alignment at_b;
  at_b.at = traces::AlignAt::task;
  at_b.tasks = {traces::TaskId(1), traces::TaskId(1)};
  const Timeline timeline = timeline_of(aligned(*document_from_text({"aabb", "aaabb"}), at_b));
  OverlayInput input;
  const Overlay alone = compose_overlay(timeline, input);
  ASSERT_EQ(alone.outlines.size(), 2U);
  EXPECT_EQ(alone.outlines[0].box.left, alone.outlines[1].box.left) << "both are at the same position";
  input.selection.tasks = {{0, traces::TaskId(1)}};
  const Overlay selected = compose_overlay(timeline, input);
  ASSERT_EQ(selected.outlines.size(), 2U) << "the counterpart, and the selected one on top";
  EXPECT_EQ(selected.outlines[0].colour, selected.outlines[1].colour);
  EXPECT_NE(selected.outlines[0].colour, alone.outlines[0].colour);
  EXPECT_GT(selected.outlines[0].box.top, selected.outlines[1].box.top);
  input.selection.tasks = {{0, traces::TaskId(0)}};
  EXPECT_EQ(compose_overlay(timeline, input).outlines.size(), 3U) << "another task is selected";
}

TEST(Overlay, SelectedTaskAndItsLastPredecessorAreOutlined) {
  const Timeline timeline = timeline_of(document_from_text({"aa..\n...b"}));
  OverlayInput input;
  input.selection.tasks = {{0, traces::TaskId(1)}};
  input.waited_for = TaskReference{0, traces::TaskId(0)};
  const Overlay overlay = compose_overlay(timeline, input);
  ASSERT_EQ(overlay.outlines.size(), 2U);
  EXPECT_EQ(overlay.outlines[1].box.top, track_of_row(timeline.layout().row({0, 1}, 0), 1.0).top);
}

TEST(Overlay, CounterpartsOfTheSelectedTaskAreOutlinedMoreFaintly) {
  const Timeline timeline = timeline_of(document_from_text({"aa..\n...b", "b.aa"}));
  OverlayInput input;
  input.selection.tasks = {{0, traces::TaskId(1)}};
  input.counterparts = {{1, traces::TaskId(0)}, {1, traces::TaskId(99)}, {2, traces::TaskId(0)}};
  const Overlay overlay = compose_overlay(timeline, input);
  ASSERT_EQ(overlay.outlines.size(), 2U) << "others do not exist";
  EXPECT_EQ(overlay.outlines[0].box.top, track_of_row(timeline.layout().row({1, 0}, 0), 1.0).top);
  EXPECT_NE(overlay.outlines[0].colour, overlay.outlines[1].colour);
  input.selection.tasks.clear();
  EXPECT_TRUE(compose_overlay(timeline, input).outlines.empty());
}

TEST(Overlay, DistantOutlineIsClampedToPixelLimits) {
  std::string text(1000, 'a');
  text += 'b';
  Timeline timeline = timeline_of(document_from_text({text}));
  timeline.zoom_at(timeline.plot().left, 1e9);
  OverlayInput input;
  input.selection.tasks = {{0, traces::TaskId(1)}};
  const Overlay overlay = compose_overlay(timeline, input);
  ASSERT_EQ(overlay.outlines.size(), 1U);
  EXPECT_EQ(overlay.outlines[0].box.left, 100000);
}

TEST(Overlay, OnlyTheMessageIsShownWithoutADocument) {
  Timeline timeline(measure);
  OverlayInput input;
  input.message = "No trace is open";
  input.pointer = Pointer{3, 3};
  const Overlay overlay = compose_overlay(timeline, input);
  EXPECT_EQ(overlay.message, "No trace is open");
  EXPECT_FALSE(overlay.cursor_x);
}

}  // namespace
}  // namespace gusset::viewer
