#include "gusset/viewer/model/graph/placed_scene.hpp"

#include <gtest/gtest.h>

#include "graph_case.hpp"
#include "text_trace.hpp"

namespace gusset::viewer {
namespace {

using traces::GraphScene;
using traces::ScenePoint;
using traces::testing::GraphCase;

GraphScene scene_of(const char* trace, const std::vector<ScenePoint>& middles) {
  const GraphCase graph(traces::testing::trace_from_text(trace));
  return placed_scene(
      *traces::compose_scene(graph.graph, graph.fold(traces::FoldBy::Kind::nothing), *graph.trace, {}),
      middles);
}

TEST(PlacedScene, BoxesAreWhereTheUserPutThemAndLinesFollow) {
  const GraphScene scene = scene_of("abcd\nb1: after a1\nc1: after b1\nd1: after c1\n",
                                    {{0, 100}, {200, 0}, {100, 200}, {300, 210}});
  const std::vector<ScenePoint> middles = middles_of_tasks(scene, 4);
  ASSERT_EQ(middles.size(), 4U);
  for (const traces::GraphBox& box : scene.boxes) {
    EXPECT_GE(box.x, 0.0);
    EXPECT_GE(box.y, 0.0);
    EXPECT_LE(box.right(), scene.size.width);
    EXPECT_LE(box.bottom(), scene.size.height);
  }
  EXPECT_EQ(middles[1].x - middles[0].x, 200);
  EXPECT_EQ(middles[1].y - middles[0].y, -100);
  ASSERT_EQ(scene.lines.size(), 3U);
  for (const traces::GraphLine& line : scene.lines) {
    const traces::GraphBox& from = scene.boxes[line.from];
    const traces::GraphBox& to = scene.boxes[line.to];
    const ScenePoint begin = scene.points[line.first_point];
    const ScenePoint end = scene.points[line.first_point + line.point_count - 1];
    EXPECT_EQ(begin.x, from.middle_x());
    EXPECT_EQ(end.x, to.middle_x());
    EXPECT_EQ(begin.y, line.upwards && !line.is_arc ? from.y : from.bottom());
    EXPECT_EQ(end.y, line.upwards ? to.bottom() : to.y);
  }
  EXPECT_TRUE(scene.lines[0].upwards && !scene.lines[0].is_arc) << "b is above a";
  EXPECT_FALSE(scene.lines[1].upwards) << "c is below b";
  EXPECT_TRUE(scene.lines[2].is_arc) << "d is beside c";
}

TEST(PlacedScene, OtherScenesStayAsTheyAre) {
  const char* const text = "ab\nb1: after a1\n";
  EXPECT_EQ(scene_of(text, {{0, 0}, {50, 50}, {100, 100}}), scene_of(text, {}));
}

}  // namespace
}  // namespace gusset::viewer
