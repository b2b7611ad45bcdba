#include "gusset/traces/picture/timeline/shared_colours.hpp"

#include <array>
#include <cstdint>
#include <set>

#include "gusset/base/numbers.hpp"

namespace gusset::traces {

std::string shared_colours_text(std::span<const Colour> colours, const std::string& noun) {
  std::set<std::array<std::uint8_t, 3>> different;
  for (const Colour& colour : colours) different.insert({colour.red, colour.green, colour.blue});
  if (different.size() == colours.size()) return {};
  return count_text(different.size(), "colour") + " for " + count_text(colours.size(), noun) +
         ": some share one";
}

}  // namespace gusset::traces
