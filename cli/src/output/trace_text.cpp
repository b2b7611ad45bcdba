#include "trace_text.hpp"

#include <algorithm>
#include <filesystem>

#include "console.hpp"
#include "errors.hpp"
#include "gusset/traces/exchange/read_trace.hpp"
#include "gusset/traces/analysis/graph/task_graph.hpp"
#include "gusset/traces/model/task_name.hpp"
#include "printable.hpp"
#include "units.hpp"

namespace gusset::cli {

TracePointer load_trace(const std::string& path, bool strict, traces::Sections sections) {
  auto read = traces::read_trace(path, {strict, sections});
  if (!read.ok()) throw Failure(read.error());
  for (const traces::ImportIssue& issue : read->issues) print_diagnostic(issue.message());
  return std::move(read->trace);
}

void require_runs(const traces::Trace& trace, const std::string& path) {
  for (const traces::Lane& lane : trace.lanes) {
    const auto& kinds = lane.spans.kind;
    if (std::find(kinds.begin(), kinds.end(), traces::SpanKind::run) != kinds.end()) return;
  }
  if (trace.tasks.size() > 0) throw errors::graph_without_times(path, trace.tasks.size());
}

void require_rows(const traces::Trace& trace, const std::string& path) {
  require_runs(trace, path);
  if (trace.workers.empty()) throw errors::nothing_ran(path);
}

std::shared_ptr<traces::SpanSource> load_spans(const std::string& path, bool strict) {
  // What is no whole .gus file, or none at all, is for load_trace to read or to refuse.
  if (auto spans = traces::open_gus_spans(path); spans.ok()) return std::move(spans).value();
  return traces::share_spans(load_trace(path, strict));
}

std::string origin_text(traces::Origin origin) {
  switch (origin) {
    case traces::Origin::measured:
      return "measured";
    case traces::Origin::predicted:
      return "predicted";
    case traces::Origin::imported:
      break;
  }
  return "imported";
}

std::string program_text(const traces::Trace& trace, const std::string& path) {
  if (!trace.metadata.program.empty()) return trace.metadata.program;
  const std::filesystem::path name(path);
  // A folder of logs may be given with a slash behind it.
  return (name.has_filename() ? name : name.parent_path()).stem().string();
}

std::string machine_text(const traces::Trace& trace) {
  std::string text = count_text(trace.workers.size(), "worker");
  if (trace.nodes.size() > 1) text += " on " + count_text(trace.nodes.size(), "node");
  return text;
}

std::string node_text(const traces::Trace& trace, traces::NodeId node) {
  const std::string& name = trace.nodes[node.value()].name;
  return name.empty() ? "node " + std::to_string(node.value()) : name;
}

std::string worker_text(const traces::Trace& trace, traces::WorkerId worker) {
  const traces::Worker& of = trace.workers[worker.value()];
  const std::string own = of.name.empty() ? "worker " + std::to_string(worker.value()) : of.name;
  return trace.nodes.size() > 1 ? node_text(trace, of.node) + " " + own : own;
}

std::string task_text(const traces::Trace& trace, traces::TaskId task) {
  return printable(traces::task_name(trace, task));
}

std::optional<std::int64_t> bound_ns(const traces::Trace& trace) {
  const auto bound = traces::critical_bound(trace, traces::TaskGraph(trace));
  if (!bound) return std::nullopt;
  return bound->length_ns;
}

std::string summary_line(const traces::Trace& trace, const std::string& path) {
  const auto statistics = traces::compute_statistics(trace);
  const auto bound = bound_ns(trace);
  return path + ": " + count_text(statistics.tasks, "task") + " on " + machine_text(trace) + ", makespan " +
         duration_text_ns(statistics.makespan_ns) + ", " + percent_text(statistics.busy_share) +
         " busy, critical-path bound " + (bound ? duration_text_ns(*bound) : "not recorded") + "\n";
}

std::string json_text(const nlohmann::ordered_json& document) {
  return document.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace gusset::cli
