#pragma once
#include <atomic>
#include <thread>

namespace gusset::detail {

/// A one-byte lock for critical sections of a few instructions. Spins briefly, then yields, because the
/// holder may have been preempted.
class SpinLock {
 public:
  void lock() noexcept {
    // Acquire: pairs with the release in unlock().
    while (locked_.exchange(true, std::memory_order_acquire)) {
      for (int spin = 0; locked_.load(std::memory_order_relaxed);
           ++spin) {  // relaxed: only a hint to try again
        if (spin >= spins_before_yield) std::this_thread::yield();
      }
    }
  }
  bool try_lock() noexcept { return !locked_.exchange(true, std::memory_order_acquire); }
  void unlock() noexcept { locked_.store(false, std::memory_order_release); }

 private:
  static constexpr int spins_before_yield = 64;
  std::atomic<bool> locked_{false};
};

}  // namespace gusset::detail
