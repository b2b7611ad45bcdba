#pragma once
#include <QMouseEvent>
#include <QPainter>
#include <QWidget>

#include "gusset/viewer/app/what_if/sweep_view.hpp"

namespace gusset::viewer {

/// Shows a sweep's picture and reports clicks on it.
class SweepCanvas : public QWidget {
 public:
  SweepCanvas() {
    setObjectName("sweep picture");
    setMouseTracking(true);
  }

  Signal<std::optional<std::size_t>> clicked;  ///< passes the configuration at the pointer

  void show_picture(const SweepPicture& picture, std::optional<std::size_t> selected) {
    picture_ = &picture;
    selected_ = selected;
    setFixedSize(picture.image.deviceIndependentSize().toSize());
    update();
  }

 protected:
  void paintEvent(QPaintEvent*) override {
    if (picture_ == nullptr || picture_->image.isNull()) return;
    QPainter painter(this);
    painter.drawImage(rect(), picture_->image);
    painter.setPen(QPen(QColor(0xc0, 0x26, 0x8e), 2.0));
    for (const picture::SweepSpot& spot : picture_->spots) {
      if (spot.configuration != selected_) continue;
      painter.drawRect(
          QRectF(QPointF(spot.left, spot.top), QPointF(spot.right, spot.bottom)).adjusted(-2, -2, 2, 2));
    }
  }
  void mousePressEvent(QMouseEvent* event) override { clicked(configuration_at(event->position())); }
  void mouseMoveEvent(QMouseEvent* event) override {
    setCursor(configuration_at(event->position()) ? Qt::PointingHandCursor : Qt::ArrowCursor);
  }

 private:
  std::optional<std::size_t> configuration_at(QPointF at) const {
    if (picture_ == nullptr) return std::nullopt;
    return picture::configuration_at(picture_->spots, at.x(), at.y());
  }

  const SweepPicture* picture_ = nullptr;
  std::optional<std::size_t> selected_;
};

}  // namespace gusset::viewer
