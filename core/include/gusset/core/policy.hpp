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

/// What a policy knows about a task that becomes ready.
struct TaskView {
  TaskTypeId type{};
  double work = 0.0;
  std::int32_t priority = 0;
  WorkerId preferred{};  ///< the worker that the task's affinity names; none: any worker
  HandleId handle{};     ///< the first handle it modifies, otherwise its first handle; none: no accesses

  // Set only for policies with Policy::Traits::sees_tree.
  std::uint32_t level = 0;  ///< 1: submitted by the program; 2: by a task of level 1; and so on
  std::uint64_t bytes = 0;  ///< size of the accessed handles, each counted once, without those that the
                            ///< submitting task already reads
  std::uint64_t modified_bytes = 0;  ///< size of the handles that it modifies
  /// The number of the smallest parts of `handle`; 1: it has no parts. Where parts are not known (replays),
  /// the number of tasks without subtasks that the task splits into.
  std::uint32_t leaves = 1;
  WorkerId last_worker{};  ///< of the workers that last accessed its handles, the one with the most bytes;
                           ///< none: nobody has accessed them
  Tier parent_tier = Tier::inter_socket;  ///< the submitting task's tier; inter_socket for the program
  bool is_inter_socket = false;           ///< marked by TaskCall::inter_socket()
};

/// What the policies of a node's workers share. The first policy that is made creates it.
class SharedPolicyState {
 public:
  virtual ~SharedPolicyState() = default;
};

/// Why a task becomes ready.
enum class ReadyCause : std::uint8_t {
  submitted,  ///< the task had nothing to wait for when it was submitted
  woken,      ///< a task completed on this worker and raised a handle to the last version that this task
              ///< waited for
  arrived     ///< a message delivered the last version that the task waited for
};

/// The worker that a policy decides for, and its surroundings.
struct PolicyContext {
  WorkerId worker;          ///< the worker that the policy decides for
  std::size_t workers = 1;  ///< on this node
  std::uint64_t seed = 1;
  std::vector<DomainId> domains{};       ///< each worker's domain (its socket); empty: all share one
  std::uint64_t socket_cache_bytes = 0;  ///< the last-level cache of one domain; 0: unknown
  std::optional<unsigned> boundary{};    ///< Options::boundary
  std::shared_ptr<SharedPolicyState>* shared = nullptr;  ///< null: this policy is the only one
};

/// Decides where ready tasks go and which victim an idle worker steals from. It only decides: the host, which
/// is the real runtime or the simulator, owns the queues and their locks. Each worker of a node has its own
/// seeded instance and is the only one to call it, so decisions need no synchronisation and are reproducible.
///
/// Each worker has a stack and a queue, and the workers of a node share one ranked queue. A worker looks for
/// work in this order: its stack (the newest task), its queue (the oldest), the shared queue (the highest
/// rank, the oldest among equals), then its victims (the oldest task of the victim's queue, otherwise the
/// oldest of its stack), then the pools of the domains, if the policy has squads. There is one pool for each
/// domain; a worker takes the newest task of its own domain's pool, and the oldest of another's.
class Policy {
 public:
  static constexpr std::size_t max_steal_count = 32;

  enum class Lane : std::uint8_t { stack, queue };
  struct Place {
    WorkerId worker;          ///< none: the shared queue
    Lane lane = Lane::queue;  ///< of this worker; a task for another worker goes into that worker's queue
    std::int64_t rank = 0;    ///< in the shared queue
    DomainId pool{};          ///< not none: this domain's pool, whatever the other members say
    Tier tier = Tier::intra_socket;  ///< if the policy has squads
  };

  /// Decisions that are the same for every task without affinity. The host does not have to ask for them.
  struct Traits {
    bool keeps_submitted = false;  ///< place() puts submitted tasks into this worker's queue
    bool keeps_woken = false;      ///< place() puts woken tasks onto this worker's stack
    bool sees_tree = false;        ///< place() needs TaskView's members from `level` on
    bool has_squads = false;       ///< uses pools and tiers, and follows tasks (begins, ran, completed)
  };

  virtual ~Policy() = default;

  virtual Traits traits() const { return {}; }

  /// Decides where a task that becomes ready through this worker waits for its execution.
  virtual Place place(const TaskView& task, ReadyCause cause) = 0;

  /// The next worker to steal from in one search for work; `attempt` counts from 0. Nothing: give up for now.
  virtual std::optional<WorkerId> next_victim(std::size_t attempt) = 0;

  /// How many tasks to steal at once from a victim that has `available` ≥ 1 tasks: 1 … available. Hosts take
  /// at most max_steal_count. The thief runs the first task and puts the others into its queue in the same
  /// order.
  virtual std::size_t steal_count(std::size_t available) = 0;

  /// Whether a worker immediately runs the first task that it wakes, without a queue.
  virtual bool runs_first_woken() const { return false; }

  // Only for policies with Traits::has_squads.

  /// The next pool to take a task from in one search for work; `attempt` counts from 0. Nothing: give up.
  virtual std::optional<DomainId> next_pool(std::size_t /*attempt*/) { return std::nullopt; }
  /// This worker begins a task of that tier.
  virtual void begins(Tier) {}
  /// The kernel of a task that this worker began has returned; its subtasks may still run.
  virtual void ran(Tier) {}
  /// A task has completed with all its subtasks, or was skipped. The host calls this once per task, on the
  /// policy of any worker. `squad` is the domain of the worker that began the task; none: no worker did.
  /// Returns whether idle workers should look for tasks again.
  virtual bool completed(Tier, DomainId /*squad*/) { return false; }

  /// One sentence about what the policy chose and why, for answers about the run; empty: nothing to say.
  /// Called when all tasks have ended.
  virtual std::string explanation() const { return {}; }
};

using PolicyMaker = std::function<std::unique_ptr<Policy>(const PolicyContext&)>;

/// Registers a policy that Options::policy can name, in runs and simulations. Returns false if the name is
/// taken. `make` must be callable from any thread and must never return null. Thread-safe.
bool register_policy(std::string name, PolicyMaker make);

/// The names that make_policy knows: the built-in policies (locality, fifo, priority, random, nearest,
/// static, critical, cab, squads), then the others in alphabetical order.
std::vector<std::string> policy_names();

/// Makes one worker's policy. For an unknown name, throws a ConfigurationError that lists the known names.
std::unique_ptr<Policy> make_policy(std::string_view name, const PolicyContext& context);

inline constexpr const char* default_policy = "locality";

}  // namespace gusset
