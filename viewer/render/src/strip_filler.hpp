#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "gusset/viewer/model/timeline/picture.hpp"

namespace gusset::viewer {

/// Computes the pixels that StripPainter's shader computes for opaque strips. A column has its colour up to
/// its height, then one blended pixel, then the track's colour or the triangle's tint.
class StripFiller {
 public:
  /// `track` is the colour behind strips.
  explicit StripFiller(Rgba track) : track_(track) {}

  /// Returns the pixels of a strip `height` pixels high, for the columns in `texels`, as 0xAARRGGBB. The rows
  /// `low` … `high` - 1 count from the foot; the lowest row comes first. Valid until the next call.
  std::span<const std::uint32_t> fill(std::span<const Rgba> texels, int height, int low, int high);

 private:
  Rgba track_;
  // Per column: the number of full pixels, and the colours below, at and above its top.
  std::vector<std::int32_t> full_;
  std::vector<std::uint32_t> below_;
  std::vector<std::uint32_t> top_;
  std::vector<std::uint32_t> above_;
  std::vector<std::uint32_t> pixels_;
};

}  // namespace gusset::viewer
