#pragma once
#include <atomic>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <utility>

#include "gusset/core/engine/node_engine.hpp"
#include "gusset/core/task.hpp"
#include "gusset/core_tracing/recording_node.hpp"

namespace gusset::cluster {

/// This node's instances of tasks everywhere. They get their versions when the program submits them. They run
/// when the program waits, one after the other in the order of submission, as in a simulation: what their
/// kernels submit then has the same order on all nodes.
class EverywhereTasks {
 public:
  EverywhereTasks(NodeEngine& engine, core_tracing::PartRecorder* recorder)
      : engine_(engine), recorder_(recorder) {}
  ~EverywhereTasks();

  /// Takes ownership of a task. The number is that of this node's instance (ProgramStream::first_instance).
  /// Kernels of tasks everywhere may call it.
  void add(Task& task, std::uint64_t number);
  /// Runs all tasks, and those that they submit. `help` runs until its argument returns true.
  void run(const std::function<void(const std::function<bool()>&)>& help);

 private:
  struct Instance;

  Task& wrap(Task& task);
  void release(Task& task);

  NodeEngine& engine_;
  core_tracing::PartRecorder* recorder_;  // null: not recorded
  std::mutex mutex_;
  std::deque<std::pair<Task*, std::uint64_t>> tasks_;  // with their numbers
  std::atomic<bool> is_running_{false};
};

}  // namespace gusset::cluster
