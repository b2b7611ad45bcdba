#include "threads/ranked_queue.hpp"

#include <mutex>
#include <utility>

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

RankedQueue::Equals& RankedQueue::tasks_of(std::int64_t rank) {
  const auto next = ranks_.lower_bound(rank);
  if (next != ranks_.end() && next->first == rank) return next->second;
  if (spare_.empty()) return ranks_.try_emplace(next, rank)->second;
  Ranks::node_type node = std::move(spare_.back());
  spare_.pop_back();
  node.key() = rank;
  return ranks_.insert(next, std::move(node))->second;
}

void RankedQueue::push(Task& task, std::int64_t rank) {
  const std::lock_guard guard(lock_);
  tasks_of(rank).push(task);
  if (rank > first_rank()) first_rank_.store(rank, std::memory_order_relaxed);  // relaxed: a hint
  size_.fetch_add(1, std::memory_order_seq_cst);                                // pairs with Sleepers::enter
}

Task* RankedQueue::pop() {
  if (empty()) return nullptr;
  const std::lock_guard guard(lock_);
  for (auto rank = ranks_.begin(); rank != ranks_.end();) {
    if (rank->second.first == nullptr) {
      spare_.push_back(ranks_.extract(rank++));
      continue;
    }
    Task* const task = rank->second.pop();
    // Keeps an empty rank while it is the only one: a first come, first served queue uses it again.
    if (rank->second.first == nullptr && ranks_.size() > 1) spare_.push_back(ranks_.extract(rank++));
    first_rank_.store(rank == ranks_.end() || rank->second.first == nullptr ? lowest_rank : rank->first,
                      std::memory_order_relaxed);   // relaxed: a hint
    size_.fetch_sub(1, std::memory_order_relaxed);  // relaxed: nothing relies on the count going down
    return task;
  }
  return nullptr;
}

}  // namespace gusset::detail
