#pragma once
#include <cstddef>

namespace gusset {

/// Maps zeroed memory that begins at a multiple of `alignment`, a multiple of the page size. Asks for huge
/// pages. Returns null if the system has no more memory. munmap(memory, bytes) returns it.
void* map_aligned(std::size_t bytes, std::size_t alignment);

}  // namespace gusset
