#pragma once
#include <functional>

// Setup for programs whose kernels call OpenBLAS, one call per worker at a time.
namespace examples {

/// Restricts OpenBLAS to the calling thread and ends the threads that it has started. Call it before starting
/// other threads.
void use_one_thread_per_kernel();

/// Calls the kernels once on that many threads at the same time. OpenBLAS maps its buffers and the system
/// loads its code at first use, which would otherwise add to the first tasks' times.
void warm_up(unsigned threads, const std::function<void()>& call_kernels);

}  // namespace examples
