#include "seen_graph.hpp"

#include <algorithm>

namespace gusset::viewer {
namespace {

bool meets(const QRectF& part, const traces::GraphScene& scene, const traces::GraphLine& line) {
  double least_x = 1e300;
  double most_x = -1e300;
  double least_y = 1e300;
  double most_y = -1e300;
  for (std::uint32_t i = 0; i < line.point_count; ++i) {
    const traces::ScenePoint& point = scene.points[line.first_point + i];
    least_x = std::min(least_x, point.x);
    most_x = std::max(most_x, point.x);
    least_y = std::min(least_y, point.y);
    most_y = std::max(most_y, point.y);
  }
  return least_x < part.right() && most_x > part.left() && least_y < part.bottom() && most_y > part.top();
}

}  // namespace

SeenGraph::SeenGraph(const traces::GraphScene& scene, const GraphCamera& camera, double ratio,
                     const GraphMarks& marks)
    : part(QPointF(camera.scene_from_x(0.0), camera.scene_from_y(0.0)),
           QPointF(camera.scene_from_x(camera.width()), camera.scene_from_y(camera.height()))),
      pixel(1.0 / camera.scale()) {
  for (std::uint32_t i = 0; i < scene.lines.size(); ++i) {
    const traces::GraphLine& line = scene.lines[i];
    const bool is_shown = !line.is_bundled || line.from == marks.selected || line.to == marks.selected;
    if (is_shown && meets(part, scene, line)) lines.push_back(i);
  }
  detail = detail_at(camera.scale() * ratio, lines.size(), camera.width() * camera.height());
}

bool SeenGraph::holds(const traces::GraphBox& box) const {
  return box.x < part.right() && box.right() > part.left() && box.y < part.bottom() &&
         box.bottom() > part.top();
}

}  // namespace gusset::viewer
