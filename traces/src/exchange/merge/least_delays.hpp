#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <unordered_map>

#include "clock_relation.hpp"

namespace gusset::traces::merge {

/// Finds the least delay of the messages from each node to each other node. Takes the two ends of the
/// messages in any order. Keeps at most `limit` messages in memory: if there are more, keeps only those with
/// certain hash values, so that both ends of a message are kept or neither.
class DelayFinder {
 public:
  explicit DelayFinder(std::size_t limit = std::size_t{1} << 18) : limit_(limit) {}

  struct Key {
    std::uint64_t handle = 0;
    std::uint32_t version = 0;
    std::uint32_t from = 0;
    std::uint32_t to = 0;
    friend bool operator==(const Key&, const Key&) = default;
  };
  void add_send(const Key& key, std::int64_t time_ns);
  void add_arrival(const Key& key, std::int64_t time_ns);

  /// The least delays of the messages whose ends are both known. Messages that share a key count as one, from
  /// the first sending to the last arrival.
  LeastDelays delays() const;

 private:
  struct Hash {
    std::size_t operator()(const Key& key) const;
  };
  struct Times {
    std::int64_t send_ns = unknown_time;
    std::int64_t arrival_ns = unknown_time;
  };
  /// Null if the message is not one of those that are kept.
  Times* times_of(const Key& key);
  bool is_kept(const Key& key) const { return (Hash()(key) >> 32 & mask_) == 0; }

  std::size_t limit_;
  std::size_t mask_ = 0;
  std::unordered_map<Key, Times, Hash> messages_;
};

}  // namespace gusset::traces::merge
