#include "gusset/traces/picture/canvas/dark_canvas.hpp"

#include <algorithm>
#include <cstdint>

namespace gusset::picture {

Colour turned_dark(Colour colour) {
  const auto [least, most] = std::minmax({colour.red, colour.green, colour.blue});
  const int sum = least + most;
  const auto channel = [sum](int value, int paper) {
    return static_cast<std::uint8_t>(paper + (value + 255 - sum) * (255 - paper) / 255);
  };
  return {channel(colour.red, traces::dark_paper.red), channel(colour.green, traces::dark_paper.green),
          channel(colour.blue, traces::dark_paper.blue)};
}

}  // namespace gusset::picture
