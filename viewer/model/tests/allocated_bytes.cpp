#include "allocated_bytes.hpp"

#include <cstdlib>
#include <new>

namespace {

thread_local std::size_t bytes = 0;

}  // namespace

[[gnu::noinline]] void* operator new(std::size_t size) {
  bytes += size;
  if (void* const memory = std::malloc(size == 0 ? 1 : size)) return memory;
  throw std::bad_alloc();
}

[[gnu::noinline]] void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  bytes += size;
  return std::malloc(size == 0 ? 1 : size);
}

[[gnu::noinline]] void operator delete(void* memory) noexcept {
  std::free(memory);
}

[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}

namespace gusset::viewer::testing {

std::size_t allocated_bytes() {
  return bytes;
}

}  // namespace gusset::viewer::testing
