#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gusset/core/ids.hpp"
#include "gusset/core/task.hpp"

namespace gusset {

/// What a policy may know of a task that becomes ready.
struct TaskView {
  TaskTypeId type{};
  double work = 0.0;
  std::int32_t priority = 0;
  WorkerId wanted{};  ///< where the program wants it (see Affinity); none: anywhere
  HandleId handle{};  ///< the first that it modifies, else its first; none: it accesses nothing
};

/// Why a task becomes ready.
enum class ReadyCause : std::uint8_t {
  submitted,  ///< nothing to wait for when it was submitted
  woken,      ///< a completed task on this worker raised the last version it waited for
  arrived     ///< a message brought the last version it waited for
};

/// Where a policy decides, and for whom.
struct PolicyContext {
  WorkerId worker;          ///< whose decisions these are
  std::size_t workers = 1;  ///< of the node
  std::uint64_t seed = 1;
  std::vector<DomainId> domains{};  ///< of each worker (its socket); empty: all in one
};

/// Decides where ready tasks go and whom an idle worker robs. It only decides: queues and their locks belong
/// to the host, which is the real runtime or the simulator. One instance per worker of one node, used by that
/// worker alone and seeded, so decisions need no synchronisation and can be repeated.
///
/// Each worker has a stack and a queue, and the workers of a node share one ranked queue. A worker looks for
/// work in this order: its stack (the newest), its queue (the oldest), the shared queue (the highest rank,
/// the oldest among equals), then its victims: the oldest of the victim's queue, else the oldest of its
/// stack.
class Policy {
 public:
  static constexpr std::size_t max_steal_count = 32;

  enum class Lane : std::uint8_t { stack, queue };
  struct Place {
    WorkerId worker;          ///< none: the shared queue
    Lane lane = Lane::queue;  ///< of that worker
    std::int64_t rank = 0;    ///< in the shared queue
  };

  /// Decisions that are the same for every task without affinity, which the host then need not ask for.
  struct Habits {
    bool keeps_submitted = false;  ///< place() puts submitted tasks into this worker's queue
    bool keeps_woken = false;      ///< … and woken ones onto its stack
  };

  virtual ~Policy() = default;

  virtual Habits habits() const { return {}; }

  /// Where a task that becomes ready through this worker shall wait.
  virtual Place place(const TaskView& task, ReadyCause cause) = 0;

  /// The next worker to rob in one search for work; `attempt` counts from 0. Nothing: give up for now.
  virtual std::optional<WorkerId> next_victim(std::size_t attempt) = 0;

  /// How many tasks to take at once from a victim that has `available` ≥ 1 of them; 1 … available, of which
  /// hosts take max_steal_count at most. The first is run, the others go to the thief's queue in their order.
  virtual std::size_t steal_count(std::size_t available) = 0;

  /// Whether a worker goes on with the first task that it wakes, at once and without a queue.
  virtual bool runs_first_woken() const { return false; }
};

using PolicyMaker = std::function<std::unique_ptr<Policy>(const PolicyContext&)>;

/// Makes a policy known by name to Options::policy, in runs and simulations alike. False where the name is
/// taken. `make` can be called from any thread and never returns null. Thread-safe.
bool register_policy(std::string name, PolicyMaker make);

/// Names that make_policy knows: the built-in ones (locality, fifo, priority, random, nearest, static), then
/// the others in alphabetical order.
std::vector<std::string> policy_names();

/// The policy of one worker. Throws ConfigurationError, naming those there are, for an unknown name.
std::unique_ptr<Policy> make_policy(std::string_view name, const PolicyContext& context);

inline constexpr const char* default_policy = "locality";

}  // namespace gusset
