#include "policies/built_in.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <vector>

#include "gusset/base/policy_names.hpp"
#include "policies/squads.hpp"
#include "policies/stealing.hpp"

namespace gusset::detail {

namespace {

class PolicyWithoutStealing : public Policy {
 public:
  std::optional<WorkerId> next_victim(std::size_t) final { return std::nullopt; }
  std::size_t steal_count(std::size_t) final { return 1; }
};

/// One shared queue, first come, first served: the eager scheduler.
class FifoPolicy final : public PolicyWithoutStealing {
 public:
  explicit FifoPolicy(const PolicyContext&) {}
  Place place(const TaskView&, ReadyCause) override { return {}; }
};

/// One shared queue: the highest priority first, and first come, first served among equals. A program that
/// gives its critical path the highest priority runs it first.
class PriorityPolicy final : public PolicyWithoutStealing {
 public:
  explicit PriorityPolicy(const PolicyContext&) {}
  Place place(const TaskView& task, ReadyCause) override { return {WorkerId(), Lane::queue, task.priority}; }
};

/// One shared queue: the highest upward rank first [Topcuoglu, Hariri, Wu 2002], which tasks have as their
/// priority (for plans, the runtime computes it: PlanGraph::rank_by_work); among equals the most declared
/// work, then first come, first served.
class CriticalPolicy final : public PolicyWithoutStealing {
 public:
  explicit CriticalPolicy(const PolicyContext&) {}
  Place place(const TaskView& task, ReadyCause) override {
    // The bits of positive floating-point numbers, read as integers, have the numbers' order.
    const auto work = std::bit_cast<std::uint32_t>(static_cast<float>(task.work));
    return {WorkerId(), Lane::queue, std::int64_t{task.priority} * (std::int64_t{1} << 32) + work};
  }
};

/// Assigns each handle's tasks to one worker, whichever worker makes them ready; nobody steals them. Tasks
/// with an affinity go to the worker that it names. Tasks without handles are dealt round-robin.
class StaticPolicy final : public PolicyWithoutStealing {
 public:
  explicit StaticPolicy(const PolicyContext& context) : workers_(context.workers), dealer_(context) {}

  Place place(const TaskView& task, ReadyCause) override {
    if (!task.preferred.is_none()) return {task.preferred};
    if (task.handle.is_none()) return {dealer_.deal()};
    return {WorkerId(task.handle.value() % workers_)};
  }

 private:
  std::size_t workers_;
  Dealer dealer_;
};

/// Steals one task from a random victim, regardless of earlier attempts: the textbook thief.
class RandomPolicy final : public StealingPolicy {
 public:
  explicit RandomPolicy(const PolicyContext& context) : StealingPolicy(context), random_(context) {}

  std::optional<WorkerId> next_victim(std::size_t attempt) override {
    const std::size_t others = workers() - 1;
    if (attempt >= others) return std::nullopt;
    return other(random_.below(others));
  }

  std::size_t steal_count(std::size_t) override { return 1; }

 private:
  RandomNumbers random_;
};

/// Steals from neighbours first: the workers of its own domain, then those of the next domains. Within a
/// domain, each worker starts with the workers after itself, so that not all try the same one.
class NearestPolicy final : public StealingPolicy {
 public:
  explicit NearestPolicy(const PolicyContext& context) : StealingPolicy(context) {
    const auto domain_of = [&context](std::size_t worker) {
      return context.domains.empty() ? std::int64_t{0} : std::int64_t{context.domains[worker].value()};
    };
    const auto rank = [&](WorkerId worker) {
      const std::int64_t domain = domain_of(worker.value());
      return std::tuple(std::abs(domain - domain_of(self())), domain,
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
  std::vector<WorkerId> victims_;  // nearest first
};

template <class Made>
std::unique_ptr<Policy> make(const PolicyContext& context) {
  return std::make_unique<Made>(context);
}

// In the order of built_in_policy_names.
constexpr std::array<MakeBuiltIn, built_in_policy_names.size()> makers{
    make<LocalityPolicy>, make<FifoPolicy>,     make<PriorityPolicy>, make<RandomPolicy>, make<NearestPolicy>,
    make<StaticPolicy>,   make<CriticalPolicy>, make_cab_policy,      make_squads_policy};
static_assert(built_in_policy_names.front() == default_policy);

}  // namespace

MakeBuiltIn find_built_in(std::string_view name) {
  const auto found = std::find(built_in_policy_names.begin(), built_in_policy_names.end(), name);
  return found == built_in_policy_names.end()
             ? nullptr
             : makers[static_cast<std::size_t>(found - built_in_policy_names.begin())];
}

}  // namespace gusset::detail
