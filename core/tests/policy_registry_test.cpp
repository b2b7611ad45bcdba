#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "gusset/base/policy_names.hpp"
#include "gusset/core/errors.hpp"
#include "gusset/core/policy.hpp"
#include "policy_calls.hpp"

namespace gusset {
namespace {

using ::testing::IsSupersetOf;

/// Places every task at the last worker.
class LastPolicy final : public Policy {
 public:
  explicit LastPolicy(const PolicyContext& context) : last_(context.workers - 1) {}
  Place place(const TaskView&, ReadyCause) override { return {last_}; }
  std::optional<WorkerId> next_victim(std::size_t) override { return std::nullopt; }
  std::size_t steal_count(std::size_t) override { return 1; }

 private:
  WorkerId last_;
};

bool register_last(const std::string& name) {
  return register_policy(name, [](const PolicyContext& context) -> std::unique_ptr<Policy> {
    return std::make_unique<LastPolicy>(context);
  });
}

std::string refusal_of_name(const std::string& name) {
  try {
    testing::policy(name, 0, 1);
  } catch (const ConfigurationError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(PolicyRegistry, MakesEveryListedPolicy) {
  for (const std::string& name : policy_names()) EXPECT_TRUE(testing::policy(name, 0, 2)) << name;
}

TEST(PolicyRegistry, ListsBuiltInPoliciesFirstThenOthersByName) {
  register_last("test last");
  register_last("test final");
  const std::vector<std::string> names = policy_names();
  const auto others = names.begin() + static_cast<std::ptrdiff_t>(built_in_policy_names.size());
  EXPECT_TRUE(std::equal(names.begin(), others, built_in_policy_names.begin(), built_in_policy_names.end()));
  EXPECT_TRUE(std::is_sorted(others, names.end()));  // other tests register policies, too
  EXPECT_THAT(names, IsSupersetOf({"test final", "test last"}));
  EXPECT_EQ(names.front(), default_policy);
}

TEST(PolicyRegistry, MakesACustomPolicyForEachWorker) {
  register_last("test last");
  EXPECT_EQ(testing::policy("test last", 0, 3)->place({}, ReadyCause::woken).worker, WorkerId(2));
  EXPECT_EQ(testing::policy("test last", 0, 5)->place({}, ReadyCause::woken).worker, WorkerId(4));
}

TEST(PolicyRegistry, TakenNameIsNotReplaced) {
  register_last("test last");
  EXPECT_FALSE(register_last("test last"));
  EXPECT_FALSE(register_last("locality"));
  EXPECT_FALSE(register_last("static"));
  EXPECT_TRUE(testing::policy("locality", 0, 2)->runs_first_woken());
}

TEST(PolicyRegistry, UnknownNameErrorListsKnownNames) {
  register_last("test last");
  register_last("test final");
  std::string names;
  for (const std::string& name : policy_names()) names += name + ", ";
  EXPECT_EQ(refusal_of_name("lifo"), "GUSSET_POLICY: expected one of " + names + "found \"lifo\"");
  EXPECT_EQ(refusal_of_name(""), "GUSSET_POLICY: expected one of " + names + "found \"\"");
}

}  // namespace
}  // namespace gusset
