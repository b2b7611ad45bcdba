#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "arguments.hpp"
#include "command.hpp"
#include "output/console.hpp"
#include "output/errors.hpp"
#include "output/figure_text.hpp"
#include "gusset/traces/paper/charts/curves_figure.hpp"
#include "gusset/traces/analysis/graph/speedup.hpp"
#include "gusset/traces/analysis/graph/task_graph.hpp"
#include "output/output_file.hpp"
#include "replay_settings.hpp"
#include "output/table.hpp"
#include "trace_arguments.hpp"
#include "output/trace_text.hpp"
#include "output/units.hpp"

namespace gusset::cli {
namespace {

constexpr const char* speedup_name = "speedup";
constexpr int usual_width = 800;  // pixels: there is one panel

struct SpeedupArguments : TraceArguments {
  std::string output;
  std::string threads;
  std::string size;
  ReplaySettings settings;
};

// One thread is always among them: speedups are against it.
std::vector<unsigned> threads_of(const std::string& text, const traces::Trace& trace) {
  if (text.empty()) return traces::speedup_threads(traces::most_workers_of_a_node(trace));
  std::set<unsigned> threads{1};
  for (const std::string& each : between_commas(text))
    threads.insert(static_cast<unsigned>(parse_threads(speedup_name, each)));
  return {threads.begin(), threads.end()};
}

traces::SpeedupCurve predicted_curve(const traces::Trace& trace, simulator::ReplayInputs inputs,
                                     const std::vector<unsigned>& threads) {
  traces::SpeedupCurve curve;
  curve.excludes = traces::has_exclusive_groups(traces::TaskGraph(trace));
  for (const unsigned count : threads) {
    inputs.threads = count;
    const auto replayed = simulator::replay(trace, inputs);
    if (!replayed.ok()) throw Failure(replayed.error());
    const simulator::SimulationStatistics& found = replayed->statistics;
    curve.nodes = static_cast<unsigned>(found.nodes.size());
    if (curve.points.empty() && found.bounds) {
      curve.work_s = found.bounds->work_s;
      curve.span_s = found.bounds->critical_path_s;
    }
    curve.points.push_back(
        {count, *found.makespan_s, found.makespan_range->min_s, found.makespan_range->max_s});
    curve.assumptions = found.assumptions;
  }
  return curve;
}

figure::CurvesFigure speedup_figure(const traces::SpeedupCurve& curve, const std::string& title) {
  figure::StyledCurve predicted{"predicted", figure::CurveStyle::discs, {}};
  figure::StyledCurve least{
      "at least, if no worker idles beside a ready task (Brent)", figure::CurveStyle::dots, {}};
  figure::StyledCurve most{"at most, by work and longest path", figure::CurveStyle::dashes, {}};
  const double one_s = curve.points.front().makespan_s;
  for (const traces::SpeedupCurve::Point& point : curve.points) {
    const double x = point.threads;
    if (point.makespan_s > 0.0)
      predicted.points.push_back({x, curve.speedup(point), one_s / point.most_s, one_s / point.least_s});
    if (const auto bound = curve.most_speedup(point.threads))
      most.points.push_back({x, *bound, *bound, *bound});
    if (const auto bound = curve.brent_speedup(point.threads))
      least.points.push_back({x, *bound, *bound, *bound});
  }
  figure::CurvesFigure figure{"Speedup of " + title, {}};
  figure::CurvesPanel panel{
      "", curve.nodes > 1 ? "threads of each node" : "threads", "times as fast as one thread", {}};
  for (figure::StyledCurve* each : {&predicted, &most, &least}) {
    if (!each->points.empty()) panel.curves.push_back(std::move(*each));
  }
  figure.panels.push_back(std::move(panel));
  return figure;
}

nlohmann::ordered_json optional_json(const std::optional<double>& value) {
  return value ? nlohmann::ordered_json(*value) : nlohmann::ordered_json(nullptr);
}

nlohmann::ordered_json document(const traces::SpeedupCurve& curve, const std::string& path,
                                const simulator::ReplayInputs& inputs) {
  nlohmann::ordered_json json{{"format", "gusset speedup"}, {"version", 1}, {"file", path}};
  json["nodes"] = curve.nodes;
  json["policy"] = inputs.policy;
  json["seeds"] = inputs.seeds;
  json["work_s"] = optional_json(curve.work_s);
  json["critical_path_s"] = optional_json(curve.span_s);
  json["excludes"] = *curve.excludes;
  json["points"] = nlohmann::ordered_json::array();
  for (const traces::SpeedupCurve::Point& point : curve.points) {
    json["points"].push_back({{"threads", point.threads},
                              {"makespan_s", point.makespan_s},
                              {"makespan_range_s", {{"min", point.least_s}, {"max", point.most_s}}},
                              {"speedup", curve.speedup(point)},
                              {"brent_speedup", optional_json(curve.brent_speedup(point.threads))},
                              {"most_speedup", optional_json(curve.most_speedup(point.threads))}});
  }
  json["assumptions"] = curve.assumptions;
  return json;
}

std::string report_text(const traces::SpeedupReport& report) {
  std::string text = report.verdict.empty() ? "" : report.verdict + "\n\n";
  Table table(report.headings);
  for (const std::vector<std::string>& row : report.rows) table.add_row(row);
  text += table.text();
  for (const std::string& note : report.notes) text += note + "\n";
  return text;
}

int speedup(const SpeedupArguments& arguments) {
  const simulator::ReplayInputs inputs = replay_inputs(speedup_name, arguments.settings, arguments.path);
  figure::FigureOptions options = figure_options_of(speedup_name, arguments.size);
  if (arguments.size.empty()) options.width = usual_width;
  if (!arguments.output.empty() && !figure::is_picture(arguments.output))
    throw errors::unknown_picture_format(arguments.output);
  refuse_same_file(arguments.output, {arguments.path, arguments.settings.platform});
  std::optional<OutputFile> output;
  if (!arguments.output.empty()) output.emplace(arguments.output);

  const TracePointer trace = load_trace(arguments.path, arguments.strict);
  const traces::SpeedupCurve curve = predicted_curve(*trace, inputs, threads_of(arguments.threads, *trace));
  if (output) {
    const auto drawn =
        figure::draw(speedup_figure(curve, program_text(*trace, arguments.path)), output->pending(), options);
    if (!drawn.ok()) throw Failure(drawn.error());
    output->commit();
  }
  if (arguments.json) {
    print(json_text(document(curve, arguments.path, inputs)));
    return 0;
  }
  print(report_text(traces::speedup_report(curve)) + (output ? "Picture: " + output->name() + "\n" : ""));
  return 0;
}

}  // namespace

Command add_speedup(CLI::App& gusset) {
  const auto arguments = std::make_shared<SpeedupArguments>();
  CLI::App* command = add_command(
      gusset,
      {speedup_name,
       "T [--threads 1,2,4,…] [-o F.png|F.svg|F.pdf] [--size column|slide] [--nodes N] [--policy NAME]\n"
       "         [--scale TYPE=FACTOR]… [--platform NAME|FILE|n:c:gflops:latency:bandwidth]\n"
       "         [--network ENGINE] [--rate W] [--seeds N] [--seed S] [--jobs N] [--json] [--strict]",
       "Plays a trace or a graph again on more and more threads, beside Brent's bound.",
       "gusset speedup cholesky.gus -o speedup.svg"});
  add_trace_arguments(*command, *arguments);
  command
      ->add_option("--threads", arguments->threads,
                   "Threads of each node to play it on, 1 always among them; powers of two up to\n"
                   "twice the trace's if not given, at least to 16")
      ->type_name("N,…");
  command->add_option("-o,--output", arguments->output, "A picture to draw: PNG, SVG or PDF by its ending")
      ->type_name("FILE");
  add_size_option(command, arguments->size);
  add_replay_settings(*command, arguments->settings);
  return {command, [command, arguments] {
            require_trace(*command, *arguments);
            return speedup(*arguments);
          }};
}

}  // namespace gusset::cli
