#pragma once
#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "gusset/base/result.hpp"
#include "gusset/traces/model/trace.hpp"
#include "gusset/traces/picture/graph/graph_scene.hpp"

namespace gusset::viewer {

/// A task graph that the user builds: tasks with a name and a duration, and dependencies between them. Never
/// has a cycle, and no two tasks have the same name. A value; tasks are numbered in order of submission: a
/// task follows those that it waits for, so that it has the same number in the graph's schedules.
class GraphDraft {
 public:
  struct Task {
    std::string name;  ///< "gemm 1": the first word is the task's type; there is always a second one
    double duration_ms = 1.0;
    std::optional<traces::ScenePoint> place = {};  ///< the middle of its box, if the user has chosen it
    friend bool operator==(const Task&, const Task&) = default;
  };

  /// The most tasks of a graph that can be opened for editing: each change draws and simulates the graph
  /// again.
  static constexpr std::size_t max_tasks = 1000;

  /// One task of 1 ms.
  static GraphDraft with_one_task();
  /// A draft with the tasks, their work and the dependencies of a graph that has not run. Each task keeps the
  /// name that the window shows, with its number if it has one. A task without work gets 1 ms. Fails if the
  /// graph has accesses to data, which a draft cannot keep, a cycle, or too many tasks.
  static Result<GraphDraft> of(const traces::Trace& trace);

  const std::vector<Task>& tasks() const { return tasks_; }
  /// The edges, in the order in which they were drawn.
  const std::vector<traces::Dependency>& dependencies() const { return dependencies_; }
  const Task& task(traces::TaskId task) const { return tasks_[task.value()]; }
  /// "gemm 1 → sum".
  std::string dependency_text(const traces::Dependency& edge) const;

  /// Adds a task with the first free name "task 1", "task 2", … Returns its number.
  traces::TaskId add();
  /// Adds a task whose box has its middle at `wanted` or, if another box is there, at the nearest free place.
  /// All other tasks have their places.
  traces::TaskId add_at(traces::ScenePoint wanted);
  /// Sets the places of all tasks, in their order.
  void place(const std::vector<traces::ScenePoint>& middles);
  /// The places of all tasks; empty if the layout chooses them.
  std::vector<traces::ScenePoint> places() const;
  /// The same graph, with places that the layout chooses.
  GraphDraft unplaced() const;
  /// Removes a task and its dependencies. The tasks after it move up by one. Keeps the last task.
  void remove(traces::TaskId task);
  /// Names a task. A name of one word gets the first free number: "sum" becomes "sum 1". A name that another
  /// task has gets a number in parentheses: "load A (2)".
  void rename(traces::TaskId task, const std::string& wanted);
  void set_duration(traces::TaskId task, double duration_ms);
  /// Adds a dependency, as the last one. Tasks get other numbers if `after` came before `before`. Changes
  /// nothing and returns why, in one line, if `after` already waits for `before` or if the dependency would
  /// make a cycle.
  std::optional<std::string> connect(traces::TaskId before, traces::TaskId after);
  void disconnect(const traces::Dependency& edge);

  /// The draft as a graph that has not run, in which one unit of work is 1 ms.
  traces::Trace trace() const;

  friend bool operator==(const GraphDraft&, const GraphDraft&) = default;

 private:
  /// Numbers the tasks so that each follows those that it waits for, and otherwise as before.
  void renumber();
  /// The shortest path along dependencies, both ends included; empty if there is none.
  std::vector<traces::TaskId> path(traces::TaskId from, traces::TaskId to) const;
  std::string path_text(const std::vector<traces::TaskId>& path) const;

  void note_type_of(const std::string& name);
  std::set<std::string> names() const;

  std::vector<Task> tasks_;
  std::vector<traces::Dependency> dependencies_;
  /// All types that tasks have had, in the order in which they came: a type keeps its number, and so its
  /// colour, when tasks get other numbers.
  std::vector<std::string> types_;
};

}  // namespace gusset::viewer
