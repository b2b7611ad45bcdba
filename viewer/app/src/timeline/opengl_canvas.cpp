#include "opengl_canvas.hpp"

#include <QOpenGLContext>

#include "widgets/qt_helpers.hpp"

namespace gusset::viewer {

OpenGlCanvas::OpenGlCanvas(QWidget* parent)
    : QOpenGLWidget(parent), renderer_(std::make_unique<TimelineRenderer>(devicePixelRatioF())) {
  problem_.hide();
  problem_.setMargin(12);
  problem_.setTextFormat(Qt::PlainText);
}

OpenGlCanvas::~OpenGlCanvas() {
  // Disconnects first: the base class destroys the context later, when nothing is left to release.
  if (context() != nullptr) disconnect(context(), nullptr, this, nullptr);
  release();
}

void OpenGlCanvas::release() {
  if (!renderer_->initialised() || context() == nullptr) return;
  makeCurrent();
  renderer_->release();
  doneCurrent();
}

void OpenGlCanvas::initializeGL() {
  // Docking elsewhere may change the context.
  connect(context(), &QOpenGLContext::aboutToBeDestroyed, this, [this] { release(); });
  initialise();
}

void OpenGlCanvas::initialise() {
  const Result<Done> made = renderer_->initialise();
  problem_.setVisible(!made);
  if (made) return;
  renderer_->release();
  problem_.setText(qt_text(made.error().message()));
  problem_.adjustSize();
}

void OpenGlCanvas::renew() {
  if (context() == nullptr) return;  // nothing to recreate yet
  release();
  makeCurrent();
  initialise();
  doneCurrent();
  update();
}

void OpenGlCanvas::paintGL() {
  if (!draw_ || !renderer_->initialised()) return;
  if (renderer_->scale() != devicePixelRatioF() * magnification_) {
    renderer_->release();
    renderer_ = std::make_unique<TimelineRenderer>(devicePixelRatioF() * magnification_);
    initialise();
    if (!renderer_->initialised()) return;
  }
  const ShowFrame show = [this](const Overlay& overlay) {
    return renderer_->draw_frame(overlay, defaultFramebufferObject(), Redraw::everything);
  };
  if (draw_(*renderer_, show).wants_another) update();
}

}  // namespace gusset::viewer
