#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gusset/simulator/platform/platform.hpp"

namespace gusset::simulator {

/// Machines that come with this library, from simulator/platforms; in alphabetical order.
std::vector<std::string> ready_made_names();
/// None where there is no such machine.
std::optional<Platform> ready_made_platform(std::string_view name);

}  // namespace gusset::simulator
