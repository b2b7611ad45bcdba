#include "graph_painter.hpp"

#include <QFontInfo>
#include <QPainter>
#include <algorithm>

#include "gusset/traces/picture/graph/graph_picture.hpp"
#include "gusset/viewer/app/widgets/qt_canvas.hpp"
#include "widgets/share_bar.hpp"

namespace gusset::viewer {
namespace {

constexpr double legend_side = 10.0;  // pixels right of the legend

// Collects texts and how far they reach to the right; draws nothing.
class TextExtent : public picture::Canvas {
 public:
  explicit TextExtent(const QtCanvas& fonts) : fonts_(fonts) {}
  void fill(const picture::Path&, traces::Colour, std::string_view) override {}
  void stroke(const picture::Path&, const picture::StrokeStyle&, std::string_view) override {}
  void hairline(int, int, int, int, traces::Colour) override {}
  void fade(int, int, int, int, double) override {}
  void text(picture::Point at, std::string_view text, const picture::TextStyle& style) override {
    right_ = std::max(right_, at.x + text_width(text, style.size, style.bold));
    whole_ += (whole_.empty() ? "" : " · ") + std::string(text);
  }
  double text_width(std::string_view text, double size, bool bold) const override {
    return fonts_.text_width(text, size, bold);
  }
  double right() const { return right_; }
  const std::string& whole() const { return whole_; }

 private:
  const QtCanvas& fonts_;
  double right_ = 0.0;
  std::string whole_;
};

picture::GraphMoment moment_of(const GraphFrame& frame, bool names_trace) {
  return {*frame.time_ns, frame.drawing->times.get(), &frame.drawing->group_times, &frame.drawing->all_times,
          frame.time_text + (names_trace ? frame.trace_text : "")};
}

TextExtent legend_extent(const GraphFrame& frame, const QtCanvas& fonts, bool names_trace) {
  TextExtent extent(fonts);
  draw_state_legend(extent, {}, moment_of(frame, names_trace), {1e6, 100.0},
                    QFontInfo(frame.font).pixelSize());
  return extent;
}

void paint_state_legend(QPainter& painter, QtCanvas& canvas, const GraphFrame& frame,
                        const picture::GraphPalette& palette) {
  const double width = frame.size.width();
  const bool names_trace = legend_extent(frame, canvas, true).right() + legend_side <= width;
  const double needed = legend_extent(frame, canvas, names_trace).right() + legend_side;
  const double scale = std::min(1.0, width / needed);
  painter.scale(scale, scale);  // swatches and gaps as well as letters
  draw_state_legend(canvas, palette, moment_of(frame, names_trace),
                    {std::max(width / scale, needed + legend_side), frame.size.height() / scale},
                    QFontInfo(frame.font).pixelSize());
}

}  // namespace

std::string state_legend_text(const GraphFrame& frame) {
  if (!frame.time_ns || frame.drawing == nullptr) return {};
  QImage none(1, 1, QImage::Format_RGB32);
  QPainter painter(&none);
  return legend_extent(frame, QtCanvas(painter, frame.font), true).whole();
}

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
  if (frame.time_ns) shown.moment = moment_of(frame, true);
  QPainter painter(&image);
  QtCanvas canvas(painter, frame.font);
  draw_graph(canvas, shown);
  if (shown.moment) paint_state_legend(painter, canvas, frame, shown.palette);
  return image;
}

}  // namespace gusset::viewer
