#include "trace_arguments.hpp"

#include "arguments.hpp"
#include "output/errors.hpp"

namespace gusset::cli {

void add_trace_arguments(CLI::App& command, TraceArguments& arguments) {
  command.add_option("T.gus", arguments.path, "A measured, predicted or imported trace")->type_name("");
  command.add_flag("--json", arguments.json, "Print a JSON document instead (docs/commands.md)");
  add_strict_flag(&command, arguments.strict);
}

void require_trace(const CLI::App& command, const TraceArguments& arguments) {
  refuse_remaining(command);
  if (arguments.path.empty()) throw errors::missing_argument(command.get_name(), "a trace (T.gus)");
}

double share_of(std::int64_t part_ns, std::int64_t whole_ns) {
  return whole_ns == 0 ? 0.0 : static_cast<double>(part_ns) / static_cast<double>(whole_ns);
}

}  // namespace gusset::cli
