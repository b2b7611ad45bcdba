#include "gusset/viewer/model/graph/placed_scene.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace gusset::viewer {
namespace {

using traces::GraphBox;
using traces::GraphLine;
using traces::GraphScene;
using traces::ScenePoint;

constexpr double least_arc_depth = 20.0;  // units below the boxes
constexpr double arc_depth_share = 0.35;  // of the distance, so that the ends are steep

/// Moves everything so that the scene begins at (0, 0), and sets its size.
void align(GraphScene& scene) {
  constexpr double far = std::numeric_limits<double>::max();
  ScenePoint least{far, far};
  for (const GraphBox& box : scene.boxes) least = {std::min(least.x, box.x), std::min(least.y, box.y)};
  scene.size = {};
  for (GraphBox& box : scene.boxes) {
    box.x -= least.x;
    box.y -= least.y;
    scene.size = {std::max(scene.size.width, box.right()), std::max(scene.size.height, box.bottom())};
  }
}

/// Returns a line's points: down from the upper box to the lower one, up if the line leads to a higher box,
/// and below both if they are side by side.
std::vector<ScenePoint> route(GraphLine& line, const GraphBox& from, const GraphBox& to) {
  line.upwards = to.y < from.bottom();
  line.is_arc = line.upwards && to.bottom() > from.y;
  if (line.is_arc) {
    const double depth =
        std::max(least_arc_depth, arc_depth_share * std::fabs(from.middle_x() - to.middle_x()));
    const ScenePoint below{(from.middle_x() + to.middle_x()) / 2,
                           std::max(from.bottom(), to.bottom()) + depth};
    return {{from.middle_x(), from.bottom()}, below, {to.middle_x(), to.bottom()}};
  }
  if (line.upwards) return {{from.middle_x(), from.y}, {to.middle_x(), to.bottom()}};
  return {{from.middle_x(), from.bottom()}, {to.middle_x(), to.y}};
}

}  // namespace

std::vector<ScenePoint> middles_of_tasks(const GraphScene& scene, std::size_t tasks) {
  const bool has_only_tasks =
      scene.boxes.size() == tasks && scene.box_of_node.size() == tasks &&
      std::ranges::all_of(scene.boxes, [](const GraphBox& box) { return box.kind == GraphBox::Kind::task; });
  std::vector<ScenePoint> middles;
  if (!has_only_tasks) return middles;
  for (const std::uint32_t box : scene.box_of_node)
    middles.push_back({scene.boxes[box].middle_x(), scene.boxes[box].middle_y()});
  return middles;
}

GraphScene placed_scene(GraphScene scene, const std::vector<ScenePoint>& middles) {
  if (middles.empty() || middles_of_tasks(scene, middles.size()).empty()) return scene;
  for (std::size_t task = 0; task < middles.size(); ++task) {
    GraphBox& box = scene.boxes[scene.box_of_node[task]];
    box.x = middles[task].x - box.width / 2;
    box.y = middles[task].y - box.height / 2;
  }
  align(scene);
  scene.points.clear();
  for (GraphLine& line : scene.lines) {
    const std::vector<ScenePoint> points = route(line, scene.boxes[line.from], scene.boxes[line.to]);
    line.first_point = static_cast<std::uint32_t>(scene.points.size());
    line.point_count = static_cast<std::uint32_t>(points.size());
    scene.points.insert(scene.points.end(), points.begin(), points.end());
  }
  return scene;
}

}  // namespace gusset::viewer
