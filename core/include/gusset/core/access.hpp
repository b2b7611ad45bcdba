#pragma once
#include <concepts>

#include "gusset/core/access_mode.hpp"
#include "gusset/core/handle.hpp"

namespace gusset {

/// Something that has a handle: a Handle itself, a tile of a matrix. If it also has `contents()` and
/// `constant_contents()`, kernels get a view of it: each returns a small value (empty, at best) whose
/// `view(void* data, const HandleState&)` makes the view from where the contents are when the kernel
/// runs.
template <class Data>
concept HandleLike = requires(const Data& data) {
  { data.state() } -> std::same_as<HandleState&>;
};

/// What a kernel gets for an access to a bare handle: nothing.
struct NoContents {};

/// One access as a program states it when it submits a task. Made by read, write, add and access; a plain
/// value.
template <class Contents>
struct Access {
  HandleState* handle = nullptr;
  AccessMode mode = AccessMode::read;
  [[no_unique_address]] Contents contents;
};

/// The task uses it in that mode, built-in or of the program's own. Kernels get a view
/// that they may modify; where the mode only reads, use read.
template <HandleLike Data>
auto access(AccessMode mode, const Data& data) {
  if constexpr (requires { data.contents(); }) {
    return Access<decltype(data.contents())>{&data.state(), mode, data.contents()};
  } else {
    return Access<NoContents>{&data.state(), mode, {}};
  }
}

/// The task reads it, concurrently with other readers. Kernels get a view of constants.
template <HandleLike Data>
auto read(const Data& data) {
  if constexpr (requires { data.constant_contents(); }) {
    return Access<decltype(data.constant_contents())>{&data.state(), AccessMode::read,
                                                      data.constant_contents()};
  } else {
    return Access<NoContents>{&data.state(), AccessMode::read, {}};
  }
}

/// The task reads and modifies it, alone and in the order of submission.
template <HandleLike Data>
auto write(const Data& data) {
  return access(AccessMode::write, data);
}

/// The task modifies it, alone, in any order among other adds: sums, for instance.
template <HandleLike Data>
auto add(const Data& data) {
  return access(AccessMode::add, data);
}

}  // namespace gusset
