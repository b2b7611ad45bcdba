#include "common/openblas.hpp"

#include <cblas.h>

#include <barrier>
#include <cstddef>
#include <thread>
#include <vector>

/// OpenBLAS starts one thread per core when it is loaded, regardless of openblas_set_num_threads. These
/// threads spin for about a tenth of a second before they sleep, long enough to push two workers onto one
/// core. OpenBLAS uses this function to end them before a fork. No header declares it, and single-threaded
/// builds don't have it.
extern "C" int blas_thread_shutdown_() __attribute__((weak));

namespace examples {

void use_one_thread_per_kernel() {
  openblas_set_num_threads(1);
  if (blas_thread_shutdown_ != nullptr) blas_thread_shutdown_();
}

void warm_up(unsigned threads, const std::function<void()>& call_kernels) {
  // OpenBLAS maps one buffer per thread that is inside it at the same time.
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
