#pragma once
#include <cstddef>
#include <cstdint>

namespace gusset::traces {

/// 8 bits per channel, sRGB.
struct Colour {
  std::uint8_t red = 0;
  std::uint8_t green = 0;
  std::uint8_t blue = 0;
  friend bool operator==(const Colour&, const Colour&) = default;
};

/// The colour of task type number `type`, on paper and on screen. Distinguishable with the common
/// colour-vision deficiencies for the first eight; repeats after `palette_size`.
Colour type_colour(std::size_t type);
inline constexpr std::size_t palette_size = 16;

}  // namespace gusset::traces
