#pragma once
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "gusset/core/access_mode.hpp"
#include "gusset/core/annotation.hpp"
#include "gusset/core/engine/broadcast_tree.hpp"
#include "gusset/core/ids.hpp"
#include "gusset/core/task.hpp"
#include "gusset/simulator/costs/cost_model.hpp"
#include "node_map.hpp"

namespace gusset::simulator {

/// The program's tasks in submission order, with their children and messages, in compact form. It is filled
/// once for the whole machine; any number of readers may then replay it.
class TaskStream {
 public:
  static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

  struct StreamHandle {
    std::uint64_t size_bytes = 0;
    NodeId owner{0};
    std::uint32_t first_version = 0;
    std::uint32_t whole = none;       ///< the handle that this is a part of
    std::uint32_t first_part = 0;     // first_part and part_count are set by add_handle
    std::uint32_t part_count = 0;     ///< parts have consecutive numbers
    bool has_child_access = false;    ///< set by append_child: versions depend on when tasks split,
    bool has_fixed_versions = false;  ///< unless the accesses state them
    /// Not a handle of the program: a task's end, or a message. Its version is 1 once the task has ended, or
    /// once the message can leave. A message's event has version 2 on the sender once the message has been
    /// sent.
    bool is_event = false;
    std::uint32_t message = none;  ///< an event's message: its transfer
  };

  struct StreamAccess {
    std::uint32_t handle = 0;
    std::uint32_t version = 0;  ///< version to wait for; a child's is determined when its parent splits
    std::uint32_t transfer =
        none;  ///< transfer that brings this version to the task's node; none: the node owns the handle
    AccessMode mode = AccessMode::read;
    bool is_event : 1 = false;     ///< of the handle; set by append
    bool is_reserved : 1 = false;  ///< registered before its task existed
    /// The first one of a transfer that another node than the owner sends; set by append.
    bool begins_relay : 1 = false;
    /// An earlier task took the handle's exclusive lock, and kept it for this one.
    bool inherits_lock : 1 = false;
    /// The task keeps the handle's exclusive lock for a later one, which inherits it.
    bool keeps_lock : 1 = false;
    /// The handle is not one of the program's: it only orders tasks, and policies do not see it.
    bool only_orders : 1 = false;

    bool takes_lock() const { return needs_lock(mode) && !inherits_lock; }
    bool releases_lock() const { return needs_lock(mode) && !keeps_lock; }
  };

  struct StreamTask {
    TaskTypeId type{};
    NodeId node{0};
    double work = 0.0;
    Affinity affinity{};
    std::int32_t priority = 0;
    std::uint32_t cost = none;       ///< cost number; none: takes no time itself
    std::uint32_t access_count = 0;  // access_count and first_access are set by append
    std::uint64_t first_access = 0;
    std::uint32_t parent = none;  ///< the task that splits into this one
    std::uint32_t first_child = 0;
    std::uint32_t child_count = 0;  ///< children have consecutive numbers
    std::uint16_t level = 1;        ///< 1: submitted by the program
    bool takes_locks = false;       ///< at least one access takes an exclusive lock
    bool is_everywhere = false;     ///< an instance of a task that runs on every node
    bool is_migratable = false;     ///< another node may run it (TaskCall::migratable)
    bool is_inter_socket = false;   ///< TaskCall::inter_socket
    bool is_own = false;            ///< known only to its node, and submitted once its events have happened
  };

  /// The program tasks that a task everywhere submits, on each node by that node's instance.
  struct Batch {
    std::uint32_t first_instance = 0;  ///< the task's instance on node 0
    std::size_t begin = 0;             ///< positions in program_tasks()
    std::size_t end = 0;
  };

  /// The cost of all tasks of one type and size.
  struct StreamCost {
    TaskShape shape;
    TaskCost cost;
  };

  /// One version of one handle sent to one node, for all its listeners there.
  struct Transfer {
    std::uint32_t handle = 0;
    std::uint32_t version = 0;
    NodeId from{0};
    NodeId to{0};
    std::uint32_t listeners = 0;
    std::uint32_t older = none;  ///< the previous version's transfer of this handle to this node
    /// For messages: the event of the message whose function sends this one; none: a task sends it.
    std::uint32_t after = none;
    // With a broadcast tree:
    std::uint32_t relay =
        none;                   ///< the transfer that brings the version to the sender; none: the owner sends
    std::uint32_t root = none;  ///< the owner's transfer that this one follows; none: this one
  };

  struct StreamAnnotation {
    std::uint32_t task = 0;
    std::string name;
    Annotation::Value value;
  };

  /// Without deduplication each listener gets its own message.
  explicit TaskStream(bool deduplicates = true, const BroadcastTree& broadcast = {})
      : deduplicates_(deduplicates), broadcast_(broadcast) {}

  /// Adds a handle. Parts must follow their whole, and all parts of one whole must be contiguous.
  std::uint32_t add_handle(std::string name, StreamHandle handle);
  std::uint32_t add_cost(const StreamCost& cost);
  /// Adds an event that happens on the node: a task's end.
  std::uint32_t add_event(std::string name, NodeId node);
  /// Adds a message and returns its event. Either a task sends the message and writes the event; or the
  /// message is sent once the message of the event `after` has arrived on node `from`, or has been sent from
  /// there. The message needs no readers.
  std::uint32_t add_message(std::string name, std::uint64_t size_bytes, NodeId from, NodeId to,
                            std::uint32_t after);
  /// Returns the version that the event has once it has happened for that node.
  std::uint32_t version_of(std::uint32_t event, NodeId node) const {
    const StreamHandle& handle = handles_[event];
    return handle.message != none && handle.owner == node ? 2 : 1;
  }
  /// Appends a task. Accesses state handles and versions; append finds their transfers. Remote accesses must
  /// not modify.
  std::uint32_t append(StreamTask task, std::span<const StreamAccess> accesses);
  /// Appends a task that the parent splits into, on the parent's node. All children of one parent must be
  /// contiguous.
  std::uint32_t append_child(std::uint32_t parent, StreamTask task, std::span<const StreamAccess> accesses);

  /// Begins the batch that this task everywhere submits; it contains everything appended until end_batch.
  /// Batches come in order and don't nest.
  void begin_batch(std::uint32_t first_instance);
  void end_batch();

  void annotate(std::uint32_t task, const std::string& name, const Annotation::Value& value) {
    annotations_.push_back({task, name, value});
  }

  /// Drops all tasks so far, their accesses and transfers, once the reader has counted them. Later transfers
  /// depend on them as before. Without tasks, a stream of any length needs memory for its handles and their
  /// readers only.
  void forget();

  const std::vector<StreamAnnotation>& annotations() const { return annotations_; }
  const std::vector<StreamHandle>& handles() const { return handles_; }
  const std::string& name_of(std::uint32_t handle) const { return names_[handle]; }
  const std::vector<StreamCost>& costs() const { return costs_; }
  const std::vector<StreamTask>& tasks() const { return tasks_; }
  /// Returns the numbers of the program's own tasks, in submission order.
  const std::vector<std::uint32_t>& program_tasks() const { return program_tasks_; }
  /// Returns true if a task wants to run where its data was last used.
  bool has_data_affinity() const { return has_data_affinity_; }
  /// Returns the batches, sorted by position; none is empty.
  const std::vector<Batch>& batches() const { return batches_; }
  /// Returns what an instance submits; null: nothing.
  const Batch* batch_of(std::uint32_t task) const;
  const std::vector<Transfer>& transfers() const { return transfers_; }
  const std::vector<StreamAccess>& accesses() const { return accesses_; }
  std::span<const StreamAccess> accesses_of(std::uint32_t task) const {
    return {accesses_.data() + tasks_[task].first_access, tasks_[task].access_count};
  }

 private:
  /// The newest version that a node reads, and its transfer.
  struct Latest {
    std::uint32_t version = 0;
    std::uint32_t transfer = none;
  };

  std::uint32_t append_task(StreamTask& task, std::span<const StreamAccess> accesses);
  void add_listener(std::uint32_t transfer);
  std::uint32_t transfer_to(NodeId node, const StreamAccess& access);
  bool relay(std::uint32_t transfer, const StreamAccess& access);
  std::uint32_t add_transfer(NodeId node, const StreamAccess& access, std::uint32_t older);

  bool deduplicates_;
  BroadcastTree broadcast_;
  std::unordered_map<std::uint32_t, VersionReaders> readers_;  // by handle, with a broadcast tree
  bool has_data_affinity_ = false;
  std::vector<StreamHandle> handles_;
  std::vector<std::string> names_;
  std::vector<StreamCost> costs_;
  std::vector<StreamTask> tasks_;
  std::vector<std::uint32_t> program_tasks_;
  std::vector<StreamAccess> accesses_;
  std::vector<Batch> batches_;
  std::unordered_map<std::uint32_t, std::size_t> batch_numbers_;  // keyed by first instance
  std::vector<StreamAnnotation> annotations_;
  std::vector<Transfer> transfers_;
  std::uint32_t forgotten_transfers_ = 0;
  std::vector<NodeMap<Latest>>
      latest_;  // by handle, which may lack the last ones: the readers' newest versions
};

}  // namespace gusset::simulator
