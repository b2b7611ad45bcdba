#pragma once
#include <concepts>
#include <cstddef>
#include <functional>
#include <memory>
#include <new>
#include <span>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "gusset/core/access.hpp"
#include "gusset/core/detail/handle_state.hpp"
#include "gusset/core/task.hpp"

namespace gusset::detail {

/// An access before the task exists; each handle once after Runtime has merged them.
struct RequestedAccess {
  HandleState* handle = nullptr;
  AccessMode mode = AccessMode::read;
};

/// What submit takes after the kernel: an access, or a list of accesses whose length is known only at run
/// time.
template <class T>
struct ArgumentTraits {
  static constexpr bool is_argument = false;
};

template <class Contents>
struct ArgumentTraits<Access<Contents>> {
  static constexpr bool is_argument = true;
  static constexpr bool is_list = false;

  /// The kernel's arguments for this access: one view, or nothing for a bare handle.
  static auto views(const Access<Contents>& access) {
    if constexpr (std::same_as<Contents, NoContents>) {
      return std::tuple<>();
    } else {
      return std::make_tuple(access.contents.view(access.handle->data));
    }
  }
};

template <class Contents>
struct ArgumentTraits<std::vector<Access<Contents>>> {
  static constexpr bool is_argument = true;
  static constexpr bool is_list = true;

  static auto views(const std::vector<Access<Contents>>& accesses) {
    if constexpr (std::same_as<Contents, NoContents>) {
      return std::tuple<>();
    } else {
      std::vector<decltype(accesses.front().contents.view(nullptr))> list;
      list.reserve(accesses.size());
      for (const Access<Contents>& access : accesses)
        list.push_back(access.contents.view(access.handle->data));
      return std::make_tuple(std::move(list));
    }
  }
};

template <class T>
concept TaskArgument = ArgumentTraits<std::remove_cvref_t<T>>::is_argument;

/// A kernel whose move may throw, kept apart so that a task's block can always be filled once it is
/// allocated.
template <class Kernel>
class BoxedKernel {
 public:
  explicit BoxedKernel(Kernel kernel) : kernel_(std::make_unique<Kernel>(std::move(kernel))) {}

  template <class... Views>
  void operator()(Views&&... views) {
    std::invoke(*kernel_, std::forward<Views>(views)...);
  }

 private:
  std::unique_ptr<Kernel> kernel_;
};

/// A task with its kernel and the kernel's arguments; its accesses follow it in the same block of memory.
template <class Kernel, class... Arguments>
class TaskBlock final : public Task {
 public:
  static_assert(std::is_nothrow_move_constructible_v<Kernel>);

  static std::size_t bytes(std::size_t accesses) { return offset() + accesses * sizeof(TaskAccess); }

  /// Builds the task at `block`, which has bytes(requested.size()) bytes aligned to std::max_align_t.
  static TaskBlock& construct(void* block, Kernel&& kernel, std::tuple<Arguments...>&& arguments,
                              std::span<const RequestedAccess> requested) noexcept {
    static_assert(alignof(TaskBlock) <= alignof(std::max_align_t),
                  "kernels can't capture over-aligned values");
    auto* accesses = reinterpret_cast<TaskAccess*>(static_cast<std::byte*>(block) + offset());
    auto* task = new (block) TaskBlock(std::move(kernel), std::move(arguments), accesses, requested.size());
    for (std::size_t i = 0; i < requested.size(); ++i) {
      new (accesses + i) TaskAccess{requested[i].handle, task, nullptr, 0, requested[i].mode};
    }
    task->block_bytes = bytes(requested.size());
    return *task;
  }

 private:
  // In a union so that destroy() ends the kernel's life alone: engines still walk the accesses after it.
  struct Closure {
    Kernel kernel;
    std::tuple<Arguments...> arguments;
  };
  union {
    Closure closure_;
  };

  TaskBlock(Kernel&& kernel, std::tuple<Arguments...>&& arguments, TaskAccess* accesses,
            std::size_t count) noexcept
      : Task(&invoke, &destroy_closure, accesses, count), closure_{std::move(kernel), std::move(arguments)} {}
  ~TaskBlock() {}

  static constexpr std::size_t offset() {
    return (sizeof(TaskBlock) + alignof(TaskAccess) - 1) / alignof(TaskAccess) * alignof(TaskAccess);
  }
  static void invoke(Task& task) {
    Closure& closure = static_cast<TaskBlock&>(task).closure_;
    std::apply(
        [&](const Arguments&... arguments) {
          std::apply(closure.kernel, std::tuple_cat(ArgumentTraits<Arguments>::views(arguments)...));
        },
        closure.arguments);
  }
  static void destroy_closure(Task& task) { std::destroy_at(&static_cast<TaskBlock&>(task).closure_); }
};

}  // namespace gusset::detail
