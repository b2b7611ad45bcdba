#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

#include "gusset/core/ids.hpp"

namespace gusset::simulator {

/// A hash map from nodes to values. An empty one takes only two words, because each handle or node has its
/// own map.
template <class Value>
class NodeMap {
 public:
  /// Returns the node's value, and whether it is new; a new value is Value(). Adding another node may
  /// move it.
  std::pair<Value&, bool> find_or_add(NodeId node) {
    if (capacity_ == 0) grow();
    Entry* entry = &place_of(node);
    if (entry->node == node) return {entry->value, false};
    if (size_ + 1 >= capacity_ - capacity_ / 8) {
      grow();
      entry = &place_of(node);
    }
    ++size_;
    entry->node = node;
    return {entry->value, true};
  }

  std::size_t size() const { return size_; }
  /// Calls visit(node, value) for each node, in no particular order.
  template <class Visit>
  void for_each(Visit&& visit) const {
    for (std::size_t i = 0; i < capacity_; ++i)
      if (!entries_[i].node.is_none()) visit(entries_[i].node, entries_[i].value);
  }

 private:
  static constexpr std::uint32_t min_capacity = 4;
  struct Entry {
    NodeId node;
    Value value{};
  };

  /// Returns the node's entry, or the empty entry where it belongs.
  Entry& place_of(NodeId node) const {
    constexpr std::uint32_t golden_ratio = 0x9e3779b9;
    const std::uint32_t mask = capacity_ - 1;
    const std::uint32_t hash = node.value() * golden_ratio;
    for (std::uint32_t i = (hash ^ hash >> 15) & mask;; i = (i + 1) & mask)
      if (entries_[i].node == node || entries_[i].node.is_none()) return entries_[i];
  }
  void grow() {
    const std::uint32_t before = capacity_;
    const std::unique_ptr<Entry[]> old = std::move(entries_);
    capacity_ = std::max(min_capacity, 2 * before);
    entries_ = std::make_unique<Entry[]>(capacity_);
    for (std::uint32_t i = 0; i < before; ++i)
      if (!old[i].node.is_none()) place_of(old[i].node) = std::move(old[i]);
  }

  std::unique_ptr<Entry[]> entries_;
  std::uint32_t size_ = 0;
  std::uint32_t capacity_ = 0;  // a power of two; some entries stay empty
};

}  // namespace gusset::simulator
