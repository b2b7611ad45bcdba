#include "gusset/traces/picture/canvas/palette.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <numeric>

#include "gusset/traces/picture/canvas/strokes.hpp"

namespace gusset::traces {
namespace {

// A search found these colours. It maximised the smallest CIELAB difference among the first eight over normal
// vision and three simulated deficiencies, with a contrast of at least 2 on white. The test states the
// differences reached.
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

// The same search for a dark background, with a contrast of at least 2.6 on it. Each colour stays near the
// hue of its counterpart on white.
constexpr std::array<Colour, palette_size> dark_colours{{
    {0x59, 0x6F, 0xEA},  // blue
    {0xC1, 0x7F, 0x25},  // ochre
    {0xA1, 0xE0, 0x84},  // green
    {0x88, 0x44, 0xA1},  // violet
    {0x44, 0xC5, 0xFF},  // cyan
    {0xD5, 0x56, 0x5D},  // red
    {0xF6, 0xC6, 0x2E},  // yellow
    {0x97, 0x91, 0xA7},  // lavender grey
    {0xEF, 0x17, 0x7C},  // magenta
    {0x32, 0x73, 0x89},  // petrol
    {0xEF, 0xB4, 0xFF},  // orchid
    {0x7D, 0xAC, 0x87},  // moss
    {0xEC, 0xBA, 0xC2},  // rose
    {0x42, 0x7C, 0x37},  // leaf
    {0xA5, 0x6B, 0x73},  // plum
    {0xD3, 0xD0, 0xA5},  // sand
}};

// Conversions between an sRGB channel and linear light (IEC 61966-2-1).
double linear(std::uint8_t channel) {
  const double v = channel / 255.0;
  return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
}
std::uint8_t encoded(double light) {
  const double v = light <= 0.0031308 ? 12.92 * light : 1.055 * std::pow(light, 1 / 2.4) - 0.055;
  return static_cast<std::uint8_t>(std::lround(255.0 * v));
}

}  // namespace

std::string hex_text(Colour colour) {
  std::array<char, 8> text{};
  std::snprintf(text.data(), text.size(), "#%02x%02x%02x", unsigned{colour.red}, unsigned{colour.green},
                unsigned{colour.blue});
  return text.data();
}

std::vector<std::size_t> palette_places(std::span<const std::int64_t> busy) {
  std::vector<std::size_t> order(busy.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  if (busy.size() > palette_size)
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return busy[a] > busy[b]; });
  std::vector<std::size_t> places(busy.size());
  for (std::size_t place = 0; place < order.size(); ++place) places[order[place]] = place;
  return places;
}

Colour scale_colour(double place) {
  constexpr std::array<Colour, 4> stops{
      {{0xE6, 0xB4, 0x3C}, {0xD0, 0x5F, 0x3E}, {0x86, 0x22, 0x62}, {0x24, 0x0B, 0x42}}};
  const double at = std::clamp(place, 0.0, 1.0) * (stops.size() - 1);
  const auto below = std::min(static_cast<std::size_t>(at), stops.size() - 2);
  const double part = at - static_cast<double>(below);
  return picture::mixed(stops[below], stops[below + 1], part);
}

Colour type_colour(std::size_t type, Background background) {
  return (background == Background::dark ? dark_colours : colours)[type % palette_size];
}

Colour on_dark_background(Colour colour) {
  const auto known = std::find(colours.begin(), colours.end(), colour);
  if (known != colours.end()) return dark_colours[static_cast<std::size_t>(known - colours.begin())];
  constexpr double white_share = 0.12;
  const auto lighter = [](std::uint8_t channel) {
    return encoded(linear(channel) * (1.0 - white_share) + white_share);
  };
  return {lighter(colour.red), lighter(colour.green), lighter(colour.blue)};
}

Colour box_edge_colour(Colour box) {
  const auto part = [](std::uint8_t channel) { return static_cast<std::uint8_t>(channel * 6 / 10); };
  return {part(box.red), part(box.green), part(box.blue)};
}

}  // namespace gusset::traces
