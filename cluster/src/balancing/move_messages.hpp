#pragma once
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "messages/wire.hpp"

namespace gusset::cluster {

/// What the body of a message of the kind `moved` says about each of the task's accesses that is not covered,
/// in order. The body of a `result` has the key of each modified access with contents in memory.
struct MovedAccess {
  std::uint64_t bytes = 0;             ///< of the contents in memory; 0: there is no long message
  std::uint32_t key = 0;               ///< of the long message with the contents
  std::uint32_t version = 0;           ///< that the access waits for
  std::uint32_t contents_version = 0;  ///< higher than `version` if some of several adds have ended
};

/// Tasks with more accesses do not move.
inline constexpr std::size_t max_moved_accesses = max_body_bytes / sizeof(MovedAccess);

template <class Item>
std::span<const std::byte> body_of(const std::vector<Item>& items) {
  return std::as_bytes(std::span(items));
}
template <class Item>
std::vector<Item> items_from(std::span<const std::byte> body) {
  std::vector<Item> items(body.size() / sizeof(Item));
  if (!items.empty()) std::memcpy(items.data(), body.data(), items.size() * sizeof(Item));
  return items;
}

/// Keys of this node's long messages with contents of moved tasks. Used in polls.
class MoveKeys {
 public:
  bool has(std::size_t keys) const { return free_.size() + (long_keys - next_) >= keys; }
  std::uint32_t take() {
    if (free_.empty()) return next_++;
    const std::uint32_t key = free_.back();
    free_.pop_back();
    return key;
  }
  void give_back(std::uint32_t key) { free_.push_back(key); }

 private:
  std::uint32_t next_ = first_move_key;
  std::vector<std::uint32_t> free_;
};

inline std::int64_t steady_ns() {
  return std::chrono::nanoseconds(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace gusset::cluster
