#pragma once
#include <memory>
#include <string_view>

#include "gusset/core/policy.hpp"

namespace gusset::detail {

using MakeBuiltIn = std::unique_ptr<Policy> (*)(const PolicyContext&);

/// The maker of a built-in policy; null for any other name.
MakeBuiltIn find_built_in(std::string_view name);

}  // namespace gusset::detail
