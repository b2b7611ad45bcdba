#include "gusset/viewer/model/explain/csv_tables.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <utility>
#include <variant>

#include "gusset/traces/answers/idle_answer.hpp"
#include "gusset/traces/model/names.hpp"
#include "gusset/traces/model/task_name.hpp"

namespace gusset::viewer {
namespace {

using traces::csv_number;
using traces::csv_time;
using traces::CsvTable;
using traces::TaskId;

std::string node_cell(const traces::Trace& trace, traces::WorkerId worker) {
  return trace.nodes[trace.workers[worker.value()].node.value()].name;
}

std::string attribute_cell(const traces::Attribute& attribute, TaskId task) {
  const auto row = attribute.row_of(task);
  if (!row) return {};
  if (const auto* const texts = std::get_if<std::vector<std::string>>(&attribute.values))
    return (*texts)[*row];
  if (const auto* const reals = std::get_if<std::vector<double>>(&attribute.values))
    return csv_number((*reals)[*row]);
  return csv_number(std::get<std::vector<std::int64_t>>(attribute.values)[*row]);
}

/// The attributes of all traces, in order of first appearance.
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
                                 type_name(*loaded.trace, task)};
  const traces::LaneId lane = loaded.times.lane[i];
  const bool ran = !lane.is_none();
  cells.push_back(ran ? traces::worker_name(trace, trace.lanes[lane.value()].worker) : "");
  cells.push_back(ran ? node_cell(trace, trace.lanes[lane.value()].worker) : "");
  cells.push_back(column(trace.recorded.submit, trace.tasks.submit_ns));
  cells.push_back(column(trace.recorded.ready, trace.tasks.ready_ns));
  cells.push_back(csv_time(loaded.times.begin_ns[i]));
  cells.push_back(csv_time(loaded.times.end_ns[i]));
  cells.push_back(ran ? csv_number(loaded.times.duration_ns[i]) : "");
  cells.push_back(trace.recorded.work && i < trace.tasks.work.size() ? csv_number(trace.tasks.work[i]) : "");
  return cells;
}

using LinkKind = traces::ChainLink::Kind;
constexpr std::array wait_kinds{LinkKind::message, LinkKind::ready_wait, LinkKind::submit_wait,
                                LinkKind::release, LinkKind::unknown};

std::int64_t waited_ns(const PathTask& task, std::span<const traces::ChainLink> links, LinkKind kind) {
  std::int64_t sum_ns = 0;
  for (const traces::ChainLink& wait : links.subspan(task.first_wait, task.waits)) {
    if (wait.kind == kind) sum_ns += wait.end_ns - wait.begin_ns;
  }
  return sum_ns;
}

/// The columns up to "after".
std::vector<std::string> path_task_cells(const LoadedTrace& loaded, const char* path, const PathTask& task) {
  const traces::Trace& trace = *loaded.trace;
  std::vector<std::string> cells{loaded.name(), path, "", "", "", "", ""};
  if (!task.task.is_none()) {
    cells[2] = std::to_string(task.task.value());
    cells[3] = traces::task_name(trace, task.task);
    cells[4] = traces::type_name(trace, task.task);
    if (const traces::LaneId lane = loaded.times.lane[task.task.value()]; !lane.is_none()) {
      const traces::WorkerId worker = trace.lanes[lane.value()].worker;
      cells[5] = traces::worker_name(trace, worker);
      cells[6] = node_cell(trace, worker);
    }
  }
  cells.push_back(csv_time(task.begin_ns));
  cells.push_back(csv_number(task.duration_ns));
  cells.emplace_back(after_name(task.after));
  return cells;
}

}  // namespace

CsvTable critical_path_table(const Document& document, const std::vector<const CriticalPathFacts*>& facts) {
  CsvTable table;
  for (std::size_t panel = 0; panel < std::min(facts.size(), document.traces.size()); ++panel) {
    if (facts[panel] != nullptr && facts[panel]->parts() != nullptr)
      traces::add_to_csv(table, document.panel(panel).name(), *facts[panel]->parts());
  }
  return table;
}

CsvTable path_tasks_table(const Document& document,
                          const std::vector<std::shared_ptr<const CriticalPathFacts>>& facts) {
  CsvTable table{
      {"trace", "path", "task", "name", "type", "worker", "node", "begin_ns", "duration_ns", "after"}, {}};
  for (const LinkKind kind : wait_kinds) table.header.push_back(std::string(kind_name(kind)) + "_ns");
  for (std::size_t panel = 0; panel < std::min(facts.size(), document.traces.size()); ++panel) {
    if (facts[panel] == nullptr) continue;
    const LoadedTrace& loaded = document.panel(panel);
    for (const PathTask& task : facts[panel]->tasks.chain) {
      table.rows.push_back(path_task_cells(loaded, "chain", task));
      for (const LinkKind kind : wait_kinds)
        table.rows.back().push_back(csv_number(waited_ns(task, facts[panel]->chain.links(), kind)));
    }
    for (const PathTask& task : facts[panel]->tasks.bound) {
      table.rows.push_back(path_task_cells(loaded, "bound", task));
      table.rows.back().resize(table.header.size());
    }
  }
  return table;
}

CsvTable idle_table(const Document& document, const std::vector<const IdleFacts*>& facts) {
  CsvTable table{{"trace", "worker", "node", "part", "time_ns", "share"}, {}};
  for (std::size_t panel = 0; panel < std::min(facts.size(), document.traces.size()); ++panel) {
    if (facts[panel] == nullptr) continue;
    const LoadedTrace& loaded = document.panel(panel);
    const auto add = [&](const std::string& worker, const std::string& node, const traces::Table& parts) {
      for (std::vector<std::string>& cells : traces::csv_of(parts).rows) {
        if (cells.front() == "sum") continue;
        cells.insert(cells.begin(), {loaded.name(), worker, node});
        table.rows.push_back(std::move(cells));
      }
    };
    const traces::IdleTime& time = facts[panel]->time;
    add("all", "", traces::idle_parts(*loaded.trace, time));
    for (std::size_t i = 0; i < loaded.trace->workers.size(); ++i) {
      const traces::WorkerId worker(i);
      add(traces::worker_name(*loaded.trace, worker), node_cell(*loaded.trace, worker),
          traces::idle_parts(time, worker));
    }
  }
  return table;
}

CsvTable comparison_table(const std::string& a, const std::string& b, const traces::Answer& comparison) {
  CsvTable csv{{"a", "b", "of", "part", "a_ns", "b_ns", "change_ns"}, {}};
  const auto number = [](const traces::Cell& cell) {
    const auto* ns = std::get_if<std::int64_t>(&cell.value);
    return ns == nullptr ? std::string() : csv_number(*ns);
  };
  for (const traces::Table& table : comparison.tables) {
    for (const traces::Table::Row& row : table.rows) {
      csv.rows.push_back({a, b, table.columns[0].heading, std::get<std::string>(row.cells[0].value),
                          number(row.cells[1]), number(row.cells[2]), number(row.cells[3])});
    }
  }
  return csv;
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
  // The prefix separates attributes from the table's own columns of the same name.
  for (const std::string& name : attributes) table.header.push_back("attribute_" + name);
  for (const TaskReference& task : tasks) {
    if (!document.has(task)) continue;
    const LoadedTrace& loaded = document.panel(task.panel);
    std::vector<std::string> cells = task_cells(loaded, task.task);
    for (const std::string& name : attributes) {
      const traces::Attribute* const of = traces::find_attribute(*loaded.trace, name);
      cells.push_back(of == nullptr ? "" : attribute_cell(*of, task.task));
    }
    table.rows.push_back(std::move(cells));
  }
  return table;
}

}  // namespace gusset::viewer
