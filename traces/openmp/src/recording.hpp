#pragma once
#include <cstdint>
#include <vector>

#include "event.hpp"

namespace gusset::ompt {

/// How much is recorded about each task; see `gusset run --depth`.
enum class Depth : std::uint8_t { spans, ready, accesses };

struct ThreadEvents {
  std::vector<Event> events;
  /// A thread of the runtime, which waits for work outside of parallel regions.
  bool is_worker = false;
};

/// What a process recorded through the OpenMP tools interface.
struct Recording {
  Depth depth = Depth::accesses;
  std::vector<ThreadEvents> threads;
  /// The number of the first thread. A forked process continues the numbering of its parent, so that
  /// inherited items are not mistaken for its own.
  std::uint32_t first_thread = 0;
  /// The control group's limit on the process, in processors; 0: no limit.
  double quota = 0.0;
  std::int64_t end_ns = 0;  ///< from the start
  bool is_cut = false;      ///< whether the process ended without notice from the runtime
  /// Whether later events were dropped because there was no space. The events of all threads are then
  /// complete up to end_ns.
  bool is_incomplete = false;
  std::int64_t ran_until_ns = 0;  ///< if so: when the process ended; 0 if unknown
};

}  // namespace gusset::ompt
