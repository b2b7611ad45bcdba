#include "trace_builder.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <string>

#include "model/exclusive_time.hpp"

namespace gusset::traces::import {
namespace {

constexpr std::int64_t no_time = std::numeric_limits<std::int64_t>::max();

template <class Visit>
void for_each_time(Trace& trace, Visit visit) {
  const auto known = [&](std::int64_t& time_ns) {
    if (time_ns != unknown_time) visit(time_ns);
  };
  for (std::int64_t& time_ns : trace.tasks.submit_ns) known(time_ns);
  for (std::int64_t& time_ns : trace.tasks.ready_ns) known(time_ns);
  for (Message& message : trace.messages) {
    known(message.send_ns);
    known(message.receive_ns);
  }
  for (Counter& counter : trace.counters) {
    for (std::int64_t& time_ns : counter.time_ns) visit(time_ns);
  }
}

/// The numbers 0 … n − 1, stably sorted by `less`.
template <class Less>
std::vector<std::size_t> sorted_order(std::size_t n, Less less) {
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), less);
  return order;
}

template <class T>
void permute(std::vector<T>& values, const std::vector<std::size_t>& order) {
  std::vector<T> sorted;
  sorted.reserve(values.size());
  for (const std::size_t i : order) sorted.push_back(std::move(values[i]));
  values = std::move(sorted);
}

/// The new position of each old index.
std::vector<std::size_t> inverse(const std::vector<std::size_t>& order) {
  std::vector<std::size_t> place(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) place[order[i]] = i;
  return place;
}

/// A lane under construction. Spans arrive sorted by begin, longer ones first.
struct OpenLane {
  SpanColumns spans;
  std::vector<std::int64_t> open_ends;  ///< ends of the spans that enclose the next one, outermost first

  bool takes(std::int64_t begin_ns, std::int64_t end_ns) {
    while (!open_ends.empty() && open_ends.back() <= begin_ns) open_ends.pop_back();
    return open_ends.empty() || end_ns <= open_ends.back();
  }
  void add(const SpanColumns& from, std::size_t i) {
    spans.push_back(from.begin_ns[i], from.end_ns[i], from.task[i], from.kind[i]);
    open_ends.push_back(from.end_ns[i]);
  }
};

bool crosses(const SpanColumns& spans) {
  if (are_disjoint(spans)) return false;
  OpenLane lane;
  for (std::size_t i = 0; i < spans.size(); ++i) {
    if (!lane.takes(spans.begin_ns[i], spans.end_ns[i])) return true;
    lane.open_ends.push_back(spans.end_ns[i]);
  }
  return false;
}

}  // namespace

NodeId TraceBuilder::add_node(std::string name, std::int64_t order) {
  Node node;
  node.name = std::move(name);
  trace.nodes.push_back(std::move(node));
  node_order_.push_back(order);
  return NodeId(trace.nodes.size() - 1);
}

WorkerId TraceBuilder::add_worker(NodeId node, std::string name, std::int64_t order) {
  trace.workers.push_back({node, std::move(name)});
  worker_order_.push_back(order);
  return WorkerId(trace.workers.size() - 1);
}

std::uint32_t TraceBuilder::add_row(WorkerId worker) {
  rows_.push_back({worker, {}, {}});
  return static_cast<std::uint32_t>(rows_.size() - 1);
}

void TraceBuilder::renumber_tasks(const std::vector<TaskId>& numbers) {
  const auto renumber = [&](TaskId& task) { task = task.is_none() ? task : numbers[task.value()]; };
  TaskColumns& tasks = trace.tasks;
  reorder(tasks.type, numbers, TypeId());
  for (TaskId& parent : tasks.parent) renumber(parent);
  if (!tasks.parent.empty()) reorder(tasks.parent, numbers, TaskId());
  if (!tasks.work.empty()) reorder(tasks.work, numbers, 0.0);
  if (!tasks.submit_ns.empty()) reorder(tasks.submit_ns, numbers, unknown_time);
  if (!tasks.ready_ns.empty()) reorder(tasks.ready_ns, numbers, unknown_time);
  for (AttributeColumn& attribute : attributes_) attribute.renumber(numbers);
  for (Row& row : rows_) {
    for (TaskId& task : row.spans.task) renumber(task);
  }
  for (auto& [before, after] : trace.dependencies) {
    renumber(before);
    renumber(after);
  }
}

std::vector<TaskId> TraceBuilder::drop_tasks(std::vector<TaskId> dropped) {
  std::sort(dropped.begin(), dropped.end());
  TaskColumns& tasks = trace.tasks;
  const std::size_t kept = tasks.size() - dropped.size();
  std::vector<TaskId> numbers;
  for (std::size_t task = 0, before = 0; task < tasks.size(); ++task) {
    const bool is_dropped = before < dropped.size() && dropped[before] == TaskId(task);
    numbers.emplace_back(is_dropped ? kept + before : task - before);
    if (is_dropped) ++before;
  }
  renumber_tasks(numbers);
  const auto shorten = [kept](auto& column) { column.resize(std::min(column.size(), kept)); };
  shorten(tasks.type);
  shorten(tasks.parent);
  shorten(tasks.work);
  shorten(tasks.submit_ns);
  shorten(tasks.ready_ns);
  NameTable types;
  for (TypeId& type : tasks.type) type = TypeId(types.add(types_[type.value()]));
  types_ = std::move(types);
  for (AttributeColumn& attribute : attributes_) attribute.keep_before(TaskId(kept));
  std::erase_if(attributes_, [](const AttributeColumn& attribute) { return attribute.is_empty(); });
  attribute_names_ = {};
  for (const AttributeColumn& attribute : attributes_) attribute_names_.add(attribute.name());
  return numbers;
}

void TraceBuilder::reserve(std::size_t tasks) {
  expected_tasks_ = tasks;
  trace.tasks.type.reserve(tasks);
}

void TraceBuilder::grow(Row& row) {
  const std::size_t size = row.spans.size();
  std::size_t room = std::max<std::size_t>(64, size * 2);
  if (size >= 1024 && !trace.tasks.type.empty()) {
    const double share = static_cast<double>(size) / static_cast<double>(trace.tasks.size());
    const double expected = std::min(share, 1.0) * static_cast<double>(expected_tasks_) * 1.05;
    room = std::max(size + size / 4, std::max(static_cast<std::size_t>(expected), std::size_t{1024}));
    if (expected < static_cast<double>(size)) room = size * 2;
  }
  row.spans.begin_ns.reserve(room);
  row.spans.end_ns.reserve(room);
  row.spans.task.reserve(room);
  row.spans.kind.reserve(room);
  row.places.reserve(room);
}

Counter& TraceBuilder::counter(NodeId node, std::string_view name, std::string_view unit) {
  std::string key = std::to_string(node.value()) + '\n';
  key.append(name).append("\n").append(unit);
  const std::uint32_t number = counter_names_.add(key);
  if (number == trace.counters.size()) {
    trace.counters.emplace_back();
    trace.counters.back().name = name;
    trace.counters.back().unit = unit;
    trace.counters.back().node = node;
  }
  return trace.counters[number];
}

void TraceBuilder::sort_samples() {
  for (Counter& counter : trace.counters) {
    if (std::is_sorted(counter.time_ns.begin(), counter.time_ns.end())) continue;
    const auto order = sorted_order(counter.time_ns.size(), [&](std::size_t a, std::size_t b) {
      return counter.time_ns[a] < counter.time_ns[b];
    });
    permute(counter.time_ns, order);
    permute(counter.value, order);
  }
}

AttributeColumn& TraceBuilder::attribute(std::string_view name) {
  const std::uint32_t number = attribute_names_.add(name);
  if (number == attributes_.size()) attributes_.emplace_back(std::string(name));
  return attributes_[number];
}

void TraceBuilder::end_at_last(const std::vector<std::pair<std::uint32_t, std::size_t>>& open) {
  if (open.empty()) return;
  std::int64_t last_ns = std::numeric_limits<std::int64_t>::min();
  for (const Row& row : rows_) {
    for (const std::int64_t end_ns : row.spans.end_ns) last_ns = std::max(last_ns, end_ns);
  }
  for (const auto& [row, span] : open) rows_[row].spans.end_ns[span] = last_ns;
}

std::pair<std::int64_t, std::int64_t> TraceBuilder::extent_of_tasks() const {
  std::int64_t first_ns = no_time;
  std::int64_t last_ns = unknown_time;
  for (const Row& row : rows_) {
    for (std::size_t i = 0; i < row.spans.size(); ++i) {
      if (row.spans.task[i].is_none()) continue;
      first_ns = std::min(first_ns, row.spans.begin_ns[i]);
      last_ns = std::max(last_ns, row.spans.end_ns[i]);
    }
  }
  if (first_ns == no_time) return {0, 0};
  return {first_ns, last_ns};
}

std::int64_t TraceBuilder::start_at_zero() {
  std::int64_t first_ns = no_time;
  for (const Row& row : rows_) {
    for (const std::int64_t begin_ns : row.spans.begin_ns) first_ns = std::min(first_ns, begin_ns);
  }
  for_each_time(trace, [&](std::int64_t& time_ns) { first_ns = std::min(first_ns, time_ns); });
  if (first_ns == no_time || first_ns == 0) return 0;
  for (Row& row : rows_) {
    for (std::int64_t& begin_ns : row.spans.begin_ns) begin_ns -= first_ns;
    for (std::int64_t& end_ns : row.spans.end_ns) end_ns -= first_ns;
  }
  for_each_time(trace, [&](std::int64_t& time_ns) { time_ns -= first_ns; });
  return first_ns;
}

void TraceBuilder::sort_spans(Row& row) {
  const SpanColumns& spans = row.spans;
  const auto before = [&](std::size_t a, std::size_t b) {
    return spans.begin_ns[a] != spans.begin_ns[b] ? spans.begin_ns[a] < spans.begin_ns[b]
                                                  : spans.end_ns[a] > spans.end_ns[b];
  };
  bool is_sorted = true;
  for (std::size_t i = 1; i < spans.size() && is_sorted; ++i) is_sorted = !before(i, i - 1);
  if (is_sorted) return;
  const auto order = sorted_order(spans.size(), before);
  SpanColumns sorted;
  sorted.begin_ns.reserve(spans.size());
  for (const std::size_t i : order) {
    sorted.push_back(spans.begin_ns[i], spans.end_ns[i], spans.task[i], spans.kind[i]);
  }
  row.spans = std::move(sorted);
  permute(row.places, order);
}

void TraceBuilder::split(std::uint32_t number,
                         const std::function<std::string(std::uint32_t, std::uint32_t)>& where) {
  Row& row = rows_[number];
  const auto first = static_cast<std::uint32_t>(trace.lanes.size());
  if (!crosses(row.spans)) {
    trace.lanes.push_back({row.worker, std::move(row.spans)});
    lanes_of_row_[number] = {first, 1};
    return;
  }
  std::vector<OpenLane> lanes(1);
  for (std::size_t i = 0; i < row.spans.size(); ++i) {
    const std::int64_t begin_ns = row.spans.begin_ns[i];
    const std::int64_t end_ns = row.spans.end_ns[i];
    std::size_t lane = 0;
    while (lane < lanes.size() && !lanes[lane].takes(begin_ns, end_ns)) ++lane;
    if (lane > 0) {
      issues_.add(ImportIssue::Kind::overlapping_spans, [&] {
        return Error{where(number, row.places[i]), "spans of a worker that nest or are disjoint",
                     "one that crosses another of " + trace.workers[row.worker.value()].name +
                         " (kept in an extra lane)"};
      });
    }
    if (lane == lanes.size()) lanes.emplace_back();
    lanes[lane].add(row.spans, i);
  }
  for (OpenLane& lane : lanes) trace.lanes.push_back({row.worker, std::move(lane.spans)});
  lanes_of_row_[number] = {first, static_cast<std::uint32_t>(lanes.size())};
  row.spans = {};
}

void TraceBuilder::order_tables() {
  const auto node_order = sorted_order(
      trace.nodes.size(), [&](std::size_t a, std::size_t b) { return node_order_[a] < node_order_[b]; });
  const auto new_node = inverse(node_order);
  permute(trace.nodes, node_order);
  const auto moved = [&](NodeId& node) { node = NodeId(new_node[node.value()]); };
  for (Worker& worker : trace.workers) moved(worker.node);
  for (NodeId& owner : trace.handles.owner) moved(owner);
  for (Message& message : trace.messages) {
    moved(message.from);
    moved(message.to);
  }
  for (Counter& counter : trace.counters) moved(counter.node);
  const auto worker_order = sorted_order(trace.workers.size(), [&](std::size_t a, std::size_t b) {
    return std::pair(trace.workers[a].node, worker_order_[a]) <
           std::pair(trace.workers[b].node, worker_order_[b]);
  });
  const auto new_worker = inverse(worker_order);
  permute(trace.workers, worker_order);
  for (Row& row : rows_) row.worker = WorkerId(new_worker[row.worker.value()]);
}

void TraceBuilder::make_lanes(const std::function<std::string(std::uint32_t, std::uint32_t)>& where) {
  order_tables();
  lanes_of_row_.resize(rows_.size());
  const auto order = sorted_order(
      rows_.size(), [&](std::size_t a, std::size_t b) { return rows_[a].worker < rows_[b].worker; });
  for (const std::size_t number : order) {
    sort_spans(rows_[number]);
    split(static_cast<std::uint32_t>(number), where);
    rows_[number].places = {};
  }
}

Trace TraceBuilder::take() {
  const auto complete = [this](bool& is_recorded, auto& column, const auto& absent) {
    is_recorded = is_recorded || !column.empty();
    if (is_recorded) column.resize(trace.tasks.size(), absent);
  };
  complete(trace.recorded.parents, trace.tasks.parent, TaskId());
  complete(trace.recorded.work, trace.tasks.work, 0.0);
  complete(trace.recorded.submit, trace.tasks.submit_ns, unknown_time);
  complete(trace.recorded.ready, trace.tasks.ready_ns, unknown_time);
  sort_samples();
  trace.types = types_.take();
  for (AttributeColumn& column : attributes_) trace.attributes.push_back(column.take());
  return std::move(trace);
}

}  // namespace gusset::traces::import
