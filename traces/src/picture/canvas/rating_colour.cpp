#include "gusset/traces/picture/canvas/rating_colour.hpp"

#include <array>
#include <cstddef>

namespace gusset::picture {
namespace {

// In the order of Headline::Rating.
constexpr std::array<traces::Colour, 5> rating_colours{
    {{0x57, 0x60, 0x6A}, {0x1A, 0x7F, 0x37}, {0x0A, 0x5C, 0xA8}, {0x8A, 0x5A, 0x00}, {0xC0, 0x1C, 0x28}}};

}  // namespace

traces::Colour rating_colour(traces::Headline::Rating rating) {
  return rating_colours.at(static_cast<std::size_t>(rating));
}

}  // namespace gusset::picture
