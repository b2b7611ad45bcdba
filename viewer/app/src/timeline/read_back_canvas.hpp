#pragma once
#include <QImage>
#include <QTimer>
#include <QWidget>
#include <memory>

#include "gusset/viewer/app/timeline/canvas.hpp"
#include "gusset/viewer/render/egl_context.hpp"
#include "gusset/viewer/render/render_target.hpp"

namespace gusset::viewer {

/// A plain widget that paints an image read back from its own context. Works on every Qt platform, with or
/// without a display. Reads back only the changed part.
class ReadBackCanvas : public QWidget, public Canvas {
 public:
  static Result<std::unique_ptr<Canvas>> create(QWidget* parent);
  ~ReadBackCanvas() override { drop_renderer(); }

  QWidget& widget() override { return *this; }
  TimelineRenderer& renderer() override { return *renderer_; }
  void set_draw(DrawFrame draw) override { draw_ = std::move(draw); }
  void request_frame() override {
    if (!soon_.isActive()) soon_.start();
  }
  void draw_now() override;
  void renew() override;
  QImage image() override;

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent*) override { request_frame(); }

 private:
  ReadBackCanvas(std::unique_ptr<EglContext> context, QWidget* parent);
  Result<Done> make_renderer();
  void drop_renderer();
  void recreate_renderer();
  QSize device_size() const;

  std::unique_ptr<EglContext> context_;
  std::unique_ptr<TimelineRenderer> renderer_;
  std::unique_ptr<RenderTarget> target_;
  DrawFrame draw_;
  QImage image_;
  QTimer soon_;
  QString problem_;  // why nothing can be drawn; empty if there is no problem
};

}  // namespace gusset::viewer
