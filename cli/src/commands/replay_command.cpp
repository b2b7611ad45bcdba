#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>

#include "arguments.hpp"
#include "gusset/base/numbers.hpp"
#include "gusset/base/schedule_file.hpp"
#include "gusset/simulator/predict/replay.hpp"
#include "gusset/traces/analysis/graph/strands.hpp"
#include "gusset/traces/analysis/graph/task_graph.hpp"
#include "gusset/traces/gus/gus.hpp"
#include "gusset/traces/schedules/schedule_file.hpp"
#include "output/console.hpp"
#include "output/errors.hpp"
#include "output/output_file.hpp"
#include "output/trace_text.hpp"
#include "programs/simulation_report.hpp"
#include "replay_settings.hpp"

namespace gusset::cli {
namespace {

constexpr const char* replay_name = "replay";

struct ReplayArguments : TraceArguments {
  std::string output;
  std::string statistics;
  std::string threads;
  std::string schedule;
  std::string form;
  ReplaySettings settings;
};

// "The trace took 5.00 ms; the replay takes …". Empty if the trace has no makespan.
std::string comparison(const traces::Trace& trace, double makespan_s) {
  if (trace.metadata.incomplete) return "The trace is incomplete, so its duration is unknown.\n";
  const double before_s = seconds(traces::compute_statistics(trace).makespan_ns);
  if (before_s <= 0.0 || makespan_s <= 0.0) return "";
  const double ratio = makespan_s / before_s;
  const std::string change = std::abs(ratio - 1.0) < 5e-4 ? "as long"
                             : ratio < 1.0                ? percent_text(1.0 - ratio) + " less"
                                                          : percent_text(ratio - 1.0) + " more";
  const bool is_predicted = trace.metadata.origin == traces::Origin::predicted;
  return "The trace " + std::string(is_predicted ? "predicts " : "took ") + duration_text(before_s) +
         "; the replay takes " + change + ".\n";
}

/// Gives the tasks the workers and the order that the schedule file says. Returns how the file was used.
ScheduleUse follow_schedule(const std::string& path, const traces::Trace& trace,
                            simulator::ReplayInputs& inputs) {
  const ScheduleFile file = required(read_schedule_file(path));
  if (inputs.threads == 0) inputs.threads = static_cast<unsigned>(file.workers.size());
  const traces::TaskGraph graph(trace);
  if (graph.strands() != nullptr)
    throw errors::failed(inputs.name, "a program that uses Gusset's runtime (for --schedule)",
                         "an OpenMP program");
  if (trace.nodes.size() > 1 || inputs.nodes > 1)
    throw errors::failed(inputs.name, "one node, because a schedule names one node's workers",
                         count_text(std::max<std::uint64_t>(trace.nodes.size(), inputs.nodes), "node"));
  const auto resolved = required(schedules::resolve(file, trace, graph, path));
  for (std::size_t worker = inputs.threads; worker < resolved.lists.size(); ++worker) {
    if (!resolved.lists[worker].empty())
      throw errors::failed(path, "a schedule for at most " + count_text(inputs.threads, "worker"),
                           "tasks of worker " + std::to_string(worker));
  }
  for (std::size_t task = 0; task < resolved.worker.size(); ++task) {
    const bool is_known = resolved.worker[task] != schedules::ResolvedSchedule::unknown;
    inputs.workers.push_back(is_known ? WorkerId(resolved.worker[task]) : WorkerId());
    // Ranks rise with time, so the earliest task gets the highest priority. Tasks that the file does not have
    // keep priority 0, the lowest.
    inputs.priorities.push_back(is_known ? std::numeric_limits<std::int32_t>::max() -
                                               static_cast<std::int32_t>(resolved.rank[task])
                                         : 0);
  }
  const std::uint64_t tasks = resolved.worker.size();
  return {tasks - resolved.unknown_tasks, resolved.unknown_tasks, resolved.unused};
}

int replay(const ReplayArguments& arguments) {
  simulator::ReplayInputs inputs = replay_inputs(replay_name, arguments.settings, arguments.path);
  if (!arguments.threads.empty())
    inputs.threads = static_cast<unsigned>(parse_threads(replay_name, arguments.threads));
  refuse_other_format(replay_name, arguments.output);
  refuse_same_file(arguments.output, {arguments.path, arguments.settings.platform, arguments.statistics,
                                      arguments.schedule, arguments.settings.sizes});
  refuse_same_file(arguments.statistics, {arguments.path, arguments.settings.platform, arguments.schedule,
                                          arguments.settings.sizes});
  std::optional<OutputFile> output;
  if (!arguments.output.empty()) output.emplace(arguments.output);
  std::optional<OutputFile> statistics;
  if (!arguments.statistics.empty()) statistics.emplace(arguments.statistics);

  const TracePointer trace = load_trace(arguments.path, arguments.strict);
  std::optional<ScheduleUse> use;
  if (!arguments.form.empty())
    inputs.form = *schedule_form_of(checked_form(replay_name, arguments.form, arguments.schedule));
  if (!arguments.schedule.empty()) use = follow_schedule(arguments.schedule, *trace, inputs);
  auto replayed = required(simulator::replay(*trace, inputs));
  replayed.statistics.schedule = use;
  if (output) {
    required(traces::write_gus(replayed.trace, output->pending()));
    output->commit();
  }
  if (statistics) {
    statistics->write(to_json(replayed.statistics));
    statistics->commit();
  }
  if (arguments.json) {
    print(to_json(replayed.statistics));
    return 0;
  }
  std::string text = simulation_report(replayed.statistics, traces::program_name(*trace, arguments.path),
                                       comparison(*trace, *replayed.statistics.makespan_s) +
                                           (use ? summary_of(*use, arguments.schedule) + ".\n" : ""));
  if (output) text += "Trace: " + output->name() + "\n";
  if (statistics) text += "Statistics: " + statistics->name() + "\n";
  print(text);
  return 0;
}

}  // namespace

Command add_replay(CLI::App& gusset) {
  return add_trace_command<ReplayArguments>(
      gusset,
      {replay_name,
       "T [-o R.gus] [--threads N] [--nodes N] [--policy NAME] [--boundary N] [--schedule FILE [--form "
       "FORM]]\n"
       "         [--scale TYPE=FACTOR]… [--platform NAME|FILE|n:c:gflops:latency:bandwidth] [--network "
       "ENGINE]\n"
       "         [--sizes FILE] [--caches] [--rate W] [--seeds N] [--seed S] [--jobs N] [--stats S.json]\n"
       "         [--json] [--strict]",
       "Replay a trace or a graph on another machine, with another policy or faster tasks.",
       "gusset replay cholesky.gus --threads 8 --scale gemm=0.5 -o what-if.gus"},
      [](CLI::App& command, ReplayArguments& arguments) {
        add_option(command, "-o,--output FILE", arguments.output, "Write the predicted trace to FILE");
        add_option(command, "--stats FILE", arguments.statistics,
                   "Write the statistics to FILE as JSON; --json prints them");
        add_option(command, "--threads N", arguments.threads,
                   "Use N threads per node (default: as in the trace; one per core for a graph)");
        add_option(
            command, "--schedule FILE", arguments.schedule,
            "Replay on the workers and in the order of a schedule file (from gusset schedule); the default\n"
            "number of threads is then the file's");
        add_option(
            command, "--form FORM", arguments.form,
            "Let idle workers take others' tasks (guided, the default), let them wait (flags), or also\n"
            "keep to the file's order (strict)");
        add_replay_settings(command, arguments.settings);
      },
      replay);
}

}  // namespace gusset::cli
