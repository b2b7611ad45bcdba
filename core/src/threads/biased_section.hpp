#pragma once
#include <atomic>

namespace gusset::detail {

/// Lets one favoured thread work without locks and atomic read-modify-writes until another thread appears.
/// The favoured thread enters and leaves with plain stores. The first other thread revokes the favour for
/// good, and waits until the favoured thread is outside. The favoured thread needs no fence between "I am
/// inside" and "is it revoked?": the revoking thread interrupts all threads of the process instead, with
/// membarrier(2). After Dice, Huang and Yang, "Asymmetric Dekker synchronization", 2001.
class BiasedSection {
 public:
  /// Favours no thread if the system lacks membarrier.
  BiasedSection();

  /// Called by the favoured thread. Returns false if the favour is revoked or the thread is already inside:
  /// use locks then, and do not call leave().
  bool enter() {
    // Relaxed: only the favoured thread sets it. Locks also work inside the section.
    if (inside_.load(std::memory_order_relaxed)) return false;
    inside_.store(true, std::memory_order_relaxed);  // relaxed: ordered by revoke()'s barrier
    std::atomic_signal_fence(std::memory_order_seq_cst);
    // Acquire: sees everything that other threads did before they revoked.
    if (!revoked_.load(std::memory_order_acquire)) return true;
    leave();
    return false;
  }
  void leave() { inside_.store(false, std::memory_order_release); }  // pairs with the load in revoke_slowly()

  bool is_revoked() const { return revoked_.load(std::memory_order_acquire); }

  /// Called by any other thread, outside of the section. Returns once the favoured thread is outside and sees
  /// the revocation.
  void revoke() {
    if (!revoked_.load(std::memory_order_acquire) || !settled_.load(std::memory_order_acquire))
      revoke_slowly();
  }

 private:
  void revoke_slowly();

  std::atomic<bool> inside_{false};
  std::atomic<bool> revoked_{false};
  std::atomic<bool> settled_{false};  // the favoured thread is known to have seen the revocation
};

}  // namespace gusset::detail
