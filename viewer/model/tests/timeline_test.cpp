#include "gusset/viewer/model/timeline/timeline.hpp"

#include <gtest/gtest.h>

#include "documents.hpp"
#include "timeline_of.hpp"

namespace gusset::viewer {
namespace {

using testing::document_from_text;
using testing::measure;
using testing::timeline_of;

int middle(Stretch stretch) {
  return stretch.top + stretch.height / 2;
}

TEST(Timeline, OpensOnEverything) {
  const Timeline timeline = timeline_of(document_from_text({"aa..b"}));
  EXPECT_TRUE(timeline.axis().shows_everything());
  EXPECT_EQ(timeline.axis().width(), timeline.plot().width);
  EXPECT_GT(timeline.plot().left, 0);
}

TEST(Timeline, HitFindsRowTaskAndTime) {
  const Timeline timeline = timeline_of(document_from_text({"aa..b", "cc"}));
  const double x = timeline.x_from_time(1500);
  const Hit first = timeline.hit(x, middle(timeline.layout().row({0, 0}, 0)));
  EXPECT_EQ(first.area, Hit::Area::row);
  EXPECT_EQ(first.task, (TaskReference{0, traces::TaskId(0)}));
  EXPECT_NEAR(first.time_ns, 1500, timeline.axis().ns_per_pixel());
  const Hit second = timeline.hit(x, middle(timeline.layout().row({1, 0}, 0)));
  EXPECT_EQ(second.task, (TaskReference{1, traces::TaskId(0)}));
  const Hit idle = timeline.hit(timeline.x_from_time(3000), middle(timeline.layout().row({0, 0}, 0)));
  EXPECT_EQ(idle.area, Hit::Area::row);
  EXPECT_FALSE(idle.task);
}

TEST(Timeline, HitDistinguishesAreas) {
  const Timeline timeline = timeline_of(document_from_text({"aa..b"}));
  const double x = timeline.plot().left + 100;
  EXPECT_EQ(timeline.hit(x, 3).area, Hit::Area::ruler);
  EXPECT_EQ(timeline.hit(x, middle(timeline.layout().title(0))).area, Hit::Area::title);
  EXPECT_EQ(timeline.hit(5, middle(timeline.layout().body(0))).area, Hit::Area::labels);
  EXPECT_EQ(timeline.hit(x, timeline.overview().top + 5).area, Hit::Area::overview);
  EXPECT_EQ(timeline.hit(x, timeline.layout().body(0).bottom() + 3).area, Hit::Area::gap);
  EXPECT_EQ(timeline.hit(-1, 5).area, Hit::Area::outside);
  EXPECT_EQ(timeline.hit(999, middle(timeline.layout().body(0))).area, Hit::Area::outside);
}

TEST(Timeline, ZoomKeepsTheTimeUnderThePointer) {
  Timeline timeline = timeline_of(document_from_text({"aa..b"}));
  const double x = timeline.plot().left + 321;
  const double time = timeline.time_from_x(x);
  for (int i = 0; i < 8; ++i) timeline.zoom_at(x, 1.25);
  EXPECT_NEAR(timeline.x_from_time(time), x, 1.01);
  EXPECT_FALSE(timeline.axis().shows_everything());
}

TEST(Timeline, TwoTracesShareOneAxis) {
  Timeline timeline = timeline_of(document_from_text({"aaaa", "b"}));
  timeline.zoom_at(timeline.plot().left + 200, 2.0);
  const double x = timeline.x_from_time(500);
  const Hit upper = timeline.hit(x, middle(timeline.layout().row({0, 0}, 0)));
  const Hit lower = timeline.hit(x, middle(timeline.layout().row({1, 0}, 0)));
  EXPECT_EQ(upper.time_ns, lower.time_ns);
  EXPECT_TRUE(lower.task);
}

TEST(Timeline, UndoRestoresTheViewBeforeAGesture) {
  Timeline timeline = timeline_of(document_from_text({"aa..b"}));
  const TimeAxis all = timeline.axis();
  timeline.zoom_at(400, 2.0);
  timeline.zoom_at(400, 2.0);
  timeline.end_gesture();
  const TimeAxis zoomed = timeline.axis();
  timeline.fit();
  EXPECT_TRUE(timeline.undo());
  EXPECT_EQ(timeline.axis(), zoomed);
  EXPECT_TRUE(timeline.undo());
  EXPECT_EQ(timeline.axis(), all);
  EXPECT_FALSE(timeline.undo());
  EXPECT_TRUE(timeline.redo());
  EXPECT_EQ(timeline.axis(), zoomed);
}

TEST(Timeline, CentringTwiceFits) {
  Timeline timeline = timeline_of(document_from_text({"aaaaaaaaaabb........"}));
  timeline.zoom_at(timeline.plot().left, 4.0);
  const double scale = timeline.axis().ns_per_pixel();
  timeline.centre_or_show({10'000, 12'000});
  EXPECT_DOUBLE_EQ(timeline.axis().ns_per_pixel(), scale);
  EXPECT_NEAR((timeline.axis().begin_ns() + timeline.axis().end_ns()) / 2, 11'000, 1);
  timeline.centre_or_show({10'000, 12'000});
  EXPECT_NEAR(timeline.axis().span_ns(), 2'400, 1);
}

TEST(Timeline, RevealMovesOnlyIfNeeded) {
  std::string rows;
  for (int i = 0; i < 200; ++i) rows += i == 150 ? "..............a\n" : "b.............c\n";
  Timeline timeline = timeline_of(document_from_text({rows}));
  const std::uint64_t before = timeline.revision();
  timeline.reveal({0, timeline.document().panel(0).trace->lanes[0].spans.task[0]});
  EXPECT_EQ(timeline.revision(), before);
  timeline.zoom_at(timeline.plot().left, 8.0);
  const traces::TaskId hidden = timeline.document().panel(0).trace->lanes[150].spans.task[0];
  timeline.reveal({0, hidden});
  const RowReference row = *timeline.document().row_of({0, hidden});
  const Stretch where = timeline.layout().row(row, timeline.scrolls()[0]);
  EXPECT_GE(where.top, timeline.layout().body(0).top);
  EXPECT_LE(where.bottom(), timeline.layout().body(0).bottom());
  EXPECT_GE(timeline.x_from_time(14'000), timeline.plot().left);
  EXPECT_LE(timeline.x_from_time(15'000), timeline.plot().right());
}

TEST(Timeline, ScrollStaysWithinTheRows) {
  std::string rows;
  for (int i = 0; i < 300; ++i) rows += "a\n";
  Timeline timeline = timeline_of(document_from_text({rows}));
  timeline.scroll(0, 1'000'000);
  EXPECT_EQ(timeline.scrolls()[0], timeline.layout().max_scroll(0));
  timeline.scroll(0, -5);
  EXPECT_EQ(timeline.scrolls()[0], 0);
  timeline.scroll(7, 3);
}

TEST(Timeline, NewDocumentMayKeepTheView) {
  Timeline timeline = timeline_of(document_from_text({"aa..b"}));
  timeline.zoom_at(400, 3.0);
  const double begin = timeline.axis().begin_ns();
  timeline.set_document(document_from_text({"aa..b", "ccc"}), true);
  EXPECT_NEAR(timeline.axis().begin_ns(), begin, 1e-6);
  timeline.set_document(document_from_text({"aa..b"}));
  EXPECT_TRUE(timeline.axis().shows_everything());
}

TEST(Timeline, AllOperationsWorkWithoutADocument) {
  Timeline timeline(measure);
  timeline.set_size(800, 400, 1.0);
  timeline.zoom_at(10, 2.0);
  timeline.pan(100);
  timeline.fit();
  timeline.reveal({0, traces::TaskId(0)});
  EXPECT_EQ(timeline.overview().height, 0);
  EXPECT_FALSE(timeline.hit(400, 200).task);
}

TEST(Timeline, AllOperationsWorkInATinyWindow) {
  Timeline timeline = timeline_of(document_from_text({"aa..b"}), 1, 1);
  timeline.zoom_at(0, 2.0);
  EXPECT_GE(timeline.plot().width, 1);
  EXPECT_EQ(timeline.hit(0, 0).task, std::nullopt);
}

TEST(Timeline, ScaleTwoDoublesEverySize) {
  Timeline timeline = timeline_of(document_from_text({"aa..b"}));
  const int title = timeline.layout().title(0).height;
  timeline.set_size(2000, 1200, 2.0);
  EXPECT_EQ(timeline.layout().title(0).height, 2 * title);
}

TEST(Timeline, ProjectorShowsWorkerNamesInLowerRows) {
  std::string rows;
  for (int i = 0; i < 36; ++i) rows += "n" + std::to_string(i / 4) + "/w" + std::to_string(i % 4) + ": a\n";
  const auto document = document_from_text({rows});
  Appearance projected;
  projected.is_projected = true;
  const auto on_projector = make_document(document->traces, projected);
  Timeline timeline = timeline_of(document, 1600, 500);
  ASSERT_LT(timeline.layout().row_height(0), 12.0);
  ASSERT_GE(timeline.layout().row_height(0), 7.0);
  EXPECT_FALSE(timeline.shows_worker_names(0));
  EXPECT_TRUE(timeline_of(on_projector, 1600, 500).shows_worker_names(0));
  EXPECT_FALSE(timeline_of(on_projector, 1600, 200).shows_worker_names(0)) << "there is no room for names";
}

TEST(Timeline, ProjectedRowsHaveRoomForNamesOfTasks) {
  const auto documents = document_from_text({"a\nb\nc", "a\nb\nc\nd"});
  Appearance projected;
  projected.is_projected = true;
  Timeline timeline = timeline_of(make_document(documents->traces, projected), 1000, 150);
  EXPECT_LT(timeline_of(documents, 1000, 150).layout().row_height(0), 17.0);
  EXPECT_EQ(timeline.layout().row_height(0), 17.0);
  EXPECT_EQ(timeline.layout().row_height(1), 17.0);
  EXPECT_GT(timeline.layout().max_scroll(1), 0);
  timeline.set_size(1000, timeline.least_height(), 1.0);
  EXPECT_EQ(timeline.layout().max_scroll(0) + timeline.layout().max_scroll(1), 0);
  EXPECT_EQ(timeline.overview().height, 0) << "rows matter more";
  std::string many;
  for (int i = 0; i < 17; ++i) many += "a\n";
  const auto overview = make_document(document_from_text({many})->traces, projected);
  EXPECT_LT(timeline_of(overview, 1000, 250).layout().row_height(0), 17.0) << "many rows are an overview";
}

TEST(Timeline, LowRowsOfSeveralNodesHideWorkerNames) {
  std::string many;
  for (int i = 0; i < 120; ++i)
    many += "n" + std::to_string(i / 12) + "/w" + std::to_string(i % 12) + ": a\n";
  EXPECT_FALSE(timeline_of(document_from_text({many})).shows_worker_names(0));
  EXPECT_TRUE(timeline_of(document_from_text({"n0/w0: a\nn1/w0: b"})).shows_worker_names(0));
  EXPECT_GT(timeline_of(document_from_text({"n0/w0: a\nn1/w0: b"})).node_label_width(), 0);
  EXPECT_EQ(timeline_of(document_from_text({"a\nb"})).node_label_width(), 0);
}

constexpr const char* timeline_two_nodes = "n0/w0: aaa.\nn0/w1: bbbb\nn1/w0: cc..\nn1/w1: dddd";

TEST(Timeline, FoldingCanBeUndone) {
  Timeline timeline = timeline_of(document_from_text({timeline_two_nodes}));
  ASSERT_TRUE(timeline.has_nodes_to_fold());
  timeline.fold(0, traces::NodeId(0), true);
  EXPECT_EQ(timeline.layout().rows(0), 3U);
  EXPECT_EQ(timeline.stretch_of({0, 0}), timeline.stretch_of({0, 1}));
  ASSERT_TRUE(timeline.undo());
  EXPECT_EQ(timeline.layout().rows(0), 4U);
  ASSERT_TRUE(timeline.redo());
  EXPECT_EQ(timeline.layout().rows(0), 3U);
}

TEST(Timeline, FoldedRowHasNoTaskToSelect) {
  Timeline timeline = timeline_of(document_from_text({timeline_two_nodes}));
  timeline.fold_all(true);
  EXPECT_TRUE(timeline.all_folded());
  const Hit hit = timeline.hit(timeline.x_from_time(500), middle(timeline.layout().row({0, 0}, 0)));
  EXPECT_EQ(hit.area, Hit::Area::row);
  EXPECT_EQ(hit.place, 0U);
  EXPECT_FALSE(hit.row);
  EXPECT_FALSE(hit.task);
  timeline.fold_all(false);
  EXPECT_FALSE(timeline.all_folded());
}

TEST(Timeline, HitFindsTheSortedRow) {
  Timeline timeline = timeline_of(document_from_text({"aa..\nbbbb"}));
  timeline.order_rows(RowOrder::by_busy);
  const Hit hit = timeline.hit(timeline.x_from_time(500), middle(timeline.layout().row({0, 0}, 0)));
  EXPECT_EQ(hit.row, (RowReference{0, 1}));
  EXPECT_EQ(hit.place, 0U);
}

TEST(Timeline, RevealingATaskInAHiddenRowShowsAllRows) {
  Timeline timeline = timeline_of(document_from_text({timeline_two_nodes}));
  timeline.filter_rows(timeline.document().panel(0).trace->nodes[0].name);
  ASSERT_EQ(timeline.layout().rows(0), 2U);
  timeline.reveal({0, traces::TaskId(3)});
  EXPECT_EQ(timeline.layout().rows(0), 4U);
}

TEST(Timeline, BusyShareFilterCanBeUndone) {
  Timeline timeline = timeline_of(document_from_text({"aaaa\nb...\ncc.."}));
  timeline.filter_rows(parse_busy_shares("busy<=50%").value());
  EXPECT_EQ(timeline.layout().rows(0), 2U);
  timeline.filter_rows(parse_busy_shares("busy<50%").value());
  EXPECT_EQ(timeline.layout().rows(0), 1U);
  EXPECT_TRUE(timeline.undo());
  EXPECT_EQ(timeline.layout().rows(0), 2U);
  timeline.filter_rows(timeline.document().panel(0).rows[2].label);
  EXPECT_EQ(timeline.layout().rows(0), 1U);
  timeline.show_all_rows();
  EXPECT_EQ(timeline.layout().rows(0), 3U);
  EXPECT_TRUE(timeline.undo());
  EXPECT_EQ(timeline.layout().rows(0), 1U) << "both filters end in one step";
}

TEST(Timeline, RowsHaveTheRequestedHeight) {
  Timeline timeline = timeline_of(document_from_text({timeline_two_nodes}));
  const double fitting = timeline.layout().row_height(0);
  timeline.scale_rows(0.5);
  EXPECT_DOUBLE_EQ(timeline.layout().row_height(0), fitting / 2);
  timeline.scale_rows(100.0);
  EXPECT_GT(timeline.layout().max_scroll(0), 0);
  timeline.fit_rows();
  EXPECT_DOUBLE_EQ(timeline.layout().row_height(0), fitting);
}

TEST(Timeline, NewDocumentResetsRowOptionsUnlessTheViewIsKept) {
  Timeline timeline = timeline_of(document_from_text({timeline_two_nodes}));
  timeline.fold_all(true);
  timeline.set_document(document_from_text({timeline_two_nodes}), true);
  EXPECT_TRUE(timeline.all_folded());
  timeline.set_document(document_from_text({timeline_two_nodes}));
  EXPECT_FALSE(timeline.all_folded());
}

TEST(Timeline, TimesSnapToTheNearestEdgeInReach) {
  Timeline timeline = timeline_of(document_from_text({"aaaa....bbbb"}));
  const double y = middle(timeline.layout().row({0, 0}, 0));
  EXPECT_EQ(timeline.snapped_time(timeline.x_from_time(4'000) + 4, y), 4'000);
  EXPECT_EQ(timeline.snapped_time(timeline.x_from_time(8'000) - 5, y), 8'000);
  const double far = timeline.x_from_time(6'000);
  EXPECT_NEAR(static_cast<double>(timeline.snapped_time(far, y)), 6'000.0, 1.0);
  // Times do not snap outside rows.
  EXPECT_NE(timeline.snapped_time(timeline.x_from_time(4'000) + 4, 3), 4'000);
}

TEST(Timeline, AlignedTracesKeepTheirOwnTimes) {
  const auto both = document_from_text({"..aabb", ".aabbccdd"});
  const Timeline timeline = timeline_of(aligned(*both, {traces::AlignAt::first_task, false, {}}));
  EXPECT_NEAR(timeline.x_from_time(0, 2000), timeline.x_from_time(1, 1000), 0.51);
  EXPECT_EQ(timeline.rulers(), 1U);
  EXPECT_NEAR(timeline.ruler_axis(0).x_from_time(0.0) + timeline.plot().left, timeline.x_from_time(0, 2000),
              1.0);
  EXPECT_EQ(timeline.ruler_begin_ns(0), -2000);
  // The pixel's time is in the panel's own time, and the task is the panel's.
  const Hit hit = timeline.hit(timeline.x_from_time(1, 1500), middle(timeline.layout().row({1, 0}, 0)));
  EXPECT_EQ(hit.task, (TaskReference{1, traces::TaskId(0)}));
  EXPECT_NEAR(hit.time_ns, 1500, timeline.axis().ns_per_pixel());
  EXPECT_NEAR(hit.axis_ns, 2500, timeline.axis().ns_per_pixel());
}

TEST(Timeline, OwnScalesGiveEachPanelARulerAndTheFullWidth) {
  const auto both = document_from_text({"aabb", "aabbccdd"});
  const Timeline timeline = timeline_of(aligned(*both, {traces::AlignAt::recorded, true, {}}));
  EXPECT_EQ(timeline.rulers(), 2U);
  EXPECT_NEAR(timeline.x_from_time(0, 4000), timeline.x_from_time(1, 8000), 1.0);
  const Stretch ruler = timeline.layout().ruler(1);
  EXPECT_EQ(ruler.top, timeline.layout().title(1).bottom());
  EXPECT_EQ(timeline.layout().body(1).top, ruler.bottom());
  EXPECT_EQ(timeline.hit(timeline.plot().left + 50, middle(ruler)).area, Hit::Area::ruler);
  EXPECT_EQ(timeline.layout().ruler(0).top, 0);
}

TEST(Timeline, TimesSnapToTheRowUnderThePointer) {
  const auto both = document_from_text({"aaaabbbb", ".aabb"});
  const Timeline timeline = timeline_of(aligned(*both, {traces::AlignAt::end, false, {}}));
  const double x = timeline.x_from_time(1, 3000) + 2.0;
  EXPECT_EQ(timeline.snapped_time(x, middle(timeline.layout().row({1, 0}, 0))), 6000);
}

TEST(Timeline, AligningKeepsTheTopTracesTimesInView) {
  const auto both = document_from_text({".aabb", "....aabbccddee"});
  Timeline timeline = timeline_of(both);
  timeline.show({1000, 3000});
  const double before = timeline.axis(0).begin_ns();
  timeline.set_document(aligned(*both, {traces::AlignAt::end, false, {}}), true);
  EXPECT_NEAR(timeline.axis(0).begin_ns(), before, timeline.axis().ns_per_pixel());
}

TEST(Timeline, SettingsAreAnUndoStep) {
  const auto document = document_from_text({"aabb"});
  Timeline timeline = timeline_of(document);
  timeline.show({1000, 3000});
  const TimeAxis zoomed = timeline.axis();
  ViewSettings filtered = timeline.settings();
  filtered.hidden = {"a"};
  timeline.set_settings(filtered);
  // The document that shows the settings follows later and is not a separate step.
  Appearance without_a;
  without_a.hidden = {"a"};
  timeline.set_document(make_document(document->traces, without_a), true);
  EXPECT_TRUE(timeline.undo());
  EXPECT_TRUE(timeline.settings().hidden.empty());
  EXPECT_EQ(timeline.axis(), zoomed);
  timeline.set_settings(timeline.settings());  // the session applies what undo requests
  EXPECT_TRUE(timeline.redo());
  EXPECT_EQ(timeline.settings(), filtered);
  EXPECT_TRUE(timeline.undo());
  EXPECT_TRUE(timeline.undo());
  EXPECT_TRUE(timeline.axis().shows_everything());
  EXPECT_FALSE(timeline.can_undo());
}

TEST(Timeline, OtherTracesClearTheHistory) {
  Timeline timeline = timeline_of(document_from_text({"aabb"}));
  timeline.show({1000, 3000});
  timeline.set_document(document_from_text({"aabb"}), true);
  EXPECT_FALSE(timeline.can_undo());
}

}  // namespace
}  // namespace gusset::viewer
