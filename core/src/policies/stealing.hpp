#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "gusset/core/policy.hpp"

namespace gusset::detail {

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
class LocalityPolicy : public StealingPolicy {
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

}  // namespace gusset::detail
