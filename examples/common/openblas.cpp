#include "common/openblas.hpp"

#include <cblas.h>

#include <barrier>
#include <cstddef>
#include <thread>
#include <vector>

/// OpenBLAS starts a thread per core while it is loaded, and these spin for about a tenth of a second before
/// they sleep, whatever openblas_set_num_threads says: long enough to drive two workers onto one core.
/// OpenBLAS ends them by this function before it forks; it is in no header, and in builds without threads it
/// does not exist.
extern "C" int blas_thread_shutdown_() __attribute__((weak));

namespace examples {

void use_one_thread_per_kernel() {
  openblas_set_num_threads(1);
  if (blas_thread_shutdown_ != nullptr) blas_thread_shutdown_();
}

void warm_up(unsigned threads, const std::function<void()>& call_kernels) {
  // OpenBLAS maps one buffer for each thread that is inside at once.
  std::barrier start(static_cast<std::ptrdiff_t>(threads));
  const auto call = [&] {
    start.arrive_and_wait();
    call_kernels();
  };
  std::vector<std::jthread> helpers;
  for (unsigned i = 1; i < threads; ++i) helpers.emplace_back(call);
  call();
}

}  // namespace examples
