#pragma once
#include <QColor>
#include <QWidget>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "gusset/traces/picture/charts/histogram_chart.hpp"

namespace gusset::viewer {

/// Shows a histogram of durations. Reports clicks on its bars and drags over several bars.
class HistogramView : public QWidget {
 public:
  explicit HistogramView(QWidget* parent = nullptr);
  void show_bars(std::vector<traces::HistogramBin> bars, QColor colour, const QString& title);
  const std::vector<traces::HistogramBin>& bars() const { return chart_.bins; }
  /// A bar's area at full height, which is also where a click hits the bar. The bar must have been drawn.
  QRect bar_area(std::size_t bar) const;

  /// Passes a bar, or several bars as one.
  std::function<void(const traces::HistogramBin&)> bars_chosen;

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;

 private:
  std::optional<std::size_t> bar_at(QPoint where) const;
  std::size_t nearest_bar(int x) const;
  void mark(std::optional<std::pair<std::size_t, std::size_t>> bars, QPoint tip_at);

  picture::HistogramChart chart_;
  std::vector<picture::PanelBox> areas_;     // as last drawn
  std::optional<std::size_t> dragged_from_;  // the bar at which the button was pressed
};

}  // namespace gusset::viewer
