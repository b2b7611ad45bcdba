// Implements all of gusset.h in one file. Its functions share the conversions from C's numbers and pointers
// and from errors to statuses, which no other code needs.
#include <array>
#include <atomic>
#include <cstddef>
#include <cstring>
#include <memory>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "data/retired.hpp"
#include "gusset.h"
#include "gusset/core/data/tile_store.hpp"
#include "gusset/core/engine/handle_state.hpp"
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
  std::unique_ptr<gusset::HandleState> own = std::make_unique<gusset::HandleState>();
};

namespace {

using gusset::UsageError;

// ---- Errors

thread_local std::string last_error;

int set_error(gusset_status status, const char* why) noexcept {
  try {
    last_error = why;
  } catch (...) {
    last_error.clear();  // no memory to say so
  }
  return status;
}

/// Runs the action and turns what it throws into a status.
template <class Action>
int status_of(Action&& action) noexcept {
  try {
    action();
    return GUSSET_OK;
  } catch (const gusset::TaskFailure& error) {
    return set_error(GUSSET_TASK_FAILED, error.what());
  } catch (const gusset::Cancelled& error) {
    return set_error(GUSSET_CANCELLED, error.what());
  } catch (const gusset::Deadlock& error) {
    return set_error(GUSSET_DEADLOCK, error.what());
  } catch (const gusset::SimulationError& error) {
    return set_error(GUSSET_SIMULATION, error.what());
  } catch (const gusset::ConfigurationError& error) {
    return set_error(GUSSET_CONFIGURATION, error.what());
  } catch (const UsageError& error) {
    return set_error(GUSSET_USAGE, error.what());
  } catch (const std::bad_alloc&) {
    return set_error(GUSSET_NO_MEMORY, "expected memory, found none left");
  } catch (const std::exception& error) {
    return set_error(GUSSET_OTHER, error.what());
  } catch (...) {
    return set_error(GUSSET_OTHER, "an exception that is not a std::exception");
  }
}

UsageError misuse(const char* function, const std::string& expected, const std::string& found) {
  return UsageError(std::string(function) + ": expected " + expected + ", found " + found);
}

void require(bool is_there, const char* function, const char* what) {
  if (!is_there) throw misuse(function, what, "null");
}

template <class T>
T& required(T* pointer, const char* function, const char* what) {
  require(pointer != nullptr, function, what);
  return *pointer;
}

gusset::Runtime& runtime_of(gusset_runtime* runtime, const char* function) {
  return required(runtime, function, "a runtime").runtime;
}

/// Runs an action on a runtime and turns what it throws into a status. The runtime reports misuse as in C++:
/// if it was made from the environment, it ends the program.
template <class Action>
int run_on(gusset_runtime* runtime, const char* function, Action&& action) noexcept {
  return status_of([&] {
    gusset::Runtime& mine = runtime_of(runtime, function);
    try {
      action(mine);
    } catch (const UsageError& error) {
      mine.refuse(error);
    }
  });
}

void refuse_inside_kernels(const gusset::Runtime& runtime, const char* function) {
  if (runtime.engine().running_task() != nullptr)
    throw misuse(function, "a call outside of kernels", "one inside");
}

// ---- Access modes: a C program sees their indices

std::atomic<std::uint8_t> known_modes[gusset::max_access_modes];  // 0: not requested yet

std::optional<gusset::AccessMode> mode_of(gusset_access_mode index) {
  if (index < 0 || index >= gusset::max_access_modes) return std::nullopt;
  // Relaxed, here and below: a mode's value is complete in itself and never changes.
  std::atomic<std::uint8_t>& known = known_modes[index];
  if (const std::uint8_t mode = known.load(std::memory_order_relaxed); mode != 0)
    return static_cast<gusset::AccessMode>(mode);
  const std::vector<gusset::AccessMode> all = gusset::access_modes();
  const auto position = static_cast<std::size_t>(index);
  if (position >= all.size()) return std::nullopt;
  known.store(static_cast<std::uint8_t>(all[position]), std::memory_order_relaxed);
  return all[position];
}

// ---- Task types: a C program sees their ids plus 1

std::atomic<gusset_type> largest_type{0};

gusset::TaskTypeId type_of(gusset_type type) {
  // Relaxed: all types up to the largest exist, whichever thread made them.
  const gusset_type largest = largest_type.load(std::memory_order_relaxed);
  if (type < 1 || type > largest)
    throw misuse("gusset_submit", "a type from gusset_task_type", std::to_string(type));
  return gusset::TaskTypeId(static_cast<std::size_t>(type) - 1);
}

// ---- Tasks

/// Gives kernels a pointer to the contents.
struct RawContents {
  void* view(void* contents, const gusset::HandleState&) const { return contents; }
};

/// A call of a C kernel, in which gusset_fail leaves its reason: no exception can pass through C.
struct KernelCall {
  std::optional<std::string> why;
  KernelCall* outer = std::exchange(innermost, this);
  ~KernelCall() { innermost = outer; }
  static thread_local KernelCall* innermost;
};
thread_local KernelCall* KernelCall::innermost = nullptr;

/// A task's copy of its argument: inside the task if it is small, otherwise in separate memory.
template <std::size_t max_bytes>
class InlineArgument {
 public:
  InlineArgument(const void* from, std::size_t bytes) { std::memcpy(bytes_.data(), from, bytes); }
  void* get() { return bytes_.data(); }

 private:
  alignas(std::max_align_t) std::array<std::byte, max_bytes> bytes_;
};
class NoArgument {
 public:
  void* get() { return nullptr; }
};
class LargeArgument {
 public:
  LargeArgument(const void* from, std::size_t bytes) : bytes_(new std::byte[bytes]) {
    std::memcpy(bytes_.get(), from, bytes);
  }
  void* get() { return bytes_.get(); }

 private:
  std::unique_ptr<std::byte[]> bytes_;
};

template <class Argument>
struct CKernel {
  void operator()(const std::vector<void*>& data) {
    KernelCall call;
    kernel(data.data(), argument.get());
    if (call.why) throw std::runtime_error(*call.why);
  }
  gusset_kernel kernel;
  Argument argument;
};

gusset::TaskCall call_of(gusset_type type, double work, const gusset_task_options* options) {
  gusset::TaskCall call{type_of(type), gusset::NodeId(), work};
  if (options == nullptr) return call;
  using Kind = gusset::Affinity::Kind;
  constexpr std::array kinds{Kind::none, Kind::worker, Kind::domain, Kind::data};
  if (options->affinity < 0 || options->affinity >= static_cast<std::int32_t>(kinds.size()))
    throw misuse("gusset_submit", "an affinity from 0 to 3", std::to_string(options->affinity));
  call.affinity = {kinds[static_cast<std::size_t>(options->affinity)], options->affinity_index};
  call.priority = options->priority;
  call.is_detached = options->is_detached != 0;
  return call;
}

constexpr std::size_t max_accesses = 1'000'000;  // more must be a mistake

std::vector<gusset::Access<RawContents>> accesses_of(const gusset_access* accesses, std::size_t count) {
  if (count > 0) require(accesses != nullptr, "gusset_submit", "accesses");
  if (count > max_accesses)
    throw misuse("gusset_submit", "at most " + std::to_string(max_accesses) + " accesses",
                 std::to_string(count));
  std::vector<gusset::Access<RawContents>> list;
  list.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    const std::string which = "access " + std::to_string(i);
    if (accesses[i].handle == nullptr) throw misuse("gusset_submit", "a handle for " + which, "null");
    const std::optional<gusset::AccessMode> mode = mode_of(accesses[i].mode);
    if (!mode) throw misuse("gusset_submit", "an access mode for " + which, std::to_string(accesses[i].mode));
    list.push_back({&accesses[i].handle->state(), *mode, {}});
  }
  return list;
}

void make_handle(gusset_runtime& runtime, const char* function, const char* name, void* contents,
                 std::size_t size_bytes, std::size_t pooled_bytes, std::uint32_t node,
                 gusset_handle** result) {
  require(result != nullptr, function, "a pointer for the result");
  const bool has_data = runtime.runtime.has_data();
  auto handle = std::make_unique<gusset_handle>(runtime, has_data ? pooled_bytes : 0);
  if (contents != nullptr && has_data) handle->state().data = contents;
  runtime.runtime.attach(handle->state(), name == nullptr ? "" : name, size_bytes, gusset::NodeId(node));
  runtime.handles.fetch_add(1, std::memory_order_relaxed);  // relaxed: a count
  *result = handle.release();
}

}  // namespace

extern "C" {

const char* gusset_last_error(void) {
  return last_error.c_str();
}

int gusset_runtime_create(gusset_runtime** runtime) {
  return status_of([&] {
    require(runtime != nullptr, "gusset_runtime_create", "a pointer for the result");
    *runtime = new gusset_runtime();
  });
}

int gusset_runtime_create_with_threads(uint32_t threads, gusset_runtime** runtime) {
  return status_of([&] {
    require(runtime != nullptr, "gusset_runtime_create_with_threads", "a pointer for the result");
    if (threads > gusset::max_threads) {
      throw gusset::ConfigurationError("gusset_runtime_create_with_threads",
                                       "at most " + std::to_string(gusset::max_threads) + " threads",
                                       std::to_string(threads));
    }
    gusset::Options options;
    options.threads = threads;
    *runtime = new gusset_runtime(options);
  });
}

int gusset_runtime_destroy(gusset_runtime* runtime) {
  if (runtime == nullptr) return GUSSET_OK;
  constexpr const char* function = "gusset_runtime_destroy";
  const int status = run_on(runtime, function, [&](const gusset::Runtime& mine) {
    refuse_inside_kernels(mine, function);
    const std::size_t left = runtime->handles.load(std::memory_order_relaxed);  // relaxed: a count
    if (left > 0) throw misuse(function, "all its handles to be destroyed", std::to_string(left) + " left");
  });
  if (status == GUSSET_OK) delete runtime;
  return status;
}

int gusset_has_data(const gusset_runtime* runtime) {
  return runtime != nullptr && runtime->runtime.has_data() ? 1 : 0;
}

uint32_t gusset_workers(const gusset_runtime* runtime) {
  return runtime == nullptr ? 0 : runtime->runtime.workers();
}

int gusset_wait(gusset_runtime* runtime) {
  return run_on(runtime, "gusset_wait", [](gusset::Runtime& mine) { mine.wait(); });
}

int gusset_wait_for(gusset_runtime* runtime, gusset_handle* handle) {
  return run_on(runtime, "gusset_wait_for",
                [&](gusset::Runtime& mine) { mine.wait(required(handle, "gusset_wait_for", "a handle")); });
}

int gusset_cancel(gusset_runtime* runtime) {
  return run_on(runtime, "gusset_cancel", [](gusset::Runtime& mine) { mine.cancel(); });
}

int gusset_cancel_for(gusset_runtime* runtime, gusset_handle* handle) {
  return run_on(runtime, "gusset_cancel_for", [&](gusset::Runtime& mine) {
    if (&required(handle, "gusset_cancel_for", "a handle").owner != runtime)
      throw misuse("gusset_cancel_for", "a handle of this runtime", handle->state().label() + " of another");
    mine.cancel(*handle);
  });
}

int gusset_pause(gusset_runtime* runtime) {
  return run_on(runtime, "gusset_pause", [](gusset::Runtime& mine) { mine.pause(); });
}

int gusset_resume(gusset_runtime* runtime) {
  return run_on(runtime, "gusset_resume", [](gusset::Runtime& mine) { mine.resume(); });
}

int gusset_handle_create(gusset_runtime* runtime, const char* name, size_t size_bytes, uint32_t node,
                         gusset_handle** handle) {
  constexpr const char* function = "gusset_handle_create";
  return run_on(runtime, function, [&](gusset::Runtime&) {
    make_handle(*runtime, function, name, nullptr, size_bytes, 0, node, handle);
  });
}

int gusset_handle_wrap(gusset_runtime* runtime, const char* name, void* contents, size_t size_bytes,
                       uint32_t node, gusset_handle** handle) {
  constexpr const char* function = "gusset_handle_wrap";
  return run_on(runtime, function, [&](const gusset::Runtime& mine) {
    if (mine.has_data()) require(contents != nullptr, function, "contents");
    make_handle(*runtime, function, name, contents, size_bytes, 0, node, handle);
  });
}

int gusset_handle_allocate(gusset_runtime* runtime, const char* name, size_t size_bytes, uint32_t node,
                           gusset_handle** handle) {
  constexpr const char* function = "gusset_handle_allocate";
  return run_on(runtime, function, [&](gusset::Runtime&) {
    if (size_bytes == 0) throw misuse(function, "a size of at least 1 byte", "0");
    make_handle(*runtime, function, name, nullptr, size_bytes, size_bytes, node, handle);
  });
}

int gusset_handle_contents(const gusset_handle* handle, void** contents) {
  constexpr const char* function = "gusset_handle_contents";
  if (handle == nullptr)
    return set_error(GUSSET_USAGE, "gusset_handle_contents: expected a handle, found null");
  return run_on(&handle->owner, function, [&](const gusset::Runtime& mine) {
    require(contents != nullptr, function, "a pointer for the result");
    const std::string label = handle->state().label();
    if (!mine.has_data()) {
      throw UsageError(label +
                       ": expected a runtime with data, found one without (check gusset_has_data() first)");
    }
    if (handle->state().data == nullptr)
      throw misuse(function, "a handle with contents", label + ", which has none");
    *contents = handle->state().data;
  });
}

int gusset_handle_destroy(gusset_handle* handle) {
  if (handle == nullptr) return GUSSET_OK;
  constexpr const char* function = "gusset_handle_destroy";
  return run_on(&handle->owner, function, [&](const gusset::Runtime& mine) {
    refuse_inside_kernels(mine, function);
    const std::unique_ptr<gusset_handle> last(handle);
    gusset::Runtime::detach(last->state());
    last->own->data = nullptr;
    gusset::detail::retire(std::move(last->own));
    last->owner.handles.fetch_sub(1, std::memory_order_relaxed);  // relaxed: a count
  });
}

int gusset_task_type(const char* name, gusset_type* type) {
  return status_of([&] {
    require(name != nullptr, "gusset_task_type", "a name");
    require(type != nullptr, "gusset_task_type", "a pointer for the result");
    const auto id = static_cast<gusset_type>(gusset::TaskType(name).id().value() + 1);
    gusset_type largest = largest_type.load(std::memory_order_relaxed);  // relaxed: see type_of
    while (largest < id && !largest_type.compare_exchange_weak(largest, id, std::memory_order_relaxed)) {
    }
    *type = id;
  });
}

int gusset_define_access_mode(const char* name, int commutes, int is_exclusive, int modifies,
                              gusset_access_mode* mode) {
  return status_of([&] {
    require(name != nullptr, "gusset_define_access_mode", "a name");
    require(mode != nullptr, "gusset_define_access_mode", "a pointer for the result");
    *mode = index_of(gusset::define_access_mode(name, {commutes != 0, is_exclusive != 0, modifies != 0}));
  });
}

int gusset_submit(gusset_runtime* runtime, gusset_type type, double work, gusset_kernel kernel,
                  const void* argument, size_t argument_bytes, const gusset_access* accesses,
                  size_t access_count, const gusset_task_options* options) {
  constexpr std::size_t small = 16;
  constexpr std::size_t medium = 64;
  return run_on(runtime, "gusset_submit", [&](gusset::Runtime& mine) {
    require(kernel != nullptr, "gusset_submit", "a kernel");
    if (argument_bytes > 0) require(argument != nullptr, "gusset_submit", "an argument");
    const gusset::TaskCall call = call_of(type, work, options);
    const auto list = accesses_of(accesses, access_count);
    const auto submit = [&]<class Argument>(Argument&& copy) {
      mine.submit(call, CKernel<Argument>{kernel, std::move(copy)}, list);
    };
    if (argument_bytes == 0) {
      submit(NoArgument());
    } else if (argument_bytes <= small) {
      submit(InlineArgument<small>(argument, argument_bytes));
    } else if (argument_bytes <= medium) {
      submit(InlineArgument<medium>(argument, argument_bytes));
    } else {
      submit(LargeArgument(argument, argument_bytes));
    }
  });
}

int gusset_fail(const char* why) {
  return status_of([&] {
    KernelCall* const call = KernelCall::innermost;
    if (call == nullptr) throw misuse("gusset_fail", "a call inside a kernel", "one outside");
    if (!call->why) call->why = why == nullptr ? "no reason given" : why;
  });
}

}  // extern "C"
