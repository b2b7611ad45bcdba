#pragma once
#include <cstdint>

namespace gusset::ompt {

/// Identifies a task or a parallel region of one process: the thread that created it, and the number of items
/// that this thread had created before. 0 means none; the runtime also initialises a tool's data words to 0.
class Number {
 public:
  constexpr Number() = default;
  constexpr explicit Number(std::uint64_t word) : word_(word) {}
  constexpr Number(std::uint32_t thread, std::uint64_t count)
      : word_((std::uint64_t{thread} + 1) << count_bits | count) {}

  constexpr bool is_none() const { return word_ == 0; }
  constexpr std::uint64_t word() const { return word_; }
  constexpr std::uint32_t thread() const { return static_cast<std::uint32_t>(word_ >> count_bits) - 1; }
  constexpr std::uint64_t count() const { return word_ & ((std::uint64_t{1} << count_bits) - 1); }

  friend constexpr auto operator<=>(Number, Number) = default;

 private:
  static constexpr int count_bits = 40;
  std::uint64_t word_ = 0;
};

/// See EventKind::processor.
inline constexpr std::uint64_t unknown_delay = ~std::uint64_t{0};

/// What a thread recorded. Kinds marked * create an item, which has the thread's next Number, so no event
/// needs to store it.
enum class EventKind : std::uint8_t {
  initial_begin,   ///< * the task that represents a thread's own program, outside of parallel regions
  region_begin,    ///< * first: the encountering task; second: address of the call
  region_end,      ///< first: the region; recorded by its primary thread
  implicit_begin,  ///< * first: the region; second: the number of threads in its team
  implicit_end,    ///< first: the implicit or initial task
  create,      ///< * an explicit task; first: its parent; second: address of the call; detail: CreateFlags
  dependence,  ///< first: an address; second: the task; detail: ompt_dependence_type_t
  switched,    ///< first: the previous task; second: the next task; detail: ompt_task_status_t
  wait_begin,  ///< first: the waiting task; second: the awaited region or lock; detail: WaitKind
  wait_end,    ///< first: the waiting task
  thread_end,
  body,         ///< first: address of a call that creates tasks; second: address of their function
  group_begin,  ///< a taskgroup; first: its task
  lock_held,    ///< recorded at the release; first: the lock; second: when it was acquired, in ns
  lock_place,   ///< first: a lock; second: address of a call that acquires it; detail: LockKind
  /// What the thread had used up to this time; detail 0: first: processor time in ns; second: waits, in the
  /// high half, and preemptions. Detail 1: first: the number of processors on which it may run; second: the
  /// mask of the first 64, or 0 for all that are online. Detail 2: just before detail 0 and at the same time;
  /// first: how long the thread could run, but had no processor, in ns, or `unknown_delay`; second: its page
  /// faults.
  processor,
  barrier_place,  ///< comes before a barrier's wait_begin; first: address of the call
  /// The first worksharing construct of a region is part of the call that begins the region. first: the
  /// region; second: the schedule's chunk, 0 if none is given; detail: WorkDetail.
  region_work,
  work_range,   ///< comes before work_count or after region_work; first: the loop's first value; second: step
  work_count,   ///< comes before work_begin; first: all iterations; second: the schedule's chunk, or 0
  work_begin,   ///< first: the task; second: address of the call, 0 for the region's; detail: WorkDetail
  work_chunks,  ///< chunks that end now and began when the previous ones ended; first: iterations; second:
                ///< number
  /// The innermost construct of the thread ends; first and second: chunks since the last `work_chunks`, 0 if
  /// they are unknown; detail 1: the iterations are known.
  work_end,
};

/// Parts of `WorkDetail`.
enum class WorkKind : std::uint8_t { loop, sections, single_executor, single_other };
enum class WorkSchedule : std::uint8_t { unknown, fixed, dynamic, guided, runtime, automatic };

/// What is known about a worksharing construct without its values.
struct WorkDetail {
  WorkKind kind = WorkKind::loop;
  WorkSchedule schedule = WorkSchedule::unknown;
  bool is_ordered = false;  ///< iterations may wait for each other

  constexpr std::uint8_t packed() const {
    return static_cast<std::uint8_t>(static_cast<unsigned>(kind) | static_cast<unsigned>(schedule) << 2U |
                                     (is_ordered ? 0x20U : 0U));
  }
  static constexpr WorkDetail unpacked(std::uint64_t detail) {
    const std::uint64_t schedule = detail >> 2U & 7U;
    return {static_cast<WorkKind>(detail & 3U),
            schedule > static_cast<std::uint64_t>(WorkSchedule::automatic)
                ? WorkSchedule::unknown
                : static_cast<WorkSchedule>(schedule),
            (detail & 0x20U) != 0};
  }
  friend constexpr bool operator==(const WorkDetail&, const WorkDetail&) = default;
};

/// Detail of `wait_begin`. A reduction over many threads has a separate barrier.
enum class WaitKind : std::uint8_t { taskwait, taskgroup, barrier, lock, reduction };

/// Detail of `lock_place`.
enum class LockKind : std::uint8_t { lock, critical, atomic, ordered };

/// Detail of `create`.
enum CreateFlags : std::uint8_t {
  undeferred = 1,   ///< the parent continues after the task has ended
  is_taskwait = 2,  ///< not a task, but a wait for the tasks that its dependences name
  has_dependences = 4,
  of_runtime = 8,    ///< the address is inside the runtime itself
  by_program = 32,   ///< the program says that the task is not deferred
  of_taskloop = 16,  ///< the address is the program's call that starts a taskloop
};

/// Detail of `switched`: the values of ompt_task_status_t that matter here.
enum TaskStatus : std::uint8_t {
  status_complete = 1,
  status_cancel = 3,
  status_detach = 4,         ///< the body has ended; the task completes when its event is fulfilled
  status_early_fulfill = 5,  ///< the event came before the end of the body; the thread continues
  status_late_fulfill = 6,
  status_switch = 7,
  status_taskwait_complete = 8,
};

/// 24 bytes. A task without dependences takes three events.
struct Event {
  std::uint64_t time_ns : 51 = 0;  ///< from the start of the recording; up to 26 days
  std::uint64_t kind_bits : 5 = 0;
  std::uint64_t detail : 8 = 0;
  std::uint64_t first = 0;
  std::uint64_t second = 0;

  EventKind kind() const { return static_cast<EventKind>(kind_bits); }
};
static_assert(sizeof(Event) == 24);

inline Event make_event(std::int64_t time_ns, EventKind kind, std::uint64_t first = 0,
                        std::uint64_t second = 0, std::uint8_t detail = 0) {
  Event event;
  event.time_ns = static_cast<std::uint64_t>(time_ns) & ((std::uint64_t{1} << 51) - 1);
  event.kind_bits = static_cast<std::uint64_t>(kind) & 0x1f;
  event.detail = detail;
  event.first = first;
  event.second = second;
  return event;
}

constexpr bool creates_item(EventKind kind) {
  return kind == EventKind::initial_begin || kind == EventKind::region_begin ||
         kind == EventKind::implicit_begin || kind == EventKind::create;
}

}  // namespace gusset::ompt
