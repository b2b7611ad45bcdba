// The durations that the graph view shows on its boxes.
#include <QPainter>
#include <cmath>
#include <string>

#include "gusset/base/numbers.hpp"
#include "gusset/viewer/app/graph/graph_view.hpp"
#include "widgets/qt_helpers.hpp"

namespace gusset::viewer {
namespace {

constexpr double min_duration_size = 6.0;  // pixels; smaller text is left out

}  // namespace

// How long a task ran; in a graph that has not run, how long it will take. Empty if that is unknown.
std::string GraphView::duration_of(traces::TaskId task) const {
  const LoadedTrace& loaded = session_.document()->panel(graph_.panel());
  const traces::Trace& trace = *loaded.trace;
  if (loaded.is_graph_only())
    return trace.recorded.work ? shortest_text(trace.tasks.work[task.value()]) + " ms" : "";
  const bool has_run = session_.document()->range_of({graph_.panel(), task}).has_value();
  return has_run ? duration_text_ns(loaded.times.duration_ns[task.value()]) : "";
}

// Draws each task's duration at its box's corner, if the box is large enough for it.
void GraphView::paint_durations(QPainter& painter) const {
  const GraphDrawing& drawing = *graph_.drawing();
  constexpr double name_share = 0.65;  // of the names' size
  const double size = name_share * traces::GraphScene::font_size * camera_.scale();
  const std::shared_ptr<const Document> document = session_.document();
  const bool is_of_document =
      drawing.panel < document->traces.size() && document->panel(drawing.panel).trace == drawing.trace;
  if (size < min_duration_size || !is_of_document) return;
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  QFont small = font();
  small.setPixelSize(static_cast<int>(std::lround(size)));
  painter.setFont(small);
  const QFontMetricsF letters(small);
  for (const traces::GraphBox& box : drawing.scene->boxes) {
    if (box.kind != traces::GraphBox::Kind::task) continue;
    const QPointF corner = in_view({box.right(), box.y});
    if (corner.y() < -size || corner.y() > drawing_height() || corner.x() < 0 ||
        corner.x() - box.width * camera_.scale() > width())
      continue;  // out of view, or below the legend of states
    const QString text = qt_text(duration_of(traces::TaskId(box.number)));
    QRectF badge(0, 0, letters.horizontalAdvance(text) + size, 1.2 * size);
    if (text.isEmpty() || (!is_editable_ && badge.width() > box.width * camera_.scale())) continue;
    badge.moveCenter(corner - QPointF(badge.width() / 2, 0));
    painter.setPen(palette().placeholderText().color());
    painter.setBrush(palette().base());
    painter.drawRoundedRect(badge, badge.height() / 2, badge.height() / 2);
    painter.setPen(palette().text().color());
    painter.drawText(badge, Qt::AlignCenter, text);
  }
  painter.restore();
}

}  // namespace gusset::viewer
