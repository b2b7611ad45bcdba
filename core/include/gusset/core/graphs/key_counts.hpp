#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "gusset/core/engine/spin_lock.hpp"
#include "gusset/core/ids.hpp"

namespace gusset::detail {

/// Spreads the bits of a hash (the finalizer of splitmix64, Steele, Lea and Flood 2014).
constexpr std::uint64_t mixed(std::uint64_t value) {
  value = (value ^ value >> 30) * 0xbf58476d1ce4e5b9;
  value = (value ^ value >> 27) * 0x94d049bb133111eb;
  return value ^ value >> 31;
}

template <class T>
concept HasElements = requires {
  std::tuple_size<T>::value;
};

/// The hash of a key: of numbers, enumerations, arrays, pairs and tuples of them, and of all types with a
/// std::hash.
struct KeyHash {
  template <class Key>
  std::uint64_t operator()(const Key& key) const {
    if constexpr (std::is_integral_v<Key> || std::is_enum_v<Key>) {
      return mixed(static_cast<std::uint64_t>(key));
    } else if constexpr (HasElements<Key>) {
      return std::apply(
          [](const auto&... parts) {
            std::uint64_t hash = 0;
            ((hash = mixed(hash + 0x9e3779b97f4a7c15 + KeyHash()(parts))), ...);
            return hash;
          },
          key);
    } else {
      return mixed(std::hash<Key>()(key));
    }
  }
};

/// Counts the events of keys that have had some of their events, but not all. Memory grows with the number of
/// such keys. Thread-safe.
template <class Key, class Hash>
class KeyCounts {
 public:
  /// Notes an event of the key. If it is the last of `expected` ones (at least 1; the same for each event of
  /// the key), forgets the key, appends its events (except none) to `events`, and returns true.
  bool count(const Key& key, std::uint32_t expected, EventId event, std::vector<EventId>& events) {
    if (expected == 1) {
      if (!event.is_none()) events.push_back(event);
      return true;
    }
    const std::uint64_t hash = mixed(Hash()(key));
    Shard& shard = shards_[hash >> (64 - log2_shards)];
    const std::lock_guard guard(shard.lock);
    return shard.count(key, hash, expected, event, events);
  }

  /// The number of keys that have had some of their events.
  std::size_t size() const {
    std::size_t sum = 0;
    for (const Shard& shard : shards_) {
      const std::lock_guard guard(shard.lock);
      sum += shard.used;
    }
    return sum;
  }
  /// Calls visit(key, missing events, expected events) for each of these keys.
  template <class Visit>
  void for_each(Visit&& visit) const {
    for (const Shard& shard : shards_) {
      const std::lock_guard guard(shard.lock);
      for (const Slot& slot : shard.slots) {
        if (slot.missing > 0) visit(slot.key, slot.missing, slot.expected);
      }
    }
  }
  void clear() {
    for (Shard& shard : shards_) {
      const std::lock_guard guard(shard.lock);
      shard.slots.clear();
      shard.used = 0;
    }
  }

 private:
  static constexpr int log2_shards = 6;

  struct Slot {
    Key key{};
    std::uint32_t missing = 0;  ///< 0: an empty slot
    std::uint32_t expected = 0;
    std::vector<EventId> events;
  };
  /// A hash table with linear probing.
  struct alignas(64) Shard {
    mutable SpinLock lock;
    std::size_t used = 0;
    std::vector<Slot> slots;  ///< a power of two, or none

    std::size_t home_of(const Key& key) const { return mixed(Hash()(key)) & (slots.size() - 1); }
    std::size_t next(std::size_t place) const { return (place + 1) & (slots.size() - 1); }

    bool count(const Key& key, std::uint64_t hash, std::uint32_t expected, EventId event,
               std::vector<EventId>& events) {
      constexpr std::size_t first_size = 16;
      if (4 * (used + 1) > 3 * slots.size()) resize(slots.empty() ? first_size : 2 * slots.size());
      std::size_t place = hash & (slots.size() - 1);
      while (slots[place].missing > 0 && !(slots[place].key == key)) place = next(place);
      Slot& slot = slots[place];
      if (slot.missing == 0) {
        slot.key = key;
        slot.missing = slot.expected = expected;
        ++used;
      }
      if (!event.is_none()) slot.events.push_back(event);
      if (--slot.missing > 0) return false;
      events.insert(events.end(), slot.events.begin(), slot.events.end());
      slot.events.clear();
      --used;
      fill_gap(place);
      return true;
    }

    /// Moves later slots of the same run forward, so that searches find them without markers.
    void fill_gap(std::size_t gap) {
      const std::size_t mask = slots.size() - 1;
      for (std::size_t place = next(gap); slots[place].missing > 0; place = next(place)) {
        const std::size_t distance = (place - home_of(slots[place].key)) & mask;
        if (distance < ((place - gap) & mask)) continue;
        std::swap(slots[gap], slots[place]);
        slots[place].missing = 0;
        gap = place;
      }
    }

    void resize(std::size_t size) {
      std::vector<Slot> old = std::exchange(slots, std::vector<Slot>(size));
      for (Slot& slot : old) {
        if (slot.missing == 0) continue;
        std::size_t place = home_of(slot.key);
        while (slots[place].missing > 0) place = next(place);
        slots[place] = std::move(slot);
      }
    }
  };

  std::array<Shard, std::size_t{1} << log2_shards> shards_;
};

}  // namespace gusset::detail
