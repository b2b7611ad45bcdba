#include "figure/layout.hpp"

#include <gtest/gtest.h>

#include <set>

#include "canvas/text.hpp"

namespace gusset::paper {
namespace {

Panel panel_of(std::size_t nodes, std::size_t workers_per_node) {
  auto trace = std::make_shared<traces::Trace>();
  for (std::size_t node = 0; node < nodes; ++node) {
    trace->nodes.push_back({.name = "node" + std::to_string(node)});
    for (std::size_t worker = 0; worker < workers_per_node; ++worker) {
      trace->lanes.push_back({traces::WorkerId(trace->workers.size()), {}});
      trace->workers.push_back({traces::NodeId(node), "w" + std::to_string(worker)});
    }
  }
  return {trace, "title"};
}

std::size_t lanes_in(const PanelLayout& panel) {
  std::set<std::size_t> lanes;
  for (const RowLayout& row : panel.rows) lanes.insert(row.lanes.begin(), row.lanes.end());
  return lanes.size();
}

void expect_no_overlap(const Layout& layout) {
  int y = 0;
  for (const PanelLayout& panel : layout.panels) {
    EXPECT_GT(panel.title_baseline, y);
    y = panel.title_baseline;
    int free_from = 0;  // for text
    for (const RowLayout& row : panel.rows) {
      EXPECT_GE(row.top, y);
      EXPECT_GT(row.bottom, row.top);
      y = row.bottom;
      if (row.label.empty()) continue;
      const int middle = (row.top + row.bottom) / 2;
      EXPECT_GE(middle - 5, free_from);
      free_from = middle + 5;
      EXPECT_LE(text_width(row.label, label_size), layout.plot_left);
    }
    EXPECT_GE(panel.rows_bottom, y);
    y = panel.rows_bottom + ruler_height;
  }
  EXPECT_GE(layout.legend_top, y);
  EXPECT_GE(layout.height, layout.legend_top);
}

TEST(Layout, RowsHaveTheRequestedHeight) {
  const Layout layout = lay_out({panel_of(1, 3)}, {.row_height = 40}, 1);
  ASSERT_EQ(layout.panels[0].rows.size(), 3U);
  EXPECT_EQ(layout.panels[0].rows[1].bottom - layout.panels[0].rows[0].bottom, 40);
  EXPECT_EQ(layout.panels[0].rows[2].label, "w2");
  EXPECT_TRUE(layout.panels[0].nodes.empty());
  EXPECT_TRUE(layout.panels[0].note.empty());
  expect_no_overlap(layout);
}

TEST(Layout, PanelsAreStackedWithoutOverlap) {
  const Layout layout = lay_out({panel_of(1, 3), panel_of(1, 5)}, {}, 2);
  ASSERT_EQ(layout.panels.size(), 2U);
  EXPECT_GE(layout.panels[1].rows_top, layout.panels[0].rows_bottom + ruler_height);
  expect_no_overlap(layout);
}

TEST(Layout, RowsShrinkToFitTheMaximumHeight) {
  const Layout layout = lay_out({panel_of(1, 100)}, {.max_height = 900}, 1);
  EXPECT_LE(layout.height, 900);
  EXPECT_EQ(layout.panels[0].rows.size(), 100U);
  EXPECT_FALSE(layout.panels[0].rows[0].label.empty());
  EXPECT_TRUE(layout.panels[0].rows[1].label.empty());  // no room for every name
  expect_no_overlap(layout);
}

TEST(Layout, WorkersShareRowsIfRowsWouldVanish) {
  const Layout layout = lay_out({panel_of(4, 500)}, {.max_height = 900}, 1);
  EXPECT_LE(layout.height, 900);
  EXPECT_LT(layout.panels[0].rows.size(), 2000U);
  EXPECT_EQ(lanes_in(layout.panels[0]), 2000U);
  EXPECT_NE(layout.panels[0].note.find("workers"), std::string::npos);
  for (const RowLayout& row : layout.panels[0].rows) {
    EXPECT_GE(row.bottom - row.top, 3);
    EXPECT_EQ(row.lanes.front() / 500, row.lanes.back() / 500) << "a row of two nodes";
  }
  expect_no_overlap(layout);
}

TEST(Layout, RowsAreGroupedByNodeInAnyLaneOrder) {
  Panel panel = panel_of(2, 2);
  traces::Trace trace = *panel.trace;
  std::swap(trace.lanes[1], trace.lanes[2]);
  panel.trace = std::make_shared<const traces::Trace>(trace);
  const Layout layout = lay_out({panel}, {}, 1);
  ASSERT_EQ(layout.panels[0].nodes.size(), 2U);
  EXPECT_EQ(layout.panels[0].nodes[1].label, "node1");
  EXPECT_EQ(layout.panels[0].rows[1].lanes, std::vector<std::size_t>{2});
  EXPECT_LE(layout.panels[0].nodes[0].bottom, layout.panels[0].nodes[1].top);
  expect_no_overlap(layout);
}

TEST(Layout, TraceWithoutWorkersHasAnEmptyPanel) {
  const Layout layout = lay_out({panel_of(0, 0), panel_of(1, 1)}, {}, 0);
  EXPECT_TRUE(layout.panels[0].rows.empty());
  expect_no_overlap(layout);
}

TEST(Layout, NodesShareRowsIfOneRowPerNodeDoesNotFit) {
  const Layout layout = lay_out({panel_of(2000, 4)}, {.max_height = 600}, 1);
  EXPECT_LE(layout.height, 600);
  EXPECT_EQ(lanes_in(layout.panels[0]), 8000U);
  EXPECT_TRUE(layout.panels[0].nodes.empty());
  EXPECT_EQ(layout.panels[0].rows[0].label.substr(0, 10), "node0 \xE2\x80\x93 ");
  expect_no_overlap(layout);
}

int height_of(const RowLayout& row) {
  return row.bottom - row.top;
}

TEST(Layout, RowsGrowToFillASlide) {
  const FigureOptions slide = slide_options();
  EXPECT_EQ(slide.width * 9, slide.max_height * 16);
  const Layout layout = lay_out({panel_of(1, 8)}, slide, 1);
  EXPECT_EQ(layout.height, 450);
  EXPECT_EQ(layout.panels[0].rows.size(), 8U);
  EXPECT_GE(height_of(layout.panels[0].rows[0]), 34);
  EXPECT_LE(layout.panels[0].title_baseline, 40);
  expect_no_overlap(layout);
  const Layout many = lay_out({panel_of(4, 500)}, slide, 1);
  EXPECT_EQ(many.height, 450);
  EXPECT_EQ(lanes_in(many.panels[0]), 2000U);
  expect_no_overlap(many);
}

TEST(Layout, FewRowsHaveBoundedHeightAndAreCentredOnASlide) {
  const Layout layout = lay_out({panel_of(1, 1)}, slide_options(), 1);
  EXPECT_EQ(layout.height, 450);
  EXPECT_LE(height_of(layout.panels[0].rows[0]), 100);
  const int above = layout.panels[0].title_baseline - 16 - margin;
  const int below = layout.height - margin - legend_line_height - layout.legend_top;
  EXPECT_GT(above, 80);
  EXPECT_NEAR(above, below, 1);
  expect_no_overlap(layout);
}

TEST(Layout, TwoPanelsShareASlide) {
  const Layout layout = lay_out({panel_of(1, 3), panel_of(1, 3)}, slide_options(), 1);
  EXPECT_EQ(layout.height, 450);
  EXPECT_EQ(height_of(layout.panels[0].rows[0]), height_of(layout.panels[1].rows[0]));
  EXPECT_GE(height_of(layout.panels[0].rows[0]), 35);
  expect_no_overlap(layout);
}

TEST(Layout, RulerTextMayExtendBelowNodeNames) {
  FigureOptions options;
  options.ruler_text = "a ruler with many words";
  EXPECT_EQ(lay_out({panel_of(2, 2)}, options, 1).plot_left, lay_out({panel_of(1, 2)}, options, 1).plot_left);
}

TEST(Layout, LongNamesLeaveRoomForThePlot) {
  Panel panel = panel_of(2, 2);
  traces::Trace trace = *panel.trace;
  for (auto& worker : trace.workers) worker.name = std::string(500, 'x');
  for (auto& node : trace.nodes) node.name = std::string(500, 'y');
  panel.trace = std::make_shared<const traces::Trace>(trace);
  const Layout layout = lay_out({panel}, {.width = 800}, 1);
  EXPECT_LT(layout.plot_left, 400);
  EXPECT_LE(layout.plot_right, 800);
  const Layout narrow = lay_out({panel}, {.width = 200}, 1);
  EXPECT_LE(narrow.plot_right, 200);
  EXPECT_GE(narrow.plot_right - narrow.plot_left, 30);
}

}  // namespace
}  // namespace gusset::paper
