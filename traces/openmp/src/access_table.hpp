#pragma once
#include <cstdint>
#include <vector>

#include "gusset/traces/model/trace.hpp"
#include "storage/scratch.hpp"
#include "storage/scratch_table.hpp"

namespace gusset::ompt {

/// One entry of a `depend` clause.
struct Dependence {
  std::uint64_t address = 0;
  std::uint8_t type = 0;  ///< ompt_dependence_type_t
};

/// An access in the trace.
struct AccessRow {
  std::uint32_t task = 0;
  std::uint32_t handle = 0;
  std::uint32_t version = 0;
  std::uint32_t group = 0;
  std::uint32_t mode = 0;  ///< index into AccessTable::modes
  std::uint32_t unused = 0;
  std::int64_t ready_ns =
      traces::unknown_time;  ///< only in the first access of a task that has started: when it was ready
};

/// Converts `depend` clauses to accesses with versions. A handle is a pair of parent and address, because the
/// clauses of tasks with different parents are unrelated (OpenMP 5.0, section 2.17.11). `in` becomes read,
/// `out` and `inout` become write, `mutexinoutset` becomes add. `inoutset` has its own mode, whose tasks
/// modify the handle concurrently. Each access waits for the version to which the previous accesses lead: two
/// reads, a write, three adds and a write wait for 0 0 2 3 3 3 6 [SuperGlue].
///
/// Accesses of a handle that may run in any order form a group. A task is ready when it has been created and
/// the groups before its own have ended. The tools interface also reports pairs of dependent tasks, but only
/// while the first one has not ended, so the set differs from run to run.
class AccessTable {
 public:
  explicit AccessTable(Scratch& scratch);

  static const std::vector<traces::AccessMode>& modes();

  /// Adds the accesses of a task, after those of all tasks with lower ids. Sorts `dependences`. `scope` names
  /// its parent, and `first_handle` belongs to the scope (see ScratchTable). Returns the index of the first
  /// access.
  std::uint32_t add(std::uint32_t task, std::uint64_t scope, std::vector<Dependence>& dependences,
                    std::uint32_t& first_handle);
  /// Forgets the addresses of a parent that creates no more tasks.
  void end_scope(std::uint32_t first_handle) { handles_by_address_.erase(first_handle); }

  /// When a task that was created at `created_ns` is ready: at that time, or when its last predecessor ended.
  /// unknown_time if a predecessor has not ended yet.
  std::int64_t ready_ns(std::uint64_t first_access, std::int64_t created_ns);
  /// A task that was created at `created_ns` starts. Its successors wait for its predecessors' ends, too.
  void start(std::uint64_t first_access, std::int64_t created_ns);
  /// A task has ended, whether it had started or not.
  void end(std::uint64_t first_access, std::int64_t end_ns);

  std::uint64_t handles() const { return handles_.size(); }
  ScratchArray<AccessRow> rows;  ///< in order of tasks

 private:
  std::uint32_t next_handle();
  void pass_on(std::uint64_t first_access);

  struct Handle {
    std::uint32_t accesses = 0;  ///< so far
    std::uint32_t version = 0;   ///< the version that the group waits for
    std::uint32_t group = ScratchTable::none;
    std::uint32_t mode = 0;  ///< the group's mode
  };
  struct Group {
    /// The latest end of a task of this group or of earlier ones.
    std::int64_t last_end_ns = traces::unknown_time;
    std::uint32_t previous = ScratchTable::none;
    std::uint32_t open = 0;  ///< tasks that have not ended
  };

  ScratchArray<Handle> handles_;
  ScratchArray<Group> groups_;
  ScratchTable handles_by_address_;
};

}  // namespace gusset::ompt
