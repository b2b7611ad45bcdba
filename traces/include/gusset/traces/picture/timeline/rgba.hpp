#pragma once
#include <cstdint>

#include "gusset/traces/picture/canvas/palette.hpp"

namespace gusset::picture {

/// A colour with red in the lowest byte and alpha in the highest.
using Rgba = std::uint32_t;

constexpr Rgba rgba(std::uint8_t red, std::uint8_t green, std::uint8_t blue, std::uint8_t alpha = 255) {
  return static_cast<Rgba>(red) | static_cast<Rgba>(green) << 8 | static_cast<Rgba>(blue) << 16 |
         static_cast<Rgba>(alpha) << 24;
}
constexpr Rgba rgba(traces::Colour colour, std::uint8_t alpha = 255) {
  return rgba(colour.red, colour.green, colour.blue, alpha);
}

/// The same colour with another alpha, 0…255.
constexpr Rgba with_alpha(Rgba colour, std::uint8_t alpha) {
  return (colour & 0x00FFFFFFU) | static_cast<Rgba>(alpha) << 24;
}

/// The colour without its alpha.
constexpr traces::Colour colour_of(Rgba colour) {
  return {static_cast<std::uint8_t>(colour & 255U), static_cast<std::uint8_t>(colour >> 8 & 255U),
          static_cast<std::uint8_t>(colour >> 16 & 255U)};
}

}  // namespace gusset::picture
