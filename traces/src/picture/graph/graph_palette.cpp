#include "gusset/traces/picture/graph/graph_palette.hpp"

namespace gusset::picture {
namespace {

constexpr GraphPalette page{.background = {255, 255, 255},
                            .surface = {255, 255, 255},
                            .text = {31, 41, 51},
                            .muted = {99, 110, 123},
                            .frame = {180, 188, 198},
                            .version = {208, 214, 221},
                            .open_group = {244, 246, 248},
                            .inner_open_group = {232, 235, 240},
                            .accent = {20, 98, 190},
                            .rim = {0, 0, 0}};

// Closed groups are white, so their surroundings are not.
constexpr GraphPalette on_screen(GraphPalette palette) {
  palette.background = {243, 245, 248};
  palette.open_group = {234, 236, 238};
  palette.inner_open_group = {223, 225, 228};
  return palette;
}
constexpr GraphPalette light = on_screen(page);

constexpr GraphPalette dark{.background = {20, 24, 30},
                            .surface = traces::dark_background,
                            .text = {226, 231, 237},
                            .muted = {150, 160, 172},
                            .frame = {84, 94, 108},
                            .version = {58, 66, 77},
                            .open_group = {27, 32, 41},
                            .inner_open_group = {33, 40, 50},
                            .accent = {92, 164, 250},
                            .rim = {255, 255, 255}};

constexpr GraphPalette projected(GraphPalette palette, traces::Colour text, traces::Colour muted,
                                 traces::Colour version, traces::Colour background) {
  palette.background = background;
  palette.text = text;
  palette.muted = palette.frame = muted;
  palette.version = version;
  return palette;
}
constexpr GraphPalette projected_light =
    projected(light, {0, 0, 0}, {45, 50, 58}, {130, 138, 148}, {235, 238, 242});
constexpr GraphPalette projected_dark =
    projected(dark, {255, 255, 255}, {205, 212, 220}, {140, 150, 162}, {0, 0, 0});

}  // namespace

const GraphPalette& graph_palette_on_page() {
  return page;
}

const GraphPalette& graph_palette_on(traces::Background background, bool is_projected) {
  if (is_projected) return background == traces::Background::dark ? projected_dark : projected_light;
  return background == traces::Background::dark ? dark : light;
}

}  // namespace gusset::picture
