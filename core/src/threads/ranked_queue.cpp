#include "threads/ranked_queue.hpp"

#include <mutex>

namespace gusset::detail {

void RankedQueue::Equals::push(Task& task) {
  if (first == nullptr) {
    first = &task;
    return;
  }
  if (others == nullptr) others = std::make_unique<std::deque<Task*>>();
  others->push_back(&task);
}

Task* RankedQueue::Equals::pop() {
  Task* const task = first;
  first = nullptr;
  if (others != nullptr && !others->empty()) {
    first = others->front();
    others->pop_front();
  }
  return task;
}

void RankedQueue::push(Task& task, std::int64_t rank) {
  const std::lock_guard guard(lock_);
  ranks_[rank].push(task);
  if (rank > first_rank()) first_rank_.store(rank, std::memory_order_relaxed);  // relaxed: a hint
  size_.fetch_add(1, std::memory_order_seq_cst);                                // pairs with Sleepers::enter
}

Task* RankedQueue::pop() {
  if (empty()) return nullptr;
  const std::lock_guard guard(lock_);
  for (auto rank = ranks_.begin(); rank != ranks_.end();) {
    if (rank->second.first == nullptr) {
      rank = ranks_.erase(rank);
      continue;
    }
    Task* const task = rank->second.pop();
    // Keeps an empty rank while it is the only one: a first come, first served queue uses it again.
    if (rank->second.first == nullptr && ranks_.size() > 1) rank = ranks_.erase(rank);
    first_rank_.store(rank == ranks_.end() || rank->second.first == nullptr ? lowest_rank : rank->first,
                      std::memory_order_relaxed);   // relaxed: a hint
    size_.fetch_sub(1, std::memory_order_relaxed);  // relaxed: nothing relies on the count going down
    return task;
  }
  return nullptr;
}

}  // namespace gusset::detail
