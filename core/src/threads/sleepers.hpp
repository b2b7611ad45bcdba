#pragma once
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <vector>

namespace gusset::detail {

/// Where threads sleep that found nothing to do, without missing what came meanwhile: a thread enters, looks
/// once more, and then sleeps or cancels. Whoever brings something calls wake, wake_one or wake_all after it
/// can be seen; that costs one load while nobody is here.
///
/// Nothing is missed if what is brought and looked for is guarded by a lock, or by sequentially consistent
/// operations: either the second look sees it, or it came after that look, and then the waker sees that
/// somebody has entered. A wake-up is for a thread that had entered before it; one that entered later can't
/// take it.
class Sleepers {
 public:
  /// One thread's place; on its stack.
  class Sleeper {
    friend class Sleepers;
    bool is_woken_ = false;  // guarded by Sleepers::mutex_
    std::condition_variable condition_;
  };

  void enter(Sleeper& sleeper);
  /// Instead of sleep. A wake-up that has come already goes to another.
  void cancel(Sleeper& sleeper);
  /// Returns once woken after enter().
  void sleep(Sleeper& sleeper);
  /// The same, at most that long.
  void sleep_for(Sleeper& sleeper, std::chrono::microseconds duration);

  /// That many, or all there are.
  void wake(std::size_t most) {
    // Sequentially consistent: pairs with the store in enter().
    if (most > 0 && count_.load(std::memory_order_seq_cst) > 0) wake_sleepers(most);
  }
  void wake_one() { wake(1); }
  void wake_all() { wake(SIZE_MAX); }

 private:
  void wake_sleepers(std::size_t most);

  std::mutex mutex_;
  std::vector<Sleeper*> sleepers_;     // entered and not woken yet
  std::atomic<std::size_t> count_{0};  // of them; changed under mutex_
};

}  // namespace gusset::detail
