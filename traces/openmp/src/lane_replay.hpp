#pragma once
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "access_table.hpp"
#include "gusset/traces/model/trace.hpp"
#include "lock_table.hpp"
#include "recording.hpp"
#include "span_list.hpp"
#include "storage/scratch.hpp"
#include "task_table.hpp"

namespace gusset::ompt {

/// What a wait of the kind SpanList::Kind::known_wait waited for; see traces::TaskWait.
struct WaitRow {
  std::int64_t since_ns = 0;
  std::uint32_t object = traces::TaskWait::no_object;
  traces::TaskWait::Kind kind = traces::TaskWait::Kind::taskwait;
};

/// What the replay had to guess.
struct ReplayLosses {
  std::uint64_t missing_ends = 0;   ///< tasks that must have ended, because the enclosing task continued
  std::uint64_t unknown_tasks = 0;  ///< events that name a task whose creation is unknown
};

/// What the threads of a process share during the replay.
struct ReplayTables {
  ReplayTables(Scratch& scratch, const EventSource& source)
      : depth(source.facts().depth),
        tasks(scratch, source.threads(), source.facts().first_thread),
        accesses(scratch),
        locks(scratch) {}

  bool has_times() const { return depth != Depth::spans; }
  /// A task runs for the first time, or its wait is over.
  void start(Number task);
  void end(Number task, std::int64_t end_ns);
  /// The body of the task has ended, so the task creates no more tasks.
  void end_body(Number task);

  Depth depth;
  TaskTable tasks;
  AccessTable accesses;
  LockTable locks;
  std::unordered_map<std::uint64_t, std::vector<std::int64_t>>
      groups;  ///< per task: start times of its open taskgroups
  ReplayLosses losses;
  std::int64_t total_ns = 0;  ///< sum of all span lengths
};

/// Turns the events of one thread, in order, into the spans of its lane. The spans are in the order that a
/// trace requires. They nest, and the outermost spans are adjacent: together they cover all of the thread's
/// time.
///
/// - Run spans belong to explicit tasks, to a thread's part of a parallel region, and to a thread's own
///   program outside of regions. The last two have separate tasks, because they keep the thread busy with the
///   program's work: a loop shared by a team, or a producer for which the others wait, must neither look idle
///   nor seem to belong to an explicit task.
/// - Wait spans nest in run spans: barriers, taskwait, the end of a taskgroup, locks. Tasks that a thread
///   executes meanwhile nest in the wait span, so the rest of it is idle time.
/// - A thread of the runtime waits, without a task, whenever it is outside of regions. The runtime reports
///   the end of such a thread's part of a region only when the thread joins its next region. The part is cut
///   at the time at which the region's primary thread continued.
///
/// A task may have several run spans: an untied task may be suspended and continue elsewhere.
class LaneReplay {
 public:
  LaneReplay(Scratch& scratch, ReplayTables& tables, std::size_t thread, bool is_worker);

  /// Takes the thread's next event. Ignores kinds of events that do not change a lane. Returns the task that
  /// the event creates, if any.
  Number take(const Event& event);
  /// Ends the recording.
  void finish(std::int64_t end_ns);
  /// A region has ended: the thread's part of it, if still open, ends at this time at the latest.
  void cut_part(std::uint32_t region, std::int64_t end_ns);

  SpanList spans;
  ScratchArray<WaitRow> waits;  ///< one for each span of the kind known_wait, in order
  ScratchArray<traces::ProcessorUse> uses;
  std::uint32_t processors = 0;  ///< the number of processors on which the thread may run; 0 if unknown
  std::uint64_t affinity = 0;    ///< the mask of the first 64
  traces::TaskId last;           ///< the task that ran when the recording ended; none if none did

 private:
  /// A span that has not ended. `task` is the task that runs or waits.
  struct Open {
    Number task;
    Number parent;  ///< if the wait is itself a task (`taskwait depend`): the task that created it
    std::int64_t begin_ns = 0;
    std::int64_t latest_end_ns = 0;
    std::uint64_t span = 0;
    std::uint32_t part_of = Item::none;  ///< the region, if the span is a thread's part of it
    bool is_run = false;
  };
  /// What the thread had used up to a time.
  struct Sample {
    std::int64_t time_ns = 0;
    std::uint64_t processor_ns = 0;
    std::uint32_t waits = 0;
    std::uint32_t preemptions = 0;
    std::uint32_t page_faults = 0;
    std::optional<std::uint64_t> delay_ns;
  };
  /// The first part of a sample: how long the thread had no processor although it could run.
  struct Delay {
    std::int64_t time_ns = 0;
    std::uint64_t ns = 0;
    std::uint32_t page_faults = 0;
  };

  Number take_item(const Event& event);
  void settle_wait(EventKind next);
  void push(Number task, SpanList::Kind kind);
  void push_part(Number part);
  void push_run(Number task);
  void push_wait(const Event& event);
  void pop();
  bool is_running(Number task);
  void return_to(Number task);
  void pop_missed();
  Number end_wait(Number task);
  void end_run(Number task);
  void switch_tasks(Number before, Number next, std::uint8_t status);
  void add_sample(const Event& event);
  void add_hold(const Event& event);
  Number innermost_run() const;

  ReplayTables& tables_;
  std::size_t thread_;
  std::uint32_t lane_;  ///< as Item::running_on names it
  bool is_worker_;
  std::int64_t now_ns_ = 0;
  std::vector<Open> open_;
  std::vector<std::size_t> open_parts_;        ///< positions in open_
  std::unordered_set<std::uint64_t> unknown_;  ///< tasks of open runs of which nothing else is known
  std::optional<EndedWait> ended_wait_;
  std::optional<Sample> sample_;
  std::optional<Delay> delay_;  ///< since the latest sample
};

}  // namespace gusset::ompt
