#pragma once
#include <sys/stat.h>

#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <utility>

#include "gusset/base/numbers.hpp"
#include "gusset/base/result.hpp"
#include "gusset/base/text.hpp"
#include "gusset/traces/model/names.hpp"

namespace gusset::cli {

/// Ends a command early, with an exit status and one line for standard error, which main prints after
/// "gusset: ".
class Failure : public std::runtime_error {
 public:
  static constexpr int failed = 1;
  static constexpr int misused = 2;
  static constexpr int beyond_limit = 3;  ///< the condition of compare --fail-if is true; nothing went wrong

  explicit Failure(const std::string& line, int exit_status = failed)
      : std::runtime_error(line), exit_status_(exit_status) {}
  explicit Failure(const Error& error, int exit_status = failed) : Failure(error.message(), exit_status) {}

  int exit_status() const { return exit_status_; }

 private:
  int exit_status_;
};

/// The value. Throws Failure if the result is an error.
template <class Value>
Value required(Result<Value> result, int exit_status = Failure::failed) {
  if (!result.ok()) throw Failure(result.error(), exit_status);
  return std::move(result).value();
}

/// The wording of gusset's failures. Each is one line, in most cases "WHERE: expected …, found …".
namespace errors {

inline Failure failed(const std::string& where, const std::string& expected, const std::string& found) {
  return Failure(Error{where, expected, found});
}

inline Failure misuse(const std::string& where, const std::string& expected, const std::string& found) {
  return Failure(Error{where, expected, found}, Failure::misused);
}

inline std::string reason(int error_number) {
  return double_quoted(std::strerror(error_number));
}

/// "signal 11 (Segmentation fault)".
inline std::string signal_text(int signal_number) {
  const char* description = sigdescr_np(signal_number);
  return "signal " + std::to_string(signal_number) +
         (description == nullptr ? std::string() : " (" + std::string(description) + ")");
}

// The command line (exit status 2).

inline Failure no_command() {
  return misuse("command line", "a command (see gusset --help)", "none");
}

inline Failure unknown_command(const std::string& found) {
  return misuse("command line", "a command (see gusset --help)", double_quoted(found));
}

inline Failure unknown_argument(const std::string& command, const std::string& found) {
  return misuse(command, "arguments as in gusset " + command + " --help", double_quoted(found));
}

inline Failure missing_argument(const std::string& command, const std::string& expected) {
  return misuse(command, expected, "none");
}

inline Failure missing_program(const std::string& command) {
  return misuse(command, "-- PROGRAM ARGS… at the end", "none");
}

inline Failure program_without_dashes(const std::string& command, const std::string& program) {
  return misuse(command, "-- before the program", double_quoted(program));
}

inline Failure bad_value(const std::string& command, const std::string& option, const std::string& expected,
                         const std::string& found) {
  return misuse(command + ": " + option, expected, double_quoted(found));
}

inline Failure grid_too_large(const std::string& grid, unsigned grid_nodes, std::uint64_t places) {
  return misuse("--grid", "at most " + count_text(places, "node") + ", as many as the platform has",
                double_quoted(grid) + " with " + std::to_string(grid_nodes));
}

inline Failure grid_does_not_match(const std::string& grid, unsigned grid_nodes, unsigned platform_nodes) {
  return misuse("--grid", "as many nodes as the platform has (" + std::to_string(platform_nodes) + ")",
                double_quoted(grid) + " with " + std::to_string(grid_nodes));
}

inline const std::string task_costs = "task costs (--costs, or a platform with GFlop/s)";

inline Failure trace_without_costs() {
  return misuse("simulate: -o", task_costs, "none");
}

inline Failure placeholder_without_parameter(const std::string& parameter) {
  return misuse("tune: {" + parameter + "}", "--param " + parameter + "=…", "none");
}

inline Failure parameter_without_placeholder(const std::string& parameter) {
  return misuse("tune: --param " + parameter, "{" + parameter + "} in the program's arguments", "none");
}

inline Failure grids_without_nodes() {
  return misuse("tune: --grid all", "--nodes, or a platform with a number of nodes", "neither");
}

inline Failure nodes_without_grid(unsigned nodes) {
  return misuse("tune: --nodes", "a grid in --grid for each number of nodes",
                "none for " + std::to_string(nodes));
}

inline Failure proposal_without_size(const std::string& parameter) {
  return misuse("tune: --param " + parameter + "=auto", "--size N in the program's arguments", "none");
}

inline Failure limit_without_costs(const std::string& option) {
  return misuse("tune: " + option, task_costs, "no costs");
}
inline Failure objective_without_costs(const std::string& objective) {
  return misuse("tune: --objective", task_costs + ", or else bytes or balance", objective + " without costs");
}

inline Failure balance_without_costs() {
  return misuse("tune: --balance", task_costs, "none");
}

inline Failure caches_without_costs() {
  return misuse("--caches", task_costs, "none");
}

inline Failure caches_without_traces(const std::string& measurement) {
  return misuse("calibrate: --caches", "measured traces", measurement);
}

inline Failure platform_without_cache_option() {
  return misuse("calibrate: --platform", "--caches with it", "no --caches");
}

inline Failure platform_without_caches(const std::string& platform) {
  return misuse("--caches", "a platform that states caches of level 2 or 3", platform + " without them");
}

inline Failure too_many_combinations(std::size_t most) {
  return misuse("tune", "at most " + std::to_string(most) + " combinations", "more");
}

inline Failure missing_value(const std::string& command, const std::string& option) {
  return misuse(command + ": " + option, "one value", "none or several");
}

inline Failure empty_value(const std::string& command, const std::string& before) {
  return misuse(command, "a value after " + double_quoted(before), "an empty one");
}

inline Failure refused_condition(const std::string& command, const Error& error) {
  return misuse(command + ": --where: " + error.where, error.expected, error.found);
}

/// An option asks for something that the trace does not have. The error names the option.
inline Failure refused_by_trace(const std::string& path, const Error& error) {
  return Failure(path + ": --" + error.message(), Failure::misused);
}

inline Failure option_of_traces(const std::string& path, const std::string& option,
                                const std::string& found) {
  return Failure(path + ": --" + option + ": expected a trace, found " + found, Failure::misused);
}

inline Failure refused_command_line(const std::string& command, const std::string& reason_text) {
  return Failure(command + ": " + reason_text, Failure::misused);
}

// Programs that gusset starts.

inline Failure program_not_startable(const std::string& program, int error_number) {
  struct stat status {};
  const bool is_directory = stat(program.c_str(), &status) == 0 && S_ISDIR(status.st_mode);
  std::string found = reason(error_number);
  if (error_number == ENOENT) {
    found = "no such file";
  } else if (is_directory) {
    found = "a directory";
  } else if (error_number == EACCES) {
    found = "a file that can't be executed";
  } else if (error_number == ENOEXEC) {
    found = "a file that is not a program";
  }
  return failed(program, "a program", found);
}

inline Failure program_without_runtime(const std::string& program) {
  return failed(program, "a program that uses Gusset's runtime or OpenMP", "one that does not");
}

inline Failure program_is_static(const std::string& program) {
  return failed(program, "a program that uses Gusset's runtime, or loads OpenMP's as a shared library",
                "a static program without Gusset's runtime");
}

inline Failure program_without_openmp_tasks(const std::string& program) {
  return failed(program, "OpenMP tasks or parallel regions",
                "none: it started none, or cleared the environment variables that Gusset needs to record it");
}

inline Failure schedule_for_nodes() {
  return misuse("run: --schedule", "one node, because a schedule names one node's workers", "--nodes");
}

inline Failure option_for_openmp(const std::string& option, const std::string& program) {
  return misuse("run: " + option, "a program that uses Gusset's runtime", program + ", which uses OpenMP");
}

inline Failure openmp_calls_missing(const std::string& program, const std::string& calls) {
  return failed(program, "only OpenMP calls of LLVM's libomp, which replaces GCC's libgomp", calls);
}

inline Failure recorder_not_found(const std::string& recorder, const std::string& folder) {
  return failed(recorder, "the recorder of OpenMP programs in " + folder, "none");
}

inline Failure libomp_not_found(const std::string& library, const std::string& program) {
  return failed(library, "LLVM's OpenMP runtime (Debian's libomp5-14), to record " + program, "none");
}

inline Failure program_without_trace(const std::string& program) {
  return failed(program, "a trace from its runtime", "none: it ended without destroying the runtime");
}

inline Failure program_without_statistics(const std::string& program) {
  return failed(program, "statistics from its runtime", "none: it ended without destroying the runtime");
}

// One configuration of a sweep.

inline Failure program_without_gusset(const std::string& program) {
  return failed(program, "a program that uses Gusset's runtime", "one that does not");
}

inline Failure several_runtimes(const std::string& program, std::size_t runtimes) {
  return failed(program, "exactly one runtime", std::to_string(runtimes));
}

inline Failure malformed_statistics(const std::string& program, const std::string& found) {
  return failed(program, "statistics as in docs/statistics.md", double_quoted(found));
}

inline Failure grid_of_other_nodes(const std::string& grid, unsigned nodes) {
  return failed("--grid", "a number of nodes from --nodes",
                double_quoted(grid) + " with " + std::to_string(nodes));
}

inline Failure results_replaced(const std::string& program, std::size_t runtimes, std::size_t results) {
  return failed(program, "results from each of its " + std::to_string(runtimes) + " runtimes",
                std::to_string(results) + ": a process that ends replaces the results of earlier ones");
}

inline Failure program_chose_engine(const std::string& program, const std::string& expected,
                                    const std::string& found) {
  return failed(program,
                "a program that leaves the choice of the engine (" + double_quoted(expected) + ") to gusset",
                "one that chose " + double_quoted(found));
}

/// Shells report a child that a signal ended as this status + the signal's number.
inline constexpr int first_signal_status = 128;

/// The program was killed before it had written any part of its trace.
inline Failure nothing_was_written(const Failure& killed) {
  return Failure(std::string(killed.what()) + "; it had written no trace yet", killed.exit_status());
}

inline Failure program_killed(const std::string& program, int signal_number) {
  return Failure(Error{program, "a program that ends on its own", signal_text(signal_number)},
                 first_signal_status + signal_number);
}

inline Failure program_interrupted(const std::string& program, int signal_number) {
  return Failure(program + ": stopped by " + signal_text(signal_number), first_signal_status + signal_number);
}

// Programs on several nodes.

inline Failure option_without_nodes(const std::string& option) {
  return misuse("run: " + option, "--nodes N with it", "none");
}

inline Failure nodes_for_other_program(const std::string& program, const std::string& found) {
  return failed(program, "a program that uses Gusset's runtime (for --nodes)", found);
}

inline Failure program_without_cluster(const std::string& program) {
  return failed(program, "a program that links gusset::cluster (for --nodes)", "one that does not");
}

inline Failure grid_of_other_size(const std::string& grid, unsigned grid_nodes, unsigned nodes) {
  return misuse("run: --grid", "as many nodes as --nodes has (" + std::to_string(nodes) + ")",
                double_quoted(grid) + " with " + std::to_string(grid_nodes));
}

inline Failure launcher_not_found() {
  return failed("mpirun", "a launcher of MPI programs in PATH (Debian's openmpi-bin or mpich), or --launcher",
                "none");
}

inline Failure unknown_launcher(const std::string& command, const std::string& program) {
  return misuse(command + ": --launcher", "mpirun of Open MPI or MPICH, or srun", double_quoted(program));
}

inline Failure launcher_refuses_root(const std::string& launcher) {
  return failed(launcher,
                "a user other than root (or the variables OMPI_ALLOW_RUN_AS_ROOT=1 and "
                "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1)",
                "root");
}

inline Failure launcher_failed(const std::string& launcher, int exit_status) {
  return failed(launcher, "it to start the nodes", "exit status " + std::to_string(exit_status));
}

inline Failure launcher_killed(const std::string& launcher, int signal_number) {
  return Failure(Error{launcher, "it to end on its own", signal_text(signal_number)},
                 first_signal_status + signal_number);
}

/// "node 2".
inline std::string node_text(unsigned node) {
  return "node " + std::to_string(node);
}

inline Failure node_killed(unsigned node, int signal_number) {
  const char* const name = sigabbrev_np(signal_number);
  return Failure(node_text(node) + ": killed by signal " + std::to_string(signal_number) +
                     (name == nullptr ? std::string() : " (SIG" + std::string(name) + ")"),
                 first_signal_status + signal_number);
}

inline Failure node_failed(unsigned node, int exit_status, bool has_begun) {
  return Failure(node_text(node) + ": ended with exit status " + std::to_string(exit_status) +
                     (has_begun ? "" : " before it used Gusset's runtime"),
                 exit_status);
}

inline Failure node_ended_early(unsigned node) {
  return failed(node_text(node), "a program that destroys its runtime before it ends",
                "exit status 0 while a runtime existed");
}

inline Failure node_lost(unsigned node) {
  return failed(node_text(node), "a report of its end", "none: its host or its gusset run-node has died");
}

inline Failure nodes_recorded_partly(const std::string& trace) {
  return failed(trace, "a complete recording of all nodes", "less: a node could not record all that it did");
}

inline Failure viewer_not_found(const std::string& beside) {
  return failed("gusset-viewer", "a program in " + beside + " or in PATH", "none");
}

// Files.

inline Failure output_not_writable(const std::string& path, int error_number) {
  return failed(path, "a writable file", reason(error_number));
}

inline Failure output_not_a_file(const std::string& path) {
  return failed(path, "a regular file", "something else");
}

inline Failure sweep_interrupted(const std::string& path, int signal_number, std::size_t done,
                                 std::size_t total) {
  return Failure("tune: stopped by " + signal_text(signal_number) + "; " + path + " keeps " +
                     std::to_string(done) + " of " + std::to_string(total) +
                     " configurations, and the same command resumes it",
                 first_signal_status + signal_number);
}

/// The file holds a different sweep from the one on the command line; `option` is the first difference.
inline Failure another_sweep(const std::string& path, const std::string& option) {
  return failed(path, "this command's sweep (--restart starts over)", "one with another " + option);
}

inline Failure output_is_in_use(const std::string& output, const std::string& other) {
  return misuse(output, "a file that this command does not already use",
                output == other ? "the same file twice" : "the same file as " + other);
}

inline Failure trace_given_twice(const std::string& path) {
  return misuse(path, "each trace once", "it twice");
}

inline Failure statistics_with_others(const std::string& statistics) {
  return misuse("compare", "two statistics documents (S.json T.json), or traces only",
                double_quoted(statistics) + " in another combination");
}

inline Failure too_many_runs(std::size_t most, std::size_t found) {
  return misuse("compare", "at most " + std::to_string(most) + " traces on each side", std::to_string(found));
}

inline Failure second_group_without_against(std::size_t found) {
  return misuse("compare", "two traces, or --against before the second group", count_text(found, "trace"));
}

/// `option` is --machine or --network.
inline Failure measurement_and_traces(const std::string& option, const std::string& path) {
  return misuse("calibrate: " + option, "no traces with it", double_quoted(path));
}

inline Failure machine_and_network() {
  return misuse("calibrate: --machine", "no --network with it, which measures nodes and not this machine",
                "both");
}

inline Failure option_without_network(const std::string& option) {
  return misuse("calibrate: " + option, "--network with it", "none");
}

inline Failure network_not_measured(unsigned nodes) {
  return failed(
      "calibrate: --network",
      "a measurement by " + std::to_string(nodes) + " nodes, whose hosts share the folder of the output",
      "none");
}

/// `extensions` is text: ".dot, .svg, .png or .pdf".
inline Failure other_extension(const std::string& path, const std::string& extensions) {
  return misuse(path, "a name that ends in " + extensions, "another extension");
}

/// Commands that record, predict or schedule write no other format than .gus.
inline Failure trace_of_other_format(const std::string& command, const std::string& option,
                                     const std::string& path) {
  return bad_value(command, option, "a name that ends in .gus (gusset convert writes other formats)", path);
}

inline Failure graph_too_large(const std::string& path, std::size_t most, std::uint64_t found) {
  return failed(path, "at most " + std::to_string(most) + " boxes (--fold groups tasks)",
                std::to_string(found));
}

/// The trace has only explicit dependencies, which name no data.
inline Failure unknown_accesses(const std::string& path) {
  return failed(path, "recorded accesses", "only dependencies");
}

inline Failure unknown_dependencies(const std::string& path) {
  return failed(path, "recorded accesses or dependencies", "neither");
}

/// `cycle` is text.
inline Failure cyclic_dependencies(const std::string& path, const std::string& cycle) {
  return failed(path, "dependencies without a cycle", cycle);
}

inline Failure no_tasks(const std::string& path) {
  return failed(path, "tasks to draw", "none");
}

inline Failure nothing_ran(const std::string& path) {
  return failed(path, "tasks that ran", "none");
}

inline Failure graph_without_times(const std::string& path, std::uint64_t tasks) {
  return failed(path, "tasks that ran", traces::graph_only_text(tasks) + " (gusset graph draws it)");
}

inline Failure task_never_ran(const std::string& path, const std::string& task) {
  return failed(path, "a task that ran", task + ", which did not");
}

inline Failure no_counterpart(const std::string& path, const std::string& task) {
  return failed(path, "a counterpart of " + task, "none");
}

}  // namespace errors
}  // namespace gusset::cli
