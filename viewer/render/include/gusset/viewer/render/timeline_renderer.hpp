#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "gusset/base/result.hpp"
#include "gusset/viewer/model/timeline/overlay.hpp"
#include "gusset/viewer/model/timeline/picture.hpp"
#include "gusset/viewer/render/columns.hpp"
#include "gusset/viewer/render/pointer_queue.hpp"
#include "gusset/viewer/render/render_target.hpp"

namespace gusset::viewer {

/// What came of a frame.
struct FrameResult {
  Box damage;                        ///< outside of it the frame looks like the one before
  bool wants_another = false;        ///< input waits to be replayed
  std::optional<double> overview_x;  ///< where in the overview the pointer is dragging, in pixels of the view
};

/// Whether a framebuffer still holds the frame before.
enum class Redraw { changes, everything };

/// Draws a timeline's picture and overlay with OpenGL 3.3 and Dear ImGui. The picture is kept in graphics
/// memory, so a frame in which only the pointer moved costs a copy and the overlay. Fonts exist from the
/// start; `initialise` and everything after it need the same context to be current. One thread.
class TimelineRenderer {
 public:
  /// `scale` device pixels make one of the model's pixels.
  explicit TimelineRenderer(double scale);
  /// Where `initialise` succeeded, call `release` with the context current before.
  ~TimelineRenderer();
  TimelineRenderer(const TimelineRenderer&) = delete;
  TimelineRenderer& operator=(const TimelineRenderer&) = delete;

  /// How large this renderer's letters are, in device pixels. Valid as long as the renderer.
  const TextSize& text_size() const;
  double scale() const;

  /// Makes shaders, textures and buffers; columns are computed by what is faster with the driver unless
  /// said. Fails with what the driver says.
  Result<Done> initialise(std::optional<Columns> columns = {});
  bool initialised() const;
  void release();

  PointerQueue& pointer();

  /// Draws a picture into graphics memory.
  void draw_picture(const Picture& picture);
  /// Whether graphics memory holds a picture: not after `initialise`.
  bool has_picture() const;
  /// Draws the kept picture and an overlay into a framebuffer of the picture's size. Only what differs from
  /// the frame before, unless the picture is new or the framebuffer lost that frame.
  FrameResult draw_frame(const Overlay& overlay, unsigned framebuffer, Redraw redraw = Redraw::changes);
  /// The same into memory, as RenderTarget::read has it; only the frame's damage is written there. `scratch`
  /// has the picture's size, holds no frame that can be read, and must be the one of the frame before.
  FrameResult read_frame(const Overlay& overlay, const RenderTarget& scratch, std::span<std::uint32_t> out,
                         std::size_t stride, Redraw redraw = Redraw::changes);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace gusset::viewer
