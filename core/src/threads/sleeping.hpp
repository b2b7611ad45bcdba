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
  /// Wakes all sleepers, because the condition that a waiter sleeps for may now hold. Sequentially
  /// consistent: pairs with the increment of a waiter, which checks its condition again before it sleeps. At
  /// least one of the two sees the other.
  void notify_waiters() {
    if (waiters.load(std::memory_order_seq_cst) > 0) wake_all();
  }
};

/// Whether tasks may start.
class Pause {
 public:
  explicit Pause(Sleepers& idle) : idle_(idle) {}

  /// Relaxed: end() wakes a worker that missed it.
  bool is_on() const { return on_.load(std::memory_order_relaxed); }
  /// For a worker that is about to sleep. Sequentially consistent: pairs with the store in end().
  bool is_surely_on() const { return on_.load(std::memory_order_seq_cst); }

  void begin() {
    // Sequentially consistent, with the load after it: pairs with Override. At least one of the two sees the
    // other.
    on_.store(true, std::memory_order_seq_cst);
    if (overrides_.load(std::memory_order_seq_cst) > 0) end();
  }
  void end() {
    on_.store(false, std::memory_order_seq_cst);  // pairs with is_surely_on() after entering `idle`
    idle_.wake_all();
  }

  /// A wait in progress. During a wait no pause lasts, because no other thread might resume.
  class Override {
   public:
    explicit Override(Pause& pause) : pause_(pause) {
      pause.overrides_.fetch_add(1, std::memory_order_seq_cst);  // pairs with the load in begin()
      if (pause.is_surely_on()) pause.end();
    }
    // Relaxed: a pause that does not see the decrement yet came during the wait.
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
