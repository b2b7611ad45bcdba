#include "runtime/c_interface.hpp"

using namespace gusset::c_interface;

extern "C" {

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

}  // extern "C"
