#pragma once
#include <cstddef>
#include <cstdint>
#include <limits>

namespace gusset::core_tracing {

/// How much to record.
enum class Depth : std::uint8_t {
  spans,    ///< what each worker did, and when
  ready,    ///< also when tasks were submitted and ready, their parents and declared work
  accesses  ///< also what they accessed, which the task graph needs
};

/// A worker's record of one stretch of its time, in order of end times. A task's record is followed by a
/// TimesRecord from depth `ready` on, and by its AccessRecords at depth `accesses`, padded to 8 bytes. Times
/// are ticks of a Clock.
struct SpanRecord {
  enum class Kind : std::uint8_t {
    run,
    skipped,  ///< a task that did not run, after a failure or a cancellation
    more,     ///< more AccessRecords of the previous task
    wait,     ///< waiting for work, or for other threads' tasks to end
    steal,    ///< a successful search for work
    stolen,   ///< before a stolen task: begin is the task's number, end the victim's index
    submit,   ///< the program's thread submits, from the first to the last task
    record,   ///< waiting for memory for the recording
    usage,    ///< followed by a UsageRecord; begin is the time
    binding   ///< where the thread may run: begin is the number of processors, end the mask of the first 64
  };
  std::int64_t begin = 0;
  std::int64_t end = 0;
  std::uint32_t accesses = 0;
  std::uint16_t type = 0;
  Kind kind = Kind::run;
  std::uint8_t unused = 0;

  bool is_task() const { return kind == Kind::run || kind == Kind::skipped; }
};
static_assert(sizeof(SpanRecord) == 24);

/// What the thread had used up to a time.
struct UsageRecord {
  std::int64_t processor_ns = 0;
  std::uint32_t waits = 0;
  std::uint32_t preemptions = 0;
  std::int64_t delay_ns = unknown_delay;
  std::uint32_t page_faults = 0;
  std::uint32_t is_first = 0;  ///< 1: another thread wrote the lane's previous UsageRecord
  static constexpr std::int64_t unknown_delay = -1;
};
static_assert(sizeof(UsageRecord) == 32);

struct TimesRecord {
  std::uint64_t number = 0;
  std::int64_t submit = 0;  ///< traces::unknown_time: an event submitted the task
  std::int64_t ready = 0;
  std::uint64_t parent = std::numeric_limits<std::uint64_t>::max();  ///< a number; the largest: none
  double work = 0.0;
};
static_assert(sizeof(TimesRecord) == 40);

struct AccessRecord {
  std::uint32_t handle = 0;
  std::uint32_t version = 0;
  std::uint32_t mode = 0;
};
static_assert(sizeof(AccessRecord) == 12);

/// The mode of an event that a task causes (traces::event_mode).
inline constexpr std::uint32_t event_mode_record = std::numeric_limits<std::uint32_t>::max();

/// The limit for one SpanRecord, so that it fits a block.
inline constexpr std::uint32_t max_accesses_per_record = 10000;

constexpr std::size_t access_bytes(std::size_t accesses) {
  return (accesses * sizeof(AccessRecord) + 7) / 8 * 8;
}

}  // namespace gusset::core_tracing
