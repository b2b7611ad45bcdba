#pragma once
#include <QFont>
#include <QPainter>
#include <QPainterPath>
#include <cstdint>

#include "graph_ink.hpp"
#include "graph_painter.hpp"
#include "gusset/traces/picture/graph/graph_scene.hpp"
#include "seen_graph.hpp"

namespace gusset::viewer {

/// Draws the lines of a graph that are seen, on a painter that is scaled to the scene's units. Keeps what it
/// is given by reference.
class GraphLinePainter {
 public:
  GraphLinePainter(QPainter& painter, const traces::GraphScene& scene, const SeenGraph& seen,
                   const GraphInk& ink, const GraphMarks& marks)
      : painter_(painter), scene_(scene), seen_(seen), ink_(ink), marks_(marks) {}

  /// The lines and their heads, those of the selected box above the others.
  void paint() const;
  /// How many edges lines between groups stand for: where there is room, on the line or beside it.
  void paint_counts(const QFont& font) const;

 private:
  enum class Extent : std::uint8_t { seen, whole };
  QPointF point(const traces::GraphLine& line, std::uint32_t i) const;
  void add(QPainterPath& path, const traces::GraphLine& line, Extent extent = Extent::seen) const;
  void add_arrow(QPainterPath& path, const traces::GraphLine& line) const;
  bool is_chosen(const traces::GraphLine& line) const {
    return marks_.selected && (line.from == *marks_.selected || line.to == *marks_.selected);
  }
  void paint_chosen() const;

  QPainter& painter_;
  const traces::GraphScene& scene_;
  const SeenGraph& seen_;
  const GraphInk& ink_;
  const GraphMarks& marks_;
};

}  // namespace gusset::viewer
