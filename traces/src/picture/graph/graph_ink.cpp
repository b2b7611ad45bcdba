#include "gusset/traces/picture/graph/graph_ink.hpp"

namespace gusset::picture {
namespace {

constexpr GraphInk page{.background = {255, 255, 255},
                        .paper = {255, 255, 255},
                        .text = {31, 41, 51},
                        .muted = {99, 110, 123},
                        .frame = {180, 188, 198},
                        .version = {208, 214, 221},
                        .open_group = {244, 246, 248},
                        .inner_open_group = {232, 235, 240},
                        .accent = {20, 98, 190},
                        .rim = {0, 0, 0}};

// Closed groups are white, so their surroundings are not.
constexpr GraphInk on_screen(GraphInk ink) {
  ink.background = {243, 245, 248};
  ink.open_group = {234, 236, 238};
  ink.inner_open_group = {223, 225, 228};
  return ink;
}
constexpr GraphInk light = on_screen(page);

constexpr GraphInk dark{.background = {20, 24, 30},
                        .paper = traces::dark_paper,
                        .text = {226, 231, 237},
                        .muted = {150, 160, 172},
                        .frame = {84, 94, 108},
                        .version = {58, 66, 77},
                        .open_group = {27, 32, 41},
                        .inner_open_group = {33, 40, 50},
                        .accent = {92, 164, 250},
                        .rim = {255, 255, 255}};

constexpr GraphInk projected(GraphInk ink, traces::Colour text, traces::Colour muted, traces::Colour version,
                             traces::Colour background) {
  ink.background = background;
  ink.text = text;
  ink.muted = ink.frame = muted;
  ink.version = version;
  return ink;
}
constexpr GraphInk projected_light =
    projected(light, {0, 0, 0}, {45, 50, 58}, {130, 138, 148}, {235, 238, 242});
constexpr GraphInk projected_dark =
    projected(dark, {255, 255, 255}, {205, 212, 220}, {140, 150, 162}, {0, 0, 0});

}  // namespace

const GraphInk& graph_ink_on_page() {
  return page;
}

const GraphInk& graph_ink_on(traces::Paper paper, bool is_projected) {
  if (is_projected) return paper == traces::Paper::dark ? projected_dark : projected_light;
  return paper == traces::Paper::dark ? dark : light;
}

}  // namespace gusset::picture
