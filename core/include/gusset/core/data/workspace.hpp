#pragma once
#include <cstddef>
#include <memory>
#include <new>
#include <vector>

namespace gusset::detail {

/// One worker's scratch memory: a stack of chunks. Allocated memory stays in place until it is released, and
/// chunks are kept for later tasks. Used by one thread at a time.
class Workspace {
 public:
  static constexpr std::size_t alignment = 64;  // a cache line, and the widest vector

  /// How much is in use. The runtime takes a mark before a kernel and releases to it afterwards.
  struct Mark {
    std::size_t chunk = 0;
    std::size_t used_bytes = 0;  ///< in that chunk
  };

  /// Returns memory that is aligned to 64 bytes and disjoint from all memory in use. Throws std::bad_alloc.
  std::byte* allocate(std::size_t bytes);

  Mark mark() const { return in_use_; }
  /// Frees everything allocated since the mark.
  void release_to(Mark mark) { in_use_ = mark; }

  std::size_t reserved_bytes() const;

  /// The workspace of the worker whose kernel the calling thread is in; null outside of kernels. Engines set
  /// it around kernels and restore it when kernels nest.
  static Workspace*& current() { return current_; }

 private:
  struct Free {
    void operator()(std::byte* memory) const { ::operator delete (memory, std::align_val_t{alignment}); }
  };
  struct Chunk {
    std::unique_ptr<std::byte, Free> memory;
    std::size_t bytes = 0;
  };

  static inline thread_local constinit Workspace* current_ = nullptr;

  std::vector<Chunk> chunks_;
  Mark in_use_;
};

}  // namespace gusset::detail
