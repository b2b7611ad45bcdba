#include "scratch_table.hpp"

#include "conversion_failure.hpp"

namespace gusset::ompt {

std::uint64_t ScratchTable::hash(std::uint64_t scope, std::uint64_t address) {
  std::uint64_t mixed = address * 0x9e3779b97f4a7c15U ^ scope;
  mixed = (mixed ^ (mixed >> 32)) * 0xd6e8feb86659fd93U;
  return mixed ^ (mixed >> 32);
}

/// Buckets from `half_` on hold the entries of the lower buckets that have been split.
std::uint64_t ScratchTable::bucket_of(std::uint64_t hash) const {
  const std::uint64_t bucket = hash & (2 * half_ - 1);
  return bucket < buckets_.size() ? bucket : bucket - half_;
}

std::uint32_t ScratchTable::find(std::uint64_t scope, std::uint64_t address) {
  if (buckets_.size() == 0) return none;
  std::uint32_t at = buckets_.get(bucket_of(hash(scope, address)));
  while (at != none) {
    const Entry entry = entries_.get(at);
    if (entry.scope == scope && entry.address == address) return entry.number;
    at = entry.next_in_bucket;
  }
  return none;
}

void ScratchTable::add(std::uint64_t scope, std::uint64_t address, std::uint32_t number,
                       std::uint32_t& first) {
  if (++used_ > buckets_.size()) grow();
  const std::uint64_t bucket = bucket_of(hash(scope, address));
  const Entry entry{scope, address, number, buckets_.get(bucket), first};
  std::uint32_t at = free_;
  if (at != none) {
    free_ = entries_.get(at).next_in_scope;
    entries_.set(at, entry);
  } else {
    if (entries_.size() >= none)
      throw ConversionFailure({"dependences", "fewer than 2^32 - 1 addresses in use", "more"});
    at = static_cast<std::uint32_t>(entries_.push_back(entry));
  }
  buckets_.set(bucket, at);
  first = at;
}

void ScratchTable::erase(std::uint32_t first) {
  while (first != none) {
    const Entry gone = entries_.get(first);
    const std::uint64_t bucket = bucket_of(hash(gone.scope, gone.address));
    std::uint32_t at = buckets_.get(bucket);
    if (at == first) {
      buckets_.set(bucket, gone.next_in_bucket);
    } else {
      while (entries_.get(at).next_in_bucket != first) at = entries_.get(at).next_in_bucket;
      entries_.edit(at).next_in_bucket = gone.next_in_bucket;
    }
    entries_.edit(first).next_in_scope = free_;
    free_ = first;
    --used_;
    first = gone.next_in_scope;
  }
}

/// Adds a bucket and moves entries to it from the bucket that had them until now.
void ScratchTable::grow() {
  const std::uint64_t added = buckets_.push_back(none);
  if (added == 0) return;
  if (added == 2 * half_) half_ *= 2;
  const std::uint64_t split = added - half_;
  std::uint32_t stay = none;
  std::uint32_t move = none;
  for (std::uint32_t at = buckets_.get(split); at != none;) {
    Entry& entry = entries_.edit(at);
    const std::uint32_t next = entry.next_in_bucket;
    std::uint32_t& list = bucket_of(hash(entry.scope, entry.address)) == added ? move : stay;
    entry.next_in_bucket = list;
    list = at;
    at = next;
  }
  buckets_.set(split, stay);
  buckets_.set(added, move);
}

}  // namespace gusset::ompt
