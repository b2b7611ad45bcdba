#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "gusset/base/result.hpp"
#include "gusset/traces/model/trace.hpp"

namespace gusset::viewer {

/// A task graph that the user builds: tasks with a name and a duration, and dependencies between them. Never
/// has a cycle. A value; tasks are numbered in order of submission.
class GraphDraft {
 public:
  struct Task {
    std::string name;  ///< "gemm 1": the first word is the task's type
    double duration_ms = 1.0;
    friend bool operator==(const Task&, const Task&) = default;
  };

  /// The most tasks of a graph that can be opened for editing: each change draws and simulates the graph
  /// again.
  static constexpr std::size_t max_tasks = 1000;

  /// One task of 1 ms.
  static GraphDraft with_one_task();
  /// A draft with the tasks, their work and the dependencies of a graph without times. A task without work
  /// gets 1 ms. Fails if the graph has accesses to data, which a draft cannot keep, a cycle, or too many
  /// tasks.
  static Result<GraphDraft> of(const traces::Trace& trace);

  const std::vector<Task>& tasks() const { return tasks_; }
  /// The edges, in the order in which they were drawn.
  const std::vector<traces::Dependency>& dependencies() const { return dependencies_; }
  const Task& task(traces::TaskId task) const { return tasks_[task.value()]; }
  /// "gemm 1 → sum".
  std::string dependency_text(const traces::Dependency& edge) const;

  /// Adds a task with the first free name "task 1", "task 2", … Returns its number.
  traces::TaskId add();
  /// Removes a task and its dependencies. The tasks after it move up by one. Keeps the last task.
  void remove(traces::TaskId task);
  void rename(traces::TaskId task, std::string name);
  void set_duration(traces::TaskId task, double duration_ms);
  /// Adds a dependency. Changes nothing and returns why, in one line, if `after` already waits for `before`
  /// or if the dependency would make a cycle.
  std::optional<std::string> connect(traces::TaskId before, traces::TaskId after);
  void disconnect(const traces::Dependency& edge);

  /// The draft as a graph without times, in which one unit of work is 1 ms.
  traces::Trace trace() const;

  friend bool operator==(const GraphDraft&, const GraphDraft&) = default;

 private:
  /// The shortest path along dependencies, both ends included; empty if there is none.
  std::vector<traces::TaskId> path(traces::TaskId from, traces::TaskId to) const;
  std::string path_text(const std::vector<traces::TaskId>& path) const;

  std::vector<Task> tasks_;
  std::vector<traces::Dependency> dependencies_;
};

}  // namespace gusset::viewer
