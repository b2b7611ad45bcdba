#pragma once
#include <sched.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <thread>

namespace gusset {

// Header-only and without allocations, so libraries that run inside other programs may call it.

/// What the operating system has given to a thread since the thread began.
struct ThreadUsage {
  std::int64_t processor_ns = 0;
  std::uint32_t waits = 0;        ///< how often the thread gave up the processor to wait; modulo 2^32
  std::uint32_t preemptions = 0;  ///< how often it lost the processor although it could run; modulo 2^32
  std::uint32_t page_faults = 0;  ///< how often it used memory that was not mapped yet; modulo 2^32
  std::optional<std::int64_t> delay_ns = {};  ///< how long it could run, but had no processor
};

/// The calling thread's usage without its delay. Takes about a microsecond. Empty if the system does not
/// report it.
inline std::optional<ThreadUsage> thread_usage() {
  timespec used{};
  rusage usage{};
  if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used) != 0 || getrusage(RUSAGE_THREAD, &usage) != 0) return {};
  return ThreadUsage{std::int64_t{used.tv_sec} * 1'000'000'000 + used.tv_nsec,
                     static_cast<std::uint32_t>(usage.ru_nvcsw), static_cast<std::uint32_t>(usage.ru_nivcsw),
                     static_cast<std::uint32_t>(usage.ru_minflt + usage.ru_majflt)};
}

/// The processors on which a thread may run.
struct ThreadAffinity {
  std::uint32_t processors = 0;  ///< their number
  std::uint64_t mask = 0;        ///< the first 64 of them; 0 if the thread may use all that are online
};

/// The calling thread's affinity. Empty if the system does not report it.
inline std::optional<ThreadAffinity> thread_affinity() {
  cpu_set_t set;
  CPU_ZERO(&set);
  if (sched_getaffinity(0, sizeof set, &set) != 0) return {};
  ThreadAffinity affinity{static_cast<std::uint32_t>(CPU_COUNT(&set)), 0};
  if (static_cast<long>(affinity.processors) == sysconf(_SC_NPROCESSORS_ONLN)) return affinity;
  for (unsigned processor = 0; processor < 64; ++processor)
    affinity.mask |= CPU_ISSET(processor, &set) ? std::uint64_t{1} << processor : 0;
  return affinity;
}

/// The number of processors on which the calling thread may run.
inline unsigned allowed_processors() {
  if (const auto affinity = thread_affinity()) return affinity->processors;
  return std::max(1U, std::thread::hardware_concurrency());  // more processors than the set can hold
}

}  // namespace gusset
