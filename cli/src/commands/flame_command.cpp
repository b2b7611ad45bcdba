#include <optional>
#include <string>

#include "arguments.hpp"
#include "gusset/traces/answers/flame_answer.hpp"
#include "gusset/traces/model/names.hpp"
#include "gusset/traces/paper/charts/chart_file.hpp"
#include "gusset/traces/picture/charts/panel_chart.hpp"
#include "output/console.hpp"
#include "output/errors.hpp"
#include "output/figure_text.hpp"
#include "output/output_file.hpp"
#include "output/print_answer.hpp"
#include "output/trace_text.hpp"

namespace gusset::cli {
namespace {

struct FlameArguments : TraceArguments {
  std::string from;
  std::string to;
  std::string where;
  std::string output;
  std::string size;
};

int flame(const FlameArguments& arguments) {
  traces::FlameOptions options;
  if (!arguments.from.empty()) options.from_ns = parse_time("flame", "--from", arguments.from);
  if (!arguments.to.empty()) options.to_ns = parse_time("flame", "--to", arguments.to);
  if (options.from_ns > options.to_ns)
    throw errors::bad_value("flame", "--to", "a time at or after " + arguments.from, arguments.to);
  const paper::FigureOptions figure = figure_options_of("flame", arguments.size);
  if (!arguments.output.empty() && !paper::is_picture(arguments.output))
    throw errors::other_extension(arguments.output, ".png, .svg or .pdf");
  refuse_same_file(arguments.output, {arguments.path});
  std::optional<OutputFile> output;
  if (!arguments.output.empty()) output.emplace(arguments.output);

  const TracePointer trace = load_trace(arguments.path, arguments.strict);
  require_runs(*trace, arguments.path);
  if (!arguments.where.empty()) {
    auto filter = traces::TaskFilter::parse(*trace, arguments.where);
    if (!filter.ok()) throw errors::refused_condition("flame", filter.error());
    options.filter = std::move(filter).value();
  }
  const traces::FlameGraph graph = traces::flame_graph(*trace, options);
  if (output) {
    const std::string title = "Nested tasks of " + traces::program_name(*trace, arguments.path);
    const picture::PanelChart chart = picture::panel_chart(picture::flame_chart(*trace, graph, title));
    required(paper::draw(chart, output->pending(), figure));
    output->commit();
  }
  if (arguments.json) {
    print(traces::flame_json(*trace, graph, {arguments.path, arguments.from, arguments.to, arguments.where}));
    return 0;
  }
  print(answer_text(traces::flame_answer(*trace, graph)) +
        (output ? "Picture: " + output->name() + "\n" : ""));
  return 0;
}

}  // namespace

Command add_flame(CLI::App& gusset) {
  return add_trace_command<FlameArguments>(
      gusset,
      {"flame",
       "T.gus [--from TIME] [--to TIME] [--where CONDITIONS] [-o F.png|F.svg|F.pdf]\n"
       "         [--size column|slide] [--json] [--strict]",
       "Add up nested tasks as a flame graph: the time of tasks, and of the tasks within them.",
       "gusset flame solver.gus -o flame.svg"},
      [](CLI::App& command, FlameArguments& arguments) {
        add_option(command, "--from TIME", arguments.from,
                   "Count only what happened after this time, such as 1.5ms");
        add_option(command, "--to TIME", arguments.to, "Count only what happened before this time");
        add_option(command, "--where CONDITIONS", arguments.where,
                   "Count only tasks that meet all conditions, as in gusset stats");
        add_option(command, "-o,--output FILE", arguments.output,
                   "Draw the flame graph to FILE: .png, .svg or .pdf");
        add_size_option(command, arguments.size);
      },
      flame);
}

}  // namespace gusset::cli
