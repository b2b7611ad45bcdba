#pragma once
#include <cstddef>
#include <new>
#include <span>
#include <type_traits>

#include "gusset/core/data/workspace.hpp"

namespace gusset {

/// Returns scratch memory for the calling task: 64-byte aligned, disjoint from memory that the same task
/// requested before, indeterminate, and valid until the kernel returns. The worker owns the memory and keeps
/// it for its next tasks, so a request costs almost nothing. Throws UsageError outside of kernels, and
/// std::bad_alloc.
///
///     runtime.submit(sort(), [](gusset::Tile<double> tile) {
///       const std::span<double> scratch = gusset::workspace_of<double>(tile.rows);
///       …
///     }, write(column(i, 0)));
std::span<std::byte> workspace(std::size_t bytes);

/// Returns scratch memory for `count` elements.
template <class T>
std::span<T> workspace_of(std::size_t count) {
  static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_default_constructible_v<T>,
                "a workspace constructs and destroys no elements");
  static_assert(alignof(T) <= detail::Workspace::alignment);
  if (count > static_cast<std::size_t>(-1) / sizeof(T)) throw std::bad_array_new_length();
  return {reinterpret_cast<T*>(workspace(count * sizeof(T)).data()), count};
}

}  // namespace gusset
