#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "gusset/traces/model/trace.hpp"
#include "recording.hpp"
#include "storage/scratch.hpp"
#include "storage/scratch_table.hpp"

namespace gusset::ompt {

/// An item that a thread created: a task or a parallel region.
struct Item {
  enum class Kind : std::uint8_t {
    initial,   ///< a thread's program outside of parallel regions
    implicit,  ///< a thread's part of a parallel region
    explicit_task,
    taskwait,  ///< a wait for some tasks by `depend`; has dependences like a task
    region     ///< not a task
  };
  static constexpr std::uint32_t none = ScratchTable::none;

  std::uint32_t task = none;    ///< the task's id in the trace; of a region: none
  std::uint32_t region = none;  ///< the number of the region in which a task runs, or of the region itself
  std::uint32_t first_access = none;  ///< index of the task's first access
  std::uint32_t first_handle = none;  ///< the task's scope of addresses, for the dependences of its children
  std::uint32_t loop_place = none;    ///< place of the last taskloop that the task began
  std::uint32_t running_on = 0;       ///< 1 + the thread that runs the task, while it runs
  Kind kind = Kind::explicit_task;
  bool is_started : 1 = false;
  bool is_ended : 1 = false;
  bool is_over : 1 = false;     ///< see TaskTable::forget
  bool has_groups : 1 = false;  ///< whether the task has begun taskgroups that have not ended
};
static_assert(sizeof(Item) == 28);

/// A task in the trace.
struct TaskRow {
  std::uint32_t place = 0;  ///< see TaskTable::places
  std::uint32_t parent = Item::none;
  std::int64_t submit_ns = 0;
};

struct RegionRow {
  std::uint32_t parent = Item::none;  ///< id of the encountering task
  std::uint32_t threads = 0;          ///< number of threads in its team; 0 while unknown
  std::uint32_t open_parts = 0;       ///< parts that have begun and not ended
  std::uint32_t unused = 0;
  std::uint64_t address = 0;  ///< of the call
  std::int64_t created_ns = 0;
  std::int64_t end_ns = traces::unknown_time;  ///< when its primary thread continued
};

/// Where tasks of one type are created.
struct TaskPlace {
  Item::Kind kind = Item::Kind::explicit_task;
  std::uint64_t address = 0;
  std::uint64_t tasks = 0;  ///< how many have this place
};

/// A wait for predecessors that has just ended. The runtime reports a task with `if(0)` and `depend` as such
/// a wait, followed by a task without dependences, which takes the place of the wait.
struct EndedWait {
  Number number;
  Number parent;
  std::int64_t time_ns = 0;
};

/// All items that the threads of a recording created, and the tasks of the trace, in order of creation. A
/// parent comes before its children.
class TaskTable {
 public:
  /// The region of a JoinedTask that turned out not to be joined.
  static constexpr std::uint32_t not_joined = traces::JoinedTask::no_region - 1;

  TaskTable(Scratch& scratch, std::size_t threads, std::uint32_t first_thread);

  /// Null if the number is none, or if nothing is known about the item: it was created in the process that
  /// this process was forked from, its event was lost, or it is over. Valid until the next access to any
  /// table.
  Item* find(Number number) {
    if (number.is_none() || number.thread() < first_thread_) return nullptr;
    const std::size_t thread = number.thread() - first_thread_;
    if (thread >= items_.size()) return nullptr;
    ScratchArray<Item>& items = items_[thread]->rows;
    if (number.count() >= items.size() || items.is_dropped(number.count())) return nullptr;
    return &items.edit(number.count());
  }
  /// `item`, which has this number, is over: no later event names it. The memory of items that are over is
  /// freed.
  void forget(Number number, Item& item);
  /// The task in the trace; none if there is none.
  traces::TaskId id_of(Number number);

  // These functions create a thread's next item from the event that says so, and return its number.
  Number add_initial(std::size_t thread, const Event& event);
  Number add_region(std::size_t thread, const Event& event);
  Number add_part(std::size_t thread, const Event& event);
  /// `wait` is a wait of the same thread that ended directly before, or null. Sets `takes_place` if the task
  /// takes the wait's place.
  Number add_task(std::size_t thread, const Event& event, const EndedWait* wait, bool& takes_place);

  void note_body(std::uint64_t call, std::uint64_t body) { bodies_[call] = body; }
  /// The function of the tasks that a call creates; 0 if unknown.
  std::uint64_t body_of(std::uint64_t call) const;

  /// Whether any parallel region began or any explicit task was created.
  bool has_work() const { return has_work_; }
  const std::vector<TaskPlace>& places() const { return places_; }

  ScratchArray<TaskRow> rows;               ///< by id
  ScratchArray<RegionRow> regions;          ///< by number
  ScratchArray<traces::JoinedTask> joined;  ///< in order of tasks

 private:
  struct CachedPlace {
    std::uint64_t address = 0;
    Item::Kind kind = Item::Kind::region;  // no place has this kind
    std::uint32_t place = 0;
  };

  Number add(std::size_t thread, const Item& item);
  std::uint32_t add_row(Item::Kind kind, std::uint64_t address, std::uint32_t parent, std::int64_t time_ns);
  std::uint32_t place_of(Item::Kind kind, std::uint64_t address);
  std::uint64_t address_of_loop(const Event& event);

  Scratch& scratch_;
  std::uint32_t first_thread_;
  /// The items of a thread, by count.
  struct ThreadItems {
    explicit ThreadItems(Scratch& scratch) : rows(scratch) {}
    ScratchArray<Item> rows;
    std::vector<std::uint32_t> over;  ///< per page: how many of its items are over
  };
  std::vector<std::unique_ptr<ThreadItems>> items_;  ///< one entry per thread
  std::vector<TaskPlace> places_;
  std::array<std::unordered_map<std::uint64_t, std::uint32_t>, 4> place_numbers_;  ///< by kind and address
  std::array<CachedPlace, 64> cached_places_{};
  std::unordered_map<std::uint64_t, std::uint64_t> bodies_;  ///< by address of the call
  bool has_work_ = false;
};

}  // namespace gusset::ompt
