#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace gusset::ompt {

/// The locks that a thread holds or waits for, the outermost first.
class HeldLocks {
 public:
  struct Lock {
    std::uint64_t identity = 0;
    std::uint64_t waiter = 0;  ///< the task that waits for the lock; 0 once the thread has it
    std::int64_t since_ns = 0;
  };
  /// Drops the outermost lock if there is no room. Its interval is then not recorded. Changes nothing if the
  /// thread already holds the lock: it sets a nestable lock again, or tests the lock in vain.
  void add(const Lock& lock) {
    if (const Lock* const before = find(lock.identity)) {
      if (before->waiter == 0) return;
      remove(before);  // an earlier test failed
    }
    if (count_ == locks_.size()) remove(locks_.data());
    locks_[count_++] = lock;
  }
  /// Null if the lock is unknown.
  Lock* find(std::uint64_t identity) {
    for (std::size_t i = count_; i-- > 0;) {
      if (locks_[i].identity == identity) return &locks_[i];
    }
    return nullptr;
  }
  void remove(const Lock* lock) {
    std::shift_left(locks_.begin() + (lock - locks_.data()),
                    locks_.begin() + static_cast<std::ptrdiff_t>(count_), 1);
    --count_;
  }

 private:
  std::array<Lock, 16> locks_{};
  std::size_t count_ = 0;
};

}  // namespace gusset::ompt
