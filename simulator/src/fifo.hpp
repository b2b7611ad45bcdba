#pragma once
#include <cstddef>
#include <utility>
#include <vector>

namespace gusset::simulator {

/// A queue that costs three words while it is empty, where std::deque takes half a kilobyte: each handle has
/// two.
template <class T>
class Fifo {
 public:
  bool empty() const { return first_ == items_.size(); }
  const T& front() const { return items_[first_]; }
  void push(T item) { items_.push_back(std::move(item)); }
  T pop() {
    T item = std::move(items_[first_++]);
    if (empty()) {
      items_.clear();
      first_ = 0;
    }
    return item;
  }

 private:
  std::vector<T> items_;
  std::size_t first_ = 0;
};

}  // namespace gusset::simulator
