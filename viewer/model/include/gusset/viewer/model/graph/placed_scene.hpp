#pragma once
#include <vector>

#include "gusset/traces/picture/graph/graph_scene.hpp"

namespace gusset::viewer {

/// The middles of the tasks' boxes, in order of the tasks. Empty if the scene shows anything else than
/// `tasks` tasks, for example groups.
std::vector<traces::ScenePoint> middles_of_tasks(const traces::GraphScene& scene, std::size_t tasks);

/// Moves the boxes of a scene that shows only tasks to the places that the user chose for their middles, in
/// order of the tasks. Lines then lead directly from box to box. Returns other scenes unchanged.
traces::GraphScene placed_scene(traces::GraphScene scene, const std::vector<traces::ScenePoint>& middles);

}  // namespace gusset::viewer
