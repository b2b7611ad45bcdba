#include <CLI/CLI.hpp>
#include <fstream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "arguments.hpp"
#include "child_process.hpp"
#include "command.hpp"
#include "console.hpp"
#include "errors.hpp"
#include "guided_program.hpp"
#include "gusset/core/errors.hpp"
#include "gusset/core/process_grid.hpp"
#include "gusset/simulator/cost_model.hpp"
#include "gusset/simulator/network.hpp"
#include "gusset/simulator/platform.hpp"
#include "output_file.hpp"
#include "simulation_report.hpp"
#include "temporary_folder.hpp"
#include "trace_text.hpp"

namespace gusset::cli {
namespace {

struct SimulateArguments {
  std::string output;
  std::string statistics;
  std::string platform;
  std::string costs;
  std::string grid;
  std::string threads;
  std::string seed;
  std::string seeds;
  std::string window;
  bool no_deduplication = false;
  bool no_hierarchy = false;
  bool submitter_only = false;
  std::string policy;
  std::string network;
};

constexpr const char* name = "simulate";
constexpr std::uint64_t usual_seeds = 10;
constexpr std::uint64_t most_seeds = 10'000;

// What the program's runtime would refuse is refused here, in the user's words and before anything is
// started.
void check_grid(const SimulateArguments& arguments, const std::optional<simulator::Platform>& platform) {
  if (arguments.grid.empty()) return;
  const auto grid = [&arguments] {
    try {
      return ProcessGrid::parse(arguments.grid, "--grid");
    } catch (const ConfigurationError& error) {
      throw Failure(error.what(), Failure::misused);
    }
  }();
  if (platform && platform->nodes && *platform->nodes != grid.nodes()) {
    throw errors::grid_does_not_match(arguments.grid, grid.nodes(), *platform->nodes);
  }
}

void check(const SimulateArguments& arguments) {
  std::optional<simulator::Platform> platform;
  if (!arguments.platform.empty()) {
    auto read = simulator::platform_from_argument(arguments.platform, "--platform");
    if (!read.ok()) throw Failure(read.error());
    platform = std::move(read).value();
  }
  check_grid(arguments, platform);
  if (!arguments.network.empty()) {
    const auto network = simulator::network_from_argument(arguments.network, "--network");
    if (!network.ok()) throw Failure(network.error().message(), Failure::misused);
  }
  if (!arguments.costs.empty()) {
    const auto costs = simulator::costs_from_argument(arguments.costs, "--costs");
    if (!costs.ok()) throw Failure(costs.error());
  } else if (!arguments.output.empty() && !(platform && platform->gflops_per_core)) {
    throw errors::trace_without_costs();
  }
}

// The settings as the runtime reads them.
std::map<std::string, std::string> variables(const SimulateArguments& arguments) {
  std::map<std::string, std::string> result;
  if (!arguments.platform.empty()) result["GUSSET_PLATFORM"] = arguments.platform;
  if (!arguments.costs.empty()) result["GUSSET_COSTS"] = arguments.costs;
  if (!arguments.grid.empty()) result["GUSSET_GRID"] = arguments.grid;
  if (!arguments.threads.empty()) {
    result["GUSSET_THREADS"] = std::to_string(parse_threads(name, arguments.threads));
  }
  if (!arguments.seed.empty()) {
    result["GUSSET_SEED"] = std::to_string(parse_count(name, "--seed", arguments.seed, 0, UINT64_MAX));
  }
  const std::uint64_t seeds =
      arguments.seeds.empty() ? usual_seeds : parse_count(name, "--seeds", arguments.seeds, 1, most_seeds);
  result["GUSSET_SEEDS"] = std::to_string(seeds);
  if (!arguments.window.empty()) {
    result["GUSSET_WINDOW"] = std::to_string(parse_count(name, "--window", arguments.window, 0, UINT64_MAX));
  }
  if (arguments.no_deduplication) result["GUSSET_DEDUPLICATION"] = "0";
  if (arguments.no_hierarchy) result["GUSSET_HIERARCHY"] = "0";
  if (arguments.submitter_only) result["GUSSET_SUBMITTER_COMPUTES"] = "0";
  if (!arguments.policy.empty()) result["GUSSET_POLICY"] = arguments.policy;
  if (!arguments.network.empty()) result["GUSSET_NETWORK"] = arguments.network;
  result["GUSSET_PROGRESS"] = is_progress_wanted() ? "1" : "0";
  return result;
}

// The file of a program's n-th simulation: the path itself, then "NAME.2.EXT", "NAME.3.EXT", …
std::filesystem::path numbered(const std::filesystem::path& path, unsigned n) {
  if (n == 1) return path;
  return path.parent_path() / (path.stem().string() + "." + std::to_string(n) + path.extension().string());
}

std::string joined(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& each : names) text += (text.empty() ? "" : ", ") + each;
  return text;
}

int simulate(const SimulateArguments& arguments, const std::vector<std::string>& program_line) {
  GuidedProgram program{program_line, name, variables(arguments)};
  check(arguments);
  refuse_other_format("simulate", arguments.output);
  refuse_same_file(arguments.output, {arguments.platform, arguments.costs, arguments.statistics});
  refuse_same_file(arguments.statistics, {arguments.platform, arguments.costs});

  const StopSignals signals;
  std::optional<OutputFile> output;
  if (!arguments.output.empty()) {
    output.emplace(arguments.output);
    program.variables["GUSSET_TRACE"] = output->pending().string();
  }
  // The verdict is told from the statistics, whether or not the user wants to keep them.
  std::optional<TemporaryFolder> folder;
  std::optional<OutputFile> kept;
  if (!arguments.statistics.empty()) {
    kept.emplace(arguments.statistics);
  } else {
    folder.emplace(std::filesystem::temp_directory_path(), "gusset-");
  }
  const auto statistics_path = kept ? kept->pending() : folder->path() / "statistics.json";
  program.variables["GUSSET_STATS"] = statistics_path.string();

  const GuidedEnd end = run_guided(program);
  if (end.exit_status != 0) return end.exit_status;
  if (!std::filesystem::exists(statistics_path))
    throw errors::program_without_statistics(program_line.front());
  if (output && !output->is_written()) throw errors::program_without_trace(program_line.front());
  // A program that makes several runtimes, one after the other, leaves a document of each.
  std::string text;
  unsigned n = 1;
  for (; std::filesystem::exists(numbered(statistics_path, n)); ++n) {
    const auto statistics = nlohmann::json::parse(std::ifstream(numbered(statistics_path, n)));
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
  const auto arguments = std::make_shared<SimulateArguments>();
  CLI::App* command = add_command(
      gusset,
      {name,
       "[-o T.gus] [--stats S.json] [--platform FILE|n:c:gflops:latency:bandwidth]\n"
       "         [--costs COSTS.json|work:RATE] [--grid PxQ] [--threads N] [--policy NAME] [--seeds N]\n"
       "         [--seed S] [--network simgrid|fast|none] [--window N] [--submitter-only]\n"
       "         [--no-hierarchy] [--no-deduplication] -- PROGRAM ARGS…",
       "Predicts a program's run on a machine that need not be there.",
       "gusset simulate --grid 3x3 --costs work:30e9 -o nine.gus -- ./cholesky --size 99792 --blocks 36"});
  command->add_option("-o,--output", arguments->output, "The predicted trace to write; needs costs")
      ->type_name("FILE");
  command->add_option("--stats", arguments->statistics, "The statistics to write, as JSON")
      ->type_name("FILE");
  command
      ->add_option("--platform", arguments->platform,
                   "The machine: a JSON file, or nodes:cores:gflops:latency:bandwidth with\n"
                   "GFlop/s per core, seconds and bytes/s; copies of this machine if not given")
      ->type_name("PLATFORM");
  command
      ->add_option("--costs", arguments->costs,
                   "What tasks take: a file from gusset calibrate, or work:RATE, declared work\n"
                   "per second and worker; else the platform's GFlop/s; with neither, tasks and\n"
                   "messages are only counted")
      ->type_name("COSTS");
  command
      ->add_option("--grid", arguments->grid, "Arrangement of the nodes; the squarest, P ≤ Q, if not given")
      ->type_name("PxQ");
  command
      ->add_option("--threads", arguments->threads,
                   "Threads of each node, the submitting one included; one per core if not given")
      ->type_name("N");
  command
      ->add_option("--network", arguments->network,
                   "What carries messages: simgrid, the reference; fast, the same times sooner;\n"
                   "none, without contention, which may pick the wrong grid")
      ->type_name("ENGINE");
  command->add_option("--policy", arguments->policy, policy_help)->type_name("NAME");
  command
      ->add_option("--seeds", arguments->seeds,
                   "Simulations that differ in kernels' variation and workers' choices; 10 if not\n"
                   "given. The makespan is their median, -o writes the one nearest to it; a single\n"
                   "one takes mean costs")
      ->type_name("N");
  command->add_option("--seed", arguments->seed, "The first of them; 1 if not given")->type_name("S");
  command
      ->add_option("--window", arguments->window,
                   "Level-1 tasks of a node that may be in flight; no limit if not given")
      ->type_name("N");
  command->add_flag("--submitter-only", arguments->submitter_only,
                    "Thread 0 of each node submits and does not compute");
  command->add_flag("--no-hierarchy", arguments->no_hierarchy,
                    "Tasks run whole instead of splitting into tasks of the next level");
  command->add_flag("--no-deduplication", arguments->no_deduplication,
                    "One message for each remote input instead of one per version and node");
  return {command, [command, arguments, &program] {
            return simulate(*arguments, require_program(name, program, *command));
          }};
}

}  // namespace gusset::cli
