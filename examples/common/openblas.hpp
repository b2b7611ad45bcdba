#pragma once
#include <functional>

// What programs whose kernels call OpenBLAS, one call per worker at a time, need of it.
namespace examples {

/// Makes OpenBLAS use the calling thread only, and ends the threads that it has started. Call it before there
/// are others.
void use_one_thread_per_kernel();

/// Calls the kernels once on that many threads at a time: OpenBLAS maps its buffers, and the system loads its
/// code, at first use, which would be charged to the first tasks otherwise.
void warm_up(unsigned threads, const std::function<void()>& call_kernels);

}  // namespace examples
