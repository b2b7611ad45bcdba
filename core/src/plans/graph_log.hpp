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

/// Every task submitted since it was made, with its accesses in order of submission, so that the graph can be
/// drawn while tasks run: engines forget a task once it has completed. Versions are counted from the first
/// access noted, when they are asked for. Where several threads submit tasks on one handle at once, the order
/// noted may be another than the engine's. Thread-safe.
class GraphLog {
 public:
  static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

  /// Notes a task before the engine has it, and the task whose kernel submits it, if any. Returns its number.
  std::uint32_t note(Task& task, Task* submitter);
  /// The engine refused these: `count` tasks from this number on; none has run.
  void take_back(std::uint32_t first, std::size_t count);
  /// An access that got this version before its task exists.
  void note_reservation(const HandleState& handle, AccessMode mode, std::uint32_t version);
  /// The tasks of a plan, once more. Returns the number of the first.
  std::uint32_t note_run(const PlanGraph& plan, Task* submitter);

  /// GraphKind::tasks: tasks as boxes task0, task1, … in order of submission, with arrows to those that wait,
  /// without implied ones; dashed lines join commuting tasks in a chain, and dotted arrows with a ring lead
  /// from a task to its subtasks. GraphKind::data: tasks as ellipses between boxes handle0v0, …, for the
  /// version that each awaits and the one that it leaves together with its group; dotted arrows lead from
  /// readers to the version that waits for them.
  void write_dot(std::ostream& out, GraphKind kind) const;

  struct Content;
  /// What was noted so far; a copy, so that nobody waits for a drawing to submit.
  Content content() const;

  struct Noted {
    TaskTypeId type;
    std::uint32_t parent = none;
    bool is_refused = false;
  };
  /// What happened to a handle.
  struct Entry {
    enum class Kind : std::uint8_t {
      access,
      reserved,  ///< whose task did not come yet
      shared,    ///< a subtask reads what `holder` reads, in its turn
      border     ///< of a plan's run, whose accesses are a group of their own
    };
    Kind kind = Kind::access;
    AccessMode mode = AccessMode::read;
    std::uint32_t task = none;
    std::uint32_t holder = none;
    std::uint32_t reserved_version = 0;
  };
  struct NotedHandle {
    std::string label;
    std::vector<Entry> entries{};
  };
  struct Content {
    std::vector<Noted> tasks;
    std::vector<NotedHandle> handles;
  };

 private:
  std::uint32_t append(Task& task, Task* submitter);
  std::vector<Entry>& entries_of(const HandleState& handle);
  std::uint32_t number_of(const Task* task) const;
  std::optional<std::uint32_t> holder_of(const TaskAccess& access, Task* submitter) const;
  static bool fill_reservation(std::vector<Entry>& entries, std::uint32_t version, std::uint32_t task);

  mutable std::mutex mutex_;  // guards the rest
  Content content_;
  std::unordered_map<std::uint32_t, std::uint32_t> handles_;  // by id
  std::unordered_map<const Task*, std::uint32_t> latest_;     // tasks' memory is used again
};

}  // namespace gusset::detail
