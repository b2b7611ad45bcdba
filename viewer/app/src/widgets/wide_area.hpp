#pragma once
#include <QEvent>
#include <QScrollArea>
#include <QScrollBar>
#include <algorithm>

namespace gusset::viewer {

/// Scrolls vertically and is as wide as its content needs, up to a number of letters; beyond that it scrolls
/// horizontally too.
class WideArea : public QScrollArea {
 public:
  explicit WideArea(QWidget* content) {
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setWidget(content);
  }
  QSize minimumSizeHint() const override {
    constexpr int most_letters = 50;
    const int needed = widget()->minimumSizeHint().width() + verticalScrollBar()->sizeHint().width();
    width_ = std::min(needed, most_letters * fontMetrics().averageCharWidth());
    return {width_, QScrollArea::minimumSizeHint().height()};
  }

 protected:
  bool event(QEvent* event) override {
    // The content may need another width. Updates for the same one would lay out the window again and again.
    const int before = width_;
    if (event->type() == QEvent::LayoutRequest && minimumSizeHint().width() != before) updateGeometry();
    return QScrollArea::event(event);
  }

 private:
  mutable int width_ = 0;  // last asked for
};

}  // namespace gusset::viewer
