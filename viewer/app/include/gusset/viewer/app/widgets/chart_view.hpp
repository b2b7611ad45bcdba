#pragma once
#include <QString>
#include <QWidget>
#include <functional>
#include <optional>

#include "gusset/traces/picture/canvas/canvas.hpp"
#include "gusset/traces/picture/charts/plot_frame.hpp"

namespace gusset::viewer {

/// A place in a chart that reacts to the mouse.
struct ChartSpot {
  QString text;                   ///< the tooltip, in plain text
  std::function<void()> clicked;  ///< may be empty
};

/// Shows any chart that is drawn on a canvas. The place at the pointer provides the tooltip and handles a
/// click.
class ChartView : public QWidget {
 public:
  struct Chart {
    int height = 0;  ///< pixels; the view keeps that much room
    std::function<void(picture::Canvas&, const picture::PanelBox&)> draw = {};
    std::function<std::optional<ChartSpot>(const picture::PanelBox&, picture::Point)> spot_at = {};
    bool is_for_white = true;  ///< drawn in colours for a white background
  };

  explicit ChartView(QWidget* parent = nullptr);
  /// An empty chart shows nothing.
  void show_chart(Chart chart);
  /// Where the chart is drawn, in the widget's coordinates.
  picture::PanelBox box() const;

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;

 private:
  std::optional<ChartSpot> spot_at(QPointF where) const;

  Chart chart_;
};

}  // namespace gusset::viewer
