#pragma once
#include <memory>

#include "gusset/core/policy.hpp"

namespace gusset::detail {

// The policies that every program knows; one file each.
std::unique_ptr<Policy> make_fifo_policy(const PolicyContext& context);
std::unique_ptr<Policy> make_locality_policy(const PolicyContext& context);
std::unique_ptr<Policy> make_nearest_policy(const PolicyContext& context);
std::unique_ptr<Policy> make_priority_policy(const PolicyContext& context);
std::unique_ptr<Policy> make_random_policy(const PolicyContext& context);
std::unique_ptr<Policy> make_static_policy(const PolicyContext& context);

}  // namespace gusset::detail
