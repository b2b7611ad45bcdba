#pragma once
#include <QWidget>

#include "gusset/traces/analysis/graph/speedup.hpp"

namespace gusset::viewer {

/// Draws a curve of speedups over threads, both on logarithmic axes of base two, where ideal speedup is a
/// straight line; between Brent's bound and what no schedule exceeds lies a band.
class SpeedupChart : public QWidget {
 public:
  using QWidget::QWidget;
  /// `end_threads` is where the axis ends.
  void show_curve(traces::SpeedupCurve curve, unsigned end_threads);
  QSize sizeHint() const override { return {330, 260}; }
  QSize minimumSizeHint() const override { return {220, 190}; }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  traces::SpeedupCurve curve_;
  unsigned end_threads_ = 1;
};

}  // namespace gusset::viewer
