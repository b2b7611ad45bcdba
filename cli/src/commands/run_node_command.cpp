#include <map>
#include <string>
#include <vector>

#include "arguments.hpp"
#include "nodes/run_node.hpp"
#include "output/errors.hpp"

namespace gusset::cli {
namespace {

struct RunNodeArguments {
  std::vector<std::string> variables;  ///< NAME=VALUE
};

int execute(const RunNodeArguments& arguments, const std::vector<std::string>& program) {
  std::map<std::string, std::string> variables;
  for (const std::string& variable : arguments.variables) {
    const std::size_t equals = variable.find('=');
    if (equals == std::string::npos || !variable.starts_with("GUSSET_"))
      throw errors::unknown_argument("run-node", variable);
    variables[variable.substr(0, equals)] = variable.substr(equals + 1);
  }
  return run_node(variables, program);
}

}  // namespace

Command add_run_node(CLI::App& gusset, const ProgramLine& program) {
  const Command command = add_program_command<RunNodeArguments>(
      gusset, program,
      {"run-node", "[GUSSET_NAME=VALUE]… -- PROGRAM ARGS…",
       "Run a program as one node of gusset run --nodes, whose launcher calls this.",
       "mpirun -n 4 gusset run-node GUSSET_GRID=2x2 -- ./cholesky"},
      [](CLI::App& app, RunNodeArguments& arguments) {
        add_option(app, "settings SETTING", arguments.variables,
                   "Variables for Gusset's runtime; others that begin with GUSSET_ are removed");
      },
      execute);
  command.app->group("");  // not in gusset --help
  return command;
}

}  // namespace gusset::cli
