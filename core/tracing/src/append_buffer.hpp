#pragma once
#include <cstddef>
#include <memory>
#include <vector>

namespace gusset::core_tracing {

/// Grows without moving what is in it, so appending never stops to copy. Not thread-safe.
template <class T>
class AppendBuffer {
 public:
  void push_back(const T& item) {
    if (size_ % chunk_size == 0) chunks_.push_back(std::make_unique_for_overwrite<T[]>(chunk_size));
    chunks_.back()[size_ % chunk_size] = item;
    ++size_;
  }
  std::size_t size() const { return size_; }
  const T& operator[](std::size_t index) const { return chunks_[index / chunk_size][index % chunk_size]; }

 private:
  static constexpr std::size_t chunk_size = 4096;
  std::vector<std::unique_ptr<T[]>> chunks_;
  std::size_t size_ = 0;
};

}  // namespace gusset::core_tracing
