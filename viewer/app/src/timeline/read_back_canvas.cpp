#include "read_back_canvas.hpp"

#include <QPaintEvent>
#include <QPainter>
#include <cmath>

#include "widgets/qt_helpers.hpp"

namespace gusset::viewer {

Result<std::unique_ptr<Canvas>> ReadBackCanvas::create(QWidget* parent) {
  Result<std::unique_ptr<EglContext>> context = EglContext::create();
  if (!context) return context.error();
  std::unique_ptr<ReadBackCanvas> canvas(new ReadBackCanvas(std::move(context).value(), parent));
  const Result<Done> made = canvas->make_renderer();
  if (!made) return made.error();
  return std::unique_ptr<Canvas>(std::move(canvas));
}

ReadBackCanvas::ReadBackCanvas(std::unique_ptr<EglContext> context, QWidget* parent)
    : QWidget(parent), context_(std::move(context)) {
  setAttribute(Qt::WA_OpaquePaintEvent);
  soon_.setSingleShot(true);
  soon_.setInterval(0);
  connect(&soon_, &QTimer::timeout, this, [this] { draw_now(); });
}

Result<Done> ReadBackCanvas::make_renderer() {
  renderer_ = std::make_unique<TimelineRenderer>(devicePixelRatioF() * magnification_);
  if (!context_->make_current()) return Error{"OpenGL", "a context to draw with", "a lost one"};
  Result<Done> made = renderer_->initialise();
  target_ = std::make_unique<RenderTarget>();
  context_->release();
  return made;
}

void ReadBackCanvas::drop_renderer() {
  context_->make_current();
  target_.reset();
  if (renderer_) renderer_->release();
  context_->release();
  renderer_.reset();
}

void ReadBackCanvas::recreate_renderer() {
  drop_renderer();
  const Result<Done> made = make_renderer();
  problem_ = made ? QString() : qt_text(made.error().message());
}

void ReadBackCanvas::renew() {
  if (auto context = EglContext::create()) {
    drop_renderer();
    context_ = std::move(context).value();
  }
  recreate_renderer();
  update();
  request_frame();
}

QSize ReadBackCanvas::device_size() const {
  const double ratio = devicePixelRatioF();
  return {std::max(1, static_cast<int>(std::lround(width() * ratio))),
          std::max(1, static_cast<int>(std::lround(height() * ratio)))};
}

void ReadBackCanvas::draw_now() {
  soon_.stop();
  if (!draw_) return;
  // The letter size changes with the screen's density and with the projector.
  if (renderer_->scale() != devicePixelRatioF() * magnification_) recreate_renderer();
  if (!problem_.isEmpty()) return;
  if (!context_->make_current()) return renew();
  const QSize size = device_size();
  const bool resized = image_.size() != size;
  if (resized) image_ = QImage(size, QImage::Format_RGB32);
  target_->resize(size.width(), size.height());
  const auto stride = static_cast<std::size_t>(image_.bytesPerLine()) / sizeof(std::uint32_t);
  const std::span pixels(reinterpret_cast<std::uint32_t*>(image_.bits()),
                         stride * static_cast<std::size_t>(size.height()));
  const FrameResult result = draw_(*renderer_, [&](const Overlay& overlay) {
    return renderer_->read_frame(overlay, *target_, pixels, stride,
                                 resized ? Redraw::everything : Redraw::changes);
  });
  context_->release();
  if (result.wants_another) request_frame();
  const double ratio = devicePixelRatioF();
  const QRectF damage(result.damage.left / ratio, result.damage.top / ratio, result.damage.width / ratio,
                      result.damage.height / ratio);
  update(damage.toAlignedRect());
}

QImage ReadBackCanvas::image() {
  if (image_.isNull() || soon_.isActive()) draw_now();
  return image_;
}

void ReadBackCanvas::paintEvent(QPaintEvent* event) {
  if (image_.size() != device_size()) draw_now();
  QPainter painter(this);
  if (!problem_.isEmpty()) {
    painter.fillRect(rect(), palette().window());
    painter.drawText(rect(), Qt::AlignCenter | Qt::TextWordWrap, problem_);
    return;
  }
  const double ratio = devicePixelRatioF();
  if (ratio == 1.0) {
    painter.drawImage(event->rect(), image_, event->rect());
    return;
  }
  painter.scale(1.0 / ratio, 1.0 / ratio);
  painter.drawImage(0, 0, image_);
}

}  // namespace gusset::viewer
