#pragma once
#include <QRectF>
#include <cstdint>
#include <vector>

#include "graph_painter.hpp"
#include "gusset/traces/picture/graph/graph_scene.hpp"
#include "gusset/viewer/model/graph/graph_detail.hpp"

namespace gusset::viewer {

/// What of a graph's scene a camera shows, and how much of that is drawn.
struct SeenGraph {
  /// `ratio`: device pixels per pixel. Of bundled lines, those of the selected box alone are seen.
  SeenGraph(const traces::GraphScene& scene, const GraphCamera& camera, double ratio,
            const GraphMarks& marks);

  bool holds(const traces::GraphBox& box) const;

  QRectF part;                       ///< in units
  double pixel = 1.0;                ///< in units
  std::vector<std::uint32_t> lines;  ///< of the scene
  GraphDetail detail;
};

inline QRectF rect_of(const traces::GraphBox& box) {
  return {box.x, box.y, box.width, box.height};
}

}  // namespace gusset::viewer
