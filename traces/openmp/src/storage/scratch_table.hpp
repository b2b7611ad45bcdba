#pragma once
#include <cstdint>
#include <limits>

#include "scratch.hpp"

namespace gusset::ompt {

/// Maps addresses to numbers, separately in each scope. A scope can be erased as a whole. The table may be
/// larger than memory: it is a hash table in a Scratch that grows by one bucket at a time (linear hashing).
class ScratchTable {
 public:
  static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

  explicit ScratchTable(Scratch& scratch) : entries_(scratch), buckets_(scratch) {}

  /// The number of an address; none if there is none.
  std::uint32_t find(std::uint64_t scope, std::uint64_t address);
  /// Adds an address that is not in the table. `first` is the scope's first entry, none at the beginning; the
  /// caller keeps it for `erase`.
  void add(std::uint64_t scope, std::uint64_t address, std::uint32_t number, std::uint32_t& first);
  /// Erases a scope's entries, from its first one on.
  void erase(std::uint32_t first);

 private:
  struct Entry {
    std::uint64_t scope = 0;
    std::uint64_t address = 0;
    std::uint32_t number = 0;
    std::uint32_t next_in_bucket = none;
    std::uint32_t next_in_scope = none;  ///< or the next free entry
  };

  static std::uint64_t hash(std::uint64_t scope, std::uint64_t address);
  std::uint64_t bucket_of(std::uint64_t hash) const;
  void grow();

  ScratchArray<Entry> entries_;
  ScratchArray<std::uint32_t> buckets_;  ///< the first entry of each
  std::uint64_t used_ = 0;
  std::uint64_t half_ = 1;  ///< the largest power of two that is at most the number of buckets
  std::uint32_t free_ = none;
};

}  // namespace gusset::ompt
