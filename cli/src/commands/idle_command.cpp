#include <CLI/CLI.hpp>
#include <memory>

#include "command.hpp"
#include "gusset/traces/answers/idle_answer.hpp"
#include "output/console.hpp"
#include "output/print_answer.hpp"
#include "output/trace_text.hpp"
#include "trace_arguments.hpp"

namespace gusset::cli {
namespace {

int idle(const TraceArguments& arguments) {
  const TracePointer trace = load_trace(arguments.path, arguments.strict);
  require_runs(*trace, arguments.path);
  const traces::IdleTime idle = traces::idle_time(*trace, traces::TaskGraph(*trace));
  print(arguments.json ? traces::idle_json(*trace, idle, arguments.path)
                       : answer_text(traces::idle_answer(*trace, idle)));
  return 0;
}

}  // namespace

Command add_idle(CLI::App& gusset) {
  const auto arguments = std::make_shared<TraceArguments>();
  CLI::App* command = add_command(
      gusset, {"idle", "T.gus [--json] [--strict]", "Says where the time went that was not work, by cause.",
               "gusset idle cholesky.gus"});
  add_trace_arguments(*command, *arguments);
  return {command, [command, arguments] {
            require_trace(*command, *arguments);
            return idle(*arguments);
          }};
}

}  // namespace gusset::cli
