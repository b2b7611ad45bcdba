#pragma once
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "gusset/base/run_statistics.hpp"
#include "gusset/base/schedule_file.hpp"
#include "gusset/core/access_mode.hpp"
#include "gusset/core/engine/handle_state.hpp"
#include "gusset/core/options.hpp"
#include "gusset/core/task.hpp"
#include "gusset/core/version_sequence.hpp"

namespace gusset::detail {

struct PlanGraph;

/// Gives the tasks of a program their places in the schedule of a file. It finds each task by its identity,
/// so it counts the versions of all handles as engines do. Both real runs and simulations use it.
/// Thread-safe.
class ScheduleGuide {
 public:
  /// `name` is the file's name in messages. Throws ConfigurationError if the file has tasks for more workers.
  /// If there are fewer processors than workers, guided tasks share the first ones' workers.
  ScheduleGuide(ScheduleFile file, std::string name, ScheduleForm form, unsigned workers,
                unsigned processors);

  /// Gives a task that is about to be submitted its worker and its priority. `submitter` is the task whose
  /// subtask it is; null: none. Throws UsageError if the file puts it before a task that it depends on.
  void guide(Task& task, Task* submitter);
  /// An access has got its version before its task exists.
  void reserved(const HandleState& handle, AccessMode mode);
  /// A plan is about to run. Before its first run, the plan gets the file's schedule as its static schedule
  /// if that is wanted and possible; otherwise the file guides its tasks. Later runs keep what the first one
  /// got. Returns a line that says why a static schedule is not possible; empty: nothing to say. Throws
  /// UsageError if the file's order contradicts the plan's dependences.
  std::string run(PlanGraph& plan);

  /// "FILE: expected a schedule of this program, found one of …" if there were tasks, but none that the file
  /// has.
  std::optional<std::string> other_program() const;
  ScheduleUse use() const;
  const std::string& name() const { return name_; }

 private:
  /// A task's place in the schedule.
  struct Entry {
    std::uint32_t worker = 0;
    std::uint32_t rank = 0;
    std::int64_t begin_ns = 0;  ///< not before that of an earlier task in its list
    std::uint32_t copy = 0;
  };
  /// All tasks that differ only in their copy.
  struct Group {
    std::vector<Entry> entries;
    std::uint32_t seen = 0;  ///< tasks of the program
  };
  struct HashKey {
    std::size_t operator()(const ScheduledTaskKey& key) const;
  };
  /// What depends on a handle's latest accesses: the entries that begin last, or null.
  struct Accesses {
    VersionSequence sequence;
    std::uint32_t version = 0;  ///< of the current group
    const Entry* current = nullptr;
    const Entry* previous = nullptr;
  };
  const Entry* find(const ScheduledTaskKey& key);
  std::uint32_t next_version(const HandleState& handle, AccessMode mode);
  void follow(const Task& task, const HandleState& handle, std::uint32_t version, const Entry* entry);
  void place(Task& task, const Entry& entry) const;
  std::vector<std::uint32_t> next_versions(const PlanGraph& plan);
  std::string obstacle_to_lanes(const PlanGraph& plan, const std::vector<const Entry*>& places) const;
  void set_lanes(PlanGraph& plan, const std::vector<const Entry*>& places) const;

  const ScheduleFile file_;  // the groups' keys refer to its texts
  const std::string name_;
  const ScheduleForm form_;
  const unsigned guided_workers_;
  std::size_t tasks_ = 0;     // of the file
  mutable std::mutex mutex_;  // guards the members below
  std::unordered_map<ScheduledTaskKey, Group, HashKey> groups_;
  std::unordered_map<std::uint32_t, Accesses> handles_;  // by id
  std::uint64_t known_ = 0;
  std::uint64_t unknown_ = 0;
};

}  // namespace gusset::detail
