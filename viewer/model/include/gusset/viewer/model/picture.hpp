#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "gusset/traces/palette.hpp"
#include "gusset/viewer/model/timeline.hpp"

namespace gusset::viewer {

/// Red in the lowest byte, alpha in the highest.
using Rgba = std::uint32_t;

constexpr Rgba rgba(std::uint8_t red, std::uint8_t green, std::uint8_t blue, std::uint8_t alpha = 255) {
  return static_cast<Rgba>(red) | static_cast<Rgba>(green) << 8 | static_cast<Rgba>(blue) << 16 |
         static_cast<Rgba>(alpha) << 24;
}
constexpr Rgba rgba(traces::Colour colour, std::uint8_t alpha = 255) {
  return rgba(colour.red, colour.green, colour.blue, alpha);
}

/// The colours of the view.
namespace ink {
inline constexpr Rgba canvas = rgba(243, 245, 248);
inline constexpr Rgba track = rgba(255, 255, 255);
inline constexpr Rgba text = rgba(31, 41, 51);
inline constexpr Rgba muted = rgba(99, 110, 123);
inline constexpr Rgba line = rgba(208, 214, 221);
inline constexpr Rgba grid = rgba(20, 30, 50, 22);
inline constexpr Rgba profile = rgba(120, 144, 172);
inline constexpr Rgba shade = rgba(226, 231, 237, 190);
inline constexpr Rgba accent = rgba(20, 98, 190);
inline constexpr Rgba measured = rgba(20, 98, 190);
inline constexpr Rgba predicted = rgba(150, 70, 160);
inline constexpr Rgba imported = rgba(90, 100, 110);
inline constexpr Rgba white = rgba(255, 255, 255);
}  // namespace ink

/// A row of columns on the screen. Texel: colour, and in alpha the height above the foot, 0…255 of the
/// stretch; where blue's lowest bit is set, the column is part of a triangle and stands on a faint
/// full-height tint.
struct Strip {
  std::size_t first_texel = 0;  ///< of the column at `left`
  int left = 0;
  int width = 0;
  Stretch stretch;
};

/// Strips that are seen only inside of a box.
struct StripGroup {
  Box clip;
  std::vector<Strip> strips;
};

struct Fill {
  Box box;
  Rgba colour = 0;
  float rounding = 0.0F;
};

enum class Font { regular, bold };

struct Label {
  double x = 0.0;
  double y = 0.0;  ///< of the top of the letters' box
  std::string text;
  Rgba colour = ink::text;
  Font font = Font::regular;
  Box clip;
};

/// All that the view shows apart from what follows the pointer: plain data that a renderer draws in this
/// order (background, fills, strips, over_fills, labels) without deciding anything.
struct Picture {
  int width = 0;
  int height = 0;
  Rgba background = ink::canvas;
  std::size_t texel_columns = 0;  ///< texels per strip
  std::vector<Rgba> texels;
  std::vector<Fill> fills;
  std::vector<StripGroup> strips;
  std::vector<Fill> over_fills;
  std::vector<Label> labels;
};

/// How large letters are, in pixels of the view's scale.
struct TextSize {
  double height = 16.0;  ///< of a line
  Timeline::MeasureText regular;
  Timeline::MeasureText bold;
};

/// Composes the picture of a timeline; rows are computed on up to `threads` threads.
Picture compose_picture(const Timeline& timeline, const TextSize& text, unsigned threads);

/// The texels of one row, as `Strip` describes them. `out.size()` columns are filled.
void row_texels(const LoadedTrace& loaded, std::size_t row, const traces::ColumnGrid& grid,
                const std::array<traces::Colour, 256>& colours, std::span<Rgba> out);

/// The part of a row's stretch that is drawn on: rows keep a small distance where there is room.
Stretch track_of_row(Stretch row, double scale);

}  // namespace gusset::viewer
