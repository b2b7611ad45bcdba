#pragma once
#include <QImage>
#include <QWidget>
#include <functional>
#include <memory>

#include "gusset/base/result.hpp"
#include "gusset/viewer/app/widgets/host.hpp"
#include "gusset/viewer/render/timeline_renderer.hpp"

namespace gusset::viewer {

/// Shows the renderer's picture with an overlay. The picture has the canvas's size in device pixels.
using ShowFrame = std::function<FrameResult(const Overlay&)>;
/// Draws the picture if it changed, and shows it. Called with the OpenGL context current.
using DrawFrame = std::function<FrameResult(TimelineRenderer&, const ShowFrame&)>;

/// The widget that the timeline is drawn on, independent of how it is drawn.
class Canvas {
 public:
  virtual ~Canvas() = default;
  virtual QWidget& widget() = 0;
  virtual TimelineRenderer& renderer() = 0;
  virtual void set_draw(DrawFrame draw) = 0;
  /// Scales letters, rows and lines by `factor`, on top of the screen's density, from the next frame on.
  void set_magnification(double factor) {
    magnification_ = factor;
    request_frame();
  }
  /// Requests a frame soon. Several requests produce one frame.
  virtual void request_frame() = 0;
  /// Draws a frame immediately.
  virtual void draw_now() = 0;
  /// Recreates everything in graphics memory, for example after a lost context. On failure, the canvas shows
  /// the driver's message.
  virtual void renew() = 0;
  /// The shown image.
  virtual QImage image() = 0;

 protected:
  double magnification_ = 1.0;
};

/// Fails if no OpenGL context can be created.
Result<std::unique_ptr<Canvas>> make_canvas(Host host, QWidget* parent);

}  // namespace gusset::viewer
