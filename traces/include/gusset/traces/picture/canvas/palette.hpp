#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace gusset::traces {

/// An sRGB colour with 8 bits per channel.
struct Colour {
  std::uint8_t red = 0;
  std::uint8_t green = 0;
  std::uint8_t blue = 0;
  friend bool operator==(const Colour&, const Colour&) = default;
};

/// Writes a colour as "#3b5fbf".
std::string hex_text(Colour colour);

/// The background of a drawing.
enum class Background : std::uint8_t {
  white,
  dark,  ///< `dark_background`
};
inline constexpr Colour dark_background{0x1C, 0x21, 0x29};

/// The colour of task type number `type`, in print and on screen. The first eight colours stay
/// distinguishable with the common colour-vision deficiencies. Colours repeat after `palette_size`.
Colour type_colour(std::size_t type, Background background = Background::white);
inline constexpr std::size_t palette_size = 16;

/// Assigns each type a number for type_colour, given how long each type was busy (in ns or any other unit).
/// Up to `palette_size` types keep their order. With more types the busiest come first, so that the
/// `palette_size` busiest types have different colours.
std::vector<std::size_t> palette_places(std::span<const std::int64_t> busy);

/// The colour at a position on a scale from 0 (light) to 1 (dark). Positions outside are clamped. Luminance
/// falls along the scale, so its order is visible with any colour vision and in print.
Colour scale_colour(double place);

/// Converts a colour chosen for a white background to one for a dark background. Type colours map to the dark
/// type colours. Other colours become lighter and keep their order of luminance.
Colour on_dark_background(Colour colour);

/// The colour of a box's left edge, which separates the box from one of the same colour.
Colour box_edge_colour(Colour box);

}  // namespace gusset::traces
