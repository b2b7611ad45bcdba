
#include <vector>

#include "arguments.hpp"
#include "gusset/traces/answers/idle_answer.hpp"
#include "output/console.hpp"
#include "output/print_answer.hpp"
#include "output/trace_text.hpp"

namespace gusset::cli {
namespace {

int idle(const TraceArguments& arguments) {
  const TracePointer trace = load_trace(arguments.path, arguments.strict);
  require_runs(*trace, arguments.path);
  std::vector<traces::MessageIdle> pairs;
  const traces::IdleTime idle = traces::idle_time(*trace, traces::TaskGraph(*trace), pairs);
  print(arguments.json ? traces::idle_json(*trace, idle, arguments.path, pairs)
                       : answer_text(traces::idle_answer(*trace, idle, pairs)));
  return 0;
}

}  // namespace

Command add_idle(CLI::App& gusset) {
  return add_trace_command(
      gusset,
      {"idle", "T.gus [--json] [--strict]", "Break idle time down by cause.", "gusset idle cholesky.gus"},
      idle);
}

}  // namespace gusset::cli
