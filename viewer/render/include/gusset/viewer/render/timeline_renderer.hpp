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

/// The result of a frame.
struct FrameResult {
  Box damage;                        ///< the frame equals the previous one outside this box
  bool wants_another = false;        ///< pointer events wait for a further frame
  std::optional<double> overview_x;  ///< where the pointer drags in the overview, in pixels of the view
};

/// Whether a framebuffer still contains the previous frame.
enum class Redraw { changes, everything };

/// Draws a timeline's picture and overlay with OpenGL 3.3 and Dear ImGui. The picture stays in graphics
/// memory, so a frame in which only the pointer moves costs a copy and the overlay. Fonts exist from
/// construction on. `initialise` and all later calls need the same context to be current. Use it from one
/// thread only.
class TimelineRenderer {
 public:
  /// `scale` is the number of device pixels per pixel of the model.
  explicit TimelineRenderer(double scale);
  /// If `initialise` succeeded, call `release` first, with the context current.
  ~TimelineRenderer();

  /// The text size of this renderer, in device pixels. Valid for the renderer's lifetime.
  const TextSize& text_size() const;
  double scale() const;

  /// Creates shaders, textures and buffers. By default chooses the way to compute columns that is faster with
  /// this driver. Fails with the driver's message.
  Result<Done> initialise(std::optional<Columns> columns = {});
  bool initialised() const;
  void release();

  PointerQueue& pointer();

  /// Draws a picture into graphics memory.
  void draw_picture(const Picture& picture);
  /// Whether graphics memory holds a picture; false after `initialise`.
  bool has_picture() const;
  /// Draws the kept picture and an overlay into a framebuffer of the picture's size. Draws only the
  /// difference from the previous frame, unless the picture is new or the framebuffer lost that frame.
  FrameResult draw_frame(const Overlay& overlay, unsigned framebuffer, Redraw redraw = Redraw::changes);
  /// Draws a frame into memory in the format of RenderTarget::read; writes only the frame's damage. `scratch`
  /// must have the picture's size and be the same target in every frame. Its contents afterwards are
  /// unspecified.
  FrameResult read_frame(const Overlay& overlay, const RenderTarget& scratch, std::span<std::uint32_t> out,
                         std::size_t stride, Redraw redraw = Redraw::changes);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace gusset::viewer
