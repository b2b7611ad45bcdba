#pragma once
#include <cstdint>

namespace gusset::ompt {

/// A task or a parallel region of one process: the thread that made it and how many that thread had made
/// before. 0 stands for none, as in the words that the runtime keeps for tools before they are set.
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

/// What a thread noted. Kinds marked * make something: the thread's next Number stands for it, so that no
/// event has to carry it.
enum class EventKind : std::uint8_t {
  initial_begin,   ///< * the task that is a thread's own program, outside of parallel regions
  region_begin,    ///< * first: the encountering task; second: address of the call
  region_end,      ///< first: the region; noted by its primary thread
  implicit_begin,  ///< * first: the region
  implicit_end,    ///< first: the implicit or initial task
  create,      ///< * an explicit task; first: its parent; second: address of the call; detail: CreateFlags
  dependence,  ///< first: an address; second: the task; detail: ompt_dependence_type_t
  switched,    ///< first: the task before; second: the next; detail: ompt_task_status_t
  wait_begin,  ///< first: the task that waits
  wait_end,    ///< the same
  thread_end,
  body,  ///< first: address of a call that creates tasks; second: of the function that they are
};

/// Of a `create`.
enum CreateFlags : std::uint8_t {
  undeferred = 1,   ///< its parent goes on when it has ended
  is_taskwait = 2,  ///< no task: a wait for those that its dependences name
  has_dependences = 4,
  of_runtime = 8,    ///< the address is within the runtime itself
  of_taskloop = 16,  ///< the address is that of the program's call to begin a taskloop
};

/// Of a `switched`: the values of ompt_task_status_t that matter here.
enum TaskStatus : std::uint8_t {
  status_complete = 1,
  status_cancel = 3,
  status_detach = 4,         ///< its body has ended, and it completes when its event is fulfilled
  status_early_fulfill = 5,  ///< that happened before; the thread goes on with what it did
  status_late_fulfill = 6,
  status_switch = 7,
  status_taskwait_complete = 8,
};

/// 24 bytes: a task without dependences takes three of them.
struct Event {
  std::uint64_t time_ns : 52 = 0;  ///< from the recording's start; up to 52 days
  std::uint64_t kind_bits : 4 = 0;
  std::uint64_t detail : 8 = 0;
  std::uint64_t first = 0;
  std::uint64_t second = 0;

  EventKind kind() const { return static_cast<EventKind>(kind_bits); }
};
static_assert(sizeof(Event) == 24);

inline Event make_event(std::int64_t time_ns, EventKind kind, std::uint64_t first = 0,
                        std::uint64_t second = 0, std::uint8_t detail = 0) {
  Event event;
  event.time_ns = static_cast<std::uint64_t>(time_ns) & ((std::uint64_t{1} << 52) - 1);
  event.kind_bits = static_cast<std::uint64_t>(kind) & 0xf;
  event.detail = detail;
  event.first = first;
  event.second = second;
  return event;
}

constexpr bool makes_something(EventKind kind) {
  return kind == EventKind::initial_begin || kind == EventKind::region_begin ||
         kind == EventKind::implicit_begin || kind == EventKind::create;
}

}  // namespace gusset::ompt
