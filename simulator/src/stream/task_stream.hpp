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
#include "gusset/core/ids.hpp"
#include "gusset/core/task.hpp"
#include "gusset/simulator/costs/cost_model.hpp"

namespace gusset::simulator {

/// The program's tasks, in order of submission and in few bytes, with those that they split into and with
/// what must be sent for them. Filled once for the whole machine; any number of readers may replay it.
class TaskStream {
 public:
  static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

  struct StreamHandle {
    std::uint64_t size_bytes = 0;
    NodeId owner{0};
    std::uint32_t first_version = 0;
    std::uint32_t whole = none;       ///< that this is a part of
    std::uint32_t first_part = 0;     // this and the next are set by add_handle
    std::uint32_t part_count = 0;     ///< numbers of parts follow each other
    bool has_child_access = false;    ///< set by append_child: versions depend on when tasks split,
    bool has_fixed_versions = false;  ///< unless they stand in the accesses
  };

  struct StreamAccess {
    std::uint32_t handle = 0;
    std::uint32_t version = 0;  ///< that it waits for; of a task that others split into: found when they do
    std::uint32_t transfer =
        none;  ///< that brings this version to the task's node; none: the handle lives there
    AccessMode mode = AccessMode::read;
  };

  struct StreamTask {
    TaskTypeId type{};
    NodeId node{0};
    double work = 0.0;
    Affinity affinity{};
    std::int32_t priority = 0;
    std::uint32_t cost = none;       ///< number of its cost; none: it takes no time of its own
    std::uint32_t access_count = 0;  // this and the next are set by append
    std::uint64_t first_access = 0;
    std::uint32_t parent = none;  ///< that splits into it
    std::uint32_t first_child = 0;
    std::uint32_t child_count = 0;  ///< numbers of children follow each other
    std::uint16_t level = 1;        ///< 1: the program's own
    bool takes_turns = false;       ///< one of its accesses does
    bool is_everywhere = false;     ///< one of a row of tasks, each on its node
  };

  /// The program's tasks that a task everywhere submits, by its instance on each node.
  struct Batch {
    std::uint32_t first_instance = 0;  ///< of that task: node 0's
    std::size_t begin = 0;             ///< positions among program_tasks()
    std::size_t end = 0;
  };

  /// What all tasks of one type and size take.
  struct StreamCost {
    TaskShape shape;
    TaskCost cost;
  };

  /// One version of one handle on its way to one node, for all its listeners there.
  struct Transfer {
    std::uint32_t handle = 0;
    std::uint32_t version = 0;
    NodeId from{0};
    NodeId to{0};
    std::uint32_t listeners = 0;
    std::uint32_t older = none;  ///< the transfer of the version before, of this handle to this node
  };

  /// What a program said of a task besides.
  struct StreamAnnotation {
    std::uint32_t task = 0;
    std::string name;
    Annotation::Value value;
  };

  /// Without deduplication each listener gets a message of its own.
  explicit TaskStream(bool deduplicates = true) : deduplicates_(deduplicates) {}

  /// Parts come after their whole, all of one whole in a row.
  std::uint32_t add_handle(std::string name, StreamHandle handle);
  std::uint32_t add_cost(const StreamCost& cost);
  /// Accesses have their handles and versions; their transfers are found here. Remote accesses modify
  /// nothing.
  std::uint32_t append(StreamTask task, std::span<const StreamAccess> accesses);
  /// A task that another splits into, on that one's node; all children of one parent in a row.
  std::uint32_t append_child(std::uint32_t parent, StreamTask task, std::span<const StreamAccess> accesses);

  /// What is appended until end_batch is submitted by that task everywhere. Batches begin in order, and none
  /// inside of another.
  void begin_batch(std::uint32_t first_instance);
  void end_batch();

  void annotate(std::uint32_t task, const std::string& name, const Annotation::Value& value) {
    annotations_.push_back({task, name, value});
  }

  const std::vector<StreamAnnotation>& annotations() const { return annotations_; }
  const std::vector<StreamHandle>& handles() const { return handles_; }
  const std::string& name_of(std::uint32_t handle) const { return names_[handle]; }
  const std::vector<StreamCost>& costs() const { return costs_; }
  const std::vector<StreamTask>& tasks() const { return tasks_; }
  /// Numbers of the program's own tasks, in order of submission.
  const std::vector<std::uint32_t>& program_tasks() const { return program_tasks_; }
  /// Whether a task wants to be where its data was used last.
  bool wishes_for_data() const { return wishes_for_data_; }
  /// In order of their positions; none is empty.
  const std::vector<Batch>& batches() const { return batches_; }
  /// What an instance submits; null: nothing.
  const Batch* batch_of(std::uint32_t task) const;
  const std::vector<Transfer>& transfers() const { return transfers_; }
  const std::vector<StreamAccess>& accesses() const { return accesses_; }
  std::span<const StreamAccess> accesses_of(std::uint32_t task) const {
    return {accesses_.data() + tasks_[task].first_access, tasks_[task].access_count};
  }

 private:
  std::uint32_t append_task(StreamTask& task, std::span<const StreamAccess> accesses);
  std::uint32_t transfer_to(NodeId node, const StreamAccess& access);
  std::uint32_t add_transfer(NodeId node, const StreamAccess& access, std::uint32_t older);

  bool deduplicates_;
  bool wishes_for_data_ = false;
  std::vector<StreamHandle> handles_;
  std::vector<std::string> names_;
  std::vector<StreamCost> costs_;
  std::vector<StreamTask> tasks_;
  std::vector<std::uint32_t> program_tasks_;
  std::vector<StreamAccess> accesses_;
  std::vector<Batch> batches_;
  std::unordered_map<std::uint32_t, std::size_t> batch_numbers_;  // by the first instance
  std::vector<StreamAnnotation> annotations_;
  std::vector<Transfer> transfers_;
  std::unordered_map<std::uint64_t, std::uint32_t> latest_;  // (handle, node) → the newest version's
};

}  // namespace gusset::simulator
