#pragma once
#include <array>
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
  explicit StripFiller(Rgba track);

  /// Writes the pixels of a strip `height` pixels high, for the columns in `texels`, as 0xAARRGGBB to `out`.
  /// The rows `low` … `high` - 1 count from the foot; the lowest row comes first, without gaps. `layers` are
  /// drawn over these pixels one by one; each layer has one texel per column.
  void fill(std::span<const Rgba> texels, const std::vector<std::span<const Rgba>>& layers, int height,
            int low, int high, std::span<std::uint32_t> out);

 private:
  /// Strips are filled some columns at a time, so that these columns' pixels stay in the fastest cache.
  static constexpr std::size_t max_columns = 256;
  /// What one texel per column fills: `full` pixels from the foot, and `share` 256ths of the next one.
  struct Columns {
    std::array<std::int32_t, max_columns> full;
    std::array<std::uint32_t, max_columns> share;
    std::array<std::uint32_t, max_columns> colour;
  };
  struct Pixels {
    std::uint32_t* lowest;  ///< the first column's lowest pixel
    std::size_t stride;
    std::size_t columns;
    std::int32_t low;
    std::int32_t high;
  };

  void set_height(int height);
  void fill_columns(std::span<const Rgba> texels, const Pixels& pixels);
  void draw_layer(std::span<const Rgba> texels, const Pixels& pixels);

  std::uint32_t ground_;  // the track's colour
  // The part of the current height that a texel fills, indexed by its alpha.
  int height_ = -1;
  std::array<std::int32_t, 256> full_of_{};
  std::array<std::uint32_t, 256> share_of_{};
  Columns base_;
  Columns layer_;
  std::array<std::uint32_t, max_columns> top_;    // colour of the pixel at the base's top
  std::array<std::uint32_t, max_columns> above_;  // colour of the pixels above it
};

}  // namespace gusset::viewer
