#include <algorithm>
#include <atomic>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "arguments.hpp"
#include "gusset/base/numbers.hpp"
#include "gusset/core/options.hpp"
#include "gusset/traces/analysis/graph/schedule_problem.hpp"
#include "gusset/traces/analysis/graph/speedup.hpp"
#include "gusset/traces/analysis/graph/strands.hpp"
#include "gusset/traces/analysis/time/statistics.hpp"
#include "gusset/traces/gus/gus.hpp"
#include "gusset/traces/model/predicted_network.hpp"
#include "gusset/traces/model/task_times.hpp"
#include "gusset/traces/schedules/find_schedule.hpp"
#include "gusset/traces/schedules/schedule_answer.hpp"
#include "gusset/traces/schedules/schedule_file.hpp"
#include "gusset/traces/schedules/task_durations.hpp"
#include "gusset/traces/schedules/trace_of_schedule.hpp"
#include "output/console.hpp"
#include "output/errors.hpp"
#include "output/output_file.hpp"
#include "output/print_answer.hpp"
#include "programs/child_process.hpp"
#include "replay_settings.hpp"
#include "schedules/schedule_choices.hpp"
#include "schedules/schedule_progress.hpp"

namespace gusset::cli {
namespace {

constexpr const char* schedule_name = "schedule";
constexpr const char* typical_durations = "typical";
constexpr const char* exact_durations = "exact";

struct ScheduleArguments : TraceArguments {
  std::string output;
  std::string trace;
  std::string threads;
  std::string search;
  std::string evaluations;
  std::string durations = exact_durations;
  bool progress = false;
  ReplaySettings settings;  // only --seed and --rate
};

schedules::SearchOptions search_options(const ScheduleArguments& arguments, std::uint64_t seed) {
  schedules::SearchOptions options;
  options.seed = seed;
  if (!arguments.search.empty() && !arguments.evaluations.empty())
    throw errors::misuse("schedule: --search", "no --evaluations with it", "both");
  if (!arguments.search.empty())
    options.seconds = seconds(parse_seconds(schedule_name, "--search", arguments.search));
  if (!arguments.evaluations.empty())
    options.evaluations = parse_count(schedule_name, "--evaluations", arguments.evaluations, 1, UINT64_MAX);
  return options;
}

bool wants_typical(const ScheduleArguments& arguments) {
  if (arguments.durations == typical_durations) return true;
  if (arguments.durations == exact_durations) return false;
  throw errors::bad_value(schedule_name, "--durations", "exact or typical", arguments.durations);
}

unsigned threads_of(const ScheduleArguments& arguments, const traces::Trace& trace) {
  if (!arguments.threads.empty())
    return static_cast<unsigned>(parse_threads(schedule_name, arguments.threads));
  return trace.workers.empty() ? available_cores() : traces::max_workers_of_a_node(trace);
}

/// Searches until the search ends, or a signal asks it to stop.
schedules::FoundSchedule found_schedule(const traces::ScheduleProblem& problem, unsigned threads,
                                        schedules::SearchOptions options, ScheduleProgress& progress) {
  const StopSignals signals;
  std::atomic<bool> stop = false;
  options.stop = &stop;
  options.progress = [&](const schedules::SearchProgress& found) {
    if (StopSignals::received() != 0) stop = true;
    progress.searching(found);
  };
  schedules::FoundSchedule found = schedules::find_schedule(problem, threads, options);
  progress.finish();
  return found;
}

/// Compares the choices until all are compared, or a signal asks to stop.
void compare_choices(schedules::ScheduleReport& report, const traces::Trace& trace,
                     const traces::ScheduleProblem& problem, const schedules::TaskDurations& durations,
                     const simulator::ReplayInputs& inputs, ScheduleProgress& progress) {
  const StopSignals signals;
  add_choices(report, trace, problem, durations, inputs,
              [&](const std::string& name, std::size_t run, std::size_t runs) {
                progress.comparing(name, run, runs);
                return StopSignals::received() == 0;
              });
  progress.finish();
}

void add_facts(schedules::ScheduleReport& report, const traces::Trace& trace,
               const schedules::TaskDurations& durations, double work_per_s, bool has_exclusive_adds) {
  report.is_predicted = trace.metadata.origin == traces::Origin::predicted;
  report.policy = traces::predicted_policy(trace.metadata);
  report.trace_threads = static_cast<unsigned>(trace.workers.size());
  if (durations.are_recorded() && !trace.metadata.incomplete)
    report.took_ns = traces::compute_statistics(trace).makespan_ns;
  if (report.took_ns && trace.recorded.fork_join)
    report.ending_ns = *report.took_ns - traces::last_end_ns(traces::task_times(trace));
  if (durations.have_assumed_work()) report.assumptions.emplace_back(simulator::assumed_work);
  if (!durations.are_recorded() && work_per_s == 0.0)
    report.assumptions.emplace_back("a unit of work takes 1 ms");
  if (durations.unknown() > 0)
    report.assumptions.push_back(count_text(durations.unknown(), "task") +
                                 (durations.are_recorded() ? " that never ended" : " without work") +
                                 (durations.unknown() == 1 ? " takes" : " take") + " no time");
  if (has_exclusive_adds) report.assumptions.emplace_back("tasks that add to one handle run one at a time");
  if (trace.worksharing.has_ordered_loops())
    report.assumptions.emplace_back(traces::ordered_loops_assumption);
}

/// The scheduling problem of the trace's tasks, or of an OpenMP program's strands.
traces::ScheduleProblem planned_problem(const traces::Trace& trace, const schedules::TaskDurations& durations,
                                        const ScheduleArguments& arguments,
                                        schedules::ScheduleReport& report) {
  const traces::TaskGraph graph(trace);
  const std::vector<std::int64_t> duration_ns =
      report.is_typical ? durations.typical_ns() : durations.exact_ns();
  const traces::Strands* const strands = graph.strands();
  if (strands == nullptr) return required(traces::problem_of(trace, graph, duration_ns, arguments.path));
  if (!arguments.output.empty() || !arguments.trace.empty())
    throw errors::failed(arguments.path, "a program that uses Gusset's runtime (for -o and --trace)",
                         "an OpenMP program");
  report.is_of_strands = true;
  return required(traces::problem_of(strands->trace(), strands->graph(), strands->durations_ns(duration_ns),
                                     arguments.path));
}

int schedule(const ScheduleArguments& arguments) {
  const simulator::ReplayInputs inputs = replay_inputs(schedule_name, arguments.settings, arguments.path);
  const schedules::SearchOptions options = search_options(arguments, inputs.seed);
  schedules::ScheduleReport report;
  report.is_typical = wants_typical(arguments);
  report.seed = inputs.seed;
  refuse_other_format(schedule_name, arguments.trace, "--trace");
  refuse_same_file(arguments.output, {arguments.path, arguments.trace});
  refuse_same_file(arguments.trace, {arguments.path});
  std::optional<OutputFile> output;
  if (!arguments.output.empty()) output.emplace(arguments.output);
  std::optional<OutputFile> best;
  if (!arguments.trace.empty()) best.emplace(arguments.trace);

  const TracePointer trace = load_trace(arguments.path, arguments.strict);
  const double seconds_per_work =
      inputs.work_per_s > 0.0 ? 1.0 / inputs.work_per_s : simulator::assumed_seconds_per_work;
  const auto durations = required(schedules::TaskDurations::of(*trace, seconds_per_work, arguments.path));
  const auto problem = planned_problem(*trace, durations, arguments, report);
  ScheduleProgress progress(arguments.progress ? ScheduleProgress::Form::json_lines
                                               : ScheduleProgress::Form::terminal);
  report.found = found_schedule(problem, threads_of(arguments, *trace), options, progress);
  add_facts(report, *trace, durations, inputs.work_per_s, !report.is_of_strands && problem.groups.size() > 0);
  if (output) {
    output->write(schedule_file_text(schedules::schedule_file(*trace, report.found)));
    output->commit();
  }
  if (best) {
    required(traces::write_gus(
        schedules::trace_of_schedule(*trace, report.found, problem.duration_ns, arguments.path),
        best->pending()));
    best->commit();
  }
  if (!report.is_of_strands) compare_choices(report, *trace, problem, durations, inputs, progress);
  if (arguments.json) {
    print(schedules::schedule_json(report, arguments.path));
    return 0;
  }
  std::string text = answer_text(schedules::schedule_answer(report));
  if (output) text += "Schedule: " + output->name() + "\n";
  if (best) text += "Trace: " + best->name() + "\n";
  print(text);
  return 0;
}

}  // namespace

Command add_schedule(CLI::App& gusset) {
  return add_trace_command<ScheduleArguments>(
      gusset,
      {schedule_name,
       "T [--threads N] [--search SECONDS | --evaluations N] [--seed S]\n"
       "         [--durations exact|typical] [--rate W] [-o S.json] [--trace BEST.gus] "
       "[--progress]\n"
       "         [--json] [--strict]",
       "Search for the shortest schedule of a trace or a graph, and show the time no schedule can beat.",
       "gusset schedule cholesky.gus --trace best.gus && gusset view cholesky.gus best.gus"},
      [](CLI::App& command, ScheduleArguments& arguments) {
        add_option(command, "--threads N", arguments.threads,
                   "Schedule on N threads (default: as in the trace; one per core for a graph)");
        add_option(command, "--search SECONDS", arguments.search,
                   "Search for SECONDS (default: 10). Ctrl-C ends the search and keeps the best so far");
        add_option(command, "--evaluations N", arguments.evaluations,
                   "Examine N schedules instead: the same N and seed give the same schedule");
        add_option(command, "--seed S", arguments.settings.seed, seed_help);
        add_option(command, "--durations exact|typical", arguments.durations,
                   "Plan with the trace's own durations (exact, the default: how fast this run could\n"
                   "have been) or with the trimmed mean of similar tasks (typical: a plan for the next run)");
        add_option(command, "--rate W", arguments.settings.rate, rate_help);
        add_option(command, "-o,--output FILE", arguments.output, "Write the found schedule to FILE as JSON");
        add_option(command, "--trace FILE", arguments.trace, "Write the found schedule as a trace to FILE");
        command.add_flag("--progress", arguments.progress,
                         "Write progress to standard error as JSON lines, for programs");
      },
      schedule);
}

}  // namespace gusset::cli
