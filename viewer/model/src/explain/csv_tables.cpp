#include "gusset/viewer/model/explain/csv_tables.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <variant>

#include "gusset/traces/answers/comparison_words.hpp"
#include "gusset/traces/model/task_name.hpp"
#include "gusset/traces/analysis/causes/why.hpp"

namespace gusset::viewer {
namespace {

using traces::csv_number;
using traces::csv_time;
using traces::CsvTable;
using traces::TaskId;

const std::string& group_header(traces::GroupBy by) {
  static const std::string names[] = {"type", "worker", "node", "level"};
  return names[static_cast<std::size_t>(by)];
}

std::vector<std::string> distribution_cells(const traces::Distribution& d, double share) {
  const auto if_any = [&](std::string cell) { return d.count > 0 ? std::move(cell) : std::string(); };
  return {csv_number(d.count),
          csv_number(d.total_ns),
          csv_number(share),
          if_any(csv_number(d.mean_ns)),
          if_any(csv_number(d.deviation_ns)),
          if_any(csv_number(d.min_ns)),
          if_any(csv_number(d.median_ns)),
          if_any(csv_number(d.p95_ns)),
          if_any(csv_number(d.p99_ns)),
          if_any(csv_number(d.max_ns))};
}

void add_row(CsvTable& table, std::vector<std::string> first, std::vector<std::string> rest) {
  first.insert(first.end(), std::make_move_iterator(rest.begin()), std::make_move_iterator(rest.end()));
  table.rows.push_back(std::move(first));
}

std::string worker_cell(const traces::Trace& trace, traces::WorkerId worker) {
  const std::string& name = trace.workers[worker.value()].name;
  return name.empty() ? "worker " + std::to_string(worker.value()) : name;
}

std::string node_cell(const traces::Trace& trace, traces::WorkerId worker) {
  return trace.nodes[trace.workers[worker.value()].node.value()].name;
}

std::string attribute_cell(const traces::Attribute& attribute, TaskId task) {
  const auto at = std::lower_bound(attribute.tasks.begin(), attribute.tasks.end(), task);
  if (at == attribute.tasks.end() || *at != task) return {};
  const auto i = static_cast<std::size_t>(at - attribute.tasks.begin());
  return std::visit(
      [i](const auto& values) {
        if constexpr (std::is_same_v<typename std::decay_t<decltype(values)>::value_type, std::string>) {
          return values[i];
        } else {
          return csv_number(values[i]);
        }
      },
      attribute.values);
}

/// Of all traces, in order of first appearance.
std::vector<std::string> attribute_names(const Document& document) {
  std::vector<std::string> names;
  for (const auto& loaded : document.traces) {
    for (const traces::Attribute& attribute : loaded->trace->attributes) {
      if (std::find(names.begin(), names.end(), attribute.name) == names.end())
        names.push_back(attribute.name);
    }
  }
  return names;
}

std::vector<std::string> task_cells(const LoadedTrace& loaded, TaskId task) {
  const traces::Trace& trace = *loaded.trace;
  const std::size_t i = task.value();
  const auto column = [i](bool recorded, const std::vector<std::int64_t>& times) {
    return recorded && i < times.size() ? csv_time(times[i]) : std::string();
  };
  std::vector<std::string> cells{loaded.name(), std::to_string(i), traces::task_name(trace, task),
                                 loaded.type_name(task)};
  const traces::LaneId lane = loaded.times.lane[i];
  const bool ran = !lane.is_none();
  cells.push_back(ran ? worker_cell(trace, trace.lanes[lane.value()].worker) : "");
  cells.push_back(ran ? node_cell(trace, trace.lanes[lane.value()].worker) : "");
  cells.push_back(column(trace.recorded.submit, trace.tasks.submit_ns));
  cells.push_back(column(trace.recorded.ready, trace.tasks.ready_ns));
  cells.push_back(csv_time(loaded.times.begin_ns[i]));
  cells.push_back(csv_time(loaded.times.end_ns[i]));
  cells.push_back(ran ? csv_number(loaded.times.duration_ns[i]) : "");
  cells.push_back(trace.recorded.work && i < trace.tasks.work.size() ? csv_number(trace.tasks.work[i]) : "");
  return cells;
}

}  // namespace

CsvTable statistics_table(const Document& document, const std::vector<const traces::TaskStatistics*>& of,
                          traces::GroupBy by) {
  CsvTable table{{"trace", group_header(by), "tasks", "total_ns", "share", "mean_ns", "deviation_ns",
                  "min_ns", "median_ns", "p95_ns", "p99_ns", "max_ns"},
                 {}};
  for (std::size_t panel = 0; panel < std::min(of.size(), document.traces.size()); ++panel) {
    if (of[panel] == nullptr) continue;
    const std::string trace = document.panel(panel).name();
    const traces::Distribution& all = of[panel]->all;
    add_row(table, {trace, "all"}, distribution_cells(all, all.total_ns > 0 ? 1.0 : 0.0));
    for (const traces::TaskGroupStatistics& group : of[panel]->groups)
      add_row(table, {trace, group.name}, distribution_cells(group.durations, group.share));
  }
  return table;
}

CsvTable critical_path_table(const Document& document, const std::vector<const CriticalPathFacts*>& of) {
  CsvTable table{{"trace", "kind", "part", "chain_ns", "chain_share", "bound_ns", "bound_share"}, {}};
  for (std::size_t panel = 0; panel < std::min(of.size(), document.traces.size()); ++panel) {
    if (of[panel] == nullptr) continue;
    const LoadedTrace& loaded = document.panel(panel);
    for (const CriticalPathRow& row : critical_path_rows(loaded, *of[panel])) {
      table.rows.push_back({loaded.name(), row.waiting ? "wait" : "type", row.name, csv_number(row.chain_ns),
                            csv_number(row.chain_share), row.waiting ? "" : csv_number(row.bound_ns),
                            row.waiting ? "" : csv_number(row.bound_share)});
    }
    table.rows.push_back({loaded.name(), "sum", "sum", csv_number(of[panel]->makespan_ns), "1",
                          csv_number(of[panel]->bound.length_ns), "1"});
  }
  return table;
}

CsvTable idle_table(const Document& document, const std::vector<const IdleFacts*>& of) {
  CsvTable table{{"trace", "worker", "node", "part", "time_ns", "share"}, {}};
  for (std::size_t panel = 0; panel < std::min(of.size(), document.traces.size()); ++panel) {
    if (of[panel] == nullptr) continue;
    const LoadedTrace& loaded = document.panel(panel);
    const auto add = [&](const std::string& worker, const std::string& node,
                         const std::vector<IdlePart>& parts) {
      for (const IdlePart& part : parts) {
        table.rows.push_back({loaded.name(), worker, node, part.name, part.known ? csv_number(part.ns) : "",
                              part.known ? csv_number(part.share) : ""});
      }
    };
    add("all", "", idle_parts(loaded, *of[panel]));
    for (std::size_t i = 0; i < loaded.trace->workers.size(); ++i) {
      const traces::WorkerId worker(i);
      add(worker_cell(*loaded.trace, worker), node_cell(*loaded.trace, worker),
          idle_parts_of_worker(*of[panel], worker));
    }
  }
  return table;
}

CsvTable comparison_table(const Document& document, std::size_t a, std::size_t b, const PairFacts& facts) {
  CsvTable table{{"a", "b", "of", "part", "a_ns", "b_ns", "change_ns"}, {}};
  using Side = std::optional<std::int64_t>;
  const auto add = [&](const char* of, const std::string& part, Side a_ns, Side b_ns) {
    const Side change_ns = a_ns && b_ns ? Side(*b_ns - *a_ns) : Side();
    table.rows.push_back({document.panel(a).name(), document.panel(b).name(), of, part, csv_number(a_ns),
                          csv_number(b_ns), csv_number(change_ns)});
  };
  const traces::Comparison& comparison = facts.twins->comparison;
  add("makespan", "", comparison.makespan_a_ns, comparison.makespan_b_ns);
  for (const traces::TypeComparison& type : comparison.types) {
    add("busy time of type", type.type, type.tasks_a > 0 ? Side(type.busy_a_ns) : Side(),
        type.tasks_b > 0 ? Side(type.busy_b_ns) : Side());
  }
  for (const traces::WorkerComparison& worker : facts.workers) {
    const traces::Trace& named = *document.panel(worker.busy_a_ns ? a : b).trace;
    add("busy time of worker", worker_cell(named, worker.worker), worker.busy_a_ns, worker.busy_b_ns);
  }
  if (!facts.chain) return table;
  for (const traces::ChainComparison& part : *facts.chain)
    add("critical chain", traces::chain_part_name(part), part.a_ns, part.b_ns);
  return table;
}

CsvTable legend_table(const Document& document, const std::vector<LegendRow>& rows) {
  CsvTable table{{"trace", "name", "tasks", "busy_ns", "share", "hidden"}, {}};
  for (std::size_t panel = 0; panel < document.traces.size(); ++panel) {
    for (const LegendRow& row : rows) {
      if (!row.cells[panel]) continue;
      table.rows.push_back({document.panel(panel).name(), row.name, csv_number(row.cells[panel]->tasks),
                            csv_number(row.cells[panel]->busy_ns), csv_number(row.cells[panel]->share),
                            row.hidden ? "1" : "0"});
    }
  }
  return table;
}

CsvTable marks_table(const std::vector<Mark>& marks) {
  CsvTable table{{"time_ns", "note"}, {}};
  for (const Mark& mark : marks) table.rows.push_back({csv_number(mark.time_ns), mark.note});
  return table;
}

CsvTable tasks_table(const Document& document, const std::vector<TaskReference>& tasks) {
  CsvTable table{{"trace", "task", "name", "type", "worker", "node", "submit_ns", "ready_ns", "begin_ns",
                  "end_ns", "duration_ns", "work"},
                 {}};
  const std::vector<std::string> attributes = attribute_names(document);
  // One named like a column of the table's own stays apart from it.
  for (const std::string& name : attributes) table.header.push_back("attribute_" + name);
  for (const TaskReference& task : tasks) {
    if (!document.has(task)) continue;
    const LoadedTrace& loaded = document.panel(task.panel);
    std::vector<std::string> cells = task_cells(loaded, task.task);
    for (const std::string& name : attributes) {
      const auto& all = loaded.trace->attributes;
      const auto of = std::find_if(all.begin(), all.end(), [&](const auto& one) { return one.name == name; });
      cells.push_back(of == all.end() ? "" : attribute_cell(*of, task.task));
    }
    table.rows.push_back(std::move(cells));
  }
  return table;
}

CsvTable why_table(const LoadedTrace& loaded, const WhyFacts& facts) {
  CsvTable table{{"step", "task", "name", "worker", "submit_ns", "ready_ns", "begin_ns", "cause", "cause_ns",
                  "by_task", "by_name", "handle", "version"},
                 {}};
  const traces::Trace& trace = *loaded.trace;
  const auto number = [](TaskId task) { return task.is_none() ? "" : std::to_string(task.value()); };
  const auto name = [&](TaskId task) { return task.is_none() ? "" : traces::task_name(trace, task); };
  for (std::size_t i = 0; i < facts.steps.size(); ++i) {
    const traces::WhyStep& step = facts.steps[i];
    const bool has_handle = !step.handle.is_none();
    table.rows.push_back({csv_number(i), number(step.task), name(step.task),
                          worker_cell(trace, trace.lanes[step.lane.value()].worker), csv_time(step.submit_ns),
                          csv_time(step.ready_ns), csv_time(step.begin_ns),
                          std::string(traces::cause_name(step.cause)), csv_time(step.cause_ns),
                          number(step.by), name(step.by),
                          has_handle ? trace.handles.name[step.handle.value()] : "",
                          has_handle ? csv_number(step.version) : ""});
  }
  return table;
}

}  // namespace gusset::viewer
