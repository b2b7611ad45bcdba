#pragma once
#include <cstddef>
#include <memory>
#include <new>
#include <vector>

namespace gusset::core_tracing {

/// Memory in one huge page where the system has them: touching it first costs a tenth then.
void* allocate_chunk(std::size_t bytes);
void free_chunk(void* chunk, std::size_t bytes);
inline constexpr std::size_t chunk_bytes = std::size_t{1} << 21;

/// Grows without moving what is in it, so appending never stops to copy. Not thread-safe.
template <class T>
class AppendBuffer {
 public:
  AppendBuffer() = default;
  AppendBuffer(AppendBuffer&&) noexcept = default;
  AppendBuffer& operator=(AppendBuffer&&) noexcept = default;

  void push_back(const T& item) { *append() = item; }
  /// Room for one more, to be written by the caller.
  T* append() {
    if (next_ == end_) grow();
    return next_++;
  }
  std::size_t size() const { return chunks_.size() * per_chunk - static_cast<std::size_t>(end_ - next_); }
  bool empty() const { return size() == 0; }
  const T& operator[](std::size_t index) const { return chunks_[index / per_chunk].get()[index % per_chunk]; }
  T& back() { return next_[-1]; }

 private:
  static constexpr std::size_t per_chunk = chunk_bytes / sizeof(T);
  struct Free {
    void operator()(T* chunk) const { free_chunk(chunk, chunk_bytes); }
  };

  void grow() {
    chunks_.emplace_back(static_cast<T*>(allocate_chunk(chunk_bytes)));
    next_ = chunks_.back().get();
    end_ = next_ + per_chunk;
  }

  T* next_ = nullptr;
  T* end_ = nullptr;
  std::vector<std::unique_ptr<T, Free>> chunks_;
};

}  // namespace gusset::core_tracing
