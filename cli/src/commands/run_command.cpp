#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <set>
#include <string>
#include <vector>

#include "arguments.hpp"
#include "gusset/base/quoting.hpp"
#include "gusset/traces/answers/verdict.hpp"
#include "output/console.hpp"
#include "output/errors.hpp"
#include "output/output_file.hpp"
#include "output/output_name.hpp"
#include "output/trace_text.hpp"
#include "programs/child_process.hpp"
#include "programs/openmp_recorder.hpp"
#include "programs/program_file.hpp"
#include "programs/user_program.hpp"

namespace gusset::cli {
namespace {

struct RunArguments {
  std::string output;
  std::string threads;
  std::string depth;
  std::string policy;
};

// Checks --depth. Policies are not checked here, because the program may define them.
void check_depth(const std::string& depth) {
  if (depth.empty() || depth == "spans" || depth == "ready" || depth == "accesses") return;
  throw errors::bad_value("run", "--depth", "spans, ready or accesses", depth);
}

// The most important sentences. gusset report has the rest, with the commands to try next.
std::string first_sentences(const traces::Trace& trace, const std::string& name) {
  constexpr std::size_t sentences = 2;
  const std::vector<traces::Finding> found = traces::verdict(trace, {name, nullptr, ""}).findings;
  std::string text;
  for (std::size_t i = 0; i < std::min(found.size(), sentences); ++i)
    text += "  " + printable(found[i].sentence) + "\n";
  return text;
}

void set_openmp_variables(UserProgram& program, RecorderVariables recorder, const RunArguments& arguments) {
  program.variables.merge(recorder);
  program.may_do_without_runtime = true;
  if (!arguments.threads.empty())
    program.variables["OMP_NUM_THREADS"] = program.variables.at("GUSSET_THREADS");
}

// Larger traces are not read at once, because that may take longer than the run.
constexpr std::uint64_t most_tasks_to_read = 10'000'000;

std::string summary_of(const std::vector<std::string>& names) {
  std::string summary;
  std::set<std::string> runtimes;  // other than Gusset's
  for (const std::string& name : names) {
    const auto sizes = traces::read_gus_sizes(name);
    const bool is_large = sizes.ok() && sizes->tasks > most_tasks_to_read;
    const TracePointer trace =
        load_trace(name, false, is_large ? traces::Sections::none() : traces::Sections::all());
    summary += is_large ? size_line(*trace, sizes->tasks, name) +
                              "  To read all of it: " + shell_text("gusset", {"report", name}) + "\n"
                        : summary_line(*trace, name) + first_sentences(*trace, name);
    if (traces::ran_on_openmp(trace->metadata)) runtimes.insert(trace->metadata.runtime);
  }
  for (const std::string& runtime : runtimes) summary += "Recorded on " + runtime + ".\n";
  return summary;
}

// Leaves one trace per runtime if the program makes several runtimes in succession, or starts other programs.
std::vector<std::string> commit_and_summarize(OutputFile& output) {
  const std::vector<std::string> names = output.commit();
  const std::string summary = summary_of(names);
  if (is_output_open()) print(summary);  // the trace is the result, so a closed standard output is no failure
  return names;
}

struct RunEnd {
  UserProgramEnd program;
  bool is_all_made = true;  // whether all OpenMP traces were made; if not, the reason has been printed
};

// Keeps what was recorded, however the program ended, even if it failed.
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
  UserProgram program{program_line, "record", {}};
  if (!arguments.threads.empty()) {
    program.variables["GUSSET_THREADS"] = std::to_string(parse_threads("run", arguments.threads));
  }
  check_depth(arguments.depth);
  if (!arguments.depth.empty()) program.variables["GUSSET_DEPTH"] = arguments.depth;
  // The recording's memory limit and the pinning of threads have no option here, so the caller's variables
  // stay in effect.
  for (const char* const name : {"GUSSET_TRACE_MEMORY", "GUSSET_PIN"}) {
    if (const char* const value = std::getenv(name); value != nullptr) program.variables[name] = value;
  }
  if (!arguments.policy.empty()) program.variables["GUSSET_POLICY"] = arguments.policy;
  refuse_other_format("run", arguments.output);
  const std::string output_name =
      output_name_of_process("run", arguments.output.empty() ? program.name() + ".gus" : arguments.output);
  const std::string& shown = program_line.front();
  const ProgramFile file = inspect_program(shown);
  const bool is_openmp = file.kind == ProgramFile::Kind::openmp;
  if (file.kind == ProgramFile::Kind::static_program) throw errors::program_is_static(shown);
  if (is_openmp && !arguments.policy.empty()) throw errors::policy_for_openmp(shown);
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
       "[-o T.gus] [--threads N] [--policy NAME] [--depth spans|ready|accesses]\n"
       "         -- PROGRAM ARGS…",
       "Run a program on this machine and record its trace.",
       "gusset run -o cholesky.gus -- ./cholesky --size 3072 --blocks 12"},
      [](CLI::App& command, RunArguments& arguments) {
        add_option(
            command, "-o,--output FILE", arguments.output,
            "Write the trace to FILE (default: PROGRAM's name with .gus, in the current folder). %r is the\n"
            "rank, %p the process, %h the host; without %r and %p, each rank writes FILE.RANK.gus");
        add_option(command, "--threads N", arguments.threads,
                   "Use N threads, including the submitting one (default: one per core)");
        add_option(command, "--policy NAME", arguments.policy, policy_help);
        add_option(command, "--depth DEPTH", arguments.depth,
                   "Record for each task: spans (when it ran), ready (also when it was submitted and became\n"
                   "ready), or accesses (also its accesses, which the task graph needs; the default)");
      },
      run);
}

}  // namespace gusset::cli
