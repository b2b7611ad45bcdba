#include "gusset/traces/picture/timeline/drawn_chain.hpp"
#include "gusset/viewer/model/timeline/picture.hpp"

namespace gusset::viewer {
namespace {

constexpr ViewPalette light{.canvas = rgba(243, 245, 248),
                            .track = rgba(255, 255, 255),
                            .text = rgba(31, 41, 51),
                            .muted = rgba(99, 110, 123),
                            .faint = rgba(31, 41, 51, 110),
                            .line = rgba(208, 214, 221),
                            .grid = rgba(20, 30, 50, 22),
                            .profile = rgba(120, 144, 172),
                            .shade = rgba(226, 231, 237, 190),
                            .accent = rgba(20, 98, 190),
                            .measured = rgba(20, 98, 190),
                            .predicted = rgba(150, 70, 160),
                            .imported = rgba(90, 100, 110),
                            .on_accent = rgba(255, 255, 255),
                            .tooltip_background = rgba(255, 255, 255, 250),
                            .tooltip_border = rgba(180, 188, 198),
                            .halo = rgba(255, 255, 255, 230),
                            .chain = picture::chain_on_white,
                            .bound = picture::bound_on_white,
                            .why = rgba(20, 98, 190)};

constexpr ViewPalette dark{.canvas = rgba(20, 24, 30),
                           .track = rgba(traces::dark_background),
                           .text = rgba(226, 231, 237),
                           .muted = rgba(150, 160, 172),
                           .faint = rgba(226, 231, 237, 120),
                           .line = rgba(58, 66, 77),
                           .grid = rgba(220, 230, 250, 26),
                           .profile = rgba(110, 136, 168),
                           .shade = rgba(14, 17, 22, 170),
                           .accent = rgba(92, 164, 250),
                           .measured = rgba(36, 104, 188),
                           .predicted = rgba(146, 76, 158),
                           .imported = rgba(90, 100, 110),
                           .on_accent = rgba(255, 255, 255),
                           .tooltip_background = rgba(40, 46, 55, 250),
                           .tooltip_border = rgba(84, 94, 108),
                           .halo = rgba(12, 15, 19, 230),
                           .chain = rgba(226, 62, 48),
                           .bound = rgba(142, 104, 226),
                           .why = rgba(44, 122, 214)};

constexpr ViewPalette projected(ViewPalette palette, Rgba text, Rgba muted, Rgba canvas, Rgba line,
                                Rgba grid) {
  palette.text = text;
  palette.muted = muted;
  palette.faint = with_alpha(text, 190);
  palette.canvas = canvas;
  palette.line = line;
  palette.grid = grid;
  palette.tooltip_border = muted;
  return palette;
}

constexpr ViewPalette projected_light = projected(light, rgba(0, 0, 0), rgba(45, 50, 58), rgba(235, 238, 242),
                                                  rgba(130, 138, 148), rgba(20, 30, 50, 48));
constexpr ViewPalette projected_dark = projected(dark, rgba(255, 255, 255), rgba(205, 212, 220),
                                                 rgba(0, 0, 0), rgba(140, 150, 162), rgba(220, 230, 250, 56));

}  // namespace

const ViewPalette& view_palette_on(traces::Background background, bool is_projected) {
  if (is_projected) return background == traces::Background::dark ? projected_dark : projected_light;
  return background == traces::Background::dark ? dark : light;
}

}  // namespace gusset::viewer
