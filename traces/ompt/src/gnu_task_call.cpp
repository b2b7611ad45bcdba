#include "gnu_task_call.hpp"

#include <dlfcn.h>

namespace gusset::ompt {

GnuTaskCall& gnu_task_call() {
  thread_local GnuTaskCall call;
  return call;
}

}  // namespace gusset::ompt

/// What programs of g++ call, as this library is loaded before the runtime; older compilers hand over less.
extern "C" __attribute__((visibility("default"))) void GOMP_task(void (*body)(void*), void* data,
                                                                 void (*copy)(void*, void*), long size,
                                                                 long alignment, bool is_deferred,
                                                                 unsigned flags, void** dependences,
                                                                 int priority, void* detach) {
  using Function = decltype(&GOMP_task);
  static const auto next = reinterpret_cast<Function>(dlsym(RTLD_NEXT, "GOMP_task"));
  gusset::ompt::GnuTaskCall& call = gusset::ompt::gnu_task_call();
  call.return_address = reinterpret_cast<std::uintptr_t>(__builtin_return_address(0));
  call.body = reinterpret_cast<std::uintptr_t>(body);
  next(body, data, copy, size, alignment, is_deferred, flags, dependences, priority, detach);
  call.return_address = 0;  // where nothing is recorded
}
