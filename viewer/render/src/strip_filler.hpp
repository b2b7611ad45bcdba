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
  /// `layers` are drawn over these pixels one by one; each layer has one texel per column.
  std::span<const std::uint32_t> fill(std::span<const Rgba> texels,
                                      const std::vector<std::span<const Rgba>>& layers, int height, int low,
                                      int high);

 private:
  void prepare(std::span<const Rgba> texels, int height);
  void prepare_layer(std::span<const Rgba> texels, int height);
  void draw_layer(int low, int high, std::size_t width);

  Rgba track_;
  // Per column: the number of full pixels, and the colours below, at and above its top.
  std::vector<std::int32_t> full_;
  std::vector<std::uint32_t> below_;
  std::vector<std::uint32_t> top_;
  std::vector<std::uint32_t> above_;
  std::vector<std::uint32_t> top_colour_;  // before it is blended with the track's colour
  std::vector<float> top_share_;           // of the pixel at the top
  // Of one layer.
  std::vector<std::int32_t> layer_full_;
  std::vector<std::uint32_t> layer_colour_;
  std::vector<std::uint32_t> layer_share_;  // of the pixel at its top, in 256ths
  std::vector<std::uint32_t> pixels_;
};

}  // namespace gusset::viewer
