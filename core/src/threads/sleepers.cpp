#include "threads/sleepers.hpp"

#include <algorithm>
#include <iterator>

namespace gusset::detail {

void Sleepers::enter(Sleeper& sleeper) {
  const std::lock_guard guard(mutex_);
  sleeper.is_woken_ = false;
  sleepers_.push_back(&sleeper);
  publish(std::memory_order_seq_cst);  // pairs with the loads in wake() and wake_or_other()
}

/// Call it under the mutex.
void Sleepers::remove(Sleeper& sleeper) {
  std::erase(sleepers_, &sleeper);
  publish(std::memory_order_relaxed);  // relaxed: nothing relies on sleepers being gone
}

/// Call it under the mutex when the sleepers have changed.
void Sleepers::publish(std::memory_order order) {
  std::uint64_t workers = 0;
  for (const Sleeper* const each : sleepers_) {
    if (each->worker_ != nobody) workers |= bit_of(each->worker_);
  }
  workers_.store(workers, order);
  count_.store(sleepers_.size(), order);
}

void Sleepers::cancel(Sleeper& sleeper) {
  {
    const std::lock_guard guard(mutex_);
    if (!sleeper.is_woken_) {
      remove(sleeper);
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
  remove(sleeper);
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
  publish(std::memory_order_relaxed);  // relaxed: see remove()
}

}  // namespace gusset::detail
