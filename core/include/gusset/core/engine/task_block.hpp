#pragma once
#include <concepts>
#include <cstddef>
#include <functional>
#include <memory>
#include <new>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "gusset/core/access.hpp"
#include "gusset/core/engine.hpp"
#include "gusset/core/engine/handle_state.hpp"
#include "gusset/core/engine/renaming.hpp"
#include "gusset/core/engine/subtasks.hpp"
#include "gusset/core/errors.hpp"
#include "gusset/core/reserved.hpp"
#include "gusset/core/task.hpp"

namespace gusset::detail {

/// What submit accepts after the kernel: an access, or a list of accesses whose length is known only at run
/// time. `Stored` is the part that the task keeps; the task's accesses already hold handles and modes.
template <class T>
struct ArgumentTraits {
  static constexpr bool is_argument = false;
};

template <class Contents>
struct ArgumentTraits<Access<Contents>> {
  static constexpr bool is_argument = true;
  static constexpr bool is_list = false;
  static constexpr bool has_contents = !std::same_as<Contents, NoContents>;
  using Stored = Contents;

  static std::size_t count(const Access<Contents>&) { return 1; }
  static void check(const Access<Contents>&) {}
  static void submitted(const Access<Contents>&) {}
  static Stored store(const Access<Contents>& access) { return access.contents; }
  template <class Visit>
  static void visit(const Access<Contents>& access, Visit&& visit) {
    visit(*access.handle, access.mode);
  }

  /// The kernel's arguments: one view, or nothing for a bare handle.
  static auto views(const Stored& contents, const TaskAccess*& access) {
    const TaskAccess& mine = *access++;
    if constexpr (has_contents) {
      return std::make_tuple(contents.view(contents_of(mine), mine.handle()));
    } else {
      return std::tuple<>();
    }
  }
  /// The arguments of a split: the parts instead of views.
  static auto parts(const Stored& contents, const TaskAccess*& access) {
    const TaskAccess& mine = *access++;
    if constexpr (requires { contents.parts(mine.handle()); }) {
      return std::make_tuple(contents.parts(mine.handle()));
    } else {
      return std::tuple<>();
    }
  }
};

template <class Contents>
struct ArgumentTraits<std::vector<Access<Contents>>> {
  static constexpr bool is_argument = true;
  static constexpr bool is_list = true;
  static constexpr bool has_contents = !std::same_as<Contents, NoContents>;
  using Stored =
      std::conditional_t<has_contents && !std::is_empty_v<Contents>, std::vector<Contents>, std::size_t>;

  static std::size_t count(const std::vector<Access<Contents>>& accesses) { return accesses.size(); }
  static void check(const std::vector<Access<Contents>>&) {}
  static void submitted(const std::vector<Access<Contents>>&) {}
  static Stored store(const std::vector<Access<Contents>>& accesses) {
    if constexpr (std::same_as<Stored, std::size_t>) {
      return accesses.size();
    } else {
      Stored list;
      list.reserve(accesses.size());
      for (const Access<Contents>& access : accesses) list.push_back(access.contents);
      return list;
    }
  }
  template <class Visit>
  static void visit(const std::vector<Access<Contents>>& accesses, Visit&& visit) {
    for (const Access<Contents>& access : accesses) visit(*access.handle, access.mode);
  }

  static auto views(const Stored& stored, const TaskAccess*& access) {
    if constexpr (has_contents) {
      return list(stored, access, [](const Contents& contents, const TaskAccess& mine) {
        return contents.view(contents_of(mine), mine.handle());
      });
    } else {
      access += size(stored);
      return std::tuple<>();
    }
  }
  static auto parts(const Stored& stored, const TaskAccess*& access) {
    if constexpr (requires(const Contents& contents) { contents.parts(access->handle()); }) {
      return list(stored, access, [](const Contents& contents, const TaskAccess& mine) {
        return contents.parts(mine.handle());
      });
    } else {
      access += size(stored);
      return std::tuple<>();
    }
  }

 private:
  static std::size_t size(const Stored& stored) {
    if constexpr (std::same_as<Stored, std::size_t>) {
      return stored;
    } else {
      return stored.size();
    }
  }
  template <class Make>
  static auto list(const Stored& stored, const TaskAccess*& access, Make&& make) {
    std::vector<decltype(make(std::declval<const Contents&>(), *access))> views;
    views.reserve(size(stored));
    for (std::size_t i = 0; i < size(stored); ++i) {
      if constexpr (std::same_as<Stored, std::size_t>) {
        views.push_back(make(Contents{}, *access++));
      } else {
        views.push_back(make(stored[i], *access++));
      }
    }
    return std::make_tuple(std::move(views));
  }
};

template <class Contents>
struct ArgumentTraits<Reserved<Contents>> : ArgumentTraits<Access<Contents>> {
  using Base = ArgumentTraits<Access<Contents>>;
  using Stored = typename Base::Stored;

  static std::size_t count(const Reserved<Contents>&) { return 1; }
  static Stored store(const Reserved<Contents>& reserved) { return reserved.access().contents; }
  template <class Visit>
  static void visit(const Reserved<Contents>& reserved, Visit&& visit) {
    visit(*reserved.access().handle, reserved.access().mode, reserved.version());
  }
  static void check(const Reserved<Contents>& reserved) {
    if (reserved.is_used())
      throw UsageError(reserved.access().handle->label() +
                       ": expected a reservation to be used once, found a second use");
  }
  static void submitted(const Reserved<Contents>& reserved) { reserved.use(); }
};

template <class T>
concept TaskArgument = ArgumentTraits<std::remove_cvref_t<T>>::is_argument;

struct NamesSplit {
  int split;
};
template <class Kernel>
struct AlsoNamesSplit : Kernel, NamesSplit {};
/// Whether a kernel has one or several members `split`: with another base that has one, the name is
/// ambiguous.
template <class Kernel>
inline constexpr bool has_member_split = false;
template <class Kernel>
requires(std::is_class_v<Kernel> &&
         !std::is_final_v<Kernel>) inline constexpr bool has_member_split<Kernel> = !requires {
  &AlsoNamesSplit<Kernel>::split;
};

/// Holds a kernel whose move may throw in separate memory, so that filling a task's block never throws once
/// the block is allocated.
template <class Kernel>
class BoxedKernel {
 public:
  static_assert(!has_member_split<Kernel>, "a kernel that can split must be movable without exceptions");

  explicit BoxedKernel(Kernel kernel) : kernel_(std::make_unique<Kernel>(std::move(kernel))) {}

  template <class... Views>
  void operator()(Views&&... views) {
    std::invoke(*kernel_, std::forward<Views>(views)...);
  }
  void then() requires requires(Kernel& kernel) { kernel.then(); }
  { kernel_->then(); }

 private:
  std::unique_ptr<Kernel> kernel_;
};

/// The payload of a task's block: the kernel and its stored arguments, behind the accesses.
template <class Kernel, class... Arguments>
class TaskBlock {
 public:
  static_assert(std::is_nothrow_move_constructible_v<Kernel>);
  struct Closure {
    [[no_unique_address]] Kernel kernel;
    [[no_unique_address]] std::tuple<typename ArgumentTraits<Arguments>::Stored...> arguments;
  };
  /// Whether there is nothing to store: the closure is then constructed for each call.
  static constexpr bool is_stateless = std::is_empty_v<Closure> &&
                                       std::is_trivially_destructible_v<Closure> &&
                                       std::is_default_constructible_v<Closure>;
  /// Whether a function can be called with the views.
  template <class Function>
  static constexpr bool is_kernel = requires(Function& function,
                                             const typename ArgumentTraits<Arguments>::Stored&... stored,
                                             const TaskAccess*& access) {
    std::apply(function, std::tuple_cat(ArgumentTraits<Arguments>::views(stored, access)...));
  };
  static_assert(alignof(Closure) <= 64, "kernels can't capture data aligned to more than 64 bytes");

  static std::size_t bytes(std::size_t accesses) {
    if constexpr (is_stateless) {
      return sizeof(Task) + accesses * sizeof(TaskAccess);
    } else {
      return closure_offset(accesses) + sizeof(Closure);
    }
  }

  static Task& construct(const TaskMemory& memory, TaskTypeId type, std::size_t count, Closure&& closure,
                         const Arguments&... arguments) noexcept {
    Task& task = *new (memory.block) Task(kind, type, count, memory.log2_bytes, memory.has_extra);
    if (memory.has_extra) task.extra().access_count = static_cast<std::uint32_t>(count);
    TaskAccess* next = task.begin();
    [[maybe_unused]] const auto append = [&](HandleState& handle, AccessMode mode, auto... version) {
      TaskAccess& access = *new (next++) TaskAccess(handle, mode, memory.log2_bytes);
      if constexpr (sizeof...(version) == 1) {
        access.version = (version + ...);
        access.mark(TaskAccess::reserved);
      }
    };
    (ArgumentTraits<Arguments>::visit(arguments, append), ...);
    if constexpr (!is_stateless) new (&closure_of(task)) Closure(std::move(closure));
    return task;
  }

 private:
  static constexpr std::size_t closure_offset(std::size_t accesses) {
    const std::size_t end = sizeof(Task) + accesses * sizeof(TaskAccess);
    return (end + alignof(Closure) - 1) / alignof(Closure) * alignof(Closure);
  }
  static Closure& closure_of(Task& task) {
    return *reinterpret_cast<Closure*>(reinterpret_cast<std::byte*>(&task) +
                                       closure_offset(task.access_count()));
  }
  static decltype(auto) with_closure(Task& task, auto&& action) {
    if constexpr (is_stateless) {
      Closure closure;
      return action(closure);
    } else {
      return action(closure_of(task));
    }
  }

  static void run(Task& task) {
    with_closure(task, [&](Closure& closure) {
      std::apply(
          [&](const typename ArgumentTraits<Arguments>::Stored&... stored) {
            const TaskAccess* access = task.begin();
            if constexpr (can_split) {
              if (has_parts(task)) {
                std::apply(
                    [&](auto&&... parts) { closure.kernel.split(std::move(parts)...); },
                    joined([&]<class A>(const auto& kept) { return ArgumentTraits<A>::parts(kept, access); },
                           stored...));
                return;
              }
            }
            std::apply(
                closure.kernel,
                joined([&]<class A>(const auto& kept) { return ArgumentTraits<A>::views(kept, access); },
                       stored...));
          },
          closure.arguments);
    });
  }
  template <class Make>
  static auto joined(Make&& make, const typename ArgumentTraits<Arguments>::Stored&... stored) {
    if constexpr (sizeof...(Arguments) == 0) {
      return std::tuple<>();
    } else {
      // A braced list is evaluated from left to right, and each step advances to the next access.
      using Tuples = std::tuple<decltype(make.template operator()<Arguments>(stored))...>;
      Tuples tuples{make.template operator()<Arguments>(stored)...};
      return std::apply([](auto&&... each) { return std::tuple_cat(std::move(each)...); }, std::move(tuples));
    }
  }
  static void destroy(Task& task) {
    if constexpr (!is_stateless) std::destroy_at(&closure_of(task));
  }

  static void then(Task& task) {
    with_closure(task, [](Closure& closure) {
      if constexpr (has_then) closure.kernel.then();
    });
  }

  static constexpr bool can_split = requires { &Kernel::split; };
  static constexpr bool has_then = requires(Kernel & kernel) { kernel.then(); };
  static_assert(can_split || !has_member_split<Kernel>, "a kernel can't overload its member `split`");
  static_assert(!(can_split && has_then), "a kernel that can split can't have a member `then`");
  static constexpr TaskClass kind{&run, std::is_trivially_destructible_v<Closure> ? nullptr : &destroy,
                                  nullptr, can_split, has_then ? &then : nullptr};
};

}  // namespace gusset::detail
