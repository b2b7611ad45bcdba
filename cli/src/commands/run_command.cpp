#include <string>
#include <vector>

#include "arguments.hpp"
#include "output/console.hpp"
#include "output/errors.hpp"
#include "output/output_file.hpp"
#include "output/output_name.hpp"
#include "output/run_summary.hpp"
#include "programs/child_process.hpp"
#include "programs/openmp_recorder.hpp"
#include "programs/program_file.hpp"
#include "programs/user_program.hpp"
#include "run_arguments.hpp"
#include "run_on_nodes.hpp"

namespace gusset::cli {
namespace {

void set_openmp_variables(UserProgram& program, RecorderVariables recorder, const RunArguments& arguments) {
  program.variables.merge(recorder);
  program.may_do_without_runtime = true;
  if (!arguments.threads.empty())
    program.variables["OMP_NUM_THREADS"] = program.variables.at("GUSSET_THREADS");
}

struct RunEnd {
  UserProgramEnd program;
  bool is_all_made = true;  // whether every OpenMP trace was made; if not, the reason has been printed
};

// Runs the program and makes the traces. Keeps what was recorded however the program ends, even if it fails.
RunEnd run_and_make_traces(const UserProgram& program, OutputFile& output) {
  const auto make_traces = [&](int signal) {
    if (!program.may_do_without_runtime) return true;
    if (StopSignals::received() != 0) {  // whoever asked gusset to stop does not want to wait
      keep_events(output);
      return false;
    }
    try {
      if (write_openmp_traces(output.pending(), signal)) return true;
    } catch (const Failure&) {
      keep_events(output);
      throw;
    }
    keep_events(output);
    return false;
  };
  try {
    const UserProgramEnd end = run_user_program(program);
    const bool is_all_made = make_traces(0);
    return {end, is_all_made};
  } catch (const Failure& failure) {
    const bool is_killed =
        failure.exit_status() > errors::first_signal_status && StopSignals::received() == 0;
    make_traces(is_killed ? failure.exit_status() - errors::first_signal_status : 0);
    const bool is_written = output.is_written();
    if (is_written) commit_and_summarize(output);
    if (is_killed && !is_written) throw errors::nothing_was_written(failure);
    throw;
  }
}

int run(const RunArguments& arguments, const std::vector<std::string>& program_line) {
  if (!arguments.nodes.empty() && !arguments.schedule.empty()) throw errors::schedule_for_nodes();
  if (!arguments.nodes.empty()) return run_on_nodes(arguments, program_line);
  refuse_options_of_nodes(arguments);
  UserProgram program{program_line, "record", run_variables(arguments)};
  refuse_other_format("run", arguments.output);
  const std::string output_name =
      output_name_of_process("run", arguments.output.empty() ? program.name() + ".gus" : arguments.output);
  const std::string& shown = program_line.front();
  const ProgramFile file = inspect_program(shown);
  const bool is_openmp = file.kind == ProgramFile::Kind::openmp;
  if (file.kind == ProgramFile::Kind::static_program) throw errors::program_is_static(shown);
  if (is_openmp && !arguments.policy.empty()) throw errors::option_for_openmp("--policy", shown);
  if (is_openmp && !arguments.schedule.empty()) throw errors::option_for_openmp("--schedule", shown);
  if (is_openmp) set_openmp_variables(program, recorder_for(shown, file), arguments);
  if (file.kind == ProgramFile::Kind::unknown)
    set_openmp_variables(program, recorder_for_children(file), arguments);
  const StopSignals signals;
  OutputFile output(output_name);
  program.variables["GUSSET_TRACE"] = output.pending().string();

  const auto [end, is_all_made] = run_and_make_traces(program, output);
  if (!output.is_written()) {
    if (end.exit_status != 0) return end.exit_status;
    if (!is_all_made) return Failure::failed;
    if (is_openmp) throw errors::program_without_openmp_tasks(shown);
    if (end.runtimes_made == 0) throw errors::program_without_runtime(shown);
    throw errors::program_without_trace(shown);
  }
  const std::vector<std::string> names = commit_and_summarize(output);
  if (end.exit_status == 0 && end.runtimes_made > names.size()) {
    throw errors::results_replaced(shown, end.runtimes_made, names.size());
  }
  return end.exit_status;
}

}  // namespace

Command add_run(CLI::App& gusset, const ProgramLine& program) {
  return add_program_command<RunArguments>(
      gusset, program,
      {"run",
       "[-o T.gus] [--threads N] [--policy NAME] [--boundary N] [--schedule S.json [--form FORM]]\n"
       "         [--depth spans|ready|accesses]\n"
       "         [--nodes N] [--grid PxQ] [--balance POLICY] [--broadcast HOW] [--stats S.json]\n"
       "         [--launcher LAUNCHER] [--timeout S] -- PROGRAM ARGS…",
       "Run a program on this machine, or on several nodes, and record its trace.",
       "gusset run -o cholesky.gus -- ./cholesky --size 3072 --blocks 12"},
      [](CLI::App& command, RunArguments& arguments) {
        add_option(
            command, "-o,--output FILE", arguments.output,
            "Write the trace to FILE (default: PROGRAM's name with .gus, in the current folder). %r is the\n"
            "rank, %p the process ID, %h the host; without %r and %p, each rank of a parallel program\n"
            "writes T.RANK.gus instead of T.gus");
        add_option(
            command, "--threads N", arguments.threads,
            "Use N threads, including the submitting one (default: one per core); with --nodes, N per\n"
            "node (default: its share of the host's cores)");
        add_option(command, "--policy NAME", arguments.policy, policy_help);
        add_option(command, "--boundary N", arguments.boundary, boundary_help);
        add_option(command, "--schedule FILE", arguments.schedule, schedule_help);
        add_option(command, "--form FORM", arguments.form, form_help);
        add_option(command, "--depth DEPTH", arguments.depth,
                   "Record for each task: spans (when it ran), ready (also when it was submitted and became\n"
                   "ready), or accesses (also its accesses, which the task graph needs; the default)");
        add_option(
            command, "--nodes N", arguments.nodes,
            "Run one process per node, with MPI; PROGRAM must link gusset::cluster. The options below\n"
            "need --nodes");
        add_option(command, "--grid PxQ", arguments.grid,
                   "Arrange the nodes in a grid of P by Q (default: the squarest, P ≤ Q)");
        add_option(command, "--balance POLICY", arguments.balance, balance_help);
        add_option(command, "--broadcast HOW", arguments.broadcast, broadcast_help);
        add_option(command, "--stats FILE", arguments.statistics,
                   "Write counts of tasks, messages and bytes to FILE as JSON, as gusset simulate does");
        add_option(command, "--launcher LAUNCHER", arguments.launcher,
                   "Start the nodes with this mpirun (Open MPI or MPICH) or srun, with its options:\n"
                   "\"mpirun --hostfile hosts\" (default: mpirun, or else srun)");
        add_option(command, "--timeout S", arguments.timeout,
                   "End the run with an error if a task waits longer than S seconds for another node's data");
      },
      run);
}

}  // namespace gusset::cli
