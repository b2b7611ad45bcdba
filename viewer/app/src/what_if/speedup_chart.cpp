#include "speedup_chart.hpp"

#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <cmath>
#include <functional>

#include "gusset/viewer/app/widgets/theme.hpp"
#include "gusset/viewer/model/timeline/picture.hpp"

namespace gusset::viewer {
namespace {

constexpr int curve_samples = 64;
constexpr double least_speedup = 1.0 / 1.19;  // a little room below once

QColor chart_colour(Rgba ink) {
  const auto channel = [ink](int shift) { return static_cast<int>(ink >> shift & 0xFF); };
  return {channel(0), channel(8), channel(16), channel(24)};
}

// Where threads and speedups stand.
class Scale {
 public:
  Scale(QRectF plot, unsigned end_threads) : plot_(plot), most_(std::max(2U, end_threads)) {}
  double x(double threads) const {
    return plot_.left() + plot_.width() * std::log2(threads) / std::log2(most_);
  }
  double y(double speedup) const {
    const double low = std::log2(least_speedup);
    const double share =
        (std::log2(std::max(speedup, least_speedup)) - low) / (std::log2(most_) * 1.04 - low);
    return plot_.bottom() - plot_.height() * share;
  }
  QPointF point(double threads, double speedup) const { return {x(threads), y(speedup)}; }
  unsigned most() const { return most_; }
  const QRectF& plot() const { return plot_; }

 private:
  QRectF plot_;
  unsigned most_;
};

// The bounds, as functions of a number of threads that need not be whole, for a smooth line.
using Bound = std::function<double(double threads)>;

QPainterPath line_of(const Scale& scale, const Bound& bound) {
  QPainterPath path;
  for (int i = 0; i <= curve_samples; ++i) {
    const double threads = std::exp2(std::log2(scale.most()) * i / curve_samples);
    const QPointF at = scale.point(threads, bound(threads));
    if (i == 0) {
      path.moveTo(at);
    } else {
      path.lineTo(at);
    }
  }
  return path;
}

struct LegendLine {
  QString text;
  QPen pen;
  bool has_disc = false;
};

void draw_legend(QPainter& painter, QPointF at, const std::vector<LegendLine>& lines, const QColor& text) {
  const double height = painter.fontMetrics().height();
  for (const LegendLine& line : lines) {
    const double y = at.y() + height / 2;
    painter.setPen(line.pen);
    painter.drawLine(QPointF(at.x(), y), QPointF(at.x() + 26, y));
    if (line.has_disc) {
      painter.setBrush(line.pen.color());
      painter.drawEllipse(QPointF(at.x() + 13, y), 3.5, 3.5);
    }
    painter.setPen(text);
    painter.drawText(QPointF(at.x() + 33, at.y() + painter.fontMetrics().ascent()), line.text);
    at.ry() += height + 2;
  }
}

}  // namespace

void SpeedupChart::show_curve(traces::SpeedupCurve curve, unsigned end_threads) {
  curve_ = std::move(curve);
  end_threads_ = end_threads;
  update();
}

void SpeedupChart::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const Ink& ink = ink_on(paper_of(palette()));
  const QColor text = palette().color(QPalette::Text);
  const QColor muted = palette().color(QPalette::PlaceholderText);
  const QColor accent = chart_colour(ink.accent);
  painter.fillRect(rect(), palette().base());
  const double line_height = painter.fontMetrics().height();
  const double left = painter.fontMetrics().horizontalAdvance("128×") + 14.0;
  const Scale scale(QRectF(left, 12, width() - left - 16, height() - 12 - 2 * line_height - 14),
                    end_threads_);
  const QRectF& plot = scale.plot();

  for (double step = 1.0; step <= scale.most() * 1.001; step *= 2.0) {
    const double x = scale.x(step);
    const double y = scale.y(step);
    painter.setPen(chart_colour(ink.line));
    painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()));
    painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y));
    painter.setPen(muted);
    painter.drawText(QRectF(x - 30, plot.bottom() + 4, 60, line_height), Qt::AlignHCenter,
                     QString::number(step));
    painter.drawText(QRectF(0, y - line_height / 2, left - 6, line_height), Qt::AlignRight,
                     QString::number(step) + "×");
  }
  painter.drawText(QRectF(plot.left(), plot.bottom() + 4 + line_height, plot.width(), line_height),
                   Qt::AlignHCenter, curve_.nodes > 1 ? "threads of each node" : "threads");

  std::vector<LegendLine> legend;
  const QPen ideal(muted, 1.3, Qt::DashLine);
  if (const auto work_s = curve_.work_s; work_s && curve_.span_s && !curve_.points.empty()) {
    const double one_s = curve_.points.front().makespan_s;
    const double span_s = *curve_.span_s;
    const Bound most = [&](double p) { return one_s / std::max(*work_s / p, span_s); };
    const Bound least = [&](double p) { return one_s / (*work_s / p + span_s); };
    const QPen most_pen(text, 1.3);
    const QPen least_pen(text, 1.3, Qt::DotLine);
    if (curve_.brent_speedup(1)) {
      QPainterPath band = line_of(scale, most);
      band.connectPath(line_of(scale, least).toReversed());
      QColor tint = accent;
      tint.setAlpha(26);
      painter.fillPath(band, tint);
      painter.setPen(least_pen);
      painter.drawPath(line_of(scale, least));
      legend.push_back({"at least (Brent)", least_pen});
    }
    painter.setPen(ideal);
    painter.drawPath(line_of(scale, [](double p) { return p; }));
    painter.setPen(most_pen);
    painter.drawPath(line_of(scale, most));
    legend.insert(legend.begin(), {"at most", most_pen});
  } else {
    painter.setPen(ideal);
    painter.drawPath(line_of(scale, [](double p) { return p; }));
  }
  legend.insert(legend.begin(), {"ideal", ideal});

  QPainterPath measured;
  for (const traces::SpeedupCurve::Point& point : curve_.points) {
    const QPointF at = scale.point(point.threads, curve_.speedup(point));
    if (measured.elementCount() == 0) {
      measured.moveTo(at);
    } else {
      measured.lineTo(at);
    }
    if (point.least_s == point.most_s || point.least_s <= 0.0) continue;
    const double one_s = curve_.points.front().makespan_s;
    painter.setPen(QPen(accent, 1.3));
    painter.drawLine(scale.point(point.threads, one_s / point.least_s),
                     scale.point(point.threads, one_s / point.most_s));
  }
  const QPen line(accent, 2.2);
  painter.setBrush(Qt::NoBrush);
  painter.setPen(line);
  painter.drawPath(measured);
  painter.setBrush(accent);
  for (const traces::SpeedupCurve::Point& point : curve_.points)
    painter.drawEllipse(scale.point(point.threads, curve_.speedup(point)), 3.5, 3.5);
  legend.insert(legend.begin(), {"predicted", line, true});
  draw_legend(painter, {plot.left() + 8, plot.top() + 4}, legend, text);
}

}  // namespace gusset::viewer
