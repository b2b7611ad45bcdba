#include <filesystem>
#include <optional>
#include <string>

#include "arguments.hpp"
#include "gusset/base/text.hpp"
#include "gusset/traces/analysis/graph/task_graph.hpp"
#include "gusset/traces/exchange/write_trace.hpp"
#include "gusset/traces/paper/figure/figure.hpp"
#include "output/console.hpp"
#include "output/errors.hpp"
#include "output/figure_text.hpp"
#include "output/output_file.hpp"
#include "output/trace_text.hpp"
#include "programs/child_process.hpp"
#include "programs/openmp_recorder.hpp"

namespace gusset::cli {
namespace {

struct ConvertArguments {
  std::string input;
  std::string output;
  std::string size;
  bool data = false;
  bool strict = false;
};

std::vector<std::string> write_table(const traces::Trace& trace, const ConvertArguments& arguments,
                                     traces::OutputChoice choice, const std::filesystem::path& place) {
  if (choice.format == traces::OutputFormat::task_dot) {
    if (!traces::TaskGraph(trace).known()) throw errors::unknown_dependencies(arguments.input);
    if (arguments.data && !trace.recorded.accesses) throw errors::unknown_accesses(arguments.input);
    if (arguments.data) choice.format = traces::OutputFormat::version_dot;
  }
  return required(traces::write_trace(trace, place, choice.format, choice.options)).left_out;
}

// Makes a trace from a recording of an OpenMP program that `gusset run` could not convert.
int convert_events(const ConvertArguments& arguments, const std::optional<traces::OutputChoice>& choice) {
  if (!choice || choice->format != traces::OutputFormat::gus)
    throw errors::other_extension(arguments.output, ".gus for a recording");
  const StopSignals signals;
  OutputFile output(arguments.output);
  if (!write_openmp_trace(arguments.input, output.pending())) return Failure::failed;
  output.commit();
  const auto sizes = required(traces::read_gus_sizes(output.name()));
  print(size_line(*load_trace(output.name(), false, traces::Sections::none()), sizes.tasks, output.name()));
  return 0;
}

int convert(const ConvertArguments& arguments) {
  if (arguments.input.empty()) throw errors::missing_argument("convert", "a trace to read (IN)");
  if (arguments.output.empty()) throw errors::missing_argument("convert", "a file to write (OUT)");
  const auto choice = traces::output_choice(arguments.output);
  const bool is_picture = paper::is_picture(arguments.output);
  if (!choice && !is_picture)
    throw errors::other_extension(arguments.output, ".gus, .json, .csv, .paje, .dot, .png, .svg or .pdf");
  if (arguments.data && !(choice && choice->format == traces::OutputFormat::task_dot)) {
    throw errors::other_extension(arguments.output, ".dot for --data");
  }
  if (!arguments.size.empty() && !is_picture)
    throw errors::other_extension(arguments.output, ".png, .svg or .pdf for --size");
  const paper::FigureOptions figure_options = figure_options_of("convert", arguments.size);
  refuse_same_file(arguments.output, {arguments.input});
  if (is_event_file(arguments.input)) return convert_events(arguments, choice);
  OutputFile output(arguments.output);

  const auto trace = load_trace(arguments.input, arguments.strict);
  std::vector<std::string> left_out;
  if (is_picture) {
    require_rows(*trace, arguments.input);
    paper::Panel panel{trace, paper::default_title(*trace)};
    panel.subtitle = paper::default_subtitle(*trace);
    required(paper::draw({panel}, output.pending(), figure_options));
  } else {
    left_out = write_table(*trace, arguments, *choice, output.pending());
  }
  output.commit();
  print(size_line(*trace, trace->tasks.size(), output.name()));
  if (!left_out.empty())
    print_diagnostic(output.name() + ": not kept in this format: " + joined(left_out, "; "));
  return 0;
}

}  // namespace

Command add_convert(CLI::App& gusset) {
  return add_command<ConvertArguments>(
      gusset,
      {"convert", "IN OUT [--data] [--size column|slide] [--strict]", "Convert a trace to another format.",
       "gusset convert paje.trace cholesky.gus"},
      [](CLI::App& command, ConvertArguments& arguments) {
        add_trace_option(command, "IN", arguments.input,
                         "The trace, in any format that Gusset reads (docs/formats.md), or a recording\n"
                         "(.events) that gusset run kept because it could not convert it");
        add_option(command, "OUT", arguments.output,
                   "The file to write; its name chooses the format: .gus, .json, .csv, .paje, .dot (the\n"
                   "last four also with .gz), .png, .svg or .pdf");
        command.add_flag("--data", arguments.data, "With .dot: draw data versions between the tasks");
        add_size_option(command, arguments.size);
        add_strict_flag(command, arguments.strict);
      },
      convert);
}

}  // namespace gusset::cli
