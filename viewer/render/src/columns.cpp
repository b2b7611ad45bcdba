#include "gusset/viewer/render/columns.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "gusset/base/text.hpp"

namespace gusset::viewer {
namespace {

// Parts of the names of software renderers.
constexpr std::array<std::string_view, 5> software{"llvmpipe", "softpipe", "swrast", "software",
                                                   "swiftshader"};

}  // namespace

bool draws_in_software(std::string_view renderer) {
  const std::string name = lower_case(renderer);
  return std::any_of(software.begin(), software.end(),
                     [&](std::string_view word) { return name.find(word) != std::string::npos; });
}

}  // namespace gusset::viewer
