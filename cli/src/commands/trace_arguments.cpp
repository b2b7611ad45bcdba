#include "trace_arguments.hpp"

#include "arguments.hpp"
#include "output/errors.hpp"

namespace gusset::cli {

void add_trace_arguments(CLI::App& command, TraceArguments& arguments) {
  add_option(command, "T.gus", arguments.path, "A measured, predicted or imported trace");
  command.add_flag("--json", arguments.json, "Print a JSON document instead (docs/commands.md)");
  add_strict_flag(&command, arguments.strict);
}

void require_trace(const CLI::App& command, const TraceArguments& arguments) {
  refuse_remaining(command);
  if (arguments.path.empty()) throw errors::missing_argument(command.get_name(), "a trace (T.gus)");
}

}  // namespace gusset::cli
