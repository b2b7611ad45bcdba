#pragma once
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "gusset/traces/model/ids.hpp"
#include "gusset/traces/model/trace.hpp"
#include "recording.hpp"

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
  Kind kind = Kind::explicit_task;
  Number number;
  Number parent;  ///< the encountering task
  Number region;  ///< of a task: the parallel region in which it runs; none outside of regions
  std::uint64_t address = 0;
  std::int64_t created_ns = 0;
  /// region: when its primary thread continued; detached task: when its event was fulfilled.
  std::int64_t end_ns = traces::unknown_time;
  std::size_t first_dependence = 0;  ///< index into its thread's dependences
  std::size_t dependences = 0;
  bool undeferred = false;   ///< by the program, not because its region has one thread
  bool by_program = false;   ///< it is known that the program says so
  bool of_runtime = false;   ///< its address is inside the runtime
  bool of_taskloop = false;  ///< its address is the call of a taskloop
  /// taskwait: the task that these dependences belong to. The runtime reports a task with `if(0)` and
  /// `depend` as a wait for its predecessors, followed by a task without dependences.
  Number shown_as;
  traces::TaskId id;  ///< of a numbered task; none if the item is shown as another task or not shown
  std::uint32_t region_number = 0;  ///< of a region: its number among all regions
  std::uint32_t depth = 0;          ///< number of enclosing tasks, including itself; 0 for a region
};

/// One entry of a `depend` clause.
struct Dependence {
  std::uint64_t address = 0;
  std::uint8_t type = 0;  ///< ompt_dependence_type_t
};

/// All items that the threads of a recording created. Tasks are numbered in order of creation.
class TaskList {
 public:
  explicit TaskList(const Recording& recording);

  /// Null if the number is none, or if the item was lost with events for which there was no memory.
  const Item* find(Number number) const;
  /// The task in the trace for a number; none if there is none.
  traces::TaskId id_of(Number number) const;

  /// Tasks by id.
  const std::vector<Number>& tasks() const { return tasks_; }
  const Dependence* dependences_of(const Item& task) const {
    return dependences_[task.number.thread() - first_thread_].data() + task.first_dependence;
  }
  /// The function of the tasks that a call creates; 0 if unknown.
  std::uint64_t body_of(std::uint64_t call_address) const {
    const auto found = bodies_.find(call_address);
    return found == bodies_.end() ? 0 : found->second;
  }
  /// Whether any parallel region began or any explicit task was created.
  bool has_work() const { return has_work_; }

 private:
  void read(std::size_t thread, const std::vector<Event>& events);
  void find_taskloops();
  void find_lone_threads();
  void number_tasks();
  void find_depth(Item& task);
  Item* find(Number number) { return const_cast<Item*>(static_cast<const TaskList&>(*this).find(number)); }

  std::uint32_t first_thread_ = 0;
  std::vector<std::vector<Item>> items_;  ///< one entry per thread, by count
  std::vector<std::vector<Dependence>> dependences_;
  std::uint32_t regions_ = 0;
  std::vector<Number> tasks_;
  std::vector<std::pair<Number, std::int64_t>> ends_;  ///< of regions and detached tasks, from any thread
  std::unordered_map<std::uint64_t, std::uint64_t> bodies_;  ///< by address of the call
  bool has_work_ = false;
};

}  // namespace gusset::ompt
