#pragma once
#include <atomic>
#include <deque>
#include <functional>
#include <mutex>

#include "gusset/core/engine/node_engine.hpp"
#include "gusset/core/task.hpp"

namespace gusset::cluster {

/// This node's instances of tasks everywhere. They get their versions when the program submits them. They run
/// when the program waits, one after the other in the order of submission, as in a simulation: what their
/// kernels submit then has the same order on all nodes.
class EverywhereTasks {
 public:
  explicit EverywhereTasks(NodeEngine& engine) : engine_(engine) {}
  ~EverywhereTasks();

  /// Takes ownership of a task. Kernels of tasks everywhere may call it.
  void add(Task& task);
  /// Runs all tasks, and those that they submit. `help` runs until its argument returns true.
  void run(const std::function<void(const std::function<bool()>&)>& help);

 private:
  struct Instance;

  Task& wrap(Task& task);
  void release(Task& task);

  NodeEngine& engine_;
  std::mutex mutex_;
  std::deque<Task*> tasks_;
  std::atomic<bool> is_running_{false};
};

}  // namespace gusset::cluster
