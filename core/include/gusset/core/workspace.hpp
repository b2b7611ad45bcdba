#pragma once
#include <cstddef>
#include <new>
#include <span>
#include <type_traits>

#include "gusset/core/data/workspace.hpp"

namespace gusset {

/// Scratch memory for the task that calls it: 64-byte aligned, disjoint from what the same task asked for
/// before, indeterminate, and valid until the kernel returns. It belongs to the worker, which keeps it for
/// its next tasks, so that asking for it costs next to nothing. UsageError outside of kernels;
/// std::bad_alloc.
///
///     runtime.submit(sort(), [](gusset::Tile<double> tile) {
///       const std::span<double> scratch = gusset::workspace_of<double>(tile.rows);
///       …
///     }, write(column(i, 0)));
std::span<std::byte> workspace(std::size_t bytes);

/// The same as `count` elements.
template <class T>
std::span<T> workspace_of(std::size_t count) {
  static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_default_constructible_v<T>,
                "nobody constructs or destroys what is in a workspace");
  static_assert(alignof(T) <= detail::Workspace::alignment);
  if (count > static_cast<std::size_t>(-1) / sizeof(T)) throw std::bad_array_new_length();
  return {reinterpret_cast<T*>(workspace(count * sizeof(T)).data()), count};
}

}  // namespace gusset
