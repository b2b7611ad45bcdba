#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

#include "gusset/core/ids.hpp"
#include "gusset/core/task.hpp"

namespace gusset {

/// What a policy may know of a task.
struct TaskView {
  TaskCall call;
  std::uint64_t number = 0;
};

/// Why a task becomes ready.
enum class ReadyCause : std::uint8_t {
  submitted,  ///< nothing to wait for when it was submitted
  woken,      ///< a completed task on this worker raised the last version it waited for
  arrived     ///< a message brought the last version it waited for
};

/// Decides where ready tasks go and whom an idle worker robs; the queues and their locks belong to the host,
/// which is the real runtime or the simulator. One instance per worker of one node, used by that worker alone
/// and seeded, so decisions need no synchronisation and can be repeated. A worker takes from the front of its
/// own queue; thieves take from the back of another's.
class Policy {
 public:
  struct Place {
    WorkerId worker;
    bool front = true;
  };

  virtual ~Policy() = default;

  /// Where a task that becomes ready through this worker shall wait.
  virtual Place place(const TaskView& task, ReadyCause cause) = 0;

  /// The next worker to rob in one search for work; `attempt` counts from 0. Nothing: give up for now.
  virtual std::optional<WorkerId> next_victim(std::size_t attempt) = 0;

  /// How many tasks to take at once from a victim that has `available` ≥ 1 of them; 1 … available.
  virtual std::size_t steal_count(std::size_t available) = 0;
};

/// Woken tasks to the front of the waking worker's queue, ready ones spread over the workers, robbing one
/// task from the next non-empty victim in a seeded order: locality first (SuperGlue, Tillenius 2015,
/// section 4.1).
std::unique_ptr<Policy> make_locality_policy(WorkerId worker, std::size_t workers, std::uint64_t seed);

}  // namespace gusset
