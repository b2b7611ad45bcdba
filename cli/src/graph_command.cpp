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
};

// Graphviz's dot needs seconds for a thousand tasks of a factorization and its time grows much faster than
// their number.
constexpr std::size_t slow_to_draw = 1000;

int graph(const GraphArguments& arguments) {
  if (arguments.path.empty()) throw errors::missing_argument("graph", "a trace (T.gus)");
  if (arguments.output.empty()) throw errors::missing_argument("graph", "-o G.dot");
  refuse_same_file(arguments.output, {arguments.path});
  OutputFile output(arguments.output);
  const auto trace = load_trace(arguments.path);
  const traces::TaskGraph task_graph(*trace);
  if (!task_graph.known()) throw errors::unknown_dependencies(arguments.path);
  output.write(traces::to_dot(*trace, task_graph));
  output.commit();
  std::string line = output.name() + ": " + count_text(trace->tasks.size(), "task") +
                     "; dashed lines join tasks that may run in any order";
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
  return {command, [command, arguments] {
            refuse_remaining(*command);
            return graph(*arguments);
          }};
}

}  // namespace gusset::cli
