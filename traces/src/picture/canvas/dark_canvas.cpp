#include "gusset/traces/picture/canvas/dark_canvas.hpp"

#include <algorithm>
#include <cstdint>

namespace gusset::picture {

Colour inverted_lightness(Colour colour) {
  const auto [least, most] = std::minmax({colour.red, colour.green, colour.blue});
  const int sum = least + most;
  const auto channel = [sum](int value, int background) {
    return static_cast<std::uint8_t>(background + (value + 255 - sum) * (255 - background) / 255);
  };
  return {channel(colour.red, traces::dark_background.red),
          channel(colour.green, traces::dark_background.green),
          channel(colour.blue, traces::dark_background.blue)};
}

}  // namespace gusset::picture
