#include "camera_after_edit.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "gusset/traces/model/task_name.hpp"

namespace gusset::viewer {
namespace {

// The pairs of a task's numbers before and after an edit, which adds or removes tasks at one place.
std::vector<std::pair<std::size_t, std::size_t>> tasks_in_both(const traces::Trace& before,
                                                               const traces::Trace& after) {
  const std::size_t fewer = std::min(before.tasks.size(), after.tasks.size());
  std::size_t same = 0;
  while (same < fewer &&
         traces::task_name(before, traces::TaskId(same)) == traces::task_name(after, traces::TaskId(same)))
    ++same;
  std::vector<std::pair<std::size_t, std::size_t>> both;
  for (std::size_t i = 0; i < fewer; ++i) {
    const bool is_behind = i >= same;
    both.emplace_back(is_behind ? i + before.tasks.size() - fewer : i,
                      is_behind ? i + after.tasks.size() - fewer : i);
  }
  return both;
}

traces::ScenePoint middle_of(const GraphDrawing& drawing, std::size_t task) {
  const traces::GraphBox& box = drawing.scene->boxes[drawing.scene->box_of_node[task]];
  return {box.middle_x(), box.middle_y()};
}

}  // namespace

std::optional<GraphCamera> camera_after_edit(const GraphCamera& camera, const GraphDrawing& before,
                                             const GraphDrawing& after, QPointF wanted,
                                             std::optional<traces::TaskId> edited) {
  std::optional<GraphCamera> result;
  double least = std::numeric_limits<double>::max();
  for (const auto& [old, now] : tasks_in_both(*before.trace, *after.trace)) {
    const traces::ScenePoint from = middle_of(before, old);
    const double distance =
        edited == traces::TaskId(now)
            ? -1.0
            : std::hypot(camera.x_from_scene(from.x) - wanted.x(), camera.y_from_scene(from.y) - wanted.y());
    if (distance >= least) continue;
    least = distance;
    result = camera.edited(after.scene->size, from, middle_of(after, now));
  }
  return result;
}

}  // namespace gusset::viewer
