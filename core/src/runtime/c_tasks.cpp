#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "runtime/c_interface.hpp"

using namespace gusset::c_interface;

namespace {

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
  constexpr std::array kinds{Kind::none, Kind::worker, Kind::domain, Kind::data, Kind::bound};
  if (options->affinity < 0 || options->affinity >= static_cast<std::int32_t>(kinds.size()))
    throw misuse("gusset_submit", "an affinity from 0 to 4", std::to_string(options->affinity));
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

}  // namespace

extern "C" {

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
