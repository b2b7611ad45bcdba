#include "recorder/gnu_task_call.hpp"

#include <dlfcn.h>
#include <unistd.h>

#include <string>

#include "recorder/next_function.hpp"

namespace gusset::ompt {
namespace {

/// Flags that g++ passes with a task.
constexpr unsigned untied_flag = 1U;
constexpr unsigned final_flag = 2U;
constexpr unsigned detach_flag = 1U << 13U;

/// Whether a function is GCC's own, which supports events. The replacement in LLVM's runtime leaves them
/// unset.
bool supports_events(void* call) {
  Dl_info info{};
  return dladdr(call, &info) != 0 && info.dli_fname != nullptr &&
         std::string(info.dli_fname).find("libgomp") != std::string::npos;
}

/// gusset refuses such programs before it starts them. This check catches those that a started program
/// starts.
[[noreturn]] void refuse_detach() {
  const std::string line = "gusset: " + std::string(program_invocation_name) +
                           ": expected only OpenMP calls of LLVM's libomp, which replaces GCC's "
                           "libgomp, found GOMP_task with detach\n";
  if (write(STDERR_FILENO, line.data(), line.size()) < 0) _exit(1);  // no other way to report it
  _exit(1);
}

}  // namespace

GnuTaskCall& gnu_task_call() {
  thread_local GnuTaskCall call;
  return call;
}

TaskloopCall& taskloop_call() {
  thread_local TaskloopCall call;
  return call;
}

RegionCall& region_call() {
  thread_local RegionCall call;
  return call;
}

}  // namespace gusset::ompt

/// Programs compiled by g++ call this, because this library is loaded before the runtime. Older compilers
/// pass fewer arguments.
GUSSET_OMPT_CALL void GOMP_task(void (*body)(void*), void* data, void (*copy)(void*, void*), long size,
                                long alignment, bool is_deferred, unsigned flags, void** dependences,
                                int priority, void* detach) {
  static const auto next = gusset::ompt::next_of<decltype(&GOMP_task)>("GOMP_task");
  if ((flags & gusset::ompt::detach_flag) != 0 &&
      !gusset::ompt::supports_events(reinterpret_cast<void*>(next))) {
    gusset::ompt::refuse_detach();
  }
  gusset::ompt::GnuTaskCall& call = gusset::ompt::gnu_task_call();
  call.return_address = reinterpret_cast<std::uintptr_t>(__builtin_return_address(0));
  call.body = reinterpret_cast<std::uintptr_t>(body);
  call.is_undeferred = !is_deferred;
  // LLVM's runtime aborts if an untied task runs at once and has children (llvm-project issue 172938). A tied
  // task is always correct.
  const bool runs_at_once = !is_deferred || (flags & gusset::ompt::final_flag) != 0;
  if (runs_at_once) flags &= ~gusset::ompt::untied_flag;
  next(body, data, copy, size, alignment, is_deferred, flags, dependences, priority, detach);
  call.return_address = 0;  // in case nothing was recorded
}

namespace gusset::ompt {
namespace {

/// The part of a task's description that clang and libomp share.
struct KmpTask {
  void* shareds;
  void* routine;
};

/// Whether two addresses belong to the same loaded file.
bool are_in_one_file(void* a, void* b) {
  Dl_info of_a{};
  Dl_info of_b{};
  return dladdr(a, &of_a) != 0 && dladdr(b, &of_b) != 0 && of_a.dli_fbase == of_b.dli_fbase;
}

/// Records where a taskloop was called, while the call lasts. The taskloop may run other tasks, which may
/// start taskloops. The runtime forwards g++'s call to clang's function in the runtime itself; `next` is the
/// function that the call forwards to.
class TaskloopScope {
 public:
  TaskloopScope(void* return_address, void* body, void* next) : outer_(taskloop_call()) {
    if (outer_.return_address != 0 && are_in_one_file(return_address, next)) return;
    taskloop_call() = {reinterpret_cast<std::uintptr_t>(return_address),
                       reinterpret_cast<std::uintptr_t>(body)};
  }
  ~TaskloopScope() { taskloop_call() = outer_; }
  TaskloopScope(const TaskloopScope&) = delete;
  TaskloopScope& operator=(const TaskloopScope&) = delete;

 private:
  TaskloopCall outer_;
};

}  // namespace
}  // namespace gusset::ompt

// What programs call for a taskloop: g++ for signed and unsigned counters, clang without and with `strict`.
// Each function forwards to the runtime's.

GUSSET_OMPT_CALL void GOMP_taskloop(void (*body)(void*), void* data, void (*copy)(void*, void*), long size,
                                    long alignment, unsigned flags, unsigned long tasks, int priority,
                                    long start, long end, long step) {
  static const auto next = gusset::ompt::next_of<decltype(&GOMP_taskloop)>("GOMP_taskloop");
  const gusset::ompt::TaskloopScope scope(__builtin_return_address(0), reinterpret_cast<void*>(body),
                                          reinterpret_cast<void*>(next));
  next(body, data, copy, size, alignment, flags, tasks, priority, start, end, step);
}

GUSSET_OMPT_CALL void GOMP_taskloop_ull(void (*body)(void*), void* data, void (*copy)(void*, void*),
                                        long size, long alignment, unsigned flags, unsigned long tasks,
                                        int priority, unsigned long long start, unsigned long long end,
                                        unsigned long long step) {
  static const auto next = gusset::ompt::next_of<decltype(&GOMP_taskloop_ull)>("GOMP_taskloop_ull");
  const gusset::ompt::TaskloopScope scope(__builtin_return_address(0), reinterpret_cast<void*>(body),
                                          reinterpret_cast<void*>(next));
  next(body, data, copy, size, alignment, flags, tasks, priority, start, end, step);
}

GUSSET_OMPT_CALL void __kmpc_taskloop(void* place, int thread, gusset::ompt::KmpTask* task, int condition,
                                      std::uint64_t* lower, std::uint64_t* upper, std::int64_t stride,
                                      int no_group, int schedule, std::uint64_t grain, void* duplicate) {
  static const auto next = gusset::ompt::next_of<decltype(&__kmpc_taskloop)>("__kmpc_taskloop");
  const gusset::ompt::TaskloopScope scope(__builtin_return_address(0), task->routine,
                                          reinterpret_cast<void*>(next));
  next(place, thread, task, condition, lower, upper, stride, no_group, schedule, grain, duplicate);
}

GUSSET_OMPT_CALL void __kmpc_taskloop_5(void* place, int thread, gusset::ompt::KmpTask* task, int condition,
                                        std::uint64_t* lower, std::uint64_t* upper, std::int64_t stride,
                                        int no_group, int schedule, std::uint64_t grain, int modifier,
                                        void* duplicate) {
  static const auto next = gusset::ompt::next_of<decltype(&__kmpc_taskloop_5)>("__kmpc_taskloop_5");
  const gusset::ompt::TaskloopScope scope(__builtin_return_address(0), task->routine,
                                          reinterpret_cast<void*>(next));
  next(place, thread, task, condition, lower, upper, stride, no_group, schedule, grain, modifier, duplicate);
}
