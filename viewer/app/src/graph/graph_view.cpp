#include "gusset/viewer/app/graph/graph_view.hpp"

#include <QFontInfo>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "camera_after_edit.hpp"
#include "graph_painter.hpp"
#include "gusset/base/numbers.hpp"
#include "gusset/traces/picture/graph/graph_picture.hpp"
#include "gusset/viewer/app/widgets/theme.hpp"
#include "widgets/qt_helpers.hpp"
#include "widgets/rich_text.hpp"

namespace gusset::viewer {
namespace {

constexpr double line_reach = 4.0;        // distance in pixels at which the pointer still hits a line
constexpr double click_line_reach = 7.0;  // the same if a click there has an effect
constexpr double edit_stroke = 2.5;       // pixels, of a line that is drawn or chosen
constexpr const char* painting_slot = "graph painting";

double distance_to(QPointF at, QPointF from, QPointF to) {
  const QPointF along = to - from;
  const double length = QPointF::dotProduct(along, along);
  const double part =
      length > 0.0 ? std::clamp(QPointF::dotProduct(at - from, along) / length, 0.0, 1.0) : 0.0;
  const QPointF away = at - (from + along * part);
  return std::hypot(away.x(), away.y());
}

}  // namespace

GraphView::GraphView(Session& session, GraphSession& graph, QWidget* parent)
    : QWidget(parent), session_(session), graph_(graph) {
  setObjectName("graph view");
  setFocusPolicy(Qt::StrongFocus);
  setMouseTracking(true);
  setMinimumSize(160, 120);
  connections_ = {
      session_.selection().changed.connect([this](const SelectionState& state) { selection_changed(state); }),
      session_.waited_for_changed.connect([this] { refresh(); }),
      session_.document_changed.connect([this](bool keep_view) {
        if (!keep_view) edited_ = nullptr;  // another graph
      }),
      graph_.changed.connect([this](bool redrawn) { graph_changed(redrawn); })};
}

void GraphView::refresh() {
  if (is_replaced_soon()) return;
  is_drawn_ = false;
  if (graph_.drawing() != nullptr && is_large(*graph_.drawing())) draw_by_job();
  update();
}

GraphFrame GraphView::current() const {
  GraphFrame frame;
  frame.drawing = graph_.shared_drawing();
  frame.colours = graph_.colours();
  frame.camera = camera_;
  frame.selected = box_of(session_.selection().state().task());
  frame.waited_for = box_of(session_.waited_for());
  frame.time_ns = time_ns_;
  if (time_ns_) {
    const auto extent_ns = static_cast<double>(session_.document()->extent_ns);
    frame.time_text =
        "at " + time_text(static_cast<double>(*time_ns_), std::max(1.0, extent_ns / 10'000), extent_ns);
    // Several schedules of one graph reach different tasks at one moment.
    const std::shared_ptr<const Document> document = session_.document();
    if (frame.drawing != nullptr && document->traces.size() > 1 &&
        frame.drawing->panel < document->traces.size())
      frame.trace_text = " in " + panel_name(*document, frame.drawing->panel);
  }
  frame.background = background_of(palette());
  frame.is_projected = session_.appearance().is_projected;
  frame.font = font();
  frame.size = size();
  frame.ratio = devicePixelRatioF();
  return frame;
}

void GraphView::draw_by_job() {
  if (session_.jobs().busy(painting_slot)) return;  // the running job draws again when it is done
  is_drawn_ = true;
  session_.jobs().start(
      painting_slot,
      [frame = current()](const JobRunner::Cancelled&) { return std::pair(paint_graph(frame), frame); },
      [this](std::pair<QImage, GraphFrame> drawn) {
        if (drawn.second.drawing == graph_.shared_drawing()) {
          picture_ = std::move(drawn.first);
          picture_camera_ = drawn.second.camera;
          is_first_ = false;
        }
        if (!is_drawn_ && graph_.drawing() != nullptr && is_large(*graph_.drawing())) draw_by_job();
        update();
      });
}

void GraphView::set_camera(const GraphCamera& camera) {
  if (camera == camera_) return;
  camera_ = camera;
  refresh();
}

void GraphView::centre_selection() {
  const auto box = box_of(session_.selection().state().task());
  if (box) set_camera(camera_.centred_on(graph_.drawing()->scene->boxes[*box]));
}

void GraphView::graph_changed(bool redrawn) {
  const GraphDrawing* drawing = graph_.drawing();
  const traces::GraphScene* scene = drawing == nullptr ? nullptr : drawing->scene.get();
  hovered_.reset();
  if (redrawn) {
    is_first_ = true;
    chosen_.reset();
  }
  if (redrawn && scene != nullptr) {
    const auto toggled = graph_.toggled();
    const bool goes_on = anchor_ && toggled && scene->box_of_group[*toggled] != traces::GraphScene::none;
    if (goes_on) {
      const traces::GraphBox& box = scene->boxes[scene->box_of_group[*toggled]];
      camera_ = camera_.redrawn(scene->size, *anchor_, {box.middle_x(), box.y});
    } else {
      camera_ = camera_for(*drawing);
      const auto box = box_of(session_.selection().state().task());
      if (box) camera_ = camera_.revealing(scene->boxes[*box]);
    }
    anchor_.reset();
    if (is_editable_) edited_ = graph_.shared_drawing();
  }
  refresh();
}

GraphCamera GraphView::camera_for(const GraphDrawing& next) const {
  if (edited_ != nullptr) {
    const QPointF wanted = pointer_.value_or(QPointF(width() / 2.0, drawing_height() / 2.0));
    const auto selected = session_.selection().state().task();
    const auto edited = selected && !pointer_ ? std::optional(selected->task) : std::nullopt;
    if (const auto camera = camera_after_edit(camera_, *edited_, next, wanted, edited)) return *camera;
  }
  return GraphCamera(next.scene->size, width(), drawing_height());
}

bool GraphView::is_replaced_soon() const {
  return edited_ != nullptr && graph_.drawing() == nullptr && graph_.busy();
}

// The legend of states, while it is shown, covers no box of a graph that fits. The height does not depend on
// whether it is shown, so that the graph stays in place.
double GraphView::drawing_height(double view_height) const {
  return view_height - picture::state_legend_height(QFontInfo(font()).pixelSize());
}

double GraphView::fitting_scale(QSizeF view) const {
  if (graph_.drawing() == nullptr) return 1.0;
  return GraphCamera(graph_.drawing()->scene->size, view.width(), drawing_height(view.height())).scale();
}

double GraphView::fitted_height(double width, double height) const {
  if (graph_.drawing() == nullptr) return height;
  return graph_.drawing()->scene->size.height * fitting_scale({width, height}) +
         2 * GraphCamera::margin_pixels + height - drawing_height(height);
}

void GraphView::set_time(std::optional<std::int64_t> time_ns) {
  if (time_ns == time_ns_) return;
  time_ns_ = time_ns;
  refresh();
}

std::optional<std::uint32_t> GraphView::box_of(std::optional<TaskReference> task) const {
  return task ? graph_.box_of(*task) : std::nullopt;
}

std::optional<std::uint32_t> GraphView::box_at(QPointF at) const {
  if (graph_.drawing() == nullptr) return std::nullopt;
  return graph_.drawing()->scene->box_at(camera_.scene_from_x(at.x()), camera_.scene_from_y(at.y()));
}

QPoint GraphView::position_of(std::uint32_t number) const {
  const traces::GraphBox& box = graph_.drawing()->scene->boxes[number];
  const double y = box.kind == traces::GraphBox::Kind::open_group
                       ? box.y + traces::GraphScene::title_height / 2
                       : box.middle_y();
  return QPointF(camera_.x_from_scene(box.middle_x()), camera_.y_from_scene(y)).toPoint();
}

void GraphView::selection_changed(const SelectionState& state) {
  if (state.task()) chosen_.reset();
  if (const auto task = state.task(); task && task->panel != graph_.panel()) graph_.show_panel(task->panel);
  const auto box = box_of(state.task());
  if (box && state.origin != SelectionOrigin::graph)
    camera_ = camera_.revealing(graph_.drawing()->scene->boxes[*box]);
  refresh();
}

bool GraphView::event(QEvent* event) {
  if (event->type() == QEvent::ShortcutOverride && action_of(static_cast<const QKeyEvent&>(*event))) {
    event->accept();  // keys of the timeline have the same effect here
    return true;
  }
  if (event->type() == QEvent::PaletteChange) refresh();
  if (event->type() == QEvent::FontChange) {
    camera_ = camera_.resized(width(), drawing_height());
    refresh();
  }
  if (event->type() == QEvent::ToolTip) {
    const auto& help = static_cast<const QHelpEvent&>(*event);
    const QString text = tooltip_at(help.pos());
    if (text.isEmpty()) {
      QToolTip::hideText();
    } else {
      QToolTip::showText(help.globalPos(), text, this);
    }
    return true;
  }
  return QWidget::event(event);
}

QString GraphView::tooltip_at(QPointF at) const {
  if (graph_.drawing() == nullptr) return {};
  if (time_ns_ && at.y() >= drawing_height()) return escaped_html(state_legend_text(current()));
  const traces::GraphScene& scene = *graph_.drawing()->scene;
  std::vector<std::string> lines;
  const auto box = box_at(at);
  if (box && scene.boxes[*box].kind != traces::GraphBox::Kind::open_group) {
    lines = graph_.tooltip(scene.boxes[*box]);
  } else {
    if (const traces::GraphLine* const nearest = line_at(at)) {
      lines = graph_.tooltip(*nearest);
    } else if (box) {
      lines = graph_.tooltip(scene.boxes[*box]);
    }
  }
  if (lines.empty()) return {};
  QString text = "<b>" + escaped_html(lines.front()) + "</b>";
  for (std::size_t i = 1; i < lines.size(); ++i) text += "<br>" + escaped_html(lines[i]);
  return text;
}

const traces::GraphLine* GraphView::line_at(QPointF at) const {
  if (graph_.drawing() == nullptr) return nullptr;
  const traces::GraphScene& scene = *graph_.drawing()->scene;
  const traces::GraphLine* nearest = nullptr;
  double least = is_editable_ ? click_line_reach : line_reach;
  const auto selected = box_of(session_.selection().state().task());
  for (const traces::GraphLine& line : scene.lines) {
    if (line.is_bundled && line.from != selected && line.to != selected) continue;
    for (std::uint32_t i = 1; i < line.point_count; ++i) {
      const double distance = distance_to(at, in_view(scene.points[line.first_point + i - 1]),
                                          in_view(scene.points[line.first_point + i]));
      if (distance < least) {
        least = distance;
        nearest = &line;
      }
    }
  }
  return nearest;
}

void GraphView::paintEvent(QPaintEvent*) {
  if (is_replaced_soon()) {
    QPainter(this).drawImage(0, 0, picture_);
    return;
  }
  const bool by_job = graph_.drawing() != nullptr && is_large(*graph_.drawing());
  if (!by_job && (!is_drawn_ || picture_.size() != size() * devicePixelRatioF())) {
    picture_ = paint_graph(current());
    picture_camera_ = camera_;
    is_drawn_ = true;
  }
  QPainter painter(this);
  if (by_job && picture_camera_ != camera_) {
    // Moves the old image to its current place; it turns sharp once the job is done.
    painter.fillRect(rect(), palette().window());
    const double factor = camera_.scale() / picture_camera_.scale();
    const double x = camera_.x_from_scene(picture_camera_.scene_from_x(0.0));
    const double y = camera_.y_from_scene(picture_camera_.scene_from_y(0.0));
    const QSizeF shown = picture_.deviceIndependentSize() * factor;
    if (!is_first_) painter.drawImage(QRectF({x, y}, shown), picture_);
  } else {
    painter.drawImage(0, 0, picture_);
  }
  if (graph_.drawing() != nullptr && picture_camera_ == camera_) paint_durations(painter);
  if (graph_.drawing() != nullptr && hovered_) {
    const traces::GraphBox& box = graph_.drawing()->scene->boxes[*hovered_];
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(palette().highlight().color(), 1.5));
    painter.drawRoundedRect(QRectF(camera_.x_from_scene(box.x), camera_.y_from_scene(box.y),
                                   box.width * camera_.scale(), box.height * camera_.scale()),
                            4, 4);
  }
  if (is_editable_) {
    painter.save();
    paint_edits(painter);
    painter.restore();
  }
  const QString message = qt_text(graph_.message());
  if (message.isEmpty()) return;
  const int flags = Qt::AlignCenter | Qt::TextWordWrap;
  QRect area = painter.boundingRect(rect().adjusted(20, 10, -20, -10), flags, message);
  if (graph_.drawing() != nullptr) {
    area.moveTop(12);  // above the drawing
    painter.fillRect(area.adjusted(-10, -5, 10, 5), palette().base());
  }
  painter.setPen(palette().placeholderText().color());
  painter.drawText(area, flags, message);
}

// Draws the line that a drag would add, and the chosen line.
void GraphView::paint_edits(QPainter& painter) {
  if (graph_.drawing() == nullptr) return;
  const traces::GraphScene& scene = *graph_.drawing()->scene;
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(palette().highlight().color(), edit_stroke));
  for (const traces::GraphLine& line : scene.lines) {
    if (!chosen_ || dependency_of(&line) != chosen_) continue;
    for (std::uint32_t i = 1; i < line.point_count; ++i)
      painter.drawLine(in_view(scene.points[line.first_point + i - 1]),
                       in_view(scene.points[line.first_point + i]));
  }
  const auto from = drawn_from_ ? box_of(TaskReference{graph_.panel(), *drawn_from_}) : std::nullopt;
  if (!from || !is_dragged_ || !pointer_) return;
  const traces::GraphBox& box = scene.boxes[*from];
  const QPointF start = in_view({box.middle_x(), box.bottom()});
  painter.drawLine(start, *pointer_);
  constexpr double head = 9.0;  // pixels
  const double angle = std::atan2(pointer_->y() - start.y(), pointer_->x() - start.x());
  for (const double side : {-0.45, 0.45})
    painter.drawLine(*pointer_, *pointer_ - QPointF(std::cos(angle + side), std::sin(angle + side)) * head);
}

void GraphView::resizeEvent(QResizeEvent*) {
  camera_ = camera_.resized(width(), drawing_height());
  refresh();
}

void GraphView::set_editable(bool editable) {
  if (editable == is_editable_) return;
  is_editable_ = editable;
  chosen_.reset();
  drawn_from_.reset();
  edited_ = nullptr;
  update();
}

std::optional<traces::TaskId> GraphView::task_at(QPointF at) const {
  const auto box = box_at(at);
  if (!box || graph_.drawing()->scene->boxes[*box].kind != traces::GraphBox::Kind::task) return std::nullopt;
  return traces::TaskId(graph_.drawing()->scene->boxes[*box].number);
}

std::optional<traces::Dependency> GraphView::dependency_of(const traces::GraphLine* line) const {
  if (line == nullptr) return std::nullopt;
  const traces::GraphBox& from = graph_.drawing()->scene->boxes[line->from];
  const traces::GraphBox& to = graph_.drawing()->scene->boxes[line->to];
  if (from.kind != traces::GraphBox::Kind::task || to.kind != traces::GraphBox::Kind::task)
    return std::nullopt;
  return traces::Dependency{traces::TaskId(from.number), traces::TaskId(to.number)};
}

}  // namespace gusset::viewer
