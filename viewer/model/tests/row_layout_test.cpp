#include "gusset/viewer/model/timeline/row_layout.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace gusset::viewer {
namespace {

const std::vector<int> unscrolled{0, 0};

RowMetrics plain() {
  RowMetrics metrics;
  metrics.ruler_height = 20;
  metrics.title_height = 30;
  metrics.node_gap = 10;
  metrics.bottom_margin = 0;
  metrics.min_row_height = 6.0;
  metrics.max_row_height = 100.0;
  return metrics;
}

TEST(RowLayout, RowsFillTheHeight) {
  const RowLayout layout({{4}}, 20 + 30 + 200, plain());
  EXPECT_DOUBLE_EQ(layout.row_height(0), 50.0);
  EXPECT_EQ(layout.title(0), (Stretch{20, 30}));
  EXPECT_EQ(layout.body(0), (Stretch{50, 200}));
  EXPECT_EQ(layout.row({0, 3}, 0), (Stretch{200, 50}));
}

TEST(RowLayout, MarksHaveARowBelowTheRuler) {
  RowMetrics metrics = plain();
  metrics.marks_height = 15;
  const RowLayout layout({{4}}, 20 + 15 + 30 + 200, metrics);
  EXPECT_EQ(layout.ruler(0), (Stretch{0, 20}));
  EXPECT_EQ(layout.title(0), (Stretch{35, 30}));
  EXPECT_DOUBLE_EQ(layout.row_height(0), 50.0);
  EXPECT_FALSE(layout.panel_at(25));
  EXPECT_EQ(metrics.scaled(2.0).marks_height, 30);
}

TEST(RowLayout, FewRowsStayWithinTheMaximumHeight) {
  const RowLayout layout({{2}}, 2000, plain());
  EXPECT_DOUBLE_EQ(layout.row_height(0), 100.0);
  EXPECT_EQ(layout.body(0).height, 200);
  EXPECT_EQ(layout.max_scroll(0), 0);
}

TEST(RowLayout, NodesAreSeparatedByGaps) {
  const RowLayout layout({{2, 1}}, 20 + 30 + 10 + 90, plain());
  EXPECT_DOUBLE_EQ(layout.row_height(0), 30.0);
  EXPECT_EQ(layout.row({0, 2}, 0).top, layout.row({0, 1}, 0).bottom() + 10);
  EXPECT_EQ(layout.node(0, 0, 0), (Stretch{50, 60}));
  EXPECT_EQ(layout.node(0, 1, 0), (Stretch{120, 30}));
}

TEST(RowLayout, NodesAreVisibleWithAnyOfTheirRows) {
  const RowLayout layout({{2, 1, 3}}, 20 + 30 + 18, plain());
  EXPECT_EQ(layout.rows_of_node(0, 2), std::pair(std::size_t{3}, std::size_t{6}));
  for (int scroll = 0; scroll <= layout.max_scroll(0); ++scroll) {
    const auto [first, end] = layout.visible_nodes(0, scroll);
    for (std::size_t node = 0; node < 3; ++node) {
      const Stretch rows = layout.node(0, node, scroll);
      const bool is_visible = rows.bottom() > layout.body(0).top && rows.top < layout.body(0).bottom();
      EXPECT_EQ(is_visible, node >= first && node < end) << "node " << node << ", scroll " << scroll;
    }
  }
}

TEST(RowLayout, PanelsWithEqualRowsGetEqualHeights) {
  const RowLayout layout({{8}, {8}}, 20 + 60 + 320, plain());
  EXPECT_DOUBLE_EQ(layout.row_height(0), 20.0);
  EXPECT_DOUBLE_EQ(layout.row_height(1), 20.0);
  EXPECT_EQ(layout.title(1).top, layout.body(0).bottom());
}

TEST(RowLayout, FewRowsBesideManyStayReadable) {
  const RowLayout layout({{4}, {100}}, 900, plain());
  EXPECT_GT(layout.row_height(0), 30.0);
  EXPECT_GE(layout.row_height(1), 6.0);
}

TEST(RowLayout, TooManyRowsScrollToTheLastOne) {
  const RowLayout layout({{1000}}, 20 + 30 + 600, plain());
  EXPECT_DOUBLE_EQ(layout.row_height(0), 6.0);
  EXPECT_EQ(layout.max_scroll(0), 5400);
  EXPECT_EQ(layout.row({0, 999}, 5400).bottom(), layout.body(0).bottom());
  EXPECT_EQ(layout.visible_rows(0, 0), (picture::VisibleRows{0, 0, 100}));
  EXPECT_EQ(layout.visible_rows(0, 5400), (picture::VisibleRows{0, 900, 1000}));
  EXPECT_EQ(layout.visible_rows(0, 3), (picture::VisibleRows{0, 0, 101}));
}

TEST(RowLayout, EveryPixelOfARowFindsThatRow) {
  const RowLayout layout({{3, 4}, {5}}, 333, plain());
  for (std::size_t panel = 0; panel < 2; ++panel) {
    for (std::size_t row = 0; row < layout.rows(panel); ++row) {
      const Stretch where = layout.row({panel, row}, 0);
      for (int y = where.top; y < where.bottom(); ++y) {
        ASSERT_EQ(layout.row_at(y, unscrolled), (RowReference{panel, row})) << "y = " << y;
      }
    }
  }
}

TEST(RowLayout, TitlesGapsAndMarginsAreNotRows) {
  const RowLayout layout({{2, 1}}, 20 + 30 + 10 + 90, plain());
  EXPECT_FALSE(layout.row_at(5, unscrolled));
  EXPECT_FALSE(layout.row_at(30, unscrolled));
  EXPECT_FALSE(layout.row_at(115, unscrolled));
  EXPECT_FALSE(layout.row_at(1000, unscrolled));
  EXPECT_FALSE(layout.panel_at(5));
  EXPECT_EQ(layout.panel_at(30), 0U);
}

TEST(RowLayout, ScrollToRowMovesAsLittleAsPossible) {
  const RowLayout layout({{1000}}, 20 + 30 + 600, plain());
  EXPECT_EQ(layout.scroll_to_row({0, 50}, 0), 0);
  EXPECT_EQ(layout.scroll_to_row({0, 100}, 0), 6);
  EXPECT_EQ(layout.scroll_to_row({0, 10}, 600), 60);
  EXPECT_EQ(layout.scroll_to_row({0, 999}, 0), 5400);
}

TEST(RowLayout, PinnedRowsStayWhileTheOthersScroll) {
  const RowLayout layout({{1000}}, 20 + 30 + 600, plain(), {}, false, {2});
  EXPECT_EQ(layout.rows(0), 1002U);
  EXPECT_EQ(layout.still_rows(0), 2U);
  EXPECT_DOUBLE_EQ(layout.row_height(0), 6.0);
  EXPECT_EQ(layout.row({0, 1}, 500), (Stretch{66, 16})) << "high enough for a name";
  EXPECT_EQ(layout.scrolled(0), (Stretch{92, 558}));
  EXPECT_EQ(layout.row({0, 2}, 0), (Stretch{92, 6}));
  EXPECT_EQ(layout.row({0, 2}, 500).top, 92 - 500);
  EXPECT_EQ(layout.visible_rows(0, 0), (picture::VisibleRows{2, 2, 95}));
  EXPECT_EQ(layout.visible_rows(0, 7), (picture::VisibleRows{2, 3, 97}));
  EXPECT_EQ(layout.visible_nodes(0, 7), (std::pair<std::size_t, std::size_t>{0, 1}));
  const std::vector<std::size_t> first_places{0, 1, 3};
  auto visible = layout.visible_rows(0, 7);
  EXPECT_TRUE(std::equal(first_places.begin(), first_places.end(), visible.begin(),
                         [](std::size_t a, std::size_t b) { return a == b; }));
  EXPECT_EQ(layout.row_at(60, std::vector<int>{500}), (RowReference{0, 0}));
  EXPECT_FALSE(layout.row_at(85, std::vector<int>{500}));
  EXPECT_EQ(layout.row_at(92, std::vector<int>{500}), (RowReference{0, 2 + 83}));
  EXPECT_EQ(layout.max_scroll(0), 42 + 6000 - 600);
  EXPECT_EQ(layout.row({0, 1001}, layout.max_scroll(0)).bottom(), layout.body(0).bottom());
  EXPECT_EQ(layout.scroll_to_row({0, 1}, 500), 500);
  EXPECT_EQ(layout.scroll_to_row({0, 2}, 500), 0);
  EXPECT_EQ(layout.row({0, 501}, layout.scroll_to_row({0, 501}, 0)).bottom(), layout.body(0).bottom());
  EXPECT_EQ(layout.row({0, 501}, layout.scroll_to_row({0, 501}, 5000)).top, layout.scrolled(0).top);
}

TEST(RowLayout, PinnedRowsTakeAtMostHalfOfTheBody) {
  const RowLayout layout({{1000}}, 20 + 30 + 600, plain(), {}, false, {50});
  EXPECT_EQ(layout.still_rows(0), 18U);
  EXPECT_LE(layout.scrolled(0).top - layout.body(0).top, 300);
  EXPECT_EQ(layout.row({0, 17}, 100), layout.row({0, 17}, 0));
  EXPECT_EQ(layout.row({0, 18}, 0).top, layout.scrolled(0).top);
  EXPECT_EQ(layout.row({0, 18}, 100).top, layout.scrolled(0).top - 100) << "the last ones scroll";
  EXPECT_EQ(layout.row({0, 50}, 0).top, layout.row({0, 49}, 0).bottom() + 10);
  EXPECT_EQ(layout.visible_nodes(0, 0), (std::pair<std::size_t, std::size_t>{0, 0}));
  const RowLayout tiny({{100}}, 20 + 30 + 30, plain(), {}, false, {3});
  EXPECT_EQ(tiny.still_rows(0), 0U);
  EXPECT_EQ(tiny.scrolled(0), tiny.body(0));
}

TEST(RowLayout, PinnedRowsAreAsHighAsOthersIfAllFit) {
  const RowLayout layout({{4}}, 20 + 30 + 10 + 200, plain(), {}, false, {4});
  EXPECT_EQ(layout.max_scroll(0), 0);
  EXPECT_EQ(layout.still_rows(0), 4U);
  EXPECT_DOUBLE_EQ(layout.row_height(0), 25.0);
  EXPECT_EQ(layout.row({0, 3}, 0), (Stretch{125, 25}));
  EXPECT_EQ(layout.row({0, 4}, 0), (Stretch{160, 25})) << "after a gap";
  EXPECT_EQ(layout.rows_of_node(0, 0), (std::pair<std::size_t, std::size_t>{4, 8}));
  const RowLayout low({{10}}, 20 + 30 + 16 + 10 + 100, plain(), {}, false, {1});
  EXPECT_EQ(low.max_scroll(0), 0);
  EXPECT_EQ(low.row({0, 0}, 0).height, 16);
  EXPECT_EQ(low.row({0, 10}, 0), (Stretch{166, 10}));
  const RowLayout all({{}}, 20 + 30 + 100, plain(), {}, false, {10});
  EXPECT_EQ(all.row({0, 9}, 0), (Stretch{140, 10}));
  EXPECT_EQ(all.scrolled(0).height, 0);
}

TEST(RowLayout, TinyWindowHasALayout) {
  const RowLayout layout({{16}, {16}}, 10, plain());
  EXPECT_EQ(layout.body(0).height, 0);
  EXPECT_EQ(layout.row_at(60, unscrolled), std::nullopt);
}

TEST(RowLayout, PanelWithoutRowsHasATitle) {
  const RowLayout layout({{}, {2}}, 400, plain());
  EXPECT_EQ(layout.body(0).height, 0);
  EXPECT_EQ(layout.rows(0), 0U);
  EXPECT_EQ(layout.visible_rows(0, 0), (picture::VisibleRows{0, 0, 0}));
}

TEST(RowLayout, MetricsGrowWithTheScale) {
  const RowMetrics twice = plain().scaled(2.0);
  EXPECT_EQ(twice.title_height, 60);
  EXPECT_DOUBLE_EQ(twice.min_row_height, 12.0);
}

TEST(RowLayout, TracksLieBetweenTitleAndRows) {
  RowMetrics metrics = plain();
  metrics.track_height = 25;
  const RowLayout layout({{4}, {4}}, 20 + 60 + 50 + 400, metrics, {2, 0});
  EXPECT_EQ(layout.tracks(0), 2U);
  EXPECT_EQ(layout.track(0, 0), (Stretch{50, 25}));
  EXPECT_EQ(layout.track(0, 1), (Stretch{75, 25}));
  EXPECT_EQ(layout.body(0).top, 100);
  EXPECT_EQ(layout.body(0).height, 200);
  EXPECT_EQ(layout.title(1).top, 300);
  EXPECT_EQ(layout.body(1).top, 330);
  EXPECT_EQ(layout.panel_at(80), 0U);
  EXPECT_FALSE(layout.row_at(80, unscrolled));
}

TEST(RowLayout, PanelsMayHaveTheirOwnRulers) {
  const RowLayout layout({{2}, {2}}, 600, RowMetrics(), {1, 1}, true);
  EXPECT_EQ(layout.ruler(0), (Stretch{0, 26}));
  EXPECT_EQ(layout.ruler(1).top, layout.title(1).bottom());
  EXPECT_EQ(layout.track(1, 0).top, layout.ruler(1).bottom());
  EXPECT_EQ(layout.body(1).top, layout.track(1, 0).bottom());
  EXPECT_LE(layout.body(1).bottom(), 600);
  const RowLayout shared({{2}, {2}}, 600, RowMetrics(), {1, 1});
  EXPECT_EQ(shared.ruler(1), shared.ruler(0));
}

}  // namespace
}  // namespace gusset::viewer
