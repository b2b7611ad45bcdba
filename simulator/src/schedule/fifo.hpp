#pragma once
#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace gusset::simulator {

/// A queue that takes four words while it is empty. std::deque takes half a kilobyte, and each worker has two
/// queues.
template <class T>
class Fifo {
 public:
  bool empty() const { return first_ == items_.size(); }
  std::size_t size() const { return items_.size() - first_; }
  const T& front() const { return items_[first_]; }

  void push(T item) { items_.push_back(std::move(item)); }

  T pop() {
    T item = std::move(items_[first_++]);
    // Reuses popped places at amortised constant cost.
    if (first_ * 2 >= items_.size()) {
      items_.erase(items_.begin(), items_.begin() + first());
      first_ = 0;
    }
    return item;
  }
  T pop_newest() {
    T item = std::move(items_.back());
    items_.pop_back();
    return item;
  }

 private:
  std::ptrdiff_t first() const { return static_cast<std::ptrdiff_t>(first_); }

  std::vector<T> items_;
  std::size_t first_ = 0;
};

}  // namespace gusset::simulator
