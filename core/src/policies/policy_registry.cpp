#include <map>
#include <mutex>
#include <string>
#include <utility>

#include "gusset/base/policy_names.hpp"
#include "gusset/base/text.hpp"
#include "gusset/core/errors.hpp"
#include "gusset/core/policy.hpp"
#include "policies/built_in.hpp"

namespace gusset {

namespace {

/// Policies that programs registered. Made on first use: programs may register during static initialisation,
/// in any order.
struct PolicyRegistry {
  std::mutex mutex;
  std::map<std::string, PolicyMaker, std::less<>> makers;
};

PolicyRegistry& policy_registry() {
  static PolicyRegistry& instance =
      *new PolicyRegistry;  // never destroyed, because code that registers may outlive it
  return instance;
}

ConfigurationError unknown_policy(std::string_view name) {
  return {"GUSSET_POLICY", "one of " + joined(policy_names()), double_quoted(name)};
}

}  // namespace

bool register_policy(std::string name, PolicyMaker make) {
  if (detail::find_built_in(name) != nullptr) return false;
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
  if (const detail::MakeBuiltIn make_built_in = detail::find_built_in(name)) return make_built_in(context);
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
