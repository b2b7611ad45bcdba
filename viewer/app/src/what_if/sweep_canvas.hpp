#pragma once
#include <QImage>
#include <QMouseEvent>
#include <QPainter>
#include <QWidget>
#include <functional>

#include "gusset/traces/paper/charts/sweep_image.hpp"

namespace gusset::viewer {

/// A sweep's picture; tells what was clicked.
class SweepCanvas : public QWidget {
 public:
  SweepCanvas() {
    setObjectName("sweep picture");
    setMouseTracking(true);
  }

  std::function<void(std::optional<std::size_t>)> clicked;

  void show_image(const figure::SweepImage& image, std::optional<std::size_t> selected) {
    image_ = &image;
    selected_ = selected;
    setFixedSize(image.width, image.height);
    update();
  }

 protected:
  void paintEvent(QPaintEvent*) override {
    if (image_ == nullptr || image_->pixels.empty()) return;
    QPainter painter(this);
    const QImage picture(reinterpret_cast<const uchar*>(image_->pixels.data()), image_->width * image_->scale,
                         image_->height * image_->scale, QImage::Format_RGB32);
    painter.drawImage(rect(), picture);
    painter.setPen(QPen(QColor(0xc0, 0x26, 0x8e), 2.0));
    for (const figure::SweepSpot& spot : image_->spots) {
      if (spot.configuration != selected_) continue;
      painter.drawRect(
          QRectF(QPointF(spot.left, spot.top), QPointF(spot.right, spot.bottom)).adjusted(-2, -2, 2, 2));
    }
  }
  void mousePressEvent(QMouseEvent* event) override {
    if (image_ != nullptr && clicked)
      clicked(image_->configuration_at(event->position().x(), event->position().y()));
  }
  void mouseMoveEvent(QMouseEvent* event) override {
    const bool over =
        image_ != nullptr && image_->configuration_at(event->position().x(), event->position().y());
    setCursor(over ? Qt::PointingHandCursor : Qt::ArrowCursor);
  }

 private:
  const figure::SweepImage* image_ = nullptr;
  std::optional<std::size_t> selected_;
};

}  // namespace gusset::viewer
