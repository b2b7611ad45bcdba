#include "ready_made.hpp"

#include <stdexcept>

namespace gusset::simulator {
namespace {

struct Text {
  std::string_view name;
  std::string_view json;
};

// Of each file in simulator/platforms, {name, text}; written by CMake.
constexpr Text texts[] = {
#include "ready_made_platforms.inc"
};

}  // namespace

std::vector<std::string> ready_made_names() {
  std::vector<std::string> names;
  for (const Text& text : texts) names.emplace_back(text.name);
  return names;
}

std::optional<Platform> ready_made_platform(std::string_view name) {
  for (const Text& text : texts) {
    if (text.name != name) continue;
    auto platform = parse_platform(text.json, std::string(name));
    if (!platform) throw std::logic_error(platform.error().message());  // a test reads them all
    return std::move(platform).value();
  }
  return std::nullopt;
}

}  // namespace gusset::simulator
