#pragma once
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "gusset/base/run_statistics.hpp"
#include "gusset/base/schedule_file.hpp"
#include "gusset/core/access_mode.hpp"
#include "gusset/core/engine/handle_state.hpp"
#include "gusset/core/options.hpp"
#include "gusset/core/task.hpp"
#include "gusset/core/version_sequence.hpp"
#include "runtime/schedule_index.hpp"
#include "threads/biased_section.hpp"

namespace gusset::detail {

struct PlanGraph;

/// Gives the tasks of a program their places in the schedule of a file. It finds each task by its identity,
/// so it counts the versions of all handles as engines do. Both real runs and simulations use it.
/// Thread-safe.
class ScheduleGuide {
 public:
  /// `name` is the file's name in messages. Throws ConfigurationError if the file has tasks for more than
  /// `workers` workers. If there are fewer processors than workers, only as many workers as processors run
  /// guided tasks.
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
  /// UsageError if the file's order contradicts the plan's dependencies.
  std::string run(PlanGraph& plan);

  /// "FILE: expected a schedule of this program, found one of …" if there were tasks, but none that the file
  /// has.
  std::optional<std::string> other_program() const;
  ScheduleUse use() const;
  const std::string& name() const { return name_; }

 private:
  using Entry = ScheduleEntry;
  /// Guards the counts. Most programs submit in one thread, which needs no atomic read-modify-writes.
  class Guard {
   public:
    explicit Guard(const ScheduleGuide& guide);
    ~Guard();
    Guard(const Guard&) = delete;
    Guard& operator=(const Guard&) = delete;

   private:
    const ScheduleGuide& guide_;
    bool is_alone_ = false;
  };
  /// What is known of a handle, in one cache line.
  struct alignas(64) KnownHandle {
    VersionSequence sequence;
    std::uint32_t version = 0;  ///< the current group's version
    bool has_place = false;     ///< whether `place` has been looked up
    bool has_current = false;
    bool has_previous = false;
    ScheduleIndex::Place place;
    Entry current;   ///< the entry of the current group that begins last
    Entry previous;  ///< the same for the previous group
  };
  /// An access of the task that is about to be submitted.
  struct NewAccess {
    const HandleState* handle = nullptr;
    std::uint32_t version = 0;
  };
  const Entry* find(TaskTypeId type, ScheduleIndex::Place& place, std::uint32_t version);
  KnownHandle& known(const HandleState& handle) {
    const std::size_t id = handle.id.value();
    if (id >= handles_.size()) [[unlikely]]
      make_room(id);
    return handles_[id];
  }
  void make_room(std::size_t id);
  ScheduleIndex::Place& place_of(const HandleState& handle);
  std::uint32_t next_version(const HandleState& handle, AccessMode mode);
  void follow(const Task& task, const NewAccess& access, const Entry* entry);
  [[noreturn]] void refuse_order(const Task& task, const HandleState& handle, const Entry& entry,
                                 const Entry& before) const;
  void place(Task& task, const Entry& entry) const;
  std::vector<std::uint32_t> next_versions(const PlanGraph& plan);
  std::string obstacle_to_lanes(const PlanGraph& plan, const std::vector<const Entry*>& places) const;
  void set_lanes(PlanGraph& plan, const std::vector<const Entry*>& places) const;

  const ScheduleFile file_;  // the index refers to its texts
  const std::string name_;
  const ScheduleForm form_;
  const unsigned guided_workers_;
  std::size_t tasks_ = 0;  // the number of tasks in the file
  const std::thread::id first_thread_ = std::this_thread::get_id();
  mutable BiasedSection alone_;  // favours first_thread_: see Guard
  mutable std::mutex mutex_;     // for all threads once a second one appears
  // The section or the mutex guards the members below.
  ScheduleIndex index_;
  std::vector<KnownHandle> handles_;  // by id
  std::vector<NewAccess> accesses_;   // of one task; a member to reuse its memory
  std::uint64_t known_ = 0;
  std::uint64_t unknown_ = 0;
};

}  // namespace gusset::detail
