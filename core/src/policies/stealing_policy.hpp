#pragma once
#include <algorithm>
#include <cstddef>

#include "dealer.hpp"
#include "gusset/core/policy.hpp"

namespace gusset::detail {

/// Tasks stay with the worker through which they become ready, until others steal half of what it has: what
/// the policies with queues of each worker's own have in common. They differ by their victims.
class StealingPolicy : public Policy {
 public:
  explicit StealingPolicy(const PolicyContext& context)
      : self_(context.worker.value()), workers_(context.workers), arrivals_(context) {}

  Habits habits() const final { return {true, true}; }

  Place place(const TaskView& task, ReadyCause cause) final {
    if (!task.wanted.is_none()) return {task.wanted};
    switch (cause) {
      case ReadyCause::woken:
        return {WorkerId(self_), Lane::stack};
      case ReadyCause::arrived:
        return {arrivals_.deal()};  // who receives a message is no nearer to its data than the others
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

 private:
  std::size_t self_;
  std::size_t workers_;
  Dealer arrivals_;
};

}  // namespace gusset::detail
