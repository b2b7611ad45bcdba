#include "gusset/traces/answers/critical_path_answer.hpp"

#include "arguments.hpp"
#include "gusset/base/quoting.hpp"
#include "gusset/traces/analysis/graph/dependency_cycle.hpp"
#include "gusset/traces/analysis/graph/task_graph.hpp"
#include "output/console.hpp"
#include "output/errors.hpp"
#include "output/print_answer.hpp"
#include "output/trace_text.hpp"

namespace gusset::cli {
namespace {

int critical_path(const TraceArguments& arguments) {
  using State = traces::CriticalPathAnalysis::State;
  const TracePointer trace = load_trace(arguments.path, arguments.strict);
  const traces::TaskGraph graph(*trace);
  const traces::CriticalPathAnalysis analysis = traces::critical_path_analysis(*trace, graph);
  if (analysis.state == State::not_recorded) throw errors::unknown_dependencies(arguments.path);
  if (analysis.state == State::cyclic) {
    const auto cycle = traces::dependency_cycle(graph);
    throw errors::cyclic_dependencies(arguments.path, printable(traces::cycle_text(*trace, cycle)));
  }
  require_runs(*trace, arguments.path);
  print(arguments.json ? traces::critical_path_json(*trace, analysis, arguments.path)
                       : answer_text(traces::critical_path_answer(*trace, analysis)));
  return 0;
}

}  // namespace

Command add_critical_path(CLI::App& gusset) {
  return add_trace_command(gusset,
                           {"critical-path", "T.gus [--json] [--strict]",
                            "Show what the makespan consists of, and how short it could get.",
                            "gusset critical-path cholesky.gus"},
                           critical_path);
}

}  // namespace gusset::cli
