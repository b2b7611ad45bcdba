#include "threads/sleepers.hpp"

#include <algorithm>
#include <iterator>

namespace gusset::detail {

void Sleepers::enter(Sleeper& sleeper) {
  const std::lock_guard guard(mutex_);
  sleeper.is_woken_ = false;
  sleepers_.push_back(&sleeper);
  count_.store(sleepers_.size(),
               std::memory_order_seq_cst);  // pairs with the load in wake()
}

void Sleepers::cancel(Sleeper& sleeper) {
  {
    const std::lock_guard guard(mutex_);
    if (!sleeper.is_woken_) {
      std::erase(sleepers_, &sleeper);
      count_.store(sleepers_.size(),
                   std::memory_order_relaxed);  // relaxed: nothing relies on the count going down
      return;
    }
  }
  wake_one();
}

void Sleepers::sleep(Sleeper& sleeper) {
  std::unique_lock guard(mutex_);
  sleeper.condition_.wait(guard, [&] { return sleeper.is_woken_; });
}

void Sleepers::sleep_for(Sleeper& sleeper, std::chrono::microseconds duration) {
  std::unique_lock guard(mutex_);
  if (sleeper.condition_.wait_for(guard, duration, [&] { return sleeper.is_woken_; })) return;
  std::erase(sleepers_, &sleeper);
  count_.store(sleepers_.size(), std::memory_order_relaxed);  // relaxed: see cancel()
}

void Sleepers::wake_sleeper(std::uint32_t worker, std::size_t enough) {
  const std::lock_guard guard(mutex_);
  const auto found = std::find_if(sleepers_.begin(), sleepers_.end(),
                                  [worker](const Sleeper* each) { return each->worker_ == worker; });
  if (found != sleepers_.end()) {
    std::iter_swap(found, std::prev(sleepers_.end()));
  } else if (sleepers_.size() <= enough) {
    return;
  }
  wake_last(1);
}

void Sleepers::wake_sleepers(std::size_t limit) {
  const std::lock_guard guard(mutex_);
  wake_last(limit);
}

/// Call it under the mutex.
void Sleepers::wake_last(std::size_t limit) {
  for (; limit > 0 && !sleepers_.empty(); --limit) {
    Sleeper& sleeper = *sleepers_.back();
    sleepers_.pop_back();
    sleeper.is_woken_ = true;
    sleeper.condition_.notify_one();  // under the mutex: the sleeper may be gone once the mutex is free
  }
  count_.store(sleepers_.size(), std::memory_order_relaxed);  // relaxed: see cancel()
}

}  // namespace gusset::detail
