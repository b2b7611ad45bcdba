#pragma once
#include <cstdint>

namespace gusset::detail {

/// The boundary level of CAB [Chen, Huang, Guo, Zhou: "CAB: Cache Aware Bi-tier task-stealing in multi-socket
/// multi-core architecture", 2011, equation 4]: max(⌈log_B M + 1⌉, ⌈log_B(Sd ÷ Sc) + 1⌉), for B = `branching`
/// subtasks of a task, M = `sockets`, Sd = `data_bytes` and Sc = `cache_bytes` of one socket. The program is
/// level 0. Returns 0 for a single socket or without data; 0 cache bytes mean that the cache is unknown, and
/// its term does not count. Requires branching ≥ 2.
unsigned boundary_level(unsigned branching, unsigned sockets, std::uint64_t data_bytes,
                        std::uint64_t cache_bytes);

/// The first level with a task for each socket: ⌈log_B M + 1⌉.
unsigned level_for_sockets(unsigned branching, unsigned sockets);

/// The first level whose tasks' data fits one socket's cache: ⌈log_B(Sd ÷ Sc) + 1⌉, but at least 1. Requires
/// cache_bytes > 0.
unsigned level_for_cache(unsigned branching, std::uint64_t data_bytes, std::uint64_t cache_bytes);

}  // namespace gusset::detail
