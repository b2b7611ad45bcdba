#include "built_in.hpp"
#include "random_numbers.hpp"
#include "stealing_policy.hpp"

namespace gusset::detail {

namespace {

/// Tasks stay where their data is (SuperGlue, Tillenius 2015, section 4.1); thieves try all others, each time
/// from another one on.
class LocalityPolicy final : public StealingPolicy {
 public:
  explicit LocalityPolicy(const PolicyContext& context) : StealingPolicy(context), random_(context) {}

  std::optional<WorkerId> next_victim(std::size_t attempt) override {
    const std::size_t others = workers() - 1;
    if (attempt >= others) return std::nullopt;
    if (attempt == 0) first_victim_ = random_.below(others);
    return WorkerId((self() + 1 + (first_victim_ + attempt) % others) % workers());
  }

 private:
  RandomNumbers random_;
  std::size_t first_victim_ = 0;
};

}  // namespace

std::unique_ptr<Policy> make_locality_policy(const PolicyContext& context) {
  return std::make_unique<LocalityPolicy>(context);
}

}  // namespace gusset::detail
