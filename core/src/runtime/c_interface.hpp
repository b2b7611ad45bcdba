#pragma once
// What the functions of gusset.h share: the objects that C programs hold, and conversions of errors to
// statuses.
#include <atomic>
#include <cstddef>
#include <memory>
#include <string>

#include "gusset.h"
#include "gusset/core/data/tile_store.hpp"
#include "gusset/core/engine/handle_state.hpp"
#include "gusset/core/errors.hpp"
#include "gusset/core/runtime.hpp"

struct gusset_runtime {
  gusset_runtime() = default;
  explicit gusset_runtime(const gusset::Options& options) : runtime(options) {}

  gusset::Runtime runtime;
  std::atomic<std::size_t> handles{0};
};

struct gusset_handle {
  gusset_handle(gusset_runtime& of, std::size_t pooled_bytes) : owner(of) {
    if (pooled_bytes == 0) return;
    gusset::DataPool& pool = owner.runtime.pool();
    pooled = {static_cast<std::byte*>(pool.allocate(pooled_bytes, gusset::detail::tile_alignment)),
              gusset::detail::GiveBack{&pool, pooled_bytes}};
    own->data = pooled.get();
  }
  gusset::HandleState& state() const { return *own; }

  gusset_runtime& owner;
  std::unique_ptr<std::byte, gusset::detail::GiveBack> pooled;
  bool has_contents = false;  // on the node that owns it
  std::unique_ptr<gusset::HandleState> own = std::make_unique<gusset::HandleState>();
};

namespace gusset::c_interface {

/// Turns the exception that is being handled into a status, and its text into this thread's last error.
int status_of_exception() noexcept;

/// Runs the action and turns what it throws into a status.
template <class Action>
int status_of(Action&& action) noexcept {
  try {
    action();
    return GUSSET_OK;
  } catch (...) {
    return status_of_exception();
  }
}

UsageError misuse(const char* function, const std::string& expected, const std::string& found);
void refuse_inside_kernels(const Runtime& runtime, const char* function);

inline void require(bool is_there, const char* function, const char* what) {
  if (!is_there) throw misuse(function, what, "null");
}

template <class T>
T& required(T* pointer, const char* function, const char* what) {
  require(pointer != nullptr, function, what);
  return *pointer;
}

/// Runs an action on a runtime and turns what it throws into a status. The runtime reports misuse as in C++:
/// if it was made from the environment, it ends the program.
template <class Action>
int run_on(gusset_runtime* runtime, const char* function, Action&& action) noexcept {
  return status_of([&] {
    Runtime& mine = required(runtime, function, "a runtime").runtime;
    try {
      action(mine);
    } catch (const UsageError& error) {
      mine.refuse(error);
    }
  });
}

}  // namespace gusset::c_interface
