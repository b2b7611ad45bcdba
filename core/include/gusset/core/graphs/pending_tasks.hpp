#pragma once
#include <cstddef>
#include <mutex>
#include <string>
#include <vector>

namespace gusset::detail {

/// Tasks that have had some of the events that they wait for, but not all.
class PendingTasks {
 public:
  virtual ~PendingTasks() = default;
  virtual std::size_t pending() const = 0;
  /// Adds one line for each of these tasks, but no more than `most`.
  virtual void describe(std::vector<std::string>& lines, std::size_t most) const = 0;
  virtual void clear_pending() = 0;
};

/// The task graphs of a runtime. Thread-safe.
class TaskGraphs {
 public:
  void add(PendingTasks& graph);
  void remove(PendingTasks& graph);
  bool empty() const;

  std::size_t pending() const;
  /// "2 tasks of task graphs can never run: …"; requires pending tasks.
  std::string text() const;
  void clear_pending();

 private:
  mutable std::mutex mutex_;
  std::vector<PendingTasks*> graphs_;
};

}  // namespace gusset::detail
