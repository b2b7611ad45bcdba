#pragma once
#include <QPainter>
#include <QWidget>

#include "gusset/traces/picture/canvas/dark_canvas.hpp"
#include "gusset/traces/picture/charts/speedup_curves.hpp"
#include "gusset/viewer/app/widgets/qt_canvas.hpp"
#include "gusset/viewer/app/widgets/theme.hpp"

namespace gusset::viewer {

/// Draws speedup against threads like `gusset speedup`. Keeps a readable minimum height; the surrounding area
/// scrolls.
class SpeedupChart : public QWidget {
 public:
  using QWidget::QWidget;
  /// `end_threads` is the end of the axis.
  void show_curve(const traces::SpeedupCurve& curve, unsigned end_threads) {
    figure_ = picture::speedup_curves(curve, {}, end_threads);
    setMinimumHeight(curves_height(figure_, {width(), 0, min_plot}));
    update();
  }
  QSize minimumSizeHint() const override { return {220, 0}; }

 protected:
  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    painter.fillRect(rect(), palette().base());
    if (figure_.panels.empty()) return;
    QtCanvas canvas(painter, font());
    picture::DarkCanvas dark(canvas);
    const bool is_dark = background_of(palette()) == traces::Background::dark;
    draw_curves(is_dark ? static_cast<picture::Canvas&>(dark) : canvas, figure_,
                {width(), height(), min_plot});
  }

 private:
  static constexpr int min_plot = 220;  // pixels, including the axis
  picture::CurvesFigure figure_;
};

}  // namespace gusset::viewer
