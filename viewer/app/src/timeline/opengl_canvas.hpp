#pragma once
#include <QLabel>
#include <QOpenGLWidget>
#include <memory>

#include "gusset/viewer/app/timeline/canvas.hpp"

namespace gusset::viewer {

/// The canvas on Qt's OpenGL widget, for real graphics processors.
class OpenGlCanvas : public QOpenGLWidget, public Canvas {
 public:
  explicit OpenGlCanvas(QWidget* parent);
  ~OpenGlCanvas() override;

  QWidget& widget() override { return *this; }
  TimelineRenderer& renderer() override { return *renderer_; }
  void set_draw(DrawFrame draw) override { draw_ = std::move(draw); }
  void request_frame() override { update(); }
  void draw_now() override { repaint(); }
  void renew() override;
  QImage image() override { return grabFramebuffer(); }

 protected:
  void initializeGL() override;
  void paintGL() override;

 private:
  void release();
  void initialise();

  std::unique_ptr<TimelineRenderer> renderer_;
  DrawFrame draw_;
  QLabel problem_{this};  // why nothing can be drawn; hidden if there is no problem
};

}  // namespace gusset::viewer
