#pragma once
#include <atomic>

namespace gusset::detail {

/// Lets one thread go without locks and atomic read-modify-writes until another thread appears. The favoured
/// thread enters and leaves by plain stores; the first other thread revokes the favour for good, and waits
/// until the favoured one is outside. The order between "I am inside" and "is it revoked?" that the favoured
/// thread saves is made by the other, which interrupts all threads of the process: membarrier(2). After Dice,
/// Huang and Yang, Asymmetric Dekker synchronization, 2001.
class BiasedSection {
 public:
  /// Favours nobody where the system lacks membarrier.
  BiasedSection();

  /// By the favoured thread. False: revoked, or inside already: use locks; nothing to leave.
  bool enter() {
    if (inside_.load(std::memory_order_relaxed)) return false;  // relaxed: its own; locks will do within
    inside_.store(true, std::memory_order_relaxed);             // relaxed: ordered by revoke()'s barrier
    std::atomic_signal_fence(std::memory_order_seq_cst);
    // Acquire: what others did before they revoked is seen.
    if (!revoked_.load(std::memory_order_acquire)) return true;
    leave();
    return false;
  }
  void leave() { inside_.store(false, std::memory_order_release); }  // pairs with the load in revoke()

  bool is_revoked() const { return revoked_.load(std::memory_order_acquire); }

  /// By any other thread, outside of the section; returns once the favoured thread is outside and knows.
  void revoke() {
    if (!revoked_.load(std::memory_order_acquire) || !settled_.load(std::memory_order_acquire))
      revoke_slowly();
  }

 private:
  void revoke_slowly();

  std::atomic<bool> inside_{false};
  std::atomic<bool> revoked_{false};
  std::atomic<bool> settled_{false};  // the favoured thread is known to have seen it
};

}  // namespace gusset::detail
