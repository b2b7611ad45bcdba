#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace gusset::traces {

/// 8 bits per channel, sRGB.
struct Colour {
  std::uint8_t red = 0;
  std::uint8_t green = 0;
  std::uint8_t blue = 0;
  friend bool operator==(const Colour&, const Colour&) = default;
};

/// "#3b5fbf"
std::string hex_text(Colour colour);

/// What colours stand on.
enum class Paper : std::uint8_t {
  white,
  dark,  ///< `dark_paper`
};
inline constexpr Colour dark_paper{0x1C, 0x21, 0x29};

/// The colour of task type number `type`, on paper and on screen. Distinguishable with the common
/// colour-vision deficiencies for the first eight; repeats after `palette_size`.
Colour type_colour(std::size_t type, Paper paper = Paper::white);
inline constexpr std::size_t palette_size = 16;

/// The type number for type_colour of each of some types, given how long each was busy (in ns or any other
/// unit): as they come; where they are more than `palette_size` the busiest first, so that colours that stand
/// for several types are shared with those of least time.
std::vector<std::size_t> palette_places(std::span<const std::int64_t> busy);

/// The colour of a place on a scale from 0 (light) to 1 (dark); places outside count as its ends. Luminance
/// falls along it, so that its order is seen with any colour vision and in print.
Colour scale_colour(double place);

/// What a colour that was chosen for white paper becomes on dark paper: type colours those of dark paper,
/// others lighter, in the order of their luminance.
Colour on_dark_paper(Colour colour);

}  // namespace gusset::traces
