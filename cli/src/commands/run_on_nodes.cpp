#include "run_on_nodes.hpp"

#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <iomanip>
#include <limits>
#include <map>
#include <optional>
#include <sstream>
#include <utility>
#include <vector>

#include "gusset/core/errors.hpp"
#include "gusset/core/process_grid.hpp"
#include "nodes/cluster_run.hpp"
#include "nodes/join_parts.hpp"
#include "output/console.hpp"
#include "output/errors.hpp"
#include "output/output_file.hpp"
#include "output/run_summary.hpp"
#include "programs/child_process.hpp"
#include "programs/program_file.hpp"
#include "programs/setting_values.hpp"
#include "programs/simulation_settings.hpp"

namespace gusset::cli {
namespace {

void check_program(const std::string& shown) {
  const std::filesystem::path path = find_in_path(shown);
  if (path.empty()) throw errors::program_not_startable(shown, ENOENT);
  if (access(path.c_str(), X_OK) != 0) throw errors::program_not_startable(shown, errno);
  if (std::filesystem::is_directory(path)) throw errors::program_not_startable(shown, EACCES);
  const ProgramFile file = inspect_program(shown);
  switch (file.kind) {
    case ProgramFile::Kind::gusset:
      if (!file.runs_on_nodes) throw errors::program_without_cluster(shown);
      break;
    case ProgramFile::Kind::openmp:
      throw errors::nodes_for_other_program(shown, "one that uses OpenMP");
    case ProgramFile::Kind::static_program:
      throw errors::nodes_for_other_program(shown, "a static program without it");
    case ProgramFile::Kind::unknown:
      break;  // perhaps a script that starts such a program
  }
}

ProcessGrid grid_of(const std::string& text, unsigned nodes) {
  if (text.empty()) return ProcessGrid::squarest(nodes);
  const auto grid = [&text] {
    try {
      return ProcessGrid::parse(text, "run: --grid");
    } catch (const ConfigurationError& error) {
      throw Failure(error.what(), Failure::misused);
    }
  }();
  if (grid.nodes() != nodes) throw errors::grid_of_other_size(text, grid.nodes(), nodes);
  return grid;
}

std::string seconds_text(std::int64_t time_ns) {
  std::ostringstream text;
  text << std::setprecision(std::numeric_limits<double>::digits10) << static_cast<double>(time_ns) / 1e9;
  return text.str();
}

ClusterRun cluster_run(const RunArguments& arguments, const std::vector<std::string>& program) {
  ClusterRun run;
  run.nodes = static_cast<unsigned>(parse_count("run", "--nodes", arguments.nodes, 1, max_nodes));
  run.grid = grid_of(arguments.grid, run.nodes).text();
  run.variables = run_variables(arguments);
  run.variables["GUSSET_GRID"] = run.grid;
  if (!arguments.balance.empty()) {
    check_balance("run", arguments.balance, run.nodes);
    run.variables["GUSSET_BALANCE"] = arguments.balance;
  }
  if (!arguments.broadcast.empty()) {
    check_broadcast("run", arguments.broadcast);
    run.variables["GUSSET_BROADCAST"] = arguments.broadcast;
  }
  if (!arguments.timeout.empty())
    run.variables["GUSSET_TIMEOUT"] = seconds_text(parse_seconds("run", "--timeout", arguments.timeout));
  pass_on_plugins(run);
  run.program = program;
  return run;
}

struct Traces {
  std::size_t count = 0;
  std::vector<std::string> incomplete;  ///< names of traces that lack some of what their nodes did
};

enum class Notes { printed, left_out };

// Joins the parts of all nodes into traces, and prints what these show. The traces also hold the notes.
Traces join_and_summarize(OutputFile& output, Notes notes) {
  Traces traces;
  try {
    JoinedParts joined = join_parts(output.pending().parent_path());
    if (notes == Notes::printed) {
      for (const std::string& note : joined.notes) print_diagnostic(note);
    }
    traces.incomplete = std::move(joined.incomplete);
  } catch (const Failure&) {
    output.commit();  // the parts, for gusset merge
    throw;
  }
  traces.count = commit_and_summarize(output).size();
  return traces;
}

// Call this after a failure. The caller reports that failure, so a second failure is only printed. Notes,
// such as one for each part that ends early, would only hide the cause.
void keep_what_was_recorded(OutputFile& output) {
  if (!output.is_written()) return;
  try {
    join_and_summarize(output, Notes::left_out);
  } catch (const Failure& failure) {
    print_diagnostic(failure.what());
  }
}

}  // namespace

void refuse_options_of_nodes(const RunArguments& arguments) {
  const std::map<std::string, const std::string*> options{
      {"--balance", &arguments.balance},  {"--broadcast", &arguments.broadcast},
      {"--grid", &arguments.grid},        {"--launcher", &arguments.launcher},
      {"--stats", &arguments.statistics}, {"--timeout", &arguments.timeout}};
  for (const auto& [option, value] : options) {
    if (!value->empty()) throw errors::option_without_nodes(option);
  }
}

int run_on_nodes(const RunArguments& arguments, const std::vector<std::string>& program) {
  ClusterRun run = cluster_run(arguments, program);
  refuse_other_format("run", arguments.output);
  refuse_same_file(arguments.output, {arguments.statistics});
  check_program(program.front());
  run.launcher = find_launcher("run", arguments.launcher);

  const StopSignals signals;
  OutputFile output(arguments.output.empty()
                        ? std::filesystem::path(program.front()).filename().string() + ".gus"
                        : arguments.output);
  run.variables["GUSSET_TRACE"] = output.pending().string();
  std::optional<OutputFile> statistics;
  if (!arguments.statistics.empty()) {
    statistics.emplace(arguments.statistics);
    run.variables["GUSSET_STATS"] = statistics->pending().string();
  }
  unsigned runtimes = 0;
  try {
    runtimes = run_on_nodes(run);
  } catch (const Failure&) {
    keep_what_was_recorded(output);
    throw;
  }
  if (!output.is_written()) throw errors::program_without_trace(program.front());
  if (statistics && !statistics->is_written()) throw errors::program_without_statistics(program.front());
  if (statistics) statistics->commit();
  const Traces traces = join_and_summarize(output, Notes::printed);
  if (runtimes > traces.count) throw errors::results_replaced(program.front(), runtimes, traces.count);
  if (!traces.incomplete.empty()) throw errors::nodes_recorded_partly(traces.incomplete.front());
  return 0;
}

}  // namespace gusset::cli
