#include <CLI/CLI.hpp>
#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "arguments.hpp"
#include "child_process.hpp"
#include "command.hpp"
#include "console.hpp"
#include "errors.hpp"
#include "guided_program.hpp"
#include "gusset/traces/report.hpp"
#include "output_file.hpp"
#include "trace_text.hpp"
#include "units.hpp"

namespace gusset::cli {
namespace {

struct RunArguments {
  std::string output;
  std::string threads;
  std::string depth;
  std::string policy;
};

// How much of a run is recorded; policies are known to the program alone, which may have its own.
void check_depth(const std::string& depth) {
  if (depth.empty() || depth == "spans" || depth == "ready" || depth == "accesses") return;
  throw errors::bad_value("run", "--depth", "spans, ready or accesses", depth);
}

// What matters most; gusset report has more, and the commands to try next.
std::string first_sentences(const traces::Trace& trace, const std::string& name) {
  constexpr std::size_t sentences = 2;
  const std::vector<traces::Advice> report = traces::report(trace, {name, nullptr, ""});
  std::string text;
  for (std::size_t i = 0; i < std::min(report.size(), sentences); ++i)
    text += "  " + report[i].sentence + "\n";
  return text;
}

int run(const RunArguments& arguments, const std::vector<std::string>& program_line) {
  GuidedProgram program{program_line, "record", {}};
  if (!arguments.threads.empty()) {
    program.variables["GUSSET_THREADS"] = std::to_string(parse_threads("run", arguments.threads));
  }
  check_depth(arguments.depth);
  if (!arguments.depth.empty()) program.variables["GUSSET_DEPTH"] = arguments.depth;
  if (!arguments.policy.empty()) program.variables["GUSSET_POLICY"] = arguments.policy;
  const StopSignals signals;
  OutputFile output(arguments.output.empty() ? program.name() + ".gus" : arguments.output);
  program.variables["GUSSET_TRACE"] = output.pending().string();

  const GuidedEnd end = run_guided(program);
  if (!output.is_written()) {
    if (end.exit_status != 0) return end.exit_status;
    throw errors::program_without_trace(program_line.front());
  }
  std::string summary;
  // A program that makes several runtimes, one after the other, leaves a trace of each.
  const std::vector<std::string> names = output.commit();
  for (const std::string& name : names) {
    const TracePointer trace = load_trace(name);
    summary += summary_line(*trace, name) + first_sentences(*trace, name);
  }
  print(summary);
  if (end.exit_status == 0 && end.runtimes_made > names.size()) {
    throw errors::results_replaced(program_line.front(), end.runtimes_made, names.size());
  }
  return end.exit_status;
}

}  // namespace

Command add_run(CLI::App& gusset, const ProgramLine& program) {
  const auto arguments = std::make_shared<RunArguments>();
  CLI::App* command =
      add_command(gusset, {"run",
                           "[-o T.gus] [--threads N] [--policy NAME] [--depth spans|ready|accesses]\n"
                           "         -- PROGRAM ARGS…",
                           "Runs a program on this machine and records its trace.",
                           "gusset run -o cholesky.gus -- ./cholesky --size 3072 --blocks 12"});
  command
      ->add_option("-o,--output", arguments->output,
                   "The trace to write; PROGRAM's name with .gus in the current folder if not given")
      ->type_name("FILE");
  command
      ->add_option("--threads", arguments->threads,
                   "Threads, the submitting one included; one per core if not given")
      ->type_name("N");
  command->add_option("--policy", arguments->policy, policy_help)->type_name("NAME");
  command
      ->add_option("--depth", arguments->depth,
                   "What is recorded of each task: spans (begin and end), ready (also when it was\n"
                   "submitted and became ready) or accesses (also what it accessed: without, the\n"
                   "trace has no task graph); accesses if not given")
      ->type_name("DEPTH");
  return {command, [command, arguments, &program] {
            return run(*arguments, require_program("run", program, *command));
          }};
}

}  // namespace gusset::cli
