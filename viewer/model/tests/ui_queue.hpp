#pragma once
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>

#include "gusset/viewer/model/document/job_runner.hpp"

namespace gusset::viewer::testing {

/// Replaces the user interface's thread: the test's thread runs the posted functions.
class UiQueue {
 public:
  JobRunner::Post post() {
    return [state = state_](std::function<void()> function) {
      const std::lock_guard lock(state->mutex);
      state->functions.push_back(std::move(function));
      state->wake.notify_one();
    };
  }

  /// Runs posted functions and waits for more until `done()`. The test's timeout ends a wait that never
  /// succeeds.
  template <class Done>
  void run_until(Done done) {
    while (!done()) take()();
  }

  void run_all() {
    for (;;) {
      {
        const std::lock_guard lock(state_->mutex);
        if (state_->functions.empty()) return;
      }
      take()();
    }
  }

  /// The number of posted functions that were run.
  int taken() const { return taken_; }

 private:
  struct State {
    std::mutex mutex;
    std::condition_variable wake;
    std::deque<std::function<void()>> functions;
  };

  std::function<void()> take() {
    std::unique_lock lock(state_->mutex);
    state_->wake.wait(lock, [this] { return !state_->functions.empty(); });
    std::function<void()> function = std::move(state_->functions.front());
    state_->functions.pop_front();
    ++taken_;
    return function;
  }

  std::shared_ptr<State> state_ = std::make_shared<State>();
  int taken_ = 0;
};

}  // namespace gusset::viewer::testing
