#pragma once
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <vector>

namespace gusset::detail {

/// A place where threads without work sleep. A thread enters, looks for work once more, and then sleeps
/// or cancels, so it misses nothing. A thread that brings work first makes it visible and then calls one of
/// the wake functions, which costs one load if nobody is here.
///
/// No work is missed if a lock or sequentially consistent operations guard the work and the search for it.
/// Either the second look sees the work, or the work came after that look; then the waker sees that a thread
/// has entered. A wake-up goes to a thread that entered before it; a thread that enters later cannot take it.
class Sleepers {
 public:
  /// One thread's entry; lives on the thread's stack.
  class Sleeper {
   public:
    Sleeper() = default;
    /// The entry of a worker's thread.
    explicit Sleeper(std::uint32_t worker) : worker_(worker) {}

   private:
    friend class Sleepers;
    std::uint32_t worker_ = nobody;
    bool is_woken_ = false;  // guarded by Sleepers::mutex_
    std::condition_variable condition_;
  };

  void enter(Sleeper& sleeper);
  /// Leaves without sleeping. Passes on a wake-up that has already come.
  void cancel(Sleeper& sleeper);
  /// Returns once woken after enter().
  void sleep(Sleeper& sleeper);
  /// Sleeps for at most `duration`.
  void sleep_for(Sleeper& sleeper, std::chrono::microseconds duration);

  /// Wakes up to `limit` sleepers.
  void wake(std::size_t limit) {
    // Sequentially consistent: pairs with the store in enter().
    if (limit > 0 && count_.load(std::memory_order_seq_cst) > 0) wake_sleepers(limit);
  }
  void wake_one() { wake(1); }
  void wake_all() { wake(SIZE_MAX); }
  /// Wakes the worker if it sleeps here; otherwise wakes one other thread if more than `enough` sleep here.
  void wake_or_other(std::uint32_t worker, std::size_t enough) {
    // Sequentially consistent: pairs with the stores in enter().
    const std::size_t count = count_.load(std::memory_order_seq_cst);
    if (count > enough || (count > 0 && (workers_.load(std::memory_order_seq_cst) & bit_of(worker)) != 0))
      wake_sleeper(worker, enough);
  }

 private:
  static std::uint64_t bit_of(std::uint32_t worker) { return std::uint64_t{1} << worker % 64; }
  void remove(Sleeper& sleeper);
  void publish(std::memory_order order);
  void wake_sleepers(std::size_t limit);
  void wake_sleeper(std::uint32_t worker, std::size_t enough);
  void wake_last(std::size_t limit);

  static constexpr std::uint32_t nobody = UINT32_MAX;

  std::mutex mutex_;
  std::vector<Sleeper*> sleepers_;  // threads that have entered and have not been woken yet
  // Changed under mutex_:
  std::atomic<std::uint64_t> workers_{0};  // one bit per sleeping worker: its index modulo 64
  std::atomic<std::size_t> count_{0};      // the size of sleepers_
};

}  // namespace gusset::detail
