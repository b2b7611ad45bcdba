#include <optional>
#include <string>
#include <vector>

#include "arguments.hpp"
#include "gusset/base/numbered_path.hpp"
#include "gusset/base/text.hpp"
#include "output/console.hpp"
#include "output/errors.hpp"
#include "output/output_file.hpp"
#include "output/temporary_folder.hpp"
#include "programs/child_process.hpp"
#include "programs/simulation_report.hpp"
#include "programs/simulation_settings.hpp"
#include "programs/user_program.hpp"

namespace gusset::cli {
namespace {

struct SimulateArguments {
  std::string output;
  std::string statistics;
  SimulationSettings settings;
};

constexpr const char* simulate_name = "simulate";

int simulate(const SimulateArguments& arguments, const std::vector<std::string>& program_line) {
  UserProgram program{program_line, simulate_name, settings_variables(simulate_name, arguments.settings)};
  program.variables["GUSSET_PROGRESS"] = is_progress_wanted() ? "1" : "0";
  const CheckedSettings checked = check_settings(arguments.settings);
  if (!arguments.output.empty() && !checked.is_timed) throw errors::trace_without_costs();
  refuse_other_format("simulate", arguments.output);
  refuse_same_file(arguments.output,
                   {arguments.settings.platform, arguments.settings.costs, arguments.statistics});
  refuse_same_file(arguments.statistics, {arguments.settings.platform, arguments.settings.costs});

  const StopSignals signals;
  std::optional<OutputFile> output;
  if (!arguments.output.empty()) {
    output.emplace(arguments.output);
    program.variables["GUSSET_TRACE"] = output->pending().string();
  }
  // The verdict comes from the statistics, even if the user does not want to keep them.
  std::optional<TemporaryFolder> folder;
  std::optional<OutputFile> kept;
  if (!arguments.statistics.empty()) {
    kept.emplace(arguments.statistics);
  } else {
    folder.emplace(std::filesystem::temp_directory_path(), "gusset-");
  }
  const auto statistics_path = kept ? kept->pending() : folder->path() / "statistics.json";
  program.variables["GUSSET_STATS"] = statistics_path.string();

  const UserProgramEnd end = run_user_program(program);
  if (end.exit_status != 0) return end.exit_status;
  if (!std::filesystem::exists(statistics_path))
    throw errors::program_without_statistics(program_line.front());
  if (output && !output->is_written()) throw errors::program_without_trace(program_line.front());
  // A program that makes several runtimes in succession leaves one document for each.
  std::string text;
  unsigned n = 1;
  for (; std::filesystem::exists(numbered_path(statistics_path, n)); ++n) {
    const auto statistics =
        required(simulator::read_statistics(numbered_path(statistics_path, n), simulator::Pairs::none));
    text += (n == 1 ? "" : "\n") + simulation_report(statistics, program.name());
  }
  if (output) text += "Trace: " + joined(output->commit()) + "\n";
  if (kept) text += "Statistics: " + joined(kept->commit()) + "\n";
  print(text);
  if (end.runtimes_made >= n) throw errors::results_replaced(program_line.front(), end.runtimes_made, n - 1);
  return 0;
}

}  // namespace

Command add_simulate(CLI::App& gusset, const ProgramLine& program) {
  return add_program_command<SimulateArguments>(
      gusset, program,
      {simulate_name,
       "[-o T.gus] [--stats S.json] [--platform NAME|FILE|n:c:gflops:latency:bandwidth]\n"
       "         [--costs COSTS.json|work:RATE] [--grid PxQ] [--threads N] [--policy NAME] [--boundary N]\n"
       "         [--schedule FILE [--form FORM]] [--balance POLICY] [--seeds N] [--seed S] [--jobs N]\n"
       "         [--network simgrid|fast|none] [--window N] [--submitter-only] [--caches]\n"
       "         [--broadcast HOW] [--no-hierarchy] [--no-deduplication] -- PROGRAM ARGS…",
       "Predict a program's run on another machine.",
       "gusset simulate --grid 3x3 --costs work:30e9 -o nine.gus -- ./cholesky --size 99792 --blocks 36"},
      [](CLI::App& command, SimulateArguments& arguments) {
        add_option(command, "-o,--output FILE", arguments.output,
                   "Write the predicted trace to FILE; needs costs");
        add_option(command, "--stats FILE", arguments.statistics, "Write the statistics to FILE as JSON");
        add_option(command, "--platform PLATFORM", arguments.settings.platform,
                   platform_help + ";\ndefault: copies of the local machine");
        add_option(command, "--costs COSTS", arguments.settings.costs,
                   "Take task costs from a file of gusset calibrate, or work:RATE (declared work per second\n"
                   "and worker); default: the platform's GFlop/s, or else only count tasks and messages");
        add_option(command, "--grid PxQ", arguments.settings.grid,
                   "Arrange the nodes in a grid of P by Q (default: the squarest, P ≤ Q)");
        add_option(command, "--threads N", arguments.settings.threads,
                   "Use N threads per node, including the submitting one (default: one per core)");
        add_option(
            command, "--network ENGINE", arguments.settings.network,
            "Choose the network engine: simgrid (the reference; if built in, the default except for fat\n"
            "trees and nodes_per_link), fast (quicker, with the same times; only for crossbars and fat\n"
            "trees) or none (no contention; may favour the wrong grid)");
        add_option(command, "--policy NAME", arguments.settings.policy, policy_help);
        add_option(command, "--boundary N", arguments.settings.boundary, boundary_help);
        add_option(command, "--schedule FILE", arguments.settings.schedule, schedule_help);
        add_option(command, "--form FORM", arguments.settings.form, form_help);
        add_option(command, "--balance POLICY", arguments.settings.balance, balance_help);
        add_option(command, "--broadcast HOW", arguments.settings.broadcast, broadcast_help);
        add_option(
            command, "--seeds N", arguments.settings.seeds,
            "Simulate N times with different random task times and choices of the workers (default: 10).\n"
            "The makespan is the median, and -o writes the trace nearest to it; a single\n"
            "simulation uses mean costs");
        add_option(command, "--seed S", arguments.settings.seed, seed_help);
        add_option(command, "--jobs N", arguments.settings.jobs, seed_jobs_help);
        add_option(command, "--window N", arguments.settings.window,
                   "Let at most N level-1 tasks of a node be in flight (default: 0, no limit)");
        command.add_flag("--caches", arguments.settings.caches, caches_help);
        command.add_flag("--submitter-only", arguments.settings.submitter_only,
                         "Let thread 0 of each node submit only, not compute");
        command.add_flag("--no-hierarchy", arguments.settings.no_hierarchy,
                         "Run tasks whole instead of splitting them into tasks of the next level");
        command.add_flag("--no-deduplication", arguments.settings.no_deduplication,
                         "Send one message for each remote input instead of one per version and node");
      },
      simulate);
}

}  // namespace gusset::cli
