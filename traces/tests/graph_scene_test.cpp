#include "gusset/traces/picture/graph/graph_scene.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <map>
#include <set>

#include "graph_case.hpp"
#include "text_trace.hpp"

namespace gusset::traces {
namespace {

using testing::GraphCase;
using testing::typed_trace;
using Fold = FoldBy::Kind;

GraphScene scene_of(const GraphCase& graph, const FoldTree& tree, const std::vector<bool>& open = {}) {
  return *compose_scene(graph.graph, tree, *graph.trace, open);
}

TEST(GraphScene, NamesInAFlatDrawingCanBeLarger) {
  auto trace =
      std::make_shared<Trace>(*testing::trace_from_text("abcd\nb1: after a1\nc1: after b1\nd1: after c1\n"));
  trace->types[0] = "a name that needs room";
  const GraphCase graph(trace);
  const FoldTree tree = graph.fold(Fold::nothing);
  const GraphScene usual = scene_of(graph, tree);
  const GraphScene flat = *compose_scene(graph.graph, tree, *graph.trace, {}, nullptr, nullptr, true);
  EXPECT_LT(flat.size.height, 0.8 * usual.size.height) << "levels are close together";
  EXPECT_GT(flat.boxes[0].width, 1.2 * usual.boxes[0].width);
}

TEST(GraphScene, FlatDrawingIsNotStretched) {
  const GraphCase graph(
      testing::trace_from_text("abcdefm\nghijkl.\nm1: after a1, b1, c1, d1, e1, f1, g1, h1, "
                               "i1, j1, k1, l1\n"));
  const FoldTree tree = graph.fold(Fold::nothing);
  const GraphScene usual = scene_of(graph, tree);
  const GraphScene flat = *compose_scene(graph.graph, tree, *graph.trace, {}, nullptr, nullptr, true);
  EXPECT_GT(usual.size.height, 0.4 * usual.size.width);
  EXPECT_LT(flat.size.height, 0.5 * usual.size.height);
}

void expect_boxes_nest_or_lie_apart(const GraphScene& scene, const FoldTree& tree) {
  const auto holder = [&](const GraphBox& box) {
    const std::uint32_t group = box.is_group() ? tree.groups[box.number].parent : tree.group_of[box.number];
    return group == 0 || group == FoldTree::none ? GraphScene::none : scene.box_of_group[group];
  };
  for (std::uint32_t a = 0; a < scene.boxes.size(); ++a) {
    const GraphBox& box = scene.boxes[a];
    EXPECT_GE(box.x, -1e-6);
    EXPECT_LE(box.right(), scene.size.width + 1e-6);
    EXPECT_LE(box.bottom(), scene.size.height + 1e-6);
    if (box.kind != GraphBox::Kind::junction && holder(box) != GraphScene::none) {
      const GraphBox& outer = scene.boxes[holder(box)];
      EXPECT_LT(holder(box), a) << "its parent is drawn first";
      EXPECT_GE(box.x, outer.x);
      EXPECT_LE(box.right(), outer.right());
      EXPECT_GE(box.y, outer.y + GraphScene::title_height);
      EXPECT_LE(box.bottom(), outer.bottom());
    }
    for (std::uint32_t b = 0; b < a; ++b) {
      const GraphBox& other = scene.boxes[b];
      if (other.kind == GraphBox::Kind::open_group || box.kind == GraphBox::Kind::open_group) continue;
      const bool apart = box.right() <= other.x + 1e-6 || other.right() <= box.x + 1e-6 ||
                         box.bottom() <= other.y + 1e-6 || other.bottom() <= box.y + 1e-6;
      ASSERT_TRUE(apart) << a << " and " << b;
    }
  }
}

// Returns which boxes lines join, directly or through a junction.
std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint64_t> joined(const GraphScene& scene) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint64_t> pairs;
  std::map<std::uint32_t, std::vector<const GraphLine*>> from_junction;
  const auto is_junction = [&](std::uint32_t box) {
    return scene.boxes[box].kind == GraphBox::Kind::junction;
  };
  for (const GraphLine& line : scene.lines) {
    if (is_junction(line.from) && !line.is_bundle) from_junction[line.from].push_back(&line);
  }
  for (const GraphLine& line : scene.lines) {
    if (line.kind == GraphLine::Kind::commutes || line.is_bundle || is_junction(line.from)) continue;
    if (!is_junction(line.to)) {
      pairs[{line.from, line.to}] += line.count;
      continue;
    }
    for (const GraphLine* on : from_junction[line.to]) pairs[{line.from, on->to}] += line.count * on->count;
  }
  return pairs;
}

// Checks the lines by brute force: against every pair of nodes joined by an edge, or by two through a
// junction.
void expect_lines_match_edges(const GraphCase& graph, const GraphScene& scene) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint64_t> expected;
  std::map<std::uint32_t, std::uint64_t> inner;
  std::vector<std::vector<std::uint32_t>> after(graph.graph.nodes.size());
  const auto is_junction = [&](std::uint32_t node) {
    return graph.graph.nodes[node].kind == DrawnGraph::Kind::junction;
  };
  for (const auto& edge : graph.graph.edges) after[edge.from].push_back(edge.to);
  const auto add = [&](std::uint32_t from, std::uint32_t to) {
    const std::uint32_t a = scene.box_of_node[from];
    const std::uint32_t b = scene.box_of_node[to];
    ++(a == b ? inner[a] : expected[{a, b}]);
  };
  for (std::uint32_t node = 0; node < graph.graph.nodes.size(); ++node) {
    if (is_junction(node)) continue;
    for (const std::uint32_t to : after[node]) {
      if (!is_junction(to)) {
        add(node, to);
        continue;
      }
      for (const std::uint32_t on : after[to]) add(node, on);
    }
  }
  auto found = joined(scene);
  for (auto it = found.begin(); it != found.end();) {  // in and out of a group through a shown junction
    if (it->first.first == it->first.second) {
      inner[it->first.first] -= it->second;
      it = found.erase(it);
    } else {
      ++it;
    }
  }
  EXPECT_EQ(found, expected);
  for (std::uint32_t box = 0; box < scene.boxes.size(); ++box) {
    if (scene.boxes[box].kind == GraphBox::Kind::group) {
      EXPECT_EQ(scene.boxes[box].inner_edges, inner[box]);
    }
  }
}

std::vector<bool> random_open(const FoldTree& tree, std::uint64_t seed) {
  std::vector<bool> open(tree.groups.size());
  for (std::size_t g = 0; g < open.size(); ++g) open[g] = (g * 2654435761U + seed * 40503U) / 7 % 3 == 0;
  return open;
}

TEST(GraphScene, SmallGraphHasANamedBoxPerNode) {
  const GraphCase graph(testing::trace_from_text("aabb\na1: write x@0\nb1: read x@1, write y@0"));
  const GraphScene scene = scene_of(graph, graph.fold(Fold::nothing));
  ASSERT_EQ(scene.boxes.size(), 2U);
  EXPECT_EQ(scene.boxes[scene.box_of_node[0]].label, "a x");
  EXPECT_EQ(scene.boxes[scene.box_of_node[1]].label, "b y");
  ASSERT_EQ(scene.lines.size(), 1U);
  EXPECT_LT(scene.boxes[0].bottom(), scene.boxes[1].y);
}

TEST(GraphScene, LinesMatchTheEdgesForAnyFolding) {
  for (std::uint64_t seed = 1; seed <= 24; ++seed) {
    SCOPED_TRACE(seed);
    const GraphCase graph(typed_trace(seed, 60 + 10 * seed, 4), seed % 3 == 0);
    const Fold kinds[] = {Fold::nothing, Fold::type, Fold::level, Fold::attribute};
    const FoldTree tree = graph.fold(kinds[seed % 4], "step");
    const GraphScene scene = scene_of(graph, tree, random_open(tree, seed));
    expect_boxes_nest_or_lie_apart(scene, tree);
    expect_lines_match_edges(graph, scene);
  }
}

TEST(GraphScene, LinesMatchTheEdgesOfNestedGroups) {
  const GraphCase graph(typed_trace(11, 3000, 2));
  const FoldTree tree = graph.fold(Fold::type);
  const GraphScene scene = scene_of(graph, tree, random_open(tree, 5));
  expect_boxes_nest_or_lie_apart(scene, tree);
  expect_lines_match_edges(graph, scene);
}

TEST(GraphScene, CycleOfGroupsHasLinesInBothDirections) {
  const GraphCase graph(
      testing::trace_from_text("abab\na1: write x@0\nb1: write x@1\na2: write x@2\nb2: write x@3"));
  const GraphScene scene = scene_of(graph, graph.fold(Fold::type));
  ASSERT_EQ(scene.boxes.size(), 2U);
  ASSERT_EQ(scene.lines.size(), 2U);
  EXPECT_FALSE(scene.lines[0].upwards);
  EXPECT_EQ(scene.lines[0].count, 2U);
  EXPECT_TRUE(scene.lines[1].upwards);
  EXPECT_EQ(scene.lines[1].count, 1U);
}

TEST(GraphScene, LinesStartAndEndAtTheirBoxes) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const GraphCase graph(typed_trace(seed, 150, 3));
    const FoldTree tree = graph.fold(Fold::type);
    const GraphScene scene = scene_of(graph, tree, random_open(tree, seed));
    for (const GraphLine& line : scene.lines) {
      const ScenePoint& first = scene.points[line.first_point];
      const ScenePoint& last = scene.points[line.first_point + line.point_count - 1];
      const GraphBox& from = scene.boxes[line.from];
      const GraphBox& to = scene.boxes[line.to];
      EXPECT_TRUE(first.x >= from.x - 1e-6 && first.x <= from.right() + 1e-6);
      EXPECT_TRUE(last.x >= to.x - 1e-6 && last.x <= to.right() + 1e-6);
      EXPECT_TRUE(first.y >= from.y - 1e-6 && first.y <= from.bottom() + 1e-6);
      EXPECT_TRUE(last.y >= to.y - 1e-6 && last.y <= to.bottom() + 1e-6);
    }
  }
}

// Counts the boxes that a line crosses on its way from level to level without joining them. A segment between
// points at the same x is straight; other segments run between rows, where there are no boxes.
std::size_t boxes_behind_lines(const GraphScene& scene) {
  std::size_t met = 0;
  for (const GraphLine& line : scene.lines) {
    for (std::uint32_t i = 0; i + 1 < line.point_count; ++i) {
      const ScenePoint& a = scene.points[line.first_point + i];
      const ScenePoint& b = scene.points[line.first_point + i + 1];
      const auto [top, bottom] = std::minmax(a.y, b.y);
      for (std::uint32_t box = 0; box < scene.boxes.size(); ++box) {
        const GraphBox& other = scene.boxes[box];
        if (other.kind == GraphBox::Kind::open_group || box == line.from || box == line.to) continue;
        const bool is_beside = std::max(a.x, b.x) <= other.x || std::min(a.x, b.x) >= other.right();
        if (!is_beside && top < other.bottom() && bottom > other.y) ++met;
      }
    }
  }
  return met;
}

TEST(GraphScene, LinesIntoOpenGroupsPassBetweenBoxes) {
  std::string rows = "w";
  std::string tasks = "\nw1: write x@0\n";
  for (int i = 1; i <= 20; ++i) {
    rows += ".r";
    tasks += "r" + std::to_string(i) + ": read x@1\n";
  }
  const GraphCase graph(testing::trace_from_text(rows + tasks));
  const FoldTree tree = graph.fold(Fold::type);
  std::vector<bool> open(tree.groups.size(), false);
  open[tree.group_of[1]] = true;
  const GraphScene scene = scene_of(graph, tree, open);
  ASSERT_EQ(scene.lines.size(), 20U);
  std::set<double> levels;
  for (const GraphLine& line : scene.lines) levels.insert(scene.boxes[line.to].y);
  ASSERT_GT(levels.size(), 2U) << "rows that lines must pass";
  EXPECT_EQ(boxes_behind_lines(scene), 0U);
}

TEST(GraphScene, CommutingTasksAreJoinedWithoutDirection) {
  const GraphCase apart(
      testing::trace_from_text("ab|b|b\na1: write x@0\nb1: add x@1\nb2: add x@1\nb3: add x@1"));
  const GraphScene scene = scene_of(apart, apart.fold(Fold::nothing));
  std::size_t dashed = 0;
  for (const GraphLine& line : scene.lines) dashed += line.kind == GraphLine::Kind::commutes ? 1 : 0;
  EXPECT_EQ(dashed, 2U);
  EXPECT_EQ(scene.lines.size(), 3U + 2U);
  for (std::uint32_t task = 2; task < 4; ++task)
    EXPECT_EQ(scene.boxes[scene.box_of_node[task]].y, scene.boxes[scene.box_of_node[1]].y) << "side by side";
}

TEST(GraphScene, UnfoldingAGroupKeepsPositionsAndIsReversible) {
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    SCOPED_TRACE(seed);
    const GraphCase graph(typed_trace(seed, 400, 5));
    const FoldTree tree = graph.fold(seed % 2 == 0 ? Fold::type : Fold::attribute, "step");
    const GraphScene folded = scene_of(graph, tree);
    const std::uint32_t group = tree.groups[0].groups[seed % tree.groups[0].groups.size()];
    std::vector<bool> open(tree.groups.size(), false);
    open[group] = true;
    const GraphScene unfolded = scene_of(graph, tree, open);
    const GraphBox& before = folded.boxes[folded.box_of_group[group]];
    const GraphBox& after = unfolded.boxes[unfolded.box_of_group[group]];
    EXPECT_EQ(after.kind, GraphBox::Kind::open_group);
    EXPECT_NEAR(after.y, before.y, 1e-6) << "its top stays";
    const double shift = after.middle_x() - before.middle_x();
    for (const std::uint32_t other : tree.groups[0].groups) {
      const GraphBox& then = folded.boxes[folded.box_of_group[other]];
      const GraphBox& now = unfolded.boxes[unfolded.box_of_group[other]];
      if (other != group && std::fabs(then.y - before.y) > 1e-6) {
        EXPECT_NEAR(now.middle_x() - then.middle_x(), shift, 1e-3) << "other levels keep their x";
      }
      if (then.y < before.y - 1e-6) {
        EXPECT_NEAR(now.y, then.y, 1e-6) << "boxes above stay";
      }
    }
    EXPECT_EQ(scene_of(graph, tree, std::vector<bool>(tree.groups.size(), false)), folded);
  }
}

TEST(GraphScene, ManyLinesIntoAnOpenGroupFormOneBundle) {
  std::string rows = "w";
  std::string tasks = "\nw1: write x@0\n";
  for (int i = 1; i <= 40; ++i) {
    rows += ".r";
    tasks += "r" + std::to_string(i) + ": read x@1\n";
  }
  const GraphCase graph(testing::trace_from_text(rows + tasks));
  const FoldTree tree = graph.fold(Fold::type);
  std::vector<bool> open(tree.groups.size(), false);
  const std::uint32_t readers = tree.group_of[1];
  open[readers] = true;
  const GraphScene scene = scene_of(graph, tree, open);
  std::size_t bundles = 0;
  for (const GraphLine& line : scene.lines) {
    if (!line.is_bundle) {
      EXPECT_TRUE(line.is_bundled);
      continue;
    }
    ++bundles;
    EXPECT_EQ(line.count, 40U);
    EXPECT_EQ(line.to, scene.box_of_group[readers]);
  }
  EXPECT_EQ(bundles, 1U);
  EXPECT_EQ(scene.lines.size(), 41U) << "one bundle and the 40 lines it replaces";
}

TEST(GraphScene, HitTestFindsTheInnermostBox) {
  const GraphCase graph(typed_trace(2, 200, 3));
  const FoldTree tree = graph.fold(Fold::type);
  const GraphScene scene = scene_of(graph, tree, std::vector<bool>(tree.groups.size(), true));
  for (std::uint32_t task = 0; task < 200; ++task) {
    const GraphBox& box = scene.boxes[scene.box_of_node[task]];
    EXPECT_EQ(scene.box_at(box.middle_x(), box.middle_y()), scene.box_of_node[task]);
  }
  EXPECT_FALSE(scene.box_at(-10, -10));
}

TEST(GraphScene, LineStrengthGrowsWithTheEdgeCount) {
  EXPECT_EQ(line_strength(1), 0);
  EXPECT_EQ(line_strength(2), 1);
  EXPECT_EQ(line_strength(100), 2);
  EXPECT_EQ(line_strength(1'000), 3);
  EXPECT_EQ(line_strength(1'000'000'000), 3);
}

TEST(GraphScene, LineStyleFollowsKindLengthAndCrowding) {
  GraphLine line;
  line.count = 1000;
  line.point_count = 12;
  EXPECT_EQ(line_style(line, 10), GraphLineStyle::strength_3);
  EXPECT_EQ(line_style(line, 500), GraphLineStyle::far);
  line.kind = GraphLine::Kind::commutes;
  EXPECT_EQ(line_style(line, 10), GraphLineStyle::commutes);
  EXPECT_EQ(line_style(line, 500), GraphLineStyle::far_commutes);
  line.kind = GraphLine::Kind::only_waits;
  EXPECT_EQ(line_style(line, 500), GraphLineStyle::only_waits) << "these lines are short";
  line.kind = GraphLine::Kind::creates;
  EXPECT_EQ(line_style(line, 500), GraphLineStyle::creates);
}

TEST(GraphScene, CancellationReturnsNothing) {
  const std::atomic<bool> cancelled = true;
  const GraphCase graph(typed_trace(2, 100, 3));
  EXPECT_FALSE(compose_scene(graph.graph, graph.fold(Fold::type), *graph.trace, {}, &cancelled));
}

}  // namespace
}  // namespace gusset::traces
