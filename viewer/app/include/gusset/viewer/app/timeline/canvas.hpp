#pragma once
#include <QImage>
#include <QWidget>
#include <functional>
#include <memory>

#include "gusset/base/result.hpp"
#include "gusset/viewer/app/widgets/host.hpp"
#include "gusset/viewer/render/timeline_renderer.hpp"

namespace gusset::viewer {

/// Shows the renderer's picture, of the canvas's size in device pixels, with an overlay.
using ShowFrame = std::function<FrameResult(const Overlay&)>;
/// Draws the picture where it is another one, and shows it. The context is current.
using DrawFrame = std::function<FrameResult(TimelineRenderer&, const ShowFrame&)>;

/// The widget that the timeline is drawn on, whichever way.
class Canvas {
 public:
  virtual ~Canvas() = default;
  virtual QWidget& widget() = 0;
  virtual TimelineRenderer& renderer() = 0;
  virtual void set_draw(DrawFrame draw) = 0;
  /// Letters `factor` times as large as the screen's density asks for, from the next frame on.
  void set_magnification(double factor) {
    magnification_ = factor;
    request_frame();
  }
  /// A frame soon; several requests make one.
  virtual void request_frame() = 0;
  /// A frame now.
  virtual void draw_now() = 0;
  /// Makes all that is in graphics memory anew, as after the loss of its context. Where that fails, the
  /// canvas says what the driver said.
  virtual void renew() = 0;
  /// What is shown.
  virtual QImage image() = 0;

 protected:
  double magnification_ = 1.0;
};

/// Fails where no OpenGL context can be made.
Result<std::unique_ptr<Canvas>> make_canvas(Host host, QWidget* parent);

}  // namespace gusset::viewer
