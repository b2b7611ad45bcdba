#pragma once
#include <atomic>
#include <cstdint>

#include "threads/sleepers.hpp"

namespace gusset::detail {

/// The threads of an engine that sleep, and why.
struct SleepingThreads {
  Sleepers idle;                          // workers without work, worker 0 included
  Sleepers outside;                       // threads that wait while another thread is worker 0
  std::atomic<std::uint32_t> waiters{0};  // threads that sleep until something is done

  void wake_all() {
    idle.wake_all();
    outside.wake_all();
  }
  /// Something has ended that a thread may wait for. Sequentially consistent: pairs with the count of a
  /// waiter, which looks whether it is done before it sleeps. One of the two sees the other.
  void tell_waiters() {
    if (waiters.load(std::memory_order_seq_cst) > 0) wake_all();
  }
};

/// Whether tasks may start.
class Pause {
 public:
  explicit Pause(Sleepers& idle) : idle_(idle) {}

  /// Relaxed: end() wakes whoever missed it.
  bool is_on() const { return on_.load(std::memory_order_relaxed); }
  /// For who is about to sleep. Sequentially consistent: pairs with the store in end().
  bool is_surely_on() const { return on_.load(std::memory_order_seq_cst); }

  void begin() {
    // Sequentially consistent, with the load after it: pairs with Override. One of the two sees the other.
    on_.store(true, std::memory_order_seq_cst);
    if (overrides_.load(std::memory_order_seq_cst) > 0) end();
  }
  void end() {
    on_.store(false, std::memory_order_seq_cst);  // pairs with is_surely_on(), after entering `idle`
    idle_.wake_all();
  }

  /// A wait under way: while it lasts nothing stays paused, whoever pauses, as nobody else might resume.
  class Override {
   public:
    explicit Override(Pause& pause) : pause_(pause) {
      pause.overrides_.fetch_add(1, std::memory_order_seq_cst);  // pairs with the load in begin()
      if (pause.is_surely_on()) pause.end();
    }
    // Relaxed: a pause that does not see it yet came during the wait.
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
