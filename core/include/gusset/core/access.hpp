#pragma once
#include <concepts>

#include "gusset/core/access_mode.hpp"
#include "gusset/core/handle.hpp"

namespace gusset {

/// Something that has a handle: a Handle itself, or a tile of a matrix. If it also has `contents()` and
/// `constant_contents()`, kernels get a view of it. Each of these two returns a small value (ideally an empty
/// one) whose `view(void* data, const HandleState&)` makes the view from the address of the contents when the
/// kernel runs.
template <class Data>
concept HandleLike = requires(const Data& data) {
  { data.state() } -> std::same_as<HandleState&>;
};

/// What a kernel gets for an access to a bare handle: nothing.
struct NoContents {};

/// An access that a program passes when it submits a task. Made by read, write, add and access; a plain
/// value.
template <class Contents>
struct Access {
  HandleState* handle = nullptr;
  AccessMode mode = AccessMode::read;
  [[no_unique_address]] Contents contents;
};

/// The task uses the data in this mode, built-in or custom. In every mode, even AccessMode::read, kernels get
/// a view through which they may modify the data. The function `read` gives them a read-only view.
template <HandleLike Data>
auto access(AccessMode mode, const Data& data) {
  if constexpr (requires { data.contents(); }) {
    return Access<decltype(data.contents())>{&data.state(), mode, data.contents()};
  } else {
    return Access<NoContents>{&data.state(), mode, {}};
  }
}

/// The task reads the data, concurrently with other readers. Kernels get a read-only view.
template <HandleLike Data>
auto read(const Data& data) {
  if constexpr (requires { data.constant_contents(); }) {
    return Access<decltype(data.constant_contents())>{&data.state(), AccessMode::read,
                                                      data.constant_contents()};
  } else {
    return Access<NoContents>{&data.state(), AccessMode::read, {}};
  }
}

/// The task reads and modifies the data, alone and in the order of submission.
template <HandleLike Data>
auto write(const Data& data) {
  return access(AccessMode::write, data);
}

/// The task modifies the data, alone, in any order among other adds: for example, a sum.
template <HandleLike Data>
auto add(const Data& data) {
  return access(AccessMode::add, data);
}

}  // namespace gusset
