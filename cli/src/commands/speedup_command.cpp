#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "arguments.hpp"
#include "gusset/traces/analysis/graph/speedup.hpp"
#include "gusset/traces/answers/speedup_answer.hpp"
#include "gusset/traces/paper/charts/chart_file.hpp"
#include "gusset/traces/picture/charts/speedup_curves.hpp"
#include "output/console.hpp"
#include "output/errors.hpp"
#include "output/figure_text.hpp"
#include "output/output_file.hpp"
#include "output/print_answer.hpp"
#include "output/trace_text.hpp"
#include "replay_settings.hpp"

namespace gusset::cli {
namespace {

constexpr const char* speedup_name = "speedup";
constexpr int default_width = 800;  // in pixels; there is only one panel

struct SpeedupArguments : TraceArguments {
  std::string output;
  std::string threads;
  std::string size;
  std::string baseline;
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
  simulator::Replayer replayer(trace, std::move(inputs));
  curve.excludes = traces::has_exclusive_groups(replayer.graph());
  for (const unsigned count : threads) {
    const auto replayed = required(replayer.on_threads(count));
    const simulator::SimulationStatistics& found = replayed.statistics;
    curve.nodes = static_cast<unsigned>(found.nodes.size());
    if (curve.points.empty() && found.bounds) {
      curve.work_s = found.bounds->work_s;
      curve.span_s = found.bounds->critical_path_s;
    }
    curve.add({count, *found.makespan_s, found.makespan_range->min_s, found.makespan_range->max_s,
               found.doubts, found.recorded.value_or(false)},
              found.assumptions);
  }
  return curve;
}

// A recording of one thread shows how long the same tasks take alone.
TracePointer load_baseline(const std::string& path, const traces::Trace& trace, bool strict) {
  TracePointer alone = load_trace(path, strict);
  const auto refuse = [&](const std::string& expected, const std::string& found) {
    throw Failure(Error{path, expected, found});
  };
  if (alone->workers.size() != 1)
    refuse("a recording of 1 thread", count_text(alone->workers.size(), "thread"));
  if (alone->metadata.program != trace.metadata.program)
    refuse("a recording of the same program", alone->metadata.program);
  return alone;
}

int speedup(const SpeedupArguments& arguments) {
  simulator::ReplayInputs inputs = replay_inputs(speedup_name, arguments.settings, arguments.path);
  paper::FigureOptions options = figure_options_of(speedup_name, arguments.size);
  if (arguments.size.empty()) options.width = default_width;
  if (!arguments.output.empty() && !paper::is_picture(arguments.output))
    throw errors::other_extension(arguments.output, ".png, .svg or .pdf");
  refuse_same_file(arguments.output, {arguments.path, arguments.settings.platform, arguments.settings.sizes});
  std::optional<OutputFile> output;
  if (!arguments.output.empty()) output.emplace(arguments.output);

  const TracePointer trace = load_trace(arguments.path, arguments.strict);
  if (!arguments.baseline.empty())
    inputs.one_thread = load_baseline(arguments.baseline, *trace, arguments.strict);
  const traces::SpeedupCurve curve = predicted_curve(*trace, inputs, threads_of(arguments.threads, *trace));
  if (output) {
    required(paper::draw(
        picture::speedup_curves(curve, "Speedup of " + traces::program_name(*trace, arguments.path)),
        output->pending(), options));
    output->commit();
  }
  if (arguments.json) {
    print(traces::speedup_json(curve, arguments.path, inputs.policy, inputs.seeds));
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
       "T [--threads 1,2,4,…] [--baseline T1.gus] [-o F.png|F.svg|F.pdf] [--size column|slide]\n"
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
        add_trace_option(command, "--baseline T1.gus", arguments.baseline,
                         "A recording of the same OpenMP program on 1 thread. It shows whether tasks take\n"
                         "longer beside others, and so whether the prediction is reliable");
        add_option(command, "-o,--output FILE", arguments.output,
                   "Draw the curve to FILE: .png, .svg or .pdf");
        add_size_option(command, arguments.size, std::to_string(default_width) + " pixels wide");
        add_replay_settings(command, arguments.settings);
      },
      speedup);
}

}  // namespace gusset::cli
