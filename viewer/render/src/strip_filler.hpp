#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "gusset/viewer/model/timeline/picture.hpp"

namespace gusset::viewer {

/// Computes what StripPainter's shader does for opaque strips: a column is its colour up to its height, one
/// pixel between, and what it stands on above.
class StripFiller {
 public:
  /// `track`: what strips stand on.
  explicit StripFiller(Rgba track) : track_(track) {}

  /// The pixels of some columns of a strip that is `height` high: those of the rows `low` … `high` - 1,
  /// counted from the foot, the lowest row first; 0xAARRGGBB. Valid until the next call.
  std::span<const std::uint32_t> fill(std::span<const Rgba> texels, int height, int low, int high);

 private:
  Rgba track_;
  // Of each column: its full pixels, and the colours below, at and above its top.
  std::vector<std::int32_t> full_;
  std::vector<std::uint32_t> below_;
  std::vector<std::uint32_t> top_;
  std::vector<std::uint32_t> above_;
  std::vector<std::uint32_t> pixels_;
};

}  // namespace gusset::viewer
