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

/// How much is recorded.
enum class Depth : std::uint8_t {
  spans,    ///< what each worker did when
  ready,    ///< and when tasks were submitted and ready, their parents and declared work
  accesses  ///< and what they accessed: without it there is no graph
};

/// Times are ticks of a Clock, until the recording has ended; then ns.
struct SpanRecord {
  std::int64_t begin = 0;  ///< not_run: the task was passed by
  std::int64_t end = 0;
  std::uint64_t task = 0;  ///< its number, but at depth spans, and its type in the bits from type_shift on
  static constexpr int type_shift = 48;
  std::uint64_t number() const { return task & ((std::uint64_t{1} << type_shift) - 1); }
  static std::uint64_t of_type(TaskTypeId type) { return std::uint64_t{type.value()} << type_shift; }
  TaskTypeId type() const { return TaskTypeId(task >> type_shift); }
};

/// Of the task of the same position in `spans`.
struct TimesRecord {
  std::int64_t submit = 0;
  std::int64_t ready = 0;
  std::uint64_t parent = no_parent;
  double work = 0.0;
};

/// An access; the last of a task, or the only record of one without accesses, is marked.
struct AccessRecord {
  std::uint32_t handle = 0;  ///< HandleId::none_value: the task has none
  std::uint32_t version = 0;
  std::uint32_t mode_and_last = 0;
  static constexpr std::uint32_t last = 0x100;
};

/// Time without a task.
struct PauseRecord {
  enum class Kind : std::uint8_t {
    wait,   ///< for work, or for others to end
    steal,  ///< looking for work, with success
    submit  ///< by the program's thread, from the first to the last task
  };
  std::int64_t begin = 0;
  std::int64_t end = 0;
  Kind kind = Kind::wait;
};

struct HandleRecord {
  std::string name;
  std::uint64_t size_bytes = 0;
};

/// What one worker wrote, in the order in which it executed tasks. On cache lines of its own.
struct alignas(128) WorkerRecording {
  AppendBuffer<SpanRecord> spans;
  AppendBuffer<TimesRecord> times;
  AppendBuffer<AccessRecord> accesses;
  AppendBuffer<PauseRecord> pauses;
};

struct Recording {
  Depth depth = Depth::accesses;
  std::vector<WorkerRecording> workers;
  std::vector<HandleRecord> handles;  ///< by id
};

}  // namespace gusset::core_tracing
