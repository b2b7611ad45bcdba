#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "attribute_column.hpp"
#include "gusset/traces/model/trace.hpp"
#include "issue_list.hpp"
#include "name_table.hpp"

namespace gusset::traces::import {

/// A trace under construction. Spans may come in any order and cross each other, workers come in order of
/// appearance, and times are on the program's clock; `make_lanes` fixes that. Readers fill the other tables
/// directly in `trace`.
class TraceBuilder {
 public:
  explicit TraceBuilder(IssueList& issues) : issues_(issues) { trace.metadata.origin = Origin::imported; }

  Trace trace;  ///< lanes, types, attributes, and the order of nodes and workers are set at the end

  /// Nodes and workers are sorted by ascending `order`; equal ones keep the order in which they were added.
  NodeId add_node(std::string name, std::int64_t order = 0);
  WorkerId add_worker(NodeId node, std::string name, std::int64_t order = 0);

  void set_node_order(NodeId node, std::int64_t order) { node_order_[node.value()] = order; }
  void set_worker_order(WorkerId worker, std::int64_t order) { worker_order_[worker.value()] = order; }

  /// Adds a sequence of spans, which becomes one lane if no spans cross. A worker has one row or several.
  std::uint32_t add_row(WorkerId worker);

  TypeId type(std::string_view name) { return TypeId(types_.add(name)); }
  const std::string& type_name(TypeId type) const { return types_[type.value()]; }
  TaskId add_task(TypeId type) {
    trace.tasks.type.push_back(type);
    return TaskId(trace.tasks.type.size() - 1);
  }
  TaskId add_task(std::string_view type_name) { return add_task(type(type_name)); }

  /// `place` is the line or offset that an issue names. Returns the span's index within its row.
  std::size_t add_span(std::uint32_t row, std::int64_t begin_ns, std::int64_t end_ns, TaskId task,
                       SpanKind kind, std::uint32_t place) {
    Row& r = rows_[row];
    if (r.spans.size() == r.places.capacity()) grow(r);
    r.spans.push_back(begin_ns, end_ns, task, kind);
    r.places.push_back(place);
    return r.spans.size() - 1;
  }
  void set_end(std::uint32_t row, std::size_t span, std::int64_t end_ns) {
    rows_[row].spans.end_ns[span] = end_ns;
  }
  SpanColumns& spans(std::uint32_t row) { return rows_[row].spans; }
  std::size_t rows() const { return rows_.size(); }
  /// Sets a task's value in a column that may still be shorter than the tasks. `absent` fills the gap.
  template <class T>
  static void set(std::vector<T>& column, TaskId task, const T& value, const T& absent) {
    if (column.size() <= task.value()) column.resize(task.value() + std::size_t{1}, absent);
    column[task.value()] = value;
  }
  /// Moves a column's values to the new numbers of their tasks.
  template <class T>
  static void reorder(std::vector<T>& column, const std::vector<TaskId>& numbers, const T& absent) {
    column.resize(numbers.size(), absent);
    std::vector<T> sorted(column.size(), absent);
    for (std::size_t i = 0; i < numbers.size(); ++i) sorted[numbers[i].value()] = column[i];
    column = std::move(sorted);
  }
  /// Renumbers tasks: `numbers[old]` is the new number, each used once. Updates the tasks' columns, spans,
  /// attributes and dependencies. The caller updates accesses.
  void renumber_tasks(const std::vector<TaskId>& numbers);
  /// Removes tasks that no span, dependency or parent refers to, and types and attributes without other
  /// tasks. Returns the new number of each task; removed tasks come last.
  std::vector<TaskId> drop_tasks(std::vector<TaskId> dropped);
  /// Reserves memory for about this many tasks.
  void reserve(std::size_t tasks);

  /// The counter with that name on that node. Adds it if necessary.
  Counter& counter(NodeId node, std::string_view name, std::string_view unit);
  static void add_sample(Counter& counter, std::int64_t time_ns, double value) {
    counter.time_ns.push_back(time_ns);
    counter.value.push_back(value);
  }

  AttributeColumn& attribute(std::string_view name);

  /// Adds a dependency. Instead adds an issue and returns false if a task is none, or if both are the same.
  template <class Where, class Found>
  bool add_dependency(TaskId before, TaskId after, const Where& where, std::string_view expected,
                      const Found& found) {
    if (before.is_none() || after.is_none() || before == after) {
      issues_.add(ImportIssue::Kind::unresolved_dependency, where, expected, found);
      return false;
    }
    trace.dependencies.push_back({before, after});
    return true;
  }

  /// Ends the spans that never ended, at the last end of any span.
  void end_at_last(const std::vector<std::pair<std::uint32_t, std::size_t>>& open);

  /// The start of the first task and the end of the last one. 0 and 0 if no task ran.
  std::pair<std::int64_t, std::int64_t> extent_of_tasks() const;
  /// Shifts all times so that the first known time is 0. Returns its previous value.
  std::int64_t start_at_zero();

  /// Sorts spans, moves spans that cross others into extra lanes (with an issue), and sorts nodes and
  /// workers. `where` formats the location of a span in a row.
  void make_lanes(const std::function<std::string(std::uint32_t row, std::uint32_t place)>& where);

  /// The lanes of a row after make_lanes: the first lane and their number.
  std::pair<std::uint32_t, std::uint32_t> lanes_of(std::uint32_t row) const { return lanes_of_row_[row]; }

  /// Completes types, attributes and the tasks' columns, and returns the trace.
  Trace take();
  /// Starts times at zero, makes lanes and returns the trace.
  Trace finish(const std::function<std::string(std::uint32_t row, std::uint32_t place)>& where) {
    start_at_zero();
    make_lanes(where);
    return take();
  }

 private:
  struct Row {
    WorkerId worker;
    SpanColumns spans;
    std::vector<std::uint32_t> places;
  };

  /// Reserves room for the row's expected tasks, assuming that its share of all tasks stays the same.
  void grow(Row& row);
  void order_tables();
  void sort_samples();
  static void sort_spans(Row& row);
  void split(std::uint32_t number, const std::function<std::string(std::uint32_t, std::uint32_t)>& where);

  IssueList& issues_;
  NameTable types_;
  NameTable attribute_names_;
  NameTable counter_names_;  ///< each name includes its node
  std::vector<AttributeColumn> attributes_;
  std::vector<Row> rows_;
  std::size_t expected_tasks_ = 0;
  std::vector<std::int64_t> node_order_;
  std::vector<std::int64_t> worker_order_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> lanes_of_row_;
};

}  // namespace gusset::traces::import
