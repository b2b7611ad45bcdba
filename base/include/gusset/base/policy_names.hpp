#pragma once
#include <array>
#include <string_view>

namespace gusset {

/// The scheduling policies that every runtime and simulation has, the default first. Programs may register
/// more.
inline constexpr std::array<std::string_view, 9> built_in_policy_names{
    "locality", "fifo", "priority", "random", "nearest", "static", "critical", "cab", "squads"};

}  // namespace gusset
