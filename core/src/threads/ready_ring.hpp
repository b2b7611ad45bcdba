#pragma once
#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "gusset/core/policy.hpp"
#include "gusset/core/task.hpp"

namespace gusset::detail {

/// One worker's ready tasks. Only this worker, the owner, adds tasks, at the newest end. The owner takes the
/// newest or, like any other thread, the oldest. Thieves take several tasks with a single compare-and-swap.
/// The size is fixed, so a claimed place stays where it is until it has been read.
///
/// Both ends share one word, so a successful swap has seen a consistent pair. A claim is valid whatever the
/// places held when the word was read: the claimant reads and empties them after the claim. The owner does
/// not reuse a place that is not empty yet.
class ReadyRing {
 public:
  static constexpr std::uint32_t capacity = 1024;

  ReadyRing() : places_(std::make_unique<std::atomic<Task*>[]>(capacity)) {}

  bool empty() const {
    // seq_cst: pairs with push, after Sleepers::enter
    const std::uint64_t ends = ends_.load(std::memory_order_seq_cst);
    return newest(ends) == oldest(ends);
  }

  std::size_t size() const {
    const std::uint64_t ends = ends_.load(std::memory_order_relaxed);  // relaxed: a hint
    return newest(ends) - oldest(ends);
  }

  /// Called by the owner; false if there is no room. `alone`: no other thread uses the ring at the moment.
  bool push(Task& task, bool alone = false) {
    const std::uint64_t ends =
        ends_.load(std::memory_order_relaxed);  // relaxed: only the owner moves this end
    std::atomic<Task*>& place = places_[newest(ends) % capacity];
    // Acquire: pairs with the release of the thread that emptied the place.
    if (place.load(std::memory_order_acquire) != nullptr) return false;
    place.store(&task, std::memory_order_relaxed);  // relaxed: published by the store to `ends_` below
    if (alone) {
      ends_.store(ends + one_newer, std::memory_order_relaxed);
    } else {
      // Release: pairs with the acquire of a claim. Sequentially consistent: pairs with Sleepers::enter.
      ends_.fetch_add(one_newer, std::memory_order_seq_cst);
    }
    return true;
  }

  /// Called by the owner; null if the ring is empty.
  Task* take_newest(bool alone = false) {
    std::uint64_t ends = ends_.load(std::memory_order_relaxed);  // relaxed: a hint, confirmed by the swap
    for (;;) {
      if (newest(ends) == oldest(ends)) return nullptr;
      if (alone) {
        ends_.store(ends - one_newer, std::memory_order_relaxed);
        return empty_place(newest(ends) - 1);
      }
      // Acquire: pairs with the release in push(), perhaps by another thread that was the owner then.
      if (ends_.compare_exchange_weak(ends, ends - one_newer, std::memory_order_acq_rel,
                                      std::memory_order_relaxed))
        return empty_place(newest(ends) - 1);
    }
  }

  /// Called by any thread; null if the ring is empty.
  Task* take_oldest(bool alone = false) {
    if (alone) {
      const std::uint64_t ends = ends_.load(std::memory_order_relaxed);
      if (newest(ends) == oldest(ends)) return nullptr;
      ends_.store(older(ends, 1), std::memory_order_relaxed);
      return empty_place(oldest(ends));
    }
    std::array<Task*, Policy::max_steal_count> one;
    return steal(one, [](std::size_t) { return std::size_t{1}; }) == 1 ? one[0] : nullptr;
  }

  /// Called by any thread. Takes count(available) of the oldest tasks, at most Policy::max_steal_count.
  /// Stores them oldest first and returns how many it took.
  template <class Count>
  std::size_t steal(std::array<Task*, Policy::max_steal_count>& stolen, Count&& count) {
    std::uint64_t ends = ends_.load(std::memory_order_relaxed);  // relaxed: a hint, confirmed by the swap
    for (;;) {
      const std::uint32_t available = newest(ends) - oldest(ends);
      if (available == 0) return 0;
      const auto claimed = static_cast<std::uint32_t>(std::clamp<std::size_t>(
          count(std::size_t{available}), 1, std::min<std::size_t>(available, Policy::max_steal_count)));
      // Acquire: pairs with the release in push().
      if (!ends_.compare_exchange_weak(ends, older(ends, claimed), std::memory_order_acq_rel,
                                       std::memory_order_relaxed))
        continue;
      for (std::uint32_t i = 0; i < claimed; ++i) stolen[i] = empty_place(oldest(ends) + i);
      return claimed;
    }
  }

 private:
  static constexpr std::uint64_t one_newer = std::uint64_t{1} << 32;
  static std::uint32_t newest(std::uint64_t ends) { return static_cast<std::uint32_t>(ends >> 32); }
  static std::uint32_t oldest(std::uint64_t ends) { return static_cast<std::uint32_t>(ends); }
  static std::uint64_t older(std::uint64_t ends, std::uint32_t taken) {
    return (ends & ~std::uint64_t{0xffffffff}) | static_cast<std::uint32_t>(oldest(ends) + taken);
  }

  Task* empty_place(std::uint32_t index) {
    std::atomic<Task*>& place = places_[index % capacity];
    Task* const task = place.load(std::memory_order_relaxed);  // relaxed: the claim has acquired it
    place.store(nullptr, std::memory_order_release);           // pairs with the acquire in push()
    return task;
  }

  alignas(64) std::atomic<std::uint64_t> ends_{0};  // newest index + 1, and oldest index; both wrap
  alignas(64) std::unique_ptr<std::atomic<Task*>[]> places_;
};

}  // namespace gusset::detail
