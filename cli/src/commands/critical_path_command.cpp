#include "gusset/traces/answers/critical_path_answer.hpp"

#include "arguments.hpp"
#include "output/console.hpp"
#include "output/print_answer.hpp"
#include "output/trace_text.hpp"

namespace gusset::cli {
namespace {

int critical_path(const TraceArguments& arguments) {
  const TracePointer trace = load_trace(arguments.path, arguments.strict);
  const traces::CriticalPathAnalysis analysis = known_critical_path(*trace, arguments.path);
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
