#pragma once
#include <cstddef>
#include <deque>
#include <functional>
#include <string>
#include <utility>

#include "gusset/core/runtime.hpp"

namespace gusset::testing {

/// A program that submits its steps from tasks everywhere, a few ahead of the steps that each node has
/// finished. It must outlive the runtime's wait.
class Steps {
 public:
  /// Submits a step. Tasks that read the clock limit how far the steps may run ahead of them.
  using Submit = std::function<void(unsigned step, const Handle& clock)>;

  Steps(Runtime& runtime, unsigned steps, unsigned ahead, Submit submit)
      : runtime_(runtime),
        steps_(steps),
        submit_(std::move(submit)),
        order_(runtime.handle("order", 0, every_node)) {
    for (unsigned i = 0; i < ahead; ++i)
      clocks_.push_back(runtime.handle("clock " + std::to_string(i), 0, every_node));
    if (steps > 0) submit_step(0);
  }
  Steps(const Steps&) = delete;
  Steps& operator=(const Steps&) = delete;

 private:
  void submit_step(unsigned step) {
    static const TaskType type("step");
    const Handle& clock = clocks_[step % clocks_.size()];
    runtime_.submit(
        type().everywhere(),
        [this, step, &clock] {
          submit_(step, clock);
          if (step + 1 < steps_) submit_step(step + 1);
        },
        write(order_), write(clock));
  }

  Runtime& runtime_;
  unsigned steps_;
  Submit submit_;
  Handle order_;
  std::deque<Handle> clocks_;
};

}  // namespace gusset::testing
