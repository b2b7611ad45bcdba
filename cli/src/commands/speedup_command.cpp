#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "arguments.hpp"
#include "gusset/traces/analysis/graph/speedup.hpp"
#include "gusset/traces/analysis/time/distribution.hpp"
#include "gusset/traces/answers/speedup_answer.hpp"
#include "gusset/traces/paper/charts/chart_file.hpp"
#include "gusset/traces/picture/charts/speedup_curves.hpp"
#include "output/console.hpp"
#include "output/errors.hpp"
#include "output/figure_text.hpp"
#include "output/output_file.hpp"
#include "output/print_answer.hpp"
#include "output/repeated_recordings.hpp"
#include "output/trace_text.hpp"
#include "replay_settings.hpp"

namespace gusset::cli {
namespace {

constexpr const char* speedup_name = "speedup";

struct SpeedupArguments : TraceArguments {
  std::string output;
  std::string threads;
  std::string size;
  std::vector<std::string> again;
  std::vector<std::string> baselines;
  ReplaySettings settings;
};

// Always includes one thread, because speedups are relative to it.
std::vector<unsigned> threads_of(const std::string& text, const traces::Trace& trace) {
  if (text.empty()) return traces::speedup_threads(traces::max_workers_of_a_node(trace));
  std::set<unsigned> threads{1};
  for (const std::string& each : split_at_commas(text))
    threads.insert(static_cast<unsigned>(parse_threads(speedup_name, each)));
  return {threads.begin(), threads.end()};
}

traces::SpeedupCurve predicted_curve(const traces::Trace& trace, simulator::ReplayInputs inputs,
                                     const std::vector<unsigned>& threads) {
  traces::SpeedupCurve curve;
  inputs.wants_trace = false;
  curve.has_baseline = inputs.one_thread != nullptr;
  simulator::Replayer replayer(trace, std::move(inputs));
  curve.excludes = traces::has_exclusive_groups(replayer.graph());
  for (const unsigned count : threads) {
    const auto replayed = required(replayer.on_threads(count));
    const simulator::SimulationStatistics& found = replayed.statistics;
    curve.nodes = static_cast<unsigned>(found.nodes.size());
    // The same for all numbers of threads, but on one, the baseline's. The lower ones are bounds for all.
    if (found.bounds && curve.points.size() <= (curve.has_baseline ? 1 : 0)) {
      const double work_s = found.bounds->work_s * count;
      curve.work_s = std::min(curve.work_s.value_or(work_s), work_s);
      curve.span_s =
          std::min(curve.span_s.value_or(found.bounds->critical_path_s), found.bounds->critical_path_s);
    }
    curve.add({count, *found.makespan_s, found.makespan_range->min_s, found.makespan_range->max_s,
               found.doubts, found.recorded.value_or(false)},
              found.assumptions);
  }
  return curve;
}

// Repeated recordings of one run.
struct Recordings {
  std::vector<traces::RunTimes> runs;  // empty if there is only one
  std::string path;                    // of the median one
  TracePointer trace;                  // the median one

  bool are_repeated() const { return !runs.empty(); }
};

std::vector<std::int64_t> makespans_ns(const std::vector<traces::RunTimes>& runs) {
  std::vector<std::int64_t> each_ns;
  for (const traces::RunTimes& run : runs) each_ns.push_back(run.of(traces::RunQuantity::makespan));
  return each_ns;
}

// All must be of the first one's program, with as many workers.
Recordings load_recordings(const std::vector<std::string>& paths, bool strict) {
  Recordings recordings{{}, paths.front(), nullptr};
  if (paths.size() > 1) {
    recordings.runs = load_runs(paths, strict);
    const auto workers = recordings.runs.front().workers;
    const std::string& program = recordings.runs.front().program;
    for (const traces::RunTimes& run : recordings.runs) {
      if (run.program != program && !program.empty() && !run.program.empty())
        throw Failure(Error{run.file, "a recording of " + program + ", as " + paths.front(), run.program});
      if (run.workers != workers)
        throw Failure(Error{run.file,
                            "a recording of " + count_text(workers, "thread") + ", as " + paths.front(),
                            count_text(run.workers, "thread")});
    }
    recordings.path = median_run(recordings.runs).file;
  }
  recordings.trace = load_trace(recordings.path, strict);
  return recordings;
}

// A recording of one thread shows how long the same tasks take alone.
Recordings load_baselines(const std::vector<std::string>& paths, const traces::Trace& trace, bool strict) {
  Recordings recordings = load_recordings(paths, strict);
  const auto refuse = [&](const std::string& expected, const std::string& found) {
    throw Failure(Error{recordings.path, expected, found});
  };
  const traces::Trace& alone = *recordings.trace;
  if (alone.workers.size() != 1)
    refuse("a recording of 1 thread", count_text(alone.workers.size(), "thread"));
  if (alone.metadata.program != trace.metadata.program)
    refuse("a recording of the same program", alone.metadata.program);
  return recordings;
}

// Replaces the makespan of one recording by those of all.
void set_measured(traces::SpeedupCurve::Point& point, std::vector<std::int64_t> each_ns) {
  const traces::Distribution measured = traces::distribution_of(each_ns);
  point.makespan_s = seconds(measured.median_ns);
  point.min_s = seconds(measured.min_ns);
  point.max_s = seconds(measured.max_ns);
}

void add_measured(traces::SpeedupCurve& curve, const Recordings& recordings, const Recordings& baselines) {
  const std::vector<std::int64_t> runs_ns = makespans_ns(recordings.runs);
  const std::vector<std::int64_t> one_thread_ns = makespans_ns(baselines.runs);
  const unsigned threads = traces::max_workers_of_a_node(*recordings.trace);
  curve.measured = traces::measured_speedup(threads, runs_ns, one_thread_ns);
  for (traces::SpeedupCurve::Point& point : curve.points) {
    if (!point.is_recorded) continue;
    set_measured(point, point.threads == 1 ? one_thread_ns : runs_ns);
    if (point.threads == 1 || !point.doubts) continue;
    if (auto doubt = curve.measured->doubt(curve.speedup(point))) point.doubts->push_back(std::move(*doubt));
  }
}

int speedup(const SpeedupArguments& arguments) {
  simulator::ReplayInputs inputs = replay_inputs(speedup_name, arguments.settings, arguments.path);
  paper::FigureOptions options = figure_options_of(speedup_name, arguments.size);
  if (arguments.size.empty()) options.width = paper::curves_width;
  if (!arguments.output.empty() && !paper::is_picture(arguments.output))
    throw errors::other_extension(arguments.output, ".png, .svg or .pdf");
  refuse_same_file(arguments.output, {arguments.path, arguments.settings.platform, arguments.settings.sizes});
  std::optional<OutputFile> output;
  if (!arguments.output.empty()) output.emplace(arguments.output);

  std::vector<std::string> paths{arguments.path};
  paths.insert(paths.end(), arguments.again.begin(), arguments.again.end());
  const Recordings recordings = load_recordings(paths, arguments.strict);
  Recordings baselines;
  if (!arguments.baselines.empty()) {
    baselines = load_baselines(arguments.baselines, *recordings.trace, arguments.strict);
    inputs.one_thread = baselines.trace;
    inputs.one_thread_source = baselines.path;
  }
  if (recordings.are_repeated() && !baselines.are_repeated())
    throw errors::missing_argument(speedup_name, "several recordings on 1 thread with --again (--baseline)");
  if (baselines.are_repeated() && !recordings.are_repeated())
    throw errors::missing_argument(speedup_name,
                                   "several recordings like T with several --baseline (--again)");
  inputs.are_runs_repeated = recordings.are_repeated();
  inputs.name = recordings.path;
  const traces::Trace& trace = *recordings.trace;
  traces::SpeedupCurve curve = predicted_curve(trace, inputs, threads_of(arguments.threads, trace));
  if (recordings.are_repeated()) add_measured(curve, recordings, baselines);
  if (output) {
    required(paper::draw(
        picture::speedup_curves(curve, "Speedup of " + traces::program_name(trace, recordings.path)),
        output->pending(), options));
    output->commit();
  }
  if (arguments.json) {
    print(traces::speedup_json(curve, recordings.path, inputs.policy, inputs.seeds));
    return 0;
  }
  print(answer_text(traces::speedup_answer(curve)) + (output ? "Picture: " + output->name() + "\n" : ""));
  return 0;
}

}  // namespace

Command add_speedup(CLI::App& gusset) {
  return add_trace_command<SpeedupArguments>(
      gusset,
      {speedup_name,
       "T [--threads 1,2,4,…] [--baseline T1.gus]… [--again T2.gus]…\n"
       "         [-o F.png|F.svg|F.pdf] [--size column|slide]\n"
       "         [--nodes N] [--policy NAME] [--scale TYPE=FACTOR]… [--platform "
       "NAME|FILE|n:c:gflops:latency:bandwidth]\n"
       "         [--network ENGINE] [--sizes FILE] [--caches] [--rate W] [--seeds N] [--seed S] [--jobs N]\n"
       "         [--json] [--strict]",
       "Show the speedup of a trace or a graph on 1, 2, 4 … threads, with Brent's bound.",
       "gusset speedup cholesky.gus -o speedup.svg"},
      [](CLI::App& command, SpeedupArguments& arguments) {
        add_option(command, "--threads N,…", arguments.threads,
                   "Replay on these numbers of threads per node, and on 1 (default: powers of two up to\n"
                   "twice the trace's threads, and at least up to 16)");
        add_trace_option(command, "--baseline T1.gus", arguments.baselines,
                         "A recording of the same OpenMP program on 1 thread. It shows how long the\n"
                         "program takes on 1 thread, and whether tasks take longer beside others;\n"
                         "repeatable")
            ->expected(1)
            ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
        add_trace_option(command, "--again T2.gus", arguments.again,
                         "Another recording of the same run as T; repeatable. With several --baseline too,\n"
                         "they show how much runs differ, and how fast the program was within that")
            ->expected(1)
            ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
        add_option(command, "-o,--output FILE", arguments.output,
                   "Draw the curve to FILE: .png, .svg or .pdf");
        add_size_option(command, arguments.size, std::to_string(paper::curves_width) + " pixels wide");
        add_replay_settings(command, arguments.settings);
      },
      speedup);
}

}  // namespace gusset::cli
