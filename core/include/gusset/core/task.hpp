#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

#include "gusset/core/access_mode.hpp"
#include "gusset/core/ids.hpp"

namespace gusset {

class Task;
struct HandleState;
struct LoopCall;

/// Where a program wants a task to run. It is only a preference, which an idle thief may override, unless the
/// task is bound.
struct Affinity {
  enum class Kind : std::uint32_t {
    none,
    worker,  ///< the worker with that index
    domain,  ///< any worker of the socket with that index
    data,    ///< the worker that last accessed the first handle that the task modifies, otherwise its first
             ///< handle
    bound,   ///< only the worker with that index
    guided   ///< the worker with that index, which runs such tasks in order of priority, after those that its
             ///< policy has placed; a worker that finds nothing else takes another worker's. Schedule files
             ///< set it.
  };
  constexpr Affinity() : kind(Kind::none), index(0) {}
  constexpr Affinity(Kind what, std::uint32_t which) : kind(what), index(which & 0xffffff) {}
  Kind kind : 8;
  std::uint32_t index : 24;
  friend bool operator==(const Affinity&, const Affinity&) = default;
};

/// How a task divides work among sockets, for policies with squads (cab, squads).
enum class Tier : std::uint8_t {
  intra_socket,  ///< stays with its subtasks on the socket where it becomes ready
  inter_socket,  ///< any socket may take it, and any socket may take its subtasks
  leaf           ///< any socket may take it, and its subtasks stay there
};

/// What to run: a type, its declared work, a node and preferences. TaskType makes it; each member function
/// returns a changed copy.
struct TaskCall {
  TaskTypeId type;
  NodeId node;        ///< none: the owner of the first modified handle, otherwise of the first input,
                      ///< otherwise the node of the task or message that submits it, otherwise node 0.
                      ///< Handles that every node owns do not count.
  double work = 0.0;  ///< in flops or any unit; 0 if not declared
  Affinity affinity{};
  std::int32_t priority = 0;     ///< higher first, for policies that use priorities
  bool is_detached = false;      ///< the task is not a subtask: its submitter does not wait for it
  bool is_empty = false;         ///< neither kernel nor work: the task only makes others possible
  bool is_migratable = false;    ///< another node may run it: see migratable()
  bool is_inter_socket = false;  ///< see inter_socket()

  /// Places the task on a node.
  TaskCall on(NodeId where) const {
    TaskCall call = *this;
    call.node = where;
    return call;
  }
  /// Runs one task on each node, over handles that every node owns. The tasks that its kernel submits are
  /// tasks of the program, not subtasks, and each node runs its own share of them. A program can therefore
  /// submit step by step while it runs. Only the program and tasks everywhere may submit a task everywhere.
  /// In a simulation its kernel runs too, once for all nodes.
  TaskCall everywhere() const { return on(every_node); }
  TaskCall with_priority(std::int32_t value) const {
    TaskCall call = *this;
    call.priority = value;
    return call;
  }
  TaskCall near(WorkerId worker) const { return with_affinity({Affinity::Kind::worker, worker.value()}); }
  /// Runs the task on that worker of its node and no other; the policy does not decide. Tasks bound to a
  /// worker run before all others that it finds, in order of priority. Worker 0 runs tasks only while its
  /// program waits.
  TaskCall bound_to(WorkerId worker) const { return with_affinity({Affinity::Kind::bound, worker.value()}); }
  /// Runs the task on worker 0 alone, the thread of the program (SWITCHES' `master`).
  TaskCall master() const { return bound_to(WorkerId(0)); }
  /// Runs a loop's chunks on `count` workers only, from worker `first` on: see LoopCall.
  LoopCall among(WorkerId first, unsigned count) const;
  TaskCall near(DomainId domain) const { return with_affinity({Affinity::Kind::domain, domain.value()}); }
  /// Prefers the worker that last accessed the data that the task modifies.
  TaskCall near_data() const { return with_affinity({Affinity::Kind::data, 0}); }
  /// Makes the task independent of the task that submits it, which completes without waiting for it.
  TaskCall detached() const {
    TaskCall call = *this;
    call.is_detached = true;
    return call;
  }
  /// Lets another node run the task when nodes balance their load (GUSSET_BALANCE; off by default). That node
  /// gets what the task reads and sends home what it modifies, so a program sees no difference. Other nodes
  /// keep a copy of the kernel until they know that they will not need it. The kernel must submit no tasks. A
  /// task stays on its node if it can split and its data has parts, if it is bound to a worker, a subtask or
  /// part of a plan, if its kernel has a member `then`, if it accesses nothing, if it accesses a handle that
  /// every node owns or whose adds are renamed, or if it modifies a handle in a mode that is not exclusive.
  TaskCall migratable() const {
    TaskCall call = *this;
    call.is_migratable = true;
    return call;
  }

  /// Lets any socket take the task, whatever the policy's own rule says, if the program or a task that
  /// divides work among sockets submits it. Other policies than `cab` and `squads` ignore the mark.
  TaskCall inter_socket() const {
    TaskCall call = *this;
    call.is_inter_socket = true;
    return call;
  }

  /// Whether it has a type, and work that is finite and not negative.
  bool is_sound() const {
    return !type.is_none() && work >= 0.0 && work <= std::numeric_limits<double>::max();
  }
  /// Whether it sets more than type, work and node.
  bool has_options() const {
    return priority != 0 || affinity.kind != Affinity::Kind::none || is_detached || is_migratable ||
           is_inter_socket || node == every_node;
  }

 private:
  TaskCall with_affinity(Affinity value) const {
    TaskCall call = *this;
    call.affinity = value;
    return call;
  }
};

/// What the tasks of a loop run (Runtime::loop): the call of one iteration, and the workers that may run
/// them.
struct LoopCall {
  // Implicit by design: a loop on all workers needs no more than a call.
  LoopCall(const TaskCall& call) : iteration(call) {}
  LoopCall(const TaskCall& call, WorkerId from, unsigned workers)
      : iteration(call), first(from), count(workers) {}

  /// The call of chunk i: `size` times the work, and with `among` bound to worker first + i mod count.
  TaskCall of_chunk(std::size_t i, std::size_t size) const {
    TaskCall call = iteration;
    call.work *= static_cast<double>(size);
    if (first.is_none()) return call;
    return call.bound_to(WorkerId(first.value() + static_cast<std::uint32_t>(i % count)));
  }

  TaskCall iteration;
  WorkerId first{};    ///< none: any worker
  unsigned count = 0;  ///< number of workers; only used with `first`
};

inline LoopCall TaskCall::among(WorkerId first, unsigned count) const {
  return {*this, first, count};
}

/// A named kind of task ("gemm"). Two types with the same name are the same type. Cheap to copy; thread-safe.
class TaskType {
 public:
  /// Throws UsageError after 65 535 names.
  explicit TaskType(std::string_view name);

  TaskTypeId id() const { return id_; }
  const std::string& name() const;

  /// Makes a call of this type with that much work (finite, ≥ 0).
  TaskCall operator()(double work = 0.0) const { return {id_, NodeId(), work}; }

  static const std::string& name_of(TaskTypeId id);

 private:
  TaskTypeId id_;
};

/// One access of one submitted task, in 16 bytes.
class TaskAccess {
 public:
  /// `log2_block_bytes` is the size of the task's block, which is aligned to its size.
  TaskAccess(HandleState& handle, AccessMode mode, unsigned log2_block_bytes)
      : word_(reinterpret_cast<std::uintptr_t>(&handle) |
              std::uint64_t{static_cast<std::uint8_t>(mode)} << mode_shift |
              std::uint64_t{log2_block_bytes} << log2_shift) {}

  HandleState& handle() const {
    return *reinterpret_cast<HandleState*>(word_ & ((std::uint64_t{1} << mode_shift) - 1));
  }
  AccessMode mode() const { return static_cast<AccessMode>(static_cast<std::uint8_t>(word_ >> mode_shift)); }
  void set_mode(AccessMode mode) {
    word_ = (word_ & ~(std::uint64_t{0xff} << mode_shift)) | std::uint64_t{static_cast<std::uint8_t>(mode)}
                                                                 << mode_shift;
  }
  Task& task() const {
    const auto address = reinterpret_cast<std::uintptr_t>(this);
    return *reinterpret_cast<Task*>(address & ~((std::uint64_t{1} << (word_ >> log2_shift)) - 1));
  }

  /// Whether another access already covers this one (an access to the same handle, by this task or an
  /// ancestor). Engines skip it.
  bool is_covered() const { return index_of(mode()) == covered_index; }
  void cover() { set_mode(static_cast<AccessMode>(covered_index << 3)); }

  /// What `next` means while it is not a link.
  enum Mark : std::uint32_t {
    unmarked = 0,
    lock_held = 1,         ///< already holds its handle's exclusive lock
    lacking = 2,           ///< is about to wait
    reserved = 3,          ///< got its version before its task existed
    reserved_lacking = 4,  ///< reserved, and about to wait
    completed = 5          ///< completed before the rest of its task
  };
  bool has_mark(Mark mark) const {
    return next.load(std::memory_order_relaxed) == mark;
  }  // relaxed: only the task's owner reads it
  void mark(Mark mark) { next.store(mark, std::memory_order_relaxed); }

  std::uint32_t version = 0;                  ///< the version that it waits for; the engine sets it
  std::atomic<std::uint32_t> next{unmarked};  ///< the next access that waits; see detail::TaskArena

 private:
  static constexpr int mode_shift = 48;  // user space addresses end below
  static constexpr int log2_shift = 56;
  static constexpr int covered_index = 31;

  std::uint64_t word_;
};
static_assert(sizeof(TaskAccess) == 16);

/// Additional task data, at the end of the task's block. Only tasks that need it have one.
struct TaskExtra {
  Task* parent =
      nullptr;  ///< the task whose kernel submitted it; null for tasks of the program and detached tasks
  std::uint64_t number = 0;  ///< in order of submission, if the engine numbers tasks
  double work = 0.0;
  std::int64_t submit_ticks = 0;  ///< for an engine that records
  std::int64_t ready_ticks = 0;
  Affinity affinity{};
  std::int32_t priority = 0;
  NodeId node;
  std::uint32_t access_count = 0;
  union {
    std::uint32_t plan_index = 0;  ///< in a plan's task: its index in the plan
    std::uint32_t follows;         ///< in another task, for a recorder: the EventId that submitted it
  };
  bool is_detached : 1 = false;
  bool is_empty : 1 = false;
  bool is_migratable : 1 = false;
  bool is_inter_socket : 1 = false;
  Tier tier : 2 = Tier::intra_socket;     ///< what the policy decided when the task became ready
  std::uint8_t squad = no_squad;          ///< the domain whose worker began it, if the policy has squads
  std::uint16_t stolen_from = no_worker;  ///< the worker that it was last stolen from, for a recorder

  static constexpr std::uint8_t no_squad = std::numeric_limits<std::uint8_t>::max();
  static constexpr std::uint16_t no_worker = std::numeric_limits<std::uint16_t>::max();
};
static_assert(sizeof(TaskExtra) == 64);

/// Memory for one task.
struct TaskMemory {
  void* block = nullptr;  ///< aligned to its size
  unsigned log2_bytes = 0;
  bool has_extra = false;  ///< the block ends with a TaskExtra, already constructed
};

/// What all tasks of one kernel share.
struct TaskClass {
  void (*run)(Task&);  ///< calls the kernel; does not catch its exceptions
  void (*destroy)(
      Task&);  ///< destroys the kernel and its captures, but not the accesses. Null: nothing to do
  /// By how many versions the completion of an access raises its handle; null: by one.
  std::uint32_t (*weight)(Task&, std::size_t access) = nullptr;
  bool can_split = false;  ///< `run` submits subtasks instead if an access has parts
  /// Calls the function `then`, after `run`; engines without data call only this. Null: there is none.
  void (*then)(Task&) = nullptr;
};

/// A submitted task: one block of memory, aligned to its size. The block holds this header, the accesses, the
/// kernel, and a TaskExtra if the task has one. Engines own tasks from submission to completion.
class Task {
 public:
  static constexpr unsigned min_log2_block_bytes = 6;
  static constexpr std::uint32_t max_inline_accesses = 254;

  Task(const TaskClass& kind, TaskTypeId type, std::size_t access_count, unsigned log2_block_bytes,
       bool has_extra)
      : class_(&kind),
        type_(static_cast<std::uint16_t>(type.value())),
        access_count_(static_cast<std::uint8_t>(access_count <= max_inline_accesses ? access_count : 255)),
        block_(static_cast<std::uint8_t>((log2_block_bytes - min_log2_block_bytes) |
                                         (has_extra ? extra_flag : 0))) {}
  Task(const Task&) = delete;
  Task& operator=(const Task&) = delete;

  TaskTypeId type() const { return TaskTypeId(type_); }
  bool type_is_none() const { return type_ == static_cast<std::uint16_t>(TaskTypeId::none_value); }

  TaskAccess* begin() { return reinterpret_cast<TaskAccess*>(this + 1); }
  TaskAccess* end() { return begin() + access_count(); }
  std::size_t access_count() const { return access_count_ == 255 ? extra().access_count : access_count_; }

  void run() { class_->run(*this); }
  void destroy() {
    if (class_->destroy != nullptr) class_->destroy(*this);
  }
  const TaskClass& task_class() const { return *class_; }

  bool has_extra() const { return (block_ & extra_flag) != 0; }
  TaskExtra& extra() {
    return *reinterpret_cast<TaskExtra*>(reinterpret_cast<std::byte*>(this) + block_bytes() -
                                         sizeof(TaskExtra));
  }
  const TaskExtra& extra() const { return const_cast<Task*>(this)->extra(); }
  Task* parent() const { return has_extra() ? extra().parent : nullptr; }

  /// Whether each node runs a copy (TaskCall::everywhere).
  bool is_everywhere() const { return has_extra() && extra().node == every_node; }

  bool is_bound() const { return has_extra() && extra().affinity.kind == Affinity::Kind::bound; }
  bool is_guided() const { return has_extra() && extra().affinity.kind == Affinity::Kind::guided; }
  bool is_migratable() const { return has_extra() && extra().is_migratable; }
  bool has_affinity() const { return has_extra() && extra().affinity.kind != Affinity::Kind::none; }

  /// Whether an access needs its handle's exclusive lock. Set together with the accesses.
  bool needs_locks() const { return (block_ & locks_flag) != 0; }
  void set_needs_locks() { block_ |= locks_flag; }
  /// Whether it belongs to a plan, which knows its successors.
  bool is_planned() const { return (block_ & planned_flag) != 0; }
  void set_planned() { block_ |= planned_flag; }

  unsigned log2_block_bytes() const { return min_log2_block_bytes + (block_ & log2_mask); }
  std::size_t block_bytes() const { return std::size_t{1} << log2_block_bytes(); }

 private:
  static constexpr std::uint8_t log2_mask = 0x1f;
  static constexpr std::uint8_t extra_flag = 0x20;
  static constexpr std::uint8_t locks_flag = 0x40;
  static constexpr std::uint8_t planned_flag = 0x80;

  const TaskClass* class_;
  std::uint16_t type_;
  std::uint8_t access_count_;
  std::uint8_t block_;

 public:
  /// Before the task starts: the number of versions not reached yet. Afterwards: the number of incomplete
  /// subtasks, plus one for the task itself if it has any. Declared last, to avoid padding.
  std::atomic<std::int32_t> awaited{0};
};
static_assert(sizeof(Task) == 16);

}  // namespace gusset
