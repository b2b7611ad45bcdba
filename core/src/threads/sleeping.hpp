#pragma once
#include <atomic>
#include <cstdint>

#include "threads/sleepers.hpp"

namespace gusset::detail {

/// The sleeping threads of an engine, by reason.
struct SleepingThreads {
  Sleepers idle;                          // workers without work, including worker 0
  Sleepers outside;                       // threads that wait while another thread acts as worker 0
  std::atomic<std::uint32_t> waiters{0};  // threads that sleep until a condition holds

  void wake_all() {
    idle.wake_all();
    outside.wake_all();
  }
  /// To be called when a waiter's condition may have come true: if there are waiters, wakes all sleepers.
  /// Sequentially consistent: pairs with a waiter's increment of `waiters`, after which the waiter checks its
  /// condition again before it sleeps. At least one of the two threads sees what the other one did.
  void notify_waiters() {
    if (waiters.load(std::memory_order_seq_cst) > 0) wake_all();
  }
};

/// A pause, during which no task starts.
class Pause {
 public:
  explicit Pause(Sleepers& idle) : idle_(idle) {}

  /// Relaxed: if a worker misses the end of a pause, end() wakes it.
  bool is_on() const { return on_.load(std::memory_order_relaxed); }
  /// For a worker that is about to sleep, and for Override. Sequentially consistent: pairs with the stores in
  /// begin() and end().
  bool is_surely_on() const { return on_.load(std::memory_order_seq_cst); }

  void begin() {
    // Sequentially consistent, like the load after it: both pair with Override's constructor. At least one of
    // the two threads sees what the other one did.
    on_.store(true, std::memory_order_seq_cst);
    if (overrides_.load(std::memory_order_seq_cst) > 0) end();
  }
  void end() {
    on_.store(false, std::memory_order_seq_cst);  // pairs with is_surely_on() of a worker in `idle`
    idle_.wake_all();
  }

  /// A wait in progress. No pause lasts during a wait, because there may be no other thread that could end
  /// it.
  class Override {
   public:
    explicit Override(Pause& pause) : pause_(pause) {
      pause.overrides_.fetch_add(1, std::memory_order_seq_cst);  // pairs with the load in begin()
      if (pause.is_surely_on()) pause.end();
    }
    // Relaxed: a begin() that misses the decrement counts as called during the wait.
    ~Override() { pause_.overrides_.fetch_sub(1, std::memory_order_relaxed); }
    Override(const Override&) = delete;
    Override& operator=(const Override&) = delete;

   private:
    Pause& pause_;
  };

 private:
  Sleepers& idle_;
  std::atomic<bool> on_{false};
  std::atomic<std::uint32_t> overrides_{0};
};

}  // namespace gusset::detail
