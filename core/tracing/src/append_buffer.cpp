#include "append_buffer.hpp"

#include <sys/mman.h>

#include <cstdint>
#include <new>

namespace gusset::core_tracing {

void* allocate_chunk(std::size_t bytes) {
  // Twice as much, so that an aligned chunk is within; the rest goes back.
  void* const mapped = mmap(nullptr, 2 * bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapped == MAP_FAILED) throw std::bad_alloc();
  const auto first = reinterpret_cast<std::uintptr_t>(mapped);
  const std::uintptr_t aligned = (first + bytes - 1) / bytes * bytes;
  if (aligned > first) munmap(mapped, aligned - first);
  if (aligned < first + bytes) munmap(reinterpret_cast<void*>(aligned + bytes), first + bytes - aligned);
  madvise(reinterpret_cast<void*>(aligned), bytes, MADV_HUGEPAGE);  // a hint
  return reinterpret_cast<void*>(aligned);
}

void free_chunk(void* chunk, std::size_t bytes) {
  munmap(chunk, bytes);
}

}  // namespace gusset::core_tracing
