#pragma once
#include <QColor>
#include <QWidget>
#include <cstdint>
#include <functional>
#include <vector>

#include "gusset/traces/analysis/time/distribution.hpp"

class QPainter;

namespace gusset::viewer {

/// A histogram of durations on a logarithmic scale, with an axis of counts. Reports clicks on bars.
class HistogramView : public QWidget {
 public:
  explicit HistogramView(QWidget* parent = nullptr);
  void show_bars(std::vector<traces::HistogramBin> bars, QColor colour, QString title);
  const std::vector<traces::HistogramBin>& bars() const { return bars_; }
  /// A bar's area at full height, which is also where a click hits the bar.
  QRect bar_area(std::size_t bar) const;

  std::function<void(const traces::HistogramBin&)> bar_clicked;

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;

 private:
  QRect plot() const;
  int bar_at(QPoint where) const;
  void paint_counts(QPainter& painter) const;

  std::vector<traces::HistogramBin> bars_;
  std::uint64_t most_ = 0;  // count of the highest bar
  QColor colour_;
  QString title_;
  int hovered_ = -1;
};

}  // namespace gusset::viewer
