#pragma once
#include <QPointF>
#include <optional>

#include "gusset/viewer/model/graph/graph_camera.hpp"
#include "gusset/viewer/model/graph/graph_session.hpp"

namespace gusset::viewer {

/// The camera for the next drawing of a graph that the user edits. A task that both drawings have keeps its
/// place in the view: the task edited last, if that is given, or the one nearest to the point `wanted`.
/// Returns nothing if the drawings have no task in common.
std::optional<GraphCamera> camera_after_edit(const GraphCamera& camera, const GraphDrawing& before,
                                             const GraphDrawing& after, QPointF wanted,
                                             std::optional<traces::TaskId> edited);

}  // namespace gusset::viewer
