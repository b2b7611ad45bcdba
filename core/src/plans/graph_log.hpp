#pragma once
#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <limits>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "gusset/core/access_mode.hpp"
#include "gusset/core/graph_kind.hpp"
#include "gusset/core/ids.hpp"
#include "gusset/core/task.hpp"

namespace gusset {
struct HandleState;
}  // namespace gusset

namespace gusset::detail {

struct PlanGraph;

/// Logs every task submitted since its construction, with its accesses in order of submission. The graph can
/// then be drawn while tasks run, although engines forget completed tasks. Versions count from the first
/// logged access and are computed on demand. If several threads submit tasks on one handle at once, the
/// logged order may differ from the engine's. Thread-safe.
class GraphLog {
 public:
  static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

  /// Logs a task before the engine gets it, and the task whose kernel submits it, if any. Returns its number.
  std::uint32_t add(Task& task, Task* submitter);
  /// Removes `count` tasks from number `first` on, because the engine refused them; none has run.
  void retract(std::uint32_t first, std::size_t count);
  /// Logs an access that got this version before its task exists.
  void add_reservation(const HandleState& handle, AccessMode mode, std::uint32_t version);
  /// Logs another run of a plan's tasks. Returns the first task's number.
  std::uint32_t add_run(const PlanGraph& plan, Task* submitter);

  /// GraphKind::tasks draws tasks as boxes task0, task1, … in order of submission. Arrows lead to the tasks
  /// that wait, without implied arrows. Dashed lines join commuting tasks in a chain. Dotted arrows with a
  /// ring lead from a task to its subtasks. GraphKind::data draws tasks as ellipses between boxes handle0v0,
  /// …: the version that each task awaits, and the version after its group. Dotted arrows lead from readers
  /// to the version that waits for them.
  void write_dot(std::ostream& out, GraphKind kind) const;

  struct Content;
  /// A copy of the log so far, so that drawing does not block submissions.
  Content content() const;

  struct LoggedTask {
    TaskTypeId type;
    std::uint32_t parent = none;
    bool is_refused = false;
  };
  /// An event at a handle.
  struct Entry {
    enum class Kind : std::uint8_t {
      access,
      reserved,  ///< reserved; its task does not exist yet
      shared,    ///< a subtask reads while its ancestor `holder` reads, without its own version
      boundary   ///< a boundary of a plan's run, whose accesses form a separate group
    };
    Kind kind = Kind::access;
    AccessMode mode = AccessMode::read;
    std::uint32_t task = none;
    std::uint32_t holder = none;
    std::uint32_t reserved_version = 0;
  };
  struct LoggedHandle {
    std::string label;
    std::vector<Entry> entries{};
  };
  struct Content {
    std::vector<LoggedTask> tasks;
    std::vector<LoggedHandle> handles;
  };

 private:
  std::uint32_t append(Task& task, Task* submitter);
  std::vector<Entry>& entries_of(const HandleState& handle);
  std::uint32_t number_of(const Task* task) const;
  std::optional<std::uint32_t> holder_of(const TaskAccess& access, Task* submitter) const;
  static bool fill_reservation(std::vector<Entry>& entries, std::uint32_t version, std::uint32_t task);

  mutable std::mutex mutex_;  // guards the members below
  Content content_;
  std::unordered_map<std::uint32_t, std::uint32_t> handles_;  // by id
  std::unordered_map<const Task*, std::uint32_t> latest_;     // by address, which later tasks reuse
};

}  // namespace gusset::detail
