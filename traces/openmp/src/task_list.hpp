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

/// Something that a thread made: a task, or a parallel region.
struct Made {
  enum class Kind : std::uint8_t {
    initial,   ///< a thread's program outside of parallel regions
    implicit,  ///< a thread's part of a parallel region
    explicit_task,
    taskwait,  ///< a wait for some tasks, by `depend`: it has dependences like a task
    region     ///< no task
  };
  Kind kind = Kind::explicit_task;
  Number number;
  Number parent;  ///< the task that met it
  Number region;  ///< implicit: of which it is a part
  std::uint64_t address = 0;
  std::int64_t created_ns = 0;
  /// region: when its primary thread went on; a detached task: when its event was fulfilled.
  std::int64_t end_ns = traces::unknown_time;
  std::size_t first_dependence = 0;  ///< into its thread's
  std::size_t dependences = 0;
  bool undeferred = false;
  bool of_runtime = false;   ///< its address is within the runtime
  bool of_taskloop = false;  ///< its address is that of a taskloop
  /// taskwait: the task whose dependences these are. The runtime announces a task with `if(0)` and `depend`
  /// as a wait for its predecessors, followed by a task that has none.
  Number stands_for;
  traces::TaskId id;        ///< of a task, once numbered; none where it is shown as another or not at all
  std::uint32_t depth = 0;  ///< how many tasks it is in, itself included; 0 for a region
};

/// One entry of a `depend` clause.
struct Dependence {
  std::uint64_t address = 0;
  std::uint8_t type = 0;  ///< ompt_dependence_type_t
};

/// All that the threads of a recording made, with tasks numbered in order of creation.
class TaskList {
 public:
  explicit TaskList(const Recording& recording);

  /// Null where the number is none, or was lost with events for which there was no memory.
  const Made* find(Number number) const;
  /// The task that a number stands for in the trace; none where there is none.
  traces::TaskId id_of(Number number) const;

  /// Tasks by id.
  const std::vector<Number>& tasks() const { return tasks_; }
  const Dependence* dependences_of(const Made& task) const {
    return dependences_[task.number.thread() - first_thread_].data() + task.first_dependence;
  }
  /// The function that tasks created by a call are; 0 where it is not known.
  std::uint64_t body_of(std::uint64_t call_address) const {
    const auto found = bodies_.find(call_address);
    return found == bodies_.end() ? 0 : found->second;
  }
  /// Whether any parallel region began or any explicit task was created.
  bool has_work() const { return has_work_; }

 private:
  void read(std::size_t thread, const std::vector<Event>& events);
  void find_taskloops();
  void number_tasks();
  void find_depth(Made& task);
  Made* find(Number number);

  std::uint32_t first_thread_ = 0;
  std::vector<std::vector<Made>> made_;  ///< per thread, by count
  std::vector<std::vector<Dependence>> dependences_;
  std::vector<Number> tasks_;
  std::vector<std::pair<Number, std::int64_t>> ends_;        ///< of regions and detached tasks, by any thread
  std::unordered_map<std::uint64_t, std::uint64_t> bodies_;  ///< by address of the call
  bool has_work_ = false;
};

}  // namespace gusset::ompt
