#include "trace_text.hpp"

#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include "console.hpp"
#include "errors.hpp"
#include "gusset/base/numbers.hpp"
#include "gusset/base/quoting.hpp"
#include "gusset/base/text.hpp"
#include "gusset/base/text_file.hpp"
#include "gusset/traces/analysis/graph/dependency_cycle.hpp"
#include "gusset/traces/analysis/graph/task_graph.hpp"
#include "gusset/traces/analysis/time/efficiency.hpp"
#include "gusset/traces/answers/info_answer.hpp"
#include "gusset/traces/exchange/read_trace.hpp"
#include "gusset/traces/model/task_name.hpp"

namespace gusset::cli {
namespace {

constexpr const char* standard_input = "/dev/stdin";

// The number of the open descriptor that a path names; nothing for other paths.
std::optional<int> descriptor_of(std::string_view path) {
  if (path == standard_input) return STDIN_FILENO;
  for (const std::string_view folder : {"/dev/fd/", "/proc/self/fd/"}) {
    if (path.starts_with(folder)) return parse_number<int>(path.substr(folder.size()));
  }
  return std::nullopt;
}

}  // namespace

std::string reopenable(const std::string& path) {
  if (path == "-") return reopenable(standard_input);
  std::error_code error;
  if (!std::filesystem::is_fifo(path, error)) return path;
  const int copy = required(copy_pipe(path));
  const auto pipe = descriptor_of(path);
  if (!pipe) return "/dev/fd/" + std::to_string(copy);
  dup2(copy, *pipe);  // the path names the copy from now on
  close(copy);
  return path;
}

TracePointer load_trace(const std::string& path, bool strict, traces::Sections sections) {
  auto read = required(traces::read_trace(path, {strict, sections}));
  for (const traces::ImportIssue& issue : read.issues) print_diagnostic(issue.message());
  return std::move(read.trace);
}

traces::CriticalPathAnalysis known_critical_path(const traces::Trace& trace, const std::string& path) {
  using State = traces::CriticalPathAnalysis::State;
  const traces::TaskGraph graph(trace);
  traces::CriticalPathAnalysis analysis = traces::critical_path_analysis(trace, graph);
  if (analysis.state == State::not_recorded) throw errors::unknown_dependencies(path);
  if (analysis.state == State::cyclic) {
    const auto cycle = traces::dependency_cycle(graph);
    throw errors::cyclic_dependencies(path, printable(traces::cycle_text(trace, cycle)));
  }
  return analysis;
}

void require_runs(const traces::Trace& trace, const std::string& path) {
  for (const traces::Lane& lane : trace.lanes) {
    const auto& kinds = lane.spans.kind;
    if (std::find(kinds.begin(), kinds.end(), traces::SpanKind::run) != kinds.end()) return;
  }
  if (trace.tasks.size() > 0) throw errors::graph_without_times(path, trace.tasks.size());
}

void require_fewer_workers(const traces::Trace& baseline, const std::string& path, const traces::Trace& trace,
                           const std::string& trace_path) {
  const std::size_t found = traces::workers_that_ran(baseline);
  const std::size_t limit = traces::workers_that_ran(trace);
  if (!traces::ran_on_openmp(baseline.metadata) || found <= 1 || found < limit) return;
  throw Failure(Error{path,
                      "a baseline on fewer workers than " + trace_path + " (which has " + count_text(limit) +
                          "; a num_threads clause overrides --threads)",
                      count_text(found, "worker")});
}

void require_rows(const traces::Trace& trace, const std::string& path) {
  require_runs(trace, path);
  if (trace.workers.empty()) throw errors::nothing_ran(path);
}

std::shared_ptr<traces::SpanSource> load_spans(const std::string& path, bool strict) {
  // Everything but a complete .gus file is left to load_trace, which reads or refuses it.
  if (auto spans = traces::open_gus_spans(path); spans.ok()) return std::move(spans).value();
  return std::make_unique<traces::TraceSpans>(load_trace(path, strict));
}

std::string task_text(const traces::Trace& trace, traces::TaskId task) {
  return printable(traces::task_name(trace, task));
}

std::optional<std::int64_t> bound_ns(const traces::Trace& trace) {
  const auto bound = traces::critical_bound(trace, traces::TaskGraph(trace));
  if (!bound) return std::nullopt;
  return bound->length_ns;
}

std::string size_line(const traces::Trace& trace, std::uint64_t tasks, const std::string& path) {
  return path + ": " + count_text(tasks, "task") + " on " + traces::machine_text(trace) + "\n";
}

std::string summary_line(const traces::Trace& trace, const std::string& path) {
  const traces::Statistics statistics = traces::compute_statistics(trace);
  const std::optional<std::uint64_t> limit = traces::bound_limit(trace, trace.tasks.size());
  const std::optional<std::int64_t> bound = limit ? std::nullopt : bound_ns(trace);
  return path + ": " + traces::totals_sentence({trace, statistics, bound, limit}) + "\n";
}

}  // namespace gusset::cli
