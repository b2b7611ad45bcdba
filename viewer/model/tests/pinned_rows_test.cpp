// Pinned rows stay at the top of their panel, and nothing of the rows that scroll is drawn over them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gusset/traces/picture/timeline/arrow_shapes.hpp"
#include "gusset/viewer/model/explain/idle_facts.hpp"
#include "gusset/viewer/model/timeline/overlay.hpp"
#include "gusset/viewer/model/timeline/placed_rows.hpp"
#include "gusset/viewer/model/timeline/search_shapes.hpp"
#include "gusset/viewer/model/timeline/selection_shapes.hpp"
#include "timeline_of.hpp"

namespace gusset::viewer {
namespace {

using ::testing::Contains;
using testing::document_from_text;
using testing::measure;
using testing::timeline_of;
using traces::LaneId;
using traces::NodeId;
using traces::TaskId;

constexpr std::size_t pinned_row = 150;

// Each of 200 workers runs a task, is idle, and runs another task.
std::shared_ptr<const Document> many_rows() {
  std::string drawing;
  for (int row = 0; row < 200; ++row) drawing += "aaaa....bbbb\n";
  return document_from_text({drawing});
}

// A timeline with a pinned row, scrolled so that the first row below it is partly visible.
Timeline scrolled_timeline(const std::shared_ptr<const Document>& document = many_rows()) {
  Timeline timeline = timeline_of(document, 1000, 475);
  timeline.pin({{0, pinned_row}}, true);
  EXPECT_GT(timeline.layout().max_scroll(0), 303);
  timeline.scroll(0, 303);
  return timeline;
}

Picture picture_of(const Timeline& timeline) {
  return compose_picture(timeline, {16.0, measure, measure});
}

// Every task of a panel.
std::shared_ptr<const MarkedSet> all_tasks(const Document& document) {
  auto set = std::make_shared<TaskSet>();
  for (std::size_t task = 0; task < document.panel(0).trace->tasks.size(); ++task)
    set->tasks.push_back({0, TaskId(task)});
  return mark_set(document, set);
}

TEST(PinnedRows, PinnedRowStaysAtTheTopWhileTheOthersScroll) {
  const Timeline timeline = scrolled_timeline();
  const Stretch body = timeline.layout().body(0);
  const Stretch scrolled = timeline.layout().scrolled(0);
  EXPECT_EQ(timeline.stretch_of({0, pinned_row})->top, body.top);
  const double x = timeline.x_from_time(500);
  EXPECT_EQ(timeline.hit(x, body.top + 5).row, (RowReference{0, pinned_row}));
  EXPECT_EQ(timeline.hit(x, body.top + 5).task, (TaskReference{0, TaskId(pinned_row)}));
  EXPECT_EQ(timeline.hit(x, scrolled.top - 2).area, Hit::Area::gap);
  const Hit below = timeline.hit(x, scrolled.top + 1);
  ASSERT_TRUE(below.row);
  EXPECT_GT(below.row->row, 0U);
  EXPECT_LT(timeline.stretch_of(*below.row)->top, scrolled.top) << "it is partly scrolled out of view";
}

TEST(PinnedRows, PictureDrawsNothingOverThem) {
  const Timeline timeline = scrolled_timeline();
  const Stretch body = timeline.layout().body(0);
  const int scroll_top = timeline.layout().scrolled(0).top;
  const Picture picture = picture_of(timeline);
  ASSERT_GE(picture.strips.size(), 2U);
  ASSERT_EQ(picture.strips[0].strips.size(), 1U);
  EXPECT_EQ(picture.strips[0].clip.top, body.top);
  EXPECT_LE(picture.strips[0].clip.bottom(), scroll_top);
  EXPECT_EQ(picture.strips[0].strips[0].stretch.top,
            track_of_row(*timeline.stretch_of({0, pinned_row}), 1.0).top);
  EXPECT_GT(picture.strips[1].strips.size(), 10U);
  EXPECT_EQ(picture.strips[1].clip.top, scroll_top);
  const std::string name = timeline.document().panel(0).rows[pinned_row].label;
  std::size_t names = 0;
  for (const Label& label : picture.labels) {
    if (label.x >= timeline.plot().left || label.y + 16 <= body.top || label.y >= body.bottom()) continue;
    if (label.text == name) {
      ++names;
      EXPECT_LT(label.y, scroll_top);
    } else if (label.clip.top < scroll_top) {
      EXPECT_THAT(label.text, ::testing::EndsWith("%")) << "the pinned row's busy share";
    }
  }
  EXPECT_EQ(names, 1U);
  const Rgba line = view_palette_of(timeline.document().appearance).line;
  EXPECT_TRUE(std::any_of(picture.fills.begin(), picture.fills.end(), [&](const Fill& fill) {
    return fill.colour == line && fill.box.height == 1 && fill.box.right() == timeline.plot().right() &&
           fill.box.top < scroll_top && fill.box.top >= timeline.stretch_of({0, pinned_row})->bottom();
  })) << "a line separates the pinned row from the others";
}

TEST(PinnedRows, NamesOfTasksOfOtherRowsStayBelow) {
  Timeline timeline = scrolled_timeline();
  timeline.scale_rows(3.0);
  timeline.scroll(0, 310);
  const int scroll_top = timeline.layout().scrolled(0).top;
  const Picture picture = picture_of(timeline);
  std::size_t above = 0;
  for (const Shapes::Name& name : picture.shapes.names) {
    if (name.clip.top >= scroll_top) continue;
    ++above;
    EXPECT_LT(name.y, timeline.stretch_of({0, pinned_row})->bottom());
  }
  EXPECT_EQ(above, 2U) << "the tasks of the pinned row";
  EXPECT_GT(picture.shapes.names.size(), 10U);
}

TEST(PinnedRows, ShapesOfOtherRowsStayBelow) {
  const Timeline timeline = scrolled_timeline();
  const int scroll_top = timeline.layout().scrolled(0).top;
  Shapes shapes;
  add_set_shapes(timeline, *all_tasks(timeline.document()), shapes);
  std::size_t above = 0;
  for (const Shapes::Frame& frame : shapes.frames) above += frame.clip.top < scroll_top ? 1 : 0;
  EXPECT_EQ(above, 2U) << "the tasks of the pinned row";
  EXPECT_GT(shapes.frames.size(), 10U);

  const auto outline_of = [&](std::size_t task) {
    OverlayInput input;
    input.selection.tasks = {{0, TaskId(task)}};
    return compose_overlay(timeline, input).outlines.at(0);
  };
  EXPECT_LT(outline_of(pinned_row).clip.top, scroll_top);
  EXPECT_EQ(outline_of(0).clip.top, scroll_top) << "its row is scrolled out of view";

  const auto frame_of_row = [&](std::size_t row) {
    SelectionState state;
    state.rows = {{0, row}};
    Shapes frame;
    add_row_shapes(timeline, state, frame);
    return frame.bars.at(0).clip.top;
  };
  EXPECT_LT(frame_of_row(pinned_row), scroll_top);
  EXPECT_EQ(frame_of_row(0), scroll_top);
}

TEST(PinnedRows, SearchDimsRowsBelowTheirEdge) {
  const Timeline timeline = scrolled_timeline();
  const int scroll_top = timeline.layout().scrolled(0).top;
  SearchResult found;
  auto set = std::make_shared<TaskSet>();
  set->tasks = {{0, TaskId(pinned_row)}};
  found.matches = mark_set(timeline.document(), set);
  found.count = 1;
  Picture picture = picture_of(timeline);
  const auto earlier = static_cast<std::ptrdiff_t>(picture.over_fills.size());
  add_search_shapes(timeline, found, picture);
  std::size_t above = 0;
  for (auto fill = picture.over_fills.begin() + earlier; fill != picture.over_fills.end(); ++fill) {
    if (fill->box.top >= timeline.layout().body(0).bottom() || fill->box.top >= scroll_top) continue;
    ++above;
    EXPECT_GE(fill->box.left, timeline.x_from_time(3'990)) << "the match itself is not dimmed";
  }
  EXPECT_EQ(above, 1U) << "the pinned row's rest";
}

TEST(PinnedRows, ArrowsFromAPinnedRowEndWhereOtherRowsScroll) {
  const Timeline timeline = scrolled_timeline();
  const int scroll_top = timeline.layout().scrolled(0).top;
  const picture::PlacedRows rows = placed_rows(timeline, 0);
  const traces::ArrowEnd pinned = arrow_end(rows, LaneId(pinned_row), 4'000);
  EXPECT_EQ(pinned.where, traces::ArrowEnd::Where::inside);
  EXPECT_LT(pinned.y, scroll_top);
  const traces::ArrowEnd hidden = arrow_end(rows, LaneId(0u), 8'000);
  EXPECT_EQ(hidden.where, traces::ArrowEnd::Where::above);
  EXPECT_EQ(hidden.y, scroll_top);
  const auto clip_top = [&](std::size_t from, std::size_t to) {
    const std::vector<traces::TaskArrow> arrows{{LaneId(from), LaneId(to), 4'000, 8'000, false, true, 0}};
    return arrow_shape(rows, bundle_arrows(rows, arrows).bundles.at(0)).clip.top;
  };
  EXPECT_EQ(clip_top(pinned_row, 60), rows.clip.top);
  EXPECT_EQ(clip_top(60, 61), scroll_top) << "arrows between other rows stay below";
}

TEST(PinnedRows, IdleTimeIsHatchedInBothParts) {
  const Timeline timeline = scrolled_timeline();
  const LoadedTrace& loaded = timeline.document().panel(0);
  Picture picture = picture_of(timeline);
  const std::size_t earlier = picture.strips.size();
  add_idle_strips(timeline, 0, idle_facts(loaded, traces::TaskGraph(*loaded.trace)), picture);
  ASSERT_EQ(picture.strips.size(), earlier + 2);
  const StripGroup& pinned = picture.strips[earlier];
  ASSERT_EQ(pinned.strips.size(), 1U);
  EXPECT_EQ(pinned.strips[0].stretch, picture.strips[0].strips[0].stretch);
  const auto idle = static_cast<std::size_t>(timeline.x_from_time(6'000) - timeline.plot().left);
  EXPECT_EQ(picture.texels[pinned.strips[0].first_texel + idle] >> 24, 255U);
  EXPECT_EQ(picture.strips[earlier + 1].clip, picture.strips[1].clip);
  EXPECT_EQ(picture.strips[earlier + 1].strips.size(), picture.strips[1].strips.size());
}

TEST(PinnedRows, RevealingATaskDoesNotHideItBehindThem) {
  Timeline timeline = scrolled_timeline();
  timeline.reveal(TaskReference{0, TaskId(7u)});
  EXPECT_GE(timeline.stretch_of({0, 7})->top, timeline.layout().scrolled(0).top);
  const int scroll = timeline.scrolls()[0];
  timeline.reveal(TaskReference{0, TaskId(pinned_row)});
  EXPECT_EQ(timeline.scrolls()[0], scroll) << "a pinned row is always in view";
}

TEST(PinnedRows, PinningIsUndoneInOneStepAndSurvivesShowingAllRows) {
  Timeline timeline = timeline_of(many_rows());
  timeline.pin({{0, 9}, {0, 4}}, true);
  timeline.pin({{0, 9}}, true);
  EXPECT_EQ(timeline.pinned_rows(), 2U);
  EXPECT_EQ(timeline.arrangement(0).place_of(9), 0U);
  EXPECT_EQ(timeline.arrangement(0).place_of(4), 1U);
  timeline.filter_rows("no such name");
  EXPECT_EQ(timeline.layout().rows(0), 2U) << "filters do not hide pinned rows";
  timeline.show_all_rows();
  EXPECT_TRUE(timeline.is_pinned({0, 9}));
  timeline.unpin_all();
  EXPECT_EQ(timeline.pinned_rows(), 0U);
  ASSERT_TRUE(timeline.undo());
  EXPECT_EQ(timeline.pinned_rows(), 2U);
  timeline.pin({{0, 9}}, false);
  EXPECT_FALSE(timeline.is_pinned({0, 9}));
  EXPECT_TRUE(timeline.is_pinned({0, 4}));
  for (int step = 0; step < 4; ++step) ASSERT_TRUE(timeline.undo());
  EXPECT_EQ(timeline.pinned_rows(), 0U);
  ASSERT_TRUE(timeline.redo());
  EXPECT_EQ(timeline.pinned_rows(), 2U);
  timeline.pin({{0, 999}, {7, 0}}, true);
  EXPECT_EQ(timeline.pinned_rows(), 2U) << "no such rows";
}

TEST(PinnedRows, LabelSaysTheNode) {
  std::string drawing;
  for (int row = 0; row < 60; ++row)
    drawing += "n" + std::to_string(row / 30) + "/w" + std::to_string(row % 30) + ": aaaa\n";
  Timeline timeline = timeline_of(document_from_text({drawing}), 1000, 475);
  ASSERT_FALSE(timeline.shows_worker_names(0)) << "the rows are too low for names";
  timeline.pin({{0, 40}}, true);
  timeline.scroll(0, timeline.layout().max_scroll(0));
  const LoadedTrace& loaded = timeline.document().panel(0);
  std::vector<std::string> texts;
  for (const Label& label : picture_of(timeline).labels) {
    if (label.y + 8 >= timeline.layout().body(0).top && label.y < timeline.layout().scrolled(0).top - 8)
      texts.push_back(label.text);
  }
  EXPECT_THAT(texts, Contains(loaded.trace->nodes[1].name));
  EXPECT_THAT(texts, Contains(loaded.rows[40].label));
}

TEST(PinnedRows, NodeWithOnlyPinnedRowsIsWhereTheyAre) {
  std::string drawing = "n0/w0: aaaa\n";
  for (int row = 0; row < 100; ++row) drawing += "n1/w" + std::to_string(row) + ": aaaa\n";
  Timeline timeline = timeline_of(document_from_text({drawing}), 1000, 475);
  timeline.pin({{0, 0}, {0, 50}}, true);
  timeline.scroll(0, 100);
  const picture::PlacedRows rows = placed_rows(timeline, 0);
  const Stretch first = *timeline.stretch_of({0, 0});
  EXPECT_TRUE(rows.is_pinned(NodeId(0u)));
  EXPECT_EQ(rows.middle_of(NodeId(0u)), first.top + first.height / 2.0);
  const Stretch others = timeline.layout().node(0, 0, 100);
  EXPECT_FALSE(rows.is_pinned(NodeId(1u)));
  EXPECT_EQ(rows.middle_of(NodeId(1u)), others.top + others.height / 2.0);
}

}  // namespace
}  // namespace gusset::viewer
