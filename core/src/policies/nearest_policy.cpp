#include <algorithm>
#include <tuple>
#include <vector>

#include "built_in.hpp"
#include "stealing_policy.hpp"

namespace gusset::detail {

namespace {

std::uint32_t distance(std::uint32_t a, std::uint32_t b) {
  return a < b ? b - a : a - b;
}

/// Robs neighbours first: the workers of its own domain, then those of the next ones. Within a domain each
/// worker begins with those after it, so that not all try the same one.
class NearestPolicy final : public StealingPolicy {
 public:
  explicit NearestPolicy(const PolicyContext& context) : StealingPolicy(context) {
    const auto domain_of = [&context](std::size_t worker) {
      return context.domains.empty() ? 0 : context.domains[worker].value();
    };
    const auto rank = [&](WorkerId worker) {
      const std::uint32_t domain = domain_of(worker.value());
      return std::tuple(distance(domain, domain_of(self())), domain,
                        (worker.value() + workers() - self()) % workers());
    };
    for (std::size_t worker = 0; worker < workers(); ++worker) {
      if (worker != self()) victims_.emplace_back(worker);
    }
    std::sort(victims_.begin(), victims_.end(),
              [&rank](WorkerId a, WorkerId b) { return rank(a) < rank(b); });
  }

  std::optional<WorkerId> next_victim(std::size_t attempt) override {
    if (attempt >= victims_.size()) return std::nullopt;
    return victims_[attempt];
  }

 private:
  std::vector<WorkerId> victims_;  // the nearest first
};

}  // namespace

std::unique_ptr<Policy> make_nearest_policy(const PolicyContext& context) {
  return std::make_unique<NearestPolicy>(context);
}

}  // namespace gusset::detail
