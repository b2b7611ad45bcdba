#include <array>
#include <map>
#include <mutex>
#include <string>
#include <utility>

#include "gusset/core/errors.hpp"
#include "gusset/core/policy.hpp"
#include "policies/built_in.hpp"

namespace gusset {

namespace {

struct BuiltIn {
  std::string_view name;
  std::unique_ptr<Policy> (*make)(const PolicyContext&);
};

constexpr std::array built_in_policies{
    BuiltIn{default_policy, detail::make_locality_policy}, BuiltIn{"fifo", detail::make_fifo_policy},
    BuiltIn{"priority", detail::make_priority_policy},     BuiltIn{"random", detail::make_random_policy},
    BuiltIn{"nearest", detail::make_nearest_policy},       BuiltIn{"static", detail::make_static_policy}};

const BuiltIn* find_built_in(std::string_view name) {
  for (const BuiltIn& policy : built_in_policies) {
    if (policy.name == name) return &policy;
  }
  return nullptr;
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
  std::vector<std::string> names;
  for (const BuiltIn& policy : built_in_policies) names.emplace_back(policy.name);
  PolicyRegistry& policies = policy_registry();
  const std::lock_guard guard(policies.mutex);
  for (const auto& [name, make] : policies.makers) names.push_back(name);
  return names;
}

std::unique_ptr<Policy> make_policy(std::string_view name, const PolicyContext& context) {
  if (const BuiltIn* const policy = find_built_in(name)) return policy->make(context);
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
