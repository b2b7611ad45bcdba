#include "gusset/traces/picture/graph/graph_fold.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "graph_case.hpp"

namespace gusset::traces {
namespace {

using testing::GraphCase;
using testing::typed_trace;
using Fold = FoldBy::Kind;

const FoldTree::Group* group_named(const FoldTree& tree, const std::string& name) {
  const auto found =
      std::find_if(tree.groups.begin(), tree.groups.end(), [&](const auto& g) { return g.name == name; });
  return found == tree.groups.end() ? nullptr : &*found;
}

void expect_whole(const GraphCase& graph, const FoldTree& tree) {
  std::set<std::uint32_t> seen(tree.nodes.begin(), tree.nodes.end());
  EXPECT_EQ(seen.size(), tree.nodes.size()) << "each once";
  for (std::uint32_t node = 0; node < graph.graph.nodes.size(); ++node) {
    const bool is_junction = graph.graph.nodes[node].kind == DrawnGraph::Kind::junction;
    EXPECT_EQ(seen.contains(node), !is_junction);
    EXPECT_EQ(tree.group_of[node] == FoldTree::none, is_junction);
  }
  for (std::uint32_t g = 0; g < tree.groups.size(); ++g) {
    const FoldTree::Group& group = tree.groups[g];
    std::uint32_t inner = 0;
    std::int64_t busy_ns = 0;
    for (const std::uint32_t child : group.groups) {
      EXPECT_EQ(tree.groups[child].parent, g);
      EXPECT_GT(child, g) << "parents come first";
      inner += tree.groups[child].node_count;
      busy_ns += tree.groups[child].busy_ns;
    }
    EXPECT_EQ(group.tasks + group.versions, group.node_count);
    EXPECT_LE(group.groups.size(), FoldTree::max_groups);
    if (!group.groups.empty()) {
      EXPECT_EQ(inner, group.node_count);
      EXPECT_EQ(busy_ns, group.busy_ns);
      continue;
    }
    if (tree.groups.size() > 1) {
      EXPECT_LE(group.node_count, max_visible_nodes);
    }
    for (std::uint32_t i = 0; i < group.node_count; ++i)
      EXPECT_EQ(tree.group_of[tree.nodes[group.first_node + i]], g);
  }
}

TEST(GraphFold, FoldingByNothingPutsAllNodesInTheRoot) {
  const GraphCase graph(typed_trace(3, 100, 3));
  const FoldTree tree = graph.fold(Fold::nothing);
  EXPECT_EQ(tree.groups.size(), 1U);
  expect_whole(graph, tree);
}

TEST(GraphFold, FoldingByTypeHasCountsAndBusyTimePerType) {
  const GraphCase graph(typed_trace(5, 300, 3));
  const FoldTree tree = graph.fold(Fold::type);
  expect_whole(graph, tree);
  for (std::size_t type = 0; type < 3; ++type) {
    const FoldTree::Group* group = group_named(tree, "type" + std::to_string(type));
    ASSERT_NE(group, nullptr);
    std::uint64_t tasks = 0;
    std::int64_t busy_ns = 0;
    for (std::size_t i = 0; i < 300; ++i) {
      if (graph.trace->tasks.type[i].value() != type) continue;
      ++tasks;
      busy_ns += graph.times.duration_ns[i];
    }
    EXPECT_EQ(group->tasks, tasks);
    EXPECT_EQ(group->busy_ns, busy_ns);
  }
}

TEST(GraphFold, FoldingByLevelGroupsTasksOfOneDepth) {
  const GraphCase graph(typed_trace(7, 60, 2));
  const FoldTree tree = graph.fold(Fold::level);
  expect_whole(graph, tree);
  const FoldTree::Group* group = group_named(tree, "level 1");
  ASSERT_NE(group, nullptr);
  EXPECT_EQ(group->node_count, static_cast<std::uint32_t>(std::count_if(
                                   tree.nodes.begin(), tree.nodes.end(),
                                   [&](std::uint32_t node) { return graph.graph.depth[node] == 1; })));
}

TEST(GraphFold, FoldingByAttributeSortsValuesWithMissingOnesLast) {
  const GraphCase graph(typed_trace(1, 100, 2));
  const FoldTree tree = graph.fold(Fold::attribute, "step");
  expect_whole(graph, tree);
  ASSERT_EQ(tree.groups.size(), 6U);
  EXPECT_EQ(tree.groups[1].name, "step 0");
  EXPECT_EQ(tree.groups[4].name, "step 3");
  EXPECT_EQ(tree.groups[5].name, "no step");
  EXPECT_EQ(tree.groups[5].tasks, 14U);
}

TEST(GraphFold, ManyValuesShareGroups) {
  const GraphCase graph(typed_trace(1, 6000, 2));
  const FoldTree tree = graph.fold(Fold::attribute, "step");
  expect_whole(graph, tree);
  EXPECT_NE(group_named(tree, "step 0 to 2"), nullptr);
}

TEST(GraphFold, LargeGroupsAreFoldedAgain) {
  for (const Fold kind : {Fold::type, Fold::level, Fold::attribute}) {
    const GraphCase graph(typed_trace(9, 5000, 2));
    expect_whole(graph, graph.fold(kind, "step"));
  }
}

TEST(GraphFold, IndistinguishableTasksAreDividedByNumber) {
  auto trace = std::make_shared<Trace>(*typed_trace(1, 2000, 1));
  trace->recorded.accesses = false;
  trace->accesses = {};
  trace->recorded.dependencies = true;
  trace->dependencies.push_back({TaskId(0), TaskId(1)});
  const GraphCase graph(trace);
  const FoldTree tree = graph.fold(Fold::type);
  expect_whole(graph, tree);
  EXPECT_NE(group_named(tree, "level 0"), nullptr);
  EXPECT_NE(group_named(tree, "1 to 500"), nullptr);
}

TEST(GraphFold, VersionsAreFoldedByArray) {
  auto trace = std::make_shared<Trace>(*typed_trace(4, 200, 2));
  for (std::size_t i = 0; i < trace->handles.size(); ++i)
    trace->handles.name[i] = (i % 2 == 0 ? "A(" : "b(") + std::to_string(i) + ")";
  const GraphCase graph(trace, true);
  const FoldTree tree = graph.fold(Fold::type);
  expect_whole(graph, tree);
  ASSERT_NE(group_named(tree, "A"), nullptr);
  EXPECT_EQ(group_named(tree, "A")->tasks, 0U);
  EXPECT_GT(group_named(tree, "b")->versions, 0U);
}

TEST(GraphFold, PossibleFoldsFollowTheTrace) {
  std::vector<std::string> names;
  for (const FoldBy& fold : possible_folds(*typed_trace(1, 50, 2))) names.push_back(to_text(fold));
  EXPECT_EQ(names, (std::vector<std::string>{"nothing", "type", "level", "step"}));
  EXPECT_EQ(usual_fold(max_visible_nodes).kind, Fold::nothing);
  EXPECT_EQ(usual_fold(max_visible_nodes + 1).kind, Fold::type);
}

TEST(GraphFold, ParsesPossibleFoldsAndListsThemOtherwise) {
  const auto trace = typed_trace(1, 50, 2);
  EXPECT_EQ(parse_fold_by(*trace, "nothing")->kind, Fold::nothing);
  EXPECT_EQ(parse_fold_by(*trace, "step")->attribute, "step");
  const auto refused = parse_fold_by(*trace, "steps");
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().message(),
            "fold: expected one of nothing, type, level, step, which this trace supports, found \"steps\"");
}

TEST(GraphFold, AttributesNamedLikeAFoldHaveAPrefix) {
  Trace trace = *typed_trace(1, 50, 2);
  Attribute level = trace.attributes.front();
  level.name = "level";
  trace.attributes.push_back(level);
  std::vector<std::string> names;
  for (const FoldBy& fold : possible_folds(trace)) names.push_back(to_text(fold));
  EXPECT_EQ(names, (std::vector<std::string>{"nothing", "type", "level", "step", "attribute:level"}));
  EXPECT_EQ(parse_fold_by(trace, "level")->kind, Fold::level);
  EXPECT_EQ(parse_fold_by(trace, "attribute:level")->kind, Fold::attribute);
  EXPECT_EQ(parse_fold_by(trace, "attribute:level")->attribute, "level");
  EXPECT_EQ(parse_fold_by(trace, "attribute:step")->attribute, "step");
  EXPECT_FALSE(parse_fold_by(trace, "attribute:type").ok());
}

TEST(GraphFold, OpensNamedGroupsAndTheirParents) {
  const GraphCase graph(typed_trace(9, 5000, 2));
  const FoldTree tree = graph.fold(Fold::type);
  const auto inner = std::find_if(tree.groups.begin(), tree.groups.end(),
                                  [](const FoldTree::Group& group) { return group.depth == 2; });
  ASSERT_NE(inner, tree.groups.end());
  const auto open = opened_groups(tree, {inner->name});
  ASSERT_TRUE(open.ok());
  for (std::size_t g = 1; g < tree.groups.size(); ++g) {
    const bool is_named = tree.groups[g].name == inner->name;
    const bool holds_one = std::any_of(tree.groups[g].groups.begin(), tree.groups[g].groups.end(),
                                       [&](std::uint32_t in) { return tree.groups[in].name == inner->name; });
    EXPECT_EQ((*open)[g], is_named || holds_one) << tree.groups[g].name;
  }
  EXPECT_EQ(*opened_groups(tree, {}), std::vector<bool>(tree.groups.size(), false));
}

TEST(GraphFold, UnknownGroupIsRejectedWithTheExistingNames) {
  const GraphCase graph(typed_trace(3, 600, 2));
  const auto refused = opened_groups(graph.fold(Fold::type), {"type1", "gemm"});
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().message(), "unfold: expected a group (type0, type1), found \"gemm\"");
  const auto unfolded = opened_groups(graph.fold(Fold::nothing), {"type1"});
  ASSERT_FALSE(unfolded.ok());
  EXPECT_EQ(unfolded.error().expected, "a group (nothing is folded)");
  const auto many = opened_groups(graph.fold(Fold::attribute, "step"), {"x"});
  ASSERT_FALSE(many.ok());
  EXPECT_EQ(
      many.error().expected,
      "a group (step 0, step 1, step 2, step 3, step 4, step 5, step 6, step 7, step 8, step 9, step 10, "
      "step 11, …)");
}

}  // namespace
}  // namespace gusset::traces
