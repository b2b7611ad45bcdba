#pragma once
#include <array>
#include <cstddef>
#include <mutex>
#include <new>
#include <vector>

namespace gusset::simulator {

/// Memory blocks for tasks, aligned to their size, a power of two. Simulated tasks are short-lived and never
/// run, so there are few blocks and they are reused. Thread-safe.
class TaskBlocks {
 public:
  ~TaskBlocks() {
    for (std::size_t log2 = 0; log2 < free_.size(); ++log2) {
      for (void* const block : free_[log2]) ::operator delete(block, alignment(log2));
    }
  }

  void* take(std::size_t log2_bytes) {
    {
      const std::lock_guard guard(mutex_);
      std::vector<void*>& free = free_[log2_bytes];
      if (!free.empty()) {
        void* const block = free.back();
        free.pop_back();
        return block;
      }
    }
    return ::operator new (std::size_t{1} << log2_bytes, alignment(log2_bytes));
  }
  void give_back(void* block, std::size_t log2_bytes) {
    const std::lock_guard guard(mutex_);
    free_[log2_bytes].push_back(block);
  }

 private:
  static std::align_val_t alignment(std::size_t log2_bytes) {
    return std::align_val_t{std::size_t{1} << log2_bytes};
  }

  std::mutex mutex_;
  std::array<std::vector<void*>, 64> free_;
};

}  // namespace gusset::simulator
