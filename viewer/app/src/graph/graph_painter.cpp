#include "graph_painter.hpp"

#include <QFontInfo>
#include <QPainter>

#include "gusset/traces/picture/graph/graph_picture.hpp"
#include "gusset/viewer/app/widgets/qt_canvas.hpp"
#include "widgets/share_bar.hpp"

namespace gusset::viewer {

bool is_large(const GraphDrawing& drawing) {
  constexpr std::size_t max_points = 8000;
  return drawing.scene->boxes.size() * 4 + drawing.scene->points.size() > max_points;
}

QImage paint_graph(const GraphFrame& frame) {
  const GraphCamera& camera = frame.camera;
  picture::GraphPicture shown;
  shown.palette = picture::graph_palette_on(frame.background, frame.is_projected);
  QImage image(frame.size * frame.ratio, QImage::Format_RGB32);
  image.setDevicePixelRatio(frame.ratio);
  image.fill(qt_colour(shown.palette.background));
  if (frame.drawing == nullptr || frame.colours == nullptr) return image;
  shown.scene = frame.drawing->scene.get();
  shown.colours = frame.colours.get();
  shown.place = {camera.x_from_scene(0.0), camera.y_from_scene(0.0), camera.scale()};
  shown.pixel_ratio = frame.ratio;
  shown.visible_size = {static_cast<double>(frame.size.width()), static_cast<double>(frame.size.height())};
  if (frame.is_projected) shown.medium.good_font_size = QFontInfo(frame.font).pixelSize() * frame.ratio;
  shown.has_pointer = true;
  shown.selected = frame.selected;
  shown.waited_for = frame.waited_for;
  if (frame.time_ns)
    shown.moment = {*frame.time_ns, frame.drawing->times.get(), &frame.drawing->group_times,
                    &frame.drawing->all_times, frame.time_text};
  QPainter painter(&image);
  QtCanvas canvas(painter, frame.font);
  draw_graph(canvas, shown);
  if (shown.moment)
    draw_state_legend(canvas, shown.palette, *shown.moment, *shown.visible_size,
                      QFontInfo(frame.font).pixelSize());
  return image;
}

}  // namespace gusset::viewer
