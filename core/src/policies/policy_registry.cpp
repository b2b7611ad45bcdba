#include <algorithm>
#include <array>
#include <map>
#include <mutex>
#include <string>
#include <utility>

#include "gusset/base/policy_names.hpp"
#include "gusset/core/errors.hpp"
#include "gusset/core/policy.hpp"
#include "policies/built_in.hpp"

namespace gusset {

namespace {

using MakeBuiltIn = std::unique_ptr<Policy> (*)(const PolicyContext&);

// In the order of built_in_policy_names.
constexpr std::array<MakeBuiltIn, built_in_policy_names.size()> built_in_policies{
    detail::make_locality_policy, detail::make_fifo_policy,    detail::make_priority_policy,
    detail::make_random_policy,   detail::make_nearest_policy, detail::make_static_policy};
static_assert(built_in_policy_names.front() == default_policy);

MakeBuiltIn find_built_in(std::string_view name) {
  const auto found = std::find(built_in_policy_names.begin(), built_in_policy_names.end(), name);
  return found == built_in_policy_names.end()
             ? nullptr
             : built_in_policies[static_cast<std::size_t>(found - built_in_policy_names.begin())];
}

/// Policies of the program's own. Made on first use: programs may register while their static objects are
/// made, in whatever order.
struct PolicyRegistry {
  std::mutex mutex;
  std::map<std::string, PolicyMaker, std::less<>> makers;
};

PolicyRegistry& policy_registry() {
  static PolicyRegistry& instance =
      *new PolicyRegistry;  // never destroyed, as those who register may outlive it
  return instance;
}

ConfigurationError unknown_policy(std::string_view name) {
  std::string known;
  for (const std::string& each : policy_names()) known += (known.empty() ? "" : ", ") + each;
  return {"GUSSET_POLICY", "one of " + known, "\"" + std::string(name) + "\""};
}

}  // namespace

bool register_policy(std::string name, PolicyMaker make) {
  if (find_built_in(name) != nullptr) return false;
  PolicyRegistry& policies = policy_registry();
  const std::lock_guard guard(policies.mutex);
  return policies.makers.try_emplace(std::move(name), std::move(make)).second;
}

std::vector<std::string> policy_names() {
  std::vector<std::string> names(built_in_policy_names.begin(), built_in_policy_names.end());
  PolicyRegistry& policies = policy_registry();
  const std::lock_guard guard(policies.mutex);
  for (const auto& [name, make] : policies.makers) names.push_back(name);
  return names;
}

std::unique_ptr<Policy> make_policy(std::string_view name, const PolicyContext& context) {
  if (const MakeBuiltIn make_built_in = find_built_in(name)) return make_built_in(context);
  PolicyMaker make;
  {
    PolicyRegistry& policies = policy_registry();
    const std::lock_guard guard(policies.mutex);
    if (const auto found = policies.makers.find(name); found != policies.makers.end()) make = found->second;
  }
  if (!make) throw unknown_policy(name);
  return make(context);
}

}  // namespace gusset
