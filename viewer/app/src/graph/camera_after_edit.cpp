#include "camera_after_edit.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "gusset/traces/model/task_name.hpp"

namespace gusset::viewer {
namespace {

std::map<std::string, std::vector<std::size_t>> tasks_by_name(const traces::Trace& trace) {
  std::map<std::string, std::vector<std::size_t>> tasks;
  for (std::size_t i = 0; i < trace.tasks.size(); ++i)
    tasks[traces::task_name(trace, traces::TaskId(i))].push_back(i);
  return tasks;
}

// The pairs of a task's numbers before and after an edit, which may give all tasks other numbers. Tasks of
// one name keep their order. So do the tasks whose names are not in both, if their number stays: some were
// renamed.
std::vector<std::pair<std::size_t, std::size_t>> tasks_in_both(const traces::Trace& before,
                                                               const traces::Trace& after) {
  std::vector<std::pair<std::size_t, std::size_t>> both;
  const auto pair_up = [&both](const std::vector<std::size_t>& old, const std::vector<std::size_t>& now) {
    for (std::size_t i = 0; i < old.size(); ++i) both.emplace_back(old[i], now[i]);
  };
  std::vector<std::size_t> only_before;
  std::vector<std::size_t> only_after;
  auto named_after = tasks_by_name(after);
  for (const auto& [name, tasks] : tasks_by_name(before)) {
    std::vector<std::size_t>& now = named_after[name];
    if (tasks.size() == now.size()) {
      pair_up(tasks, now);
      now.clear();
    } else {
      only_before.insert(only_before.end(), tasks.begin(), tasks.end());
    }
  }
  for (const auto& [name, tasks] : named_after)
    only_after.insert(only_after.end(), tasks.begin(), tasks.end());
  if (only_before.size() == only_after.size()) {
    std::ranges::sort(only_before);
    std::ranges::sort(only_after);
    pair_up(only_before, only_after);
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
