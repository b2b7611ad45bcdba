#pragma once
#include <cstdint>
#include <span>

#include "gusset/viewer/model/timeline/timeline.hpp"

namespace gusset::viewer {

/// A picture in the graphics memory that can be drawn into, copied from and read back. Needs a current
/// context, also when it goes.
class RenderTarget {
 public:
  RenderTarget() = default;
  ~RenderTarget();
  RenderTarget(const RenderTarget&) = delete;
  RenderTarget& operator=(const RenderTarget&) = delete;

  /// Gives it a size (at least 1 × 1); what it showed is lost where that changes.
  void resize(int width, int height);
  unsigned framebuffer() const { return framebuffer_; }
  int width() const { return width_; }
  int height() const { return height_; }

  /// Copies a part (from the top left) into another framebuffer of the same size.
  void copy_to(unsigned framebuffer, Box part) const;

  /// Writes a part (from the top left): 0xAARRGGBB per pixel, the lowest row first, no gaps between rows.
  void write(std::span<const std::uint32_t> pixels, Box part) const;

  /// Reads a part into rows of a picture of the whole: 0xAARRGGBB per pixel, the top row first, `stride`
  /// pixels a row.
  void read(std::span<std::uint32_t> out, std::size_t stride, Box part) const;

 private:
  unsigned framebuffer_ = 0;
  unsigned texture_ = 0;
  bool can_turn_ = false;  ///< whether the driver reads the top row first
  int width_ = 0;
  int height_ = 0;
};

}  // namespace gusset::viewer
