#include "gusset/viewer/model/timeline/placed_rows.hpp"

#include <gtest/gtest.h>

#include <set>

#include "allocated_bytes.hpp"
#include "gusset/traces/picture/timeline/arrow_shapes.hpp"
#include "gusset/traces/picture/timeline/message_shapes.hpp"
#include "gusset/traces/picture/timeline/parent_outlines.hpp"
#include "gusset/viewer/model/timeline/overlay.hpp"
#include "one_processor.hpp"
#include "timeline_of.hpp"

namespace gusset::viewer {
namespace {

using testing::measure;
using testing::timeline_of;
using traces::LaneId;
using traces::NodeId;
using traces::TaskId;

constexpr std::size_t rows_per_node = 10;

// Every worker runs a task within a task. The first node sends the second one a message. All rows have the
// same name, so that the width of the labels does not depend on the number of rows.
std::shared_ptr<const Document> document_with_rows(std::size_t rows) {
  auto trace = std::make_shared<traces::Trace>();
  trace->recorded.messages = true;
  trace->types = {"a"};
  for (std::size_t row = 0; row < rows; ++row) {
    const NodeId node(row / rows_per_node);
    if (row % rows_per_node == 0) trace->nodes.push_back({"node", 0, 0.0, 0});
    trace->workers.push_back({node, "worker"});
    trace->lanes.push_back({traces::WorkerId(row), {}});
    trace->tasks.type.insert(trace->tasks.type.end(), 2, traces::TypeId(0u));
    traces::SpanColumns& spans = trace->lanes.back().spans;
    spans.push_back(0, 10'000, TaskId(2 * row), traces::SpanKind::run);
    spans.push_back(2'000, 8'000, TaskId(2 * row + 1), traces::SpanKind::run);
  }
  traces::Message message;
  message.from = NodeId(0u);
  message.to = NodeId(1u);
  message.send_ns = 1'000;
  message.receive_ns = 4'000;
  trace->messages.push_back(message);
  return make_document({index_trace(trace, {}, 1)});
}

// What a window keeps from frame to frame.
struct Window {
  explicit Window(std::size_t rows)
      : timeline(timeline_of(document_with_rows(rows), 1000, 475)),
        traffic(*timeline.document().panel(0).trace),
        outlines(*timeline.document().panel(0).trace, timeline.document().panel(0).nesting.get()) {
    timeline.scale_rows(2.0);
  }

  std::size_t visible_rows() const { return timeline.layout().visible_rows(0, timeline.scrolls()[0]).size(); }

  // The bytes that one frame allocates.
  std::size_t frame_bytes() const {
    const std::size_t before = testing::allocated_bytes();
    Picture picture = compose_picture(timeline, {16.0, measure, measure});
    outlines.draw(placed_rows(timeline, 0), picture.shapes);
    add_message_shapes(placed_rows(timeline, 0), traffic, picture.shapes);
    const std::vector<traces::TaskArrow> arrows{{LaneId(0u), LaneId(1u), 2'000, 8'000, false, true, 0}};
    const picture::PlacedRows rows = placed_rows(timeline, 0);
    add_arrow_shapes(rows, bundle_arrows(rows, arrows), picture.shapes);
    OverlayInput input;
    input.selection.tasks = {{0, TaskId(1u)}};
    compose_overlay(timeline, input);
    EXPECT_FALSE(picture.shapes.bars.empty());
    EXPECT_EQ(picture.shapes.arrows.size(), 2U);
    return testing::allocated_bytes() - before;
  }

  Timeline timeline;
  traces::Traffic traffic;
  picture::ParentOutlines outlines;
};

TEST(PlacedRows, FramesShareOneTableUntilTheLayoutChanges) {
  Timeline timeline = timeline_of(document_with_rows(100));
  std::set<std::shared_ptr<const picture::RowTable>> tables{timeline.row_table(0)};
  for (int frame = 1; frame < 30; ++frame) {
    timeline.scroll(0, frame);
    timeline.zoom_at(500.0, 1.1);
    timeline.pan(3.0);
    tables.insert(placed_rows(timeline, 0).table);
  }
  EXPECT_EQ(tables.size(), 1U);
  timeline.fold_all(true);
  tables.insert(placed_rows(timeline, 0).table);
  timeline.set_size(1000, 500, 1.0);
  tables.insert(placed_rows(timeline, 0).table);
  timeline.show_sub_rows(false);
  tables.insert(placed_rows(timeline, 0).table);
  EXPECT_EQ(tables.size(), 4U);
}

TEST(PlacedRows, ScrollingMovesTracksAndNodes) {
  Timeline timeline = timeline_of(document_with_rows(200));
  const picture::PlacedRows before = placed_rows(timeline, 0);
  timeline.scroll(0, 50);
  const picture::PlacedRows after = placed_rows(timeline, 0);
  EXPECT_EQ(after.track(7).top, before.track(7).top - 50);
  EXPECT_EQ(after.track(7), track_of_row(timeline.layout().row({0, 7}, 50), 1.0));
  const Stretch node = timeline.layout().node(0, 2, 50);
  EXPECT_EQ(after.middle_of(NodeId(2u)), node.top + node.height / 2.0);
  EXPECT_FALSE(after.middle_of(NodeId(20u)));
}

TEST(PlacedRows, FrameAllocatesNothingForRowsOutOfView) {
  // Helpers would take some of the strips, and allocated_bytes() does not count what other threads allocate.
  const gusset::testing::OneProcessor one;
  const Window small(100);
  const Window large(10'000);
  EXPECT_EQ(small.visible_rows(), large.visible_rows());
  EXPECT_EQ(large.visible_rows(), 30U);
  // Only the trace's title differs. A table of all rows would take several bytes per row.
  EXPECT_LT(large.frame_bytes(), small.frame_bytes() + 10'000);
}

}  // namespace
}  // namespace gusset::viewer
