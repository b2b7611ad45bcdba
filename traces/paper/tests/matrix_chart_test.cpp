#include "gusset/traces/picture/charts/matrix_chart.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <utility>

#include "gusset/traces/paper/charts/chart_file.hpp"
#include "recording_canvas.hpp"
#include "text_trace.hpp"

namespace gusset::picture {
namespace {

using paper::testing::RecordingCanvas;
using ::testing::ElementsAre;
using traces::testing::trace_from_text;

traces::Trace on_nodes(std::size_t nodes) {
  traces::Trace trace;
  trace.recorded.messages = true;
  for (std::size_t node = 0; node < nodes; ++node)
    trace.nodes.push_back({"n" + std::to_string(node), 0, 0, 0});
  return trace;
}

void send(traces::Trace& trace, std::size_t from, std::size_t to, std::uint64_t bytes) {
  traces::Message message;
  message.from = traces::NodeId(from);
  message.to = traces::NodeId(to);
  message.payload_bytes = bytes;
  trace.messages.push_back(message);
}

TEST(MessageChart, AddsUpThePayloadOfEachPair) {
  traces::Trace trace = on_nodes(2);
  send(trace, 0, 1, 1000);
  send(trace, 0, 1, 500);
  send(trace, 1, 0, 20);
  const MatrixChart chart = message_chart(trace);
  EXPECT_THAT(chart.names, ElementsAre("n0", "n1"));
  EXPECT_THAT(chart.values, ElementsAre(0.0, 1500.0, 20.0, 0.0));
  EXPECT_THAT(chart.texts, ElementsAre("", "1.50 kB", "20 B", ""));
}

TEST(MessageChart, ShowsTheChosenQuantityAndNamesAll) {
  traces::Trace trace = on_nodes(2);
  send(trace, 0, 1, 1000);
  send(trace, 0, 1, 500);
  const std::vector<traces::MessageIdle> idle{{traces::NodeId(0u), traces::NodeId(1u), 2'000}};
  const MatrixChart messages = message_chart(trace, {}, MatrixQuantity::messages, idle);
  EXPECT_EQ(messages.title, "Messages between nodes");
  EXPECT_THAT(messages.values, ElementsAre(0.0, 2.0, 0.0, 0.0));
  const MatrixChart lost = message_chart(trace, {}, MatrixQuantity::idle, idle);
  EXPECT_THAT(lost.texts, ElementsAre("", "2.00 µs", "", ""));
  for (const MatrixChart& chart : {messages, lost}) {
    EXPECT_EQ(matrix_cell_text(chart, {0, 1}),
              "n0 → n1: 2 messages, 1.50 kB, 2.00 µs of idle time spent waiting for messages");
    EXPECT_EQ(matrix_cell_text(chart, {1, 0}), "n1 → n0: nothing");
  }
}

TEST(MessageChart, IsDrawnToAFileLikeOtherCharts) {
  const std::filesystem::path folder(::testing::TempDir());
  traces::Trace trace = on_nodes(2);
  const auto refused = paper::draw(panel_chart(message_chart(trace)), folder / "matrix.svg");
  ASSERT_FALSE(refused.ok());
  EXPECT_THAT(refused.error().message(),
              ::testing::EndsWith("matrix.svg: expected messages between nodes to draw, found none"));
  send(trace, 0, 1, 1000);
  EXPECT_TRUE(paper::draw(panel_chart(message_chart(trace)), folder / "matrix.svg").ok());
  std::filesystem::remove(folder / "matrix.svg");
}

TEST(MessageChart, CountsOnlyTheRange) {
  traces::Trace trace = on_nodes(2);
  send(trace, 0, 1, 1000);
  send(trace, 0, 1, 500);
  trace.messages[0].send_ns = 10;
  trace.messages[1].send_ns = 20;
  EXPECT_EQ(message_chart(trace, {.from_ns = 15, .to_ns = 25}).values[1], 500.0);
}

TEST(MessageChart, CombinesNodesThatHaveNoRoom) {
  traces::Trace trace = on_nodes(2 * max_matrix_rows + 1);
  send(trace, 0, 2 * max_matrix_rows, 7);
  send(trace, 2, 3, 5);
  const MatrixChart chart = message_chart(trace);
  EXPECT_EQ(chart.names.size(), 33u);
  EXPECT_EQ(chart.nodes_per_row, 3u);
  EXPECT_EQ(chart.names.front(), "nodes 0–2");
  EXPECT_EQ(chart.names.back(), "n96");
  EXPECT_EQ(chart.values[32], 7.0) << "from the first three nodes to the last";
  EXPECT_EQ(chart.values[1], 5.0) << "from the first three nodes to the next three";
}

TEST(MessageChart, IsEmptyWithoutMessagesOrWithOneNode) {
  EXPECT_EQ(message_chart(on_nodes(3)).names.size(), 0u);
  traces::Trace one = on_nodes(1);
  send(one, 0, 0, 5);
  EXPECT_EQ(matrix_height(message_chart(one), 800), 0);
}

TEST(DrawMatrix, DarkestCellHasTheLargestValue) {
  const MatrixChart chart{"title", "from", "to", {"a", "b"}, {0.0, 8.0, 2.0, 0.0}, {"", "8 B", "2 B", ""}, 1};
  RecordingCanvas canvas;
  draw_matrix(canvas, chart, {0, 0, 400, matrix_height(chart, 400)});
  ASSERT_EQ(canvas.fills.size(), 4u);
  EXPECT_EQ(canvas.fills[1].name, "a → b: 8 B");
  EXPECT_EQ(canvas.fills[0].name, "a → a: nothing");
  EXPECT_LT(canvas.fills[1].colour.red, canvas.fills[2].colour.red);
  EXPECT_LT(canvas.fills[2].colour.red, canvas.fills[0].colour.red);
  EXPECT_TRUE(canvas.has_text("8 B"));
}

TEST(MatrixCellAt, FindsTheCellUnderAPoint) {
  const MatrixChart chart{"title", "from", "to", {"a", "b"}, {0.0, 8.0, 2.0, 0.0}, {"", "8 B", "2 B", ""}, 1};
  const PanelBox box{10, 20, 400, matrix_height(chart, 400)};
  RecordingCanvas canvas;
  draw_matrix(canvas, chart, box);
  for (std::size_t i = 0; i < canvas.fills.size(); ++i) {
    bool is_first = true;
    canvas.fills[i].path.for_each_point([&](Point point, bool) {
      if (!std::exchange(is_first, false)) return;
      const auto cell = matrix_cell_at(chart, box, {point.x + 2.0, point.y + 2.0});
      EXPECT_EQ(cell, (MatrixCell{i / 2, i % 2}));
      EXPECT_EQ(matrix_cell_text(chart, *cell), canvas.fills[i].name);
    });
  }
  EXPECT_EQ(matrix_cell_at(chart, box, {12.0, 22.0}), std::nullopt);
  EXPECT_EQ(matrix_cell_at(chart, box, {409.0, 400.0}), std::nullopt);
}

TEST(DrawMatrix, StaysWithinItsHeight) {
  for (const std::size_t names : {2U, 9U, 48U}) {
    MatrixChart chart{"title", "from", "to", {}, {}, {}, 1};
    for (std::size_t i = 0; i < names; ++i) chart.names.push_back("node " + std::to_string(i));
    chart.values.assign(names * names, 1.0);
    chart.texts.assign(names * names, "1 B");
    const int height = matrix_height(chart, 600);
    RecordingCanvas canvas;
    draw_matrix(canvas, chart, {0, 0, 600, height});
    for (const auto& fill : canvas.fills) {
      fill.path.for_each_point([&](Point point, bool) {
        EXPECT_LE(point.x, 600.0 + 1e-9);
        EXPECT_LE(point.y, height);
      });
    }
    for (const auto& text : canvas.texts) EXPECT_LE(text.at.y, height);
  }
}

}  // namespace
}  // namespace gusset::picture
