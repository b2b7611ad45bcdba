#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "gusset/core/access_mode.hpp"
#include "gusset/core/ids.hpp"

namespace gusset {

class Task;
namespace detail {
struct HandleState;
}

/// What to run: a type, its declared work and where. Made by TaskType.
struct TaskCall {
  TaskTypeId type;
  double work = 0.0;  ///< flops or any unit; 0 where nothing is declared
  NodeId node;        ///< none: the owner of the first modified handle, else of the first input, else node 0

  /// The same call, placed on a node.
  TaskCall on(NodeId where) const {
    TaskCall call = *this;
    call.node = where;
    return call;
  }
};

/// A named kind of task ("gemm"). Types of the same name are the same type. Cheap to copy; thread-safe.
class TaskType {
 public:
  explicit TaskType(std::string_view name);

  TaskTypeId id() const { return id_; }
  const std::string& name() const;

  /// A task of this type that declares that much work (finite, ≥ 0).
  TaskCall operator()(double work = 0.0) const { return {id_, work, NodeId()}; }

  static const std::string& name_of(TaskTypeId id);

 private:
  TaskTypeId id_;
};

/// One access of one submitted task.
struct TaskAccess {
  detail::HandleState* handle = nullptr;
  Task* task = nullptr;
  TaskAccess* next_waiting = nullptr;  ///< at the handle, first come first served
  std::uint32_t version = 0;           ///< that it waits for; set by the engine on submission
  AccessMode mode = AccessMode::read;
};

/// A submitted task: one block of memory with the accesses and the kernel behind it. Engines own tasks from
/// submission to completion.
class Task {
 public:
  Task(const Task&) = delete;
  Task& operator=(const Task&) = delete;

  std::span<TaskAccess> accesses() { return {accesses_, access_count_}; }
  std::span<const TaskAccess> accesses() const { return {accesses_, access_count_}; }

  /// Calls the kernel; its exceptions pass through.
  void run() { invoke_(*this); }
  /// Destroys the kernel and what it captured. The accesses stay until the engine gives the block's memory
  /// back.
  void destroy() { destroy_(*this); }

  TaskCall call;
  std::uint64_t number = 0;  ///< in order of submission; set by the engine
  Task* parent = nullptr;  ///< the task whose kernel submitted it, which may end before it does; null for the
                           ///< program's own
  void* record = nullptr;  ///< for an engine that records
  std::atomic<std::int32_t> awaited{0};  ///< versions not reached yet
  std::size_t block_bytes = 0;

 protected:
  using Function = void (*)(Task&);
  Task(Function run_kernel, Function destroy_kernel, TaskAccess* accesses, std::size_t access_count)
      : invoke_(run_kernel), destroy_(destroy_kernel), accesses_(accesses), access_count_(access_count) {}
  ~Task() = default;

 private:
  Function invoke_;
  Function destroy_;
  TaskAccess* accesses_;
  std::size_t access_count_;
};

}  // namespace gusset
