#include "policies/built_in.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <vector>

#include "gusset/base/policy_names.hpp"

namespace gusset::detail {

namespace {

/// A worker's random numbers. Workers with the same seed make different decisions, and each worker's are
/// reproducible.
class RandomNumbers {
 public:
  explicit RandomNumbers(const PolicyContext& context)
      : state_(context.seed * 0x2545f4914f6cdd1du + context.worker.value()) {}

  /// Returns 0 … n − 1. Requires n > 0.
  std::size_t below(std::size_t n) { return next() % n; }

 private:
  /// One step of a Weyl sequence, with its bits mixed (Steele, Lea and Flood, "Fast splittable pseudorandom
  /// number generators", 2014).
  std::uint64_t next() {
    std::uint64_t bits = state_ += 0x9e3779b97f4a7c15u;
    bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9u;
    bits = (bits ^ (bits >> 27)) * 0x94d049bb133111ebu;
    return bits ^ (bits >> 31);
  }

  std::uint64_t state_;
};

/// Deals tasks to all workers round-robin, starting with its own.
class Dealer {
 public:
  explicit Dealer(const PolicyContext& context) : next_(context.worker.value()), workers_(context.workers) {}

  WorkerId deal() {
    const WorkerId worker(next_);
    next_ = next_ + 1 == workers_ ? 0 : next_ + 1;
    return worker;
  }

 private:
  std::size_t next_;
  std::size_t workers_;
};

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

/// Tasks stay with the worker through which they become ready, until another worker steals half of its tasks.
/// Derived policies choose different victims.
class StealingPolicy : public Policy {
 public:
  explicit StealingPolicy(const PolicyContext& context)
      : self_(context.worker.value()), workers_(context.workers), arrivals_(context) {}

  Traits traits() const final { return {true, true}; }

  Place place(const TaskView& task, ReadyCause cause) final {
    if (!task.preferred.is_none()) return {task.preferred};
    switch (cause) {
      case ReadyCause::woken:
        return {WorkerId(self_), Lane::stack};
      case ReadyCause::arrived:
        return {arrivals_.deal()};  // the receiver of a message is no nearer to its data than the others
      case ReadyCause::submitted:
        break;
    }
    return {WorkerId(self_)};
  }

  std::size_t steal_count(std::size_t available) override {
    return std::min((available + 1) / 2, max_steal_count);
  }

  bool runs_first_woken() const final { return true; }

 protected:
  std::size_t self() const { return self_; }
  std::size_t workers() const { return workers_; }
  /// The worker `distance` + 1 places after this one; 0 ≤ distance < workers − 1.
  WorkerId other(std::size_t distance) const { return WorkerId((self_ + 1 + distance) % workers_); }

 private:
  std::size_t self_;
  std::size_t workers_;
  Dealer arrivals_;
};

/// Keeps tasks where their data is (SuperGlue, Tillenius 2015, section 4.1). Thieves try all other workers,
/// starting with a random one each time.
class LocalityPolicy final : public StealingPolicy {
 public:
  explicit LocalityPolicy(const PolicyContext& context) : StealingPolicy(context), random_(context) {}

  std::optional<WorkerId> next_victim(std::size_t attempt) override {
    const std::size_t others = workers() - 1;
    if (attempt >= others) return std::nullopt;
    if (attempt == 0) first_victim_ = random_.below(others);
    return other((first_victim_ + attempt) % others);
  }

 private:
  RandomNumbers random_;
  std::size_t first_victim_ = 0;
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
    make<LocalityPolicy>, make<FifoPolicy>,    make<PriorityPolicy>,
    make<RandomPolicy>,   make<NearestPolicy>, make<StaticPolicy>};
static_assert(built_in_policy_names.front() == default_policy);

}  // namespace

MakeBuiltIn find_built_in(std::string_view name) {
  const auto found = std::find(built_in_policy_names.begin(), built_in_policy_names.end(), name);
  return found == built_in_policy_names.end()
             ? nullptr
             : makers[static_cast<std::size_t>(found - built_in_policy_names.begin())];
}

}  // namespace gusset::detail
