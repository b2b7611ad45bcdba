#pragma once
#include <cstdint>
#include <span>

#include "gusset/viewer/model/timeline/timeline.hpp"

namespace gusset::viewer {

/// A picture in graphics memory that can be drawn into, copied and read back. Every call needs a current
/// context, including the destructor.
class RenderTarget {
 public:
  RenderTarget() = default;
  ~RenderTarget();
  RenderTarget(const RenderTarget&) = delete;
  RenderTarget& operator=(const RenderTarget&) = delete;

  /// Sets the size (at least 1 × 1). A change of size loses the contents.
  void resize(int width, int height);
  unsigned framebuffer() const { return framebuffer_; }
  int width() const { return width_; }
  int height() const { return height_; }

  /// Copies a part (measured from the top left) into another framebuffer of the same size.
  void copy_to(unsigned framebuffer, Box part) const;

  /// Writes a part (measured from the top left): 0xAARRGGBB per pixel, the lowest row first, no gaps between
  /// rows.
  void write(std::span<const std::uint32_t> pixels, Box part) const;

  /// Reads a part into its place in `out`, which holds the whole picture: 0xAARRGGBB per pixel, the top row
  /// first, `stride` pixels per row.
  void read(std::span<std::uint32_t> out, std::size_t stride, Box part) const;

 private:
  unsigned framebuffer_ = 0;
  unsigned texture_ = 0;
  bool can_invert_ = false;  ///< the driver can read the top row first
  int width_ = 0;
  int height_ = 0;
};

}  // namespace gusset::viewer
