#pragma once
#include <cstddef>
#include <memory>
#include <string_view>
#include <vector>

#include "gusset/core/policy.hpp"

namespace gusset::testing {

/// Makes a policy as a host does, for worker `worker` of `workers`.
inline std::unique_ptr<Policy> policy(std::string_view name, std::size_t worker, std::size_t workers,
                                      std::uint64_t seed = 1, std::vector<DomainId> domains = {}) {
  return make_policy(name, {WorkerId(worker), workers, seed, std::move(domains)});
}

/// The victims that one search for work tries, in order.
inline std::vector<unsigned> victims(Policy& policy) {
  std::vector<unsigned> result;
  for (std::size_t attempt = 0;; ++attempt) {
    const auto victim = policy.next_victim(attempt);
    if (!victim) return result;
    result.push_back(victim->value());
  }
}

}  // namespace gusset::testing
