#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "arguments.hpp"
#include "command.hpp"
#include "console.hpp"
#include "errors.hpp"
#include "gusset/traces/dot.hpp"
#include "gusset/traces/task_graph.hpp"
#include "output_file.hpp"
#include "trace_text.hpp"
#include "units.hpp"

namespace gusset::cli {
namespace {

struct GraphArguments {
  std::string path;
  std::string output;
  std::string by = "task";
  bool strict = false;
};

constexpr const char* by_expected = "task or data";

// Graphviz's dot needs seconds for a thousand tasks of a factorization and its time grows much faster than
// their number.
constexpr std::size_t slow_to_draw = 1000;

int graph(const GraphArguments& arguments) {
  if (arguments.path.empty()) throw errors::missing_argument("graph", "a trace (T.gus)");
  if (arguments.output.empty()) throw errors::missing_argument("graph", "-o G.dot");
  const bool by_data = arguments.by == "data";
  if (!by_data && arguments.by != "task") throw errors::bad_value("graph", "--by", by_expected, arguments.by);
  refuse_same_file(arguments.output, {arguments.path});
  OutputFile output(arguments.output);
  const auto trace = load_trace(arguments.path, arguments.strict);
  const traces::TaskGraph task_graph(*trace);
  if (!task_graph.known()) throw errors::unknown_dependencies(arguments.path);
  if (by_data && !trace->recorded.accesses) throw errors::unknown_accesses(arguments.path);
  output.write(by_data ? traces::to_version_dot(*trace, task_graph) : traces::to_dot(*trace, task_graph));
  output.commit();
  std::string line = output.name() + ": " + count_text(trace->tasks.size(), "task") +
                     (by_data ? "; boxes are versions of data, which join the tasks that write and read them"
                              : "; dashed lines join tasks that may run in any order");
  if (trace->tasks.size() > slow_to_draw) {
    line += "; too many for a drawing to be quick: sfdp copes better than dot";
  }
  print(line + "\n");
  return 0;
}

}  // namespace

Command add_graph(CLI::App& gusset) {
  const auto arguments = std::make_shared<GraphArguments>();
  CLI::App* command =
      add_command(gusset, {"graph", "T.gus -o G.dot", "Writes a trace's task graph for Graphviz.",
                           "gusset graph cholesky.gus -o cholesky.dot && dot -Tsvg -O cholesky.dot"});
  command->add_option("T.gus", arguments->path, "A trace with accesses or dependencies")->type_name("");
  command->add_option("-o,--output", arguments->output, "The file to write")->type_name("FILE");
  command->add_option("--by", arguments->by, "What joins tasks: each other, or the versions of their data")
      ->type_name("task|data")
      ->default_str("task");
  add_strict_flag(command, arguments->strict);
  return {command, [command, arguments] {
            refuse_remaining(*command);
            return graph(*arguments);
          }};
}

}  // namespace gusset::cli
