#pragma once
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "append_buffer.hpp"
#include "gusset/core/access_mode.hpp"
#include "gusset/core/ids.hpp"

namespace gusset::core_tracing {

inline constexpr std::int64_t not_run = std::numeric_limits<std::int64_t>::min();
inline constexpr std::uint64_t no_parent = std::numeric_limits<std::uint64_t>::max();

/// One task as the worker that executed it wrote it down. Times in ns of the steady clock.
struct TaskRecord {
  std::uint64_t number = 0;
  std::uint64_t parent = no_parent;
  double work = 0.0;
  std::int64_t submit_ns = 0;
  std::int64_t ready_ns = 0;
  std::int64_t begin_ns = not_run;
  std::int64_t end_ns = not_run;
  TaskTypeId type;
  std::uint32_t accesses = 0;  ///< how many of the next records of the worker's accesses are its own
};

struct AccessRecord {
  HandleId handle;
  std::uint32_t version = 0;
  AccessMode mode = AccessMode::read;
};

struct HandleRecord {
  std::string name;
  std::uint64_t size_bytes = 0;
};

/// What one worker wrote, in the order in which it executed tasks. On cache lines of its own.
struct alignas(64) WorkerRecording {
  AppendBuffer<TaskRecord> tasks;
  AppendBuffer<AccessRecord> accesses;
};

struct Recording {
  std::vector<WorkerRecording> workers;
  std::vector<HandleRecord> handles;  ///< by id
};

}  // namespace gusset::core_tracing
