#include "threads/ranked_queue.hpp"

#include <mutex>

namespace gusset::detail {

void RankedQueue::push(Task& task, std::int64_t rank) {
  const std::lock_guard guard(lock_);
  ranks_[rank].push_back(&task);
  size_.fetch_add(1, std::memory_order_seq_cst);  // pairs with Sleepers::enter
}

Task* RankedQueue::pop() {
  if (empty()) return nullptr;
  const std::lock_guard guard(lock_);
  for (auto rank = ranks_.begin(); rank != ranks_.end();) {
    if (rank->second.empty()) {
      rank = ranks_.erase(rank);
      continue;
    }
    Task* const task = rank->second.front();
    rank->second.pop_front();
    // Keeps an empty rank while it is the only one: a first come, first served queue uses it again.
    if (rank->second.empty() && ranks_.size() > 1) ranks_.erase(rank);
    size_.fetch_sub(1, std::memory_order_relaxed);  // relaxed: nothing relies on the count going down
    return task;
  }
  return nullptr;
}

}  // namespace gusset::detail
