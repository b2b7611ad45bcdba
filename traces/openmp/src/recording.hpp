#pragma once
#include <cstdint>
#include <vector>

#include "event.hpp"

namespace gusset::ompt {

/// How much is recorded of each task, as `gusset run --depth` says.
enum class Depth : std::uint8_t { spans, ready, accesses };

/// What one thread of the process noted.
struct ThreadEvents {
  std::vector<Event> events;
  /// One of the runtime's own, which waits for work outside of parallel regions.
  bool is_worker = false;
};

/// What a process noted through the OpenMP tools interface.
struct Recording {
  Depth depth = Depth::accesses;
  std::vector<ThreadEvents> threads;
  /// The number of the first of them: a forked process goes on counting where the other one was, so that
  /// what it inherited is not taken for its own.
  std::uint32_t first_thread = 0;
  std::int64_t end_ns = 0;  ///< from the start
  bool is_cut = false;      ///< whether the process ended without the runtime's notice
  /// Whether later events were dropped, as there was no room for them: end_ns is then the time until which
  /// those of all threads are there.
  bool is_incomplete = false;
  std::int64_t ran_until_ns = 0;  ///< then: when the process ended; 0 where it is not known
};

}  // namespace gusset::ompt
