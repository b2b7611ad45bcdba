#include "gusset/traces/palette.hpp"

#include <array>

namespace gusset::traces {
namespace {

// Found by a search that maximised the smallest CIELAB difference among the first eight over normal vision
// and three simulated deficiencies, all at a contrast of two or more on white. The test states what they
// achieve.
constexpr std::array<Colour, palette_size> colours{{
    {0x3B, 0x5F, 0xBF},  // blue
    {0xC4, 0x82, 0x40},  // ochre
    {0x25, 0x9A, 0x6E},  // green
    {0xBA, 0x1B, 0x83},  // magenta
    {0x00, 0xC6, 0xFD},  // cyan
    {0x8B, 0x3E, 0x23},  // brown
    {0xBB, 0xB3, 0x12},  // olive
    {0x3B, 0x0C, 0x6A},  // indigo
    {0xF5, 0x5B, 0x6D},  // coral
    {0x0D, 0x51, 0x5E},  // petrol
    {0xFB, 0x8D, 0xFD},  // orchid
    {0x36, 0x5A, 0x00},  // moss
    {0xC0, 0x97, 0xAE},  // mauve
    {0x8B, 0xC4, 0x61},  // lime
    {0x74, 0x3A, 0x5C},  // plum
    {0xB4, 0xBB, 0x95},  // sage
}};

}  // namespace

Colour type_colour(std::size_t type) {
  return colours[type % palette_size];
}

}  // namespace gusset::traces
