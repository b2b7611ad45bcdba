#include "gusset/traces/picture/graph/graph_shares.hpp"

#include <gtest/gtest.h>

#include "graph_case.hpp"
#include "text_trace.hpp"

namespace gusset::traces {
namespace {

using testing::GraphCase;
using testing::trace_from_text;

constexpr const char* two_types = R"(
  aaabbbbb
  a1: write x@0
  b1: write x@1
)";

GraphScene closed_scene(const GraphCase& graph, const FoldTree& tree) {
  return *compose_scene(graph.graph, tree, *graph.trace, {});
}

TEST(GraphShares, TaskBelongsEntirelyToItsCategory) {
  const GraphCase graph(trace_from_text(two_types));
  const FoldTree tree = graph.fold(FoldBy::Kind::nothing);
  const GraphScene scene = closed_scene(graph, tree);
  const auto shares = box_shares(scene, tree, *graph.trace, graph.times, nullptr, nullptr);
  ASSERT_EQ(shares.size(), 2U);
  EXPECT_EQ(shares[scene.box_of_node[0]], (std::vector<CategoryShare>{{0, 1.0}}));
  EXPECT_EQ(shares[scene.box_of_node[1]], (std::vector<CategoryShare>{{1, 1.0}}));
}

TEST(GraphShares, GroupSharesAreOfBusyTimeLargestFirst) {
  auto trace = std::make_shared<Trace>(*trace_from_text(two_types));
  Attribute step{"step", {TaskId(0), TaskId(1)}, std::vector<std::int64_t>{7, 7}};
  trace->attributes.push_back(step);
  const GraphCase graph(trace);
  const FoldTree tree = graph.fold(FoldBy::Kind::attribute, "step");
  const GraphScene scene = closed_scene(graph, tree);
  ASSERT_EQ(scene.boxes.size(), 1U);
  const auto shares = box_shares(scene, tree, *trace, graph.times, nullptr, nullptr);
  EXPECT_EQ(shares[0], (std::vector<CategoryShare>{{1, 5.0 / 8.0}, {0, 3.0 / 8.0}}));
  const TaskSet shown = {true, false};
  EXPECT_EQ(box_shares(scene, tree, *trace, graph.times, nullptr, &shown)[0],
            (std::vector<CategoryShare>{{hidden_category, 5.0 / 8.0}, {0, 3.0 / 8.0}}));
  const Colouring one("all", {{"one", std::nullopt}}, {0, 0});
  EXPECT_EQ(box_shares(scene, tree, *trace, graph.times, &one, nullptr)[0],
            (std::vector<CategoryShare>{{0, 1.0}}));
}

TEST(GraphShares, SharesAreOfTasksIfNothingRan) {
  auto trace = std::make_shared<Trace>(*trace_from_text(two_types));
  for (Lane& lane : trace->lanes) lane.spans = {};
  const GraphCase graph(trace);
  FoldTree tree = graph.fold(FoldBy::Kind::level);
  const auto shares = box_shares(closed_scene(graph, tree), tree, *trace, graph.times, nullptr, nullptr);
  ASSERT_EQ(shares.size(), 2U);
  EXPECT_EQ(shares[0], (std::vector<CategoryShare>{{0, 1.0}}));
}

TEST(GraphShares, VersionsHaveNoShares) {
  const GraphCase graph(trace_from_text(two_types), true);
  const FoldTree tree = graph.fold(FoldBy::Kind::nothing);
  const GraphScene scene = closed_scene(graph, tree);
  const auto shares = box_shares(scene, tree, *graph.trace, graph.times, nullptr, nullptr);
  for (std::size_t i = 0; i < scene.boxes.size(); ++i)
    EXPECT_EQ(shares[i].empty(), scene.boxes[i].kind == GraphBox::Kind::version);
}

}  // namespace
}  // namespace gusset::traces
