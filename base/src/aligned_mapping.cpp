#include "gusset/base/aligned_mapping.hpp"

#include <sys/mman.h>

#include <cstdint>

namespace gusset {

void* map_aligned(std::size_t bytes, std::size_t alignment) {
  // Maps more, so that an aligned block fits, and returns the rest.
  void* const memory =
      mmap(nullptr, bytes + alignment, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return nullptr;
  auto* const begin = static_cast<std::byte*>(memory);
  const std::size_t before = -reinterpret_cast<std::uintptr_t>(begin) % alignment;
  if (before > 0) munmap(begin, before);
  munmap(begin + before + bytes, alignment - before);
  madvise(begin + before, bytes, MADV_HUGEPAGE);  // a hint: a system without huge pages uses small ones
  return begin + before;
}

}  // namespace gusset
