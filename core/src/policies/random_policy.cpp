#include "built_in.hpp"
#include "random_numbers.hpp"
#include "stealing_policy.hpp"

namespace gusset::detail {

namespace {

/// Robs anybody, independent of whom it has tried: the textbook's thief, which takes one task.
class RandomPolicy final : public StealingPolicy {
 public:
  explicit RandomPolicy(const PolicyContext& context) : StealingPolicy(context), random_(context) {}

  std::optional<WorkerId> next_victim(std::size_t attempt) override {
    const std::size_t others = workers() - 1;
    if (attempt >= others) return std::nullopt;
    return WorkerId((self() + 1 + random_.below(others)) % workers());
  }

  std::size_t steal_count(std::size_t) override { return 1; }

 private:
  RandomNumbers random_;
};

}  // namespace

std::unique_ptr<Policy> make_random_policy(const PolicyContext& context) {
  return std::make_unique<RandomPolicy>(context);
}

}  // namespace gusset::detail
