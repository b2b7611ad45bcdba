#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "arguments.hpp"
#include "command.hpp"
#include "console.hpp"
#include "curves_file.hpp"
#include "errors.hpp"
#include "figure_text.hpp"
#include "gusset/figure/curves_figure.hpp"
#include "gusset/figure/figure.hpp"
#include "gusset/figure/frames.hpp"
#include "gusset/figure/sweep_figure.hpp"
#include "gusset/figure/sweep_file.hpp"
#include "gusset/figure/sweep_picture.hpp"
#include "gusset/traces/colouring.hpp"
#include "gusset/traces/task_filter.hpp"
#include "output_file.hpp"
#include "sweep.hpp"
#include "trace_text.hpp"
#include "units.hpp"

namespace gusset::cli {
namespace {

struct RenderArguments {
  std::string path_a;
  std::string path_b;
  std::string output;
  std::string size;
  std::string colour;
  std::string from;
  std::string to;
  std::string where;
  std::string frames;  ///< a folder
  std::string every;
  bool strict = false;
};

int render_sweep(const RenderArguments& arguments, const figure::FigureOptions& options) {
  OutputFile output(arguments.output);
  const Sweep sweep = read_sweep(arguments.path_a);
  const auto drawn = figure::draw(sweep_picture(sweep, rank(sweep)), output.pending(), options);
  if (!drawn.ok()) throw Failure(drawn.error());
  output.commit();
  print(output.name() + ": a sweep of " + count_text(sweep.rows.size(), "configuration") + "\n");
  return 0;
}

int render_curves(const RenderArguments& arguments, const figure::FigureOptions& options) {
  OutputFile output(arguments.output);
  const figure::CurvesFigure curves = read_curves(arguments.path_a);
  const auto drawn = figure::draw(curves, output.pending(), options);
  if (!drawn.ok()) throw Failure(drawn.error());
  output.commit();
  print(output.name() + ": curves in " + count_text(curves.panels.size(), "panel") + "\n");
  return 0;
}

std::shared_ptr<const traces::Colouring> colouring_of(const traces::Trace& trace, const std::string& path,
                                                      const std::string& text) {
  if (text.empty()) return nullptr;
  const auto by = traces::parse_colour_by(trace, text);
  if (!by.ok()) throw errors::refused_colour(path, by.error());
  return traces::make_colouring(trace, *by);
}

void set_range(const RenderArguments& arguments, figure::FigureOptions& options) {
  if (!arguments.from.empty()) options.from_ns = parse_time("render", "--from", arguments.from);
  if (!arguments.to.empty()) options.to_ns = parse_time("render", "--to", arguments.to);
  if (options.to_ns && *options.to_ns <= options.from_ns.value_or(0)) {
    throw errors::bad_value("render", "--to",
                            "a time after " + (arguments.from.empty() ? "0" : arguments.from), arguments.to);
  }
}

std::shared_ptr<const traces::TaskSet> shown_tasks(const traces::Trace& trace, const std::string& where) {
  if (where.empty()) return nullptr;
  const auto filter = traces::TaskFilter::parse(trace, where);
  if (!filter.ok()) throw errors::refused_condition("render", filter.error());
  traces::TaskSet shown(trace.tasks.size());
  for (std::size_t task = 0; task < shown.size(); ++task)
    shown[task] = filter.value().matches(traces::TaskId(task));
  return std::make_shared<const traces::TaskSet>(std::move(shown));
}

std::vector<figure::Panel> panels_of(const RenderArguments& arguments) {
  std::vector<figure::Panel> panels;
  for (const std::string& path : {arguments.path_a, arguments.path_b}) {
    if (path.empty()) continue;
    auto trace = load_trace(path, arguments.strict);
    auto title = figure::default_title(*trace);
    auto colouring = colouring_of(*trace, path, arguments.colour);
    auto shown = shown_tasks(*trace, arguments.where);
    panels.push_back({std::move(trace), std::move(title), std::move(colouring), std::move(shown), {}});
  }
  return panels;
}

// How a schedule came about: a picture of each of its moments, for slides.
int render_frames(const RenderArguments& arguments) {
  if (!arguments.output.empty())
    throw errors::bad_value("render", "--frames", "no -o beside it", arguments.output);
  figure::FigureOptions options = figure_options_of("render", arguments.size);
  set_range(arguments, options);
  std::optional<std::int64_t> every_ns;
  if (!arguments.every.empty()) {
    every_ns = parse_time("render", "--every", arguments.every);
    if (*every_ns == 0) throw errors::bad_value("render", "--every", "a time above 0", arguments.every);
  }
  std::vector<figure::Panel> panels = panels_of(arguments);
  std::vector<std::shared_ptr<const traces::Playback>> schedules;
  std::int64_t end_ns = 0;
  for (const figure::Panel& panel : panels) {
    schedules.push_back(figure::playback_of(panel.trace));
    end_ns = std::max(end_ns, schedules.back()->end_ns());
  }
  // All frames are of one axis, whatever time of it they show.
  const std::int64_t from_ns = options.from_ns.value_or(0);
  const std::int64_t to_ns = options.to_ns.value_or(std::max(from_ns, end_ns));
  const auto moments = figure::frame_moments(schedules, from_ns, to_ns, every_ns);
  if (!moments.ok()) throw Failure(moments.error());
  const auto drawn = figure::draw_frames(std::move(panels), schedules, *moments, arguments.frames, options);
  if (!drawn.ok()) throw Failure(drawn.error());
  print(arguments.frames + ": " + count_text(*drawn, "frame") + ", frame-0001.png and on\n");
  return 0;
}

int render(const RenderArguments& arguments) {
  if (arguments.path_a.empty())
    throw errors::missing_argument("render", "a trace (T.gus) or a sweep (S.json)");
  if (!arguments.frames.empty()) return render_frames(arguments);
  if (!arguments.every.empty())
    throw errors::bad_value("render", "--every", "--frames beside it", arguments.every);
  if (arguments.output.empty()) throw errors::missing_argument("render", "-o F.png, F.svg or F.pdf");
  if (!figure::is_picture(arguments.output)) throw errors::unknown_picture_format(arguments.output);
  figure::FigureOptions options = figure_options_of("render", arguments.size);
  set_range(arguments, options);
  refuse_same_file(arguments.output, {arguments.path_a, arguments.path_b});
  // A sweep beside a trace is refused as what it is, by what reads traces.
  const bool is_sweep = arguments.path_b.empty() && is_sweep_file(arguments.path_a);
  const bool is_curves = arguments.path_b.empty() && is_curves_file(arguments.path_a);
  const std::pair<const char*, const std::string&> of_traces[] = {{"colour", arguments.colour},
                                                                  {"from", arguments.from},
                                                                  {"to", arguments.to},
                                                                  {"where", arguments.where}};
  for (const auto& [option, value] : of_traces) {
    if ((is_sweep || is_curves) && !value.empty())
      throw errors::option_of_traces(arguments.path_a, option, is_sweep ? "a sweep" : "curves");
  }
  if (is_sweep) return render_sweep(arguments, options);
  if (is_curves) return render_curves(arguments, options);
  OutputFile output(arguments.output);

  const std::vector<figure::Panel> panels = panels_of(arguments);
  const auto drawn = figure::draw(panels, output.pending(), options);
  if (!drawn.ok()) throw Failure(drawn.error());
  output.commit();
  print(output.name() + ": " + count_text(panels.size(), "trace") +
        (panels.size() > 1 ? " on a common time axis\n" : "\n"));
  return 0;
}

}  // namespace

Command add_render(CLI::App& gusset) {
  const auto arguments = std::make_shared<RenderArguments>();
  CLI::App* command = add_command(
      gusset, {"render",
               "T.gus [B.gus] -o F.png|F.svg|F.pdf [--colour KEY] [--from TIME] [--to TIME]\n"
               "         [--where CONDITIONS] [--size column|slide] [--strict]\n"
               "       gusset render T.gus [B.gus] --frames FOLDER [--every TIME] …",
               "Draws one or two traces, one above the other on a common time axis, a sweep, or curves.",
               "gusset render measured.gus predicted.gus -o both.png"});
  command
      ->add_option("T.gus", arguments->path_a,
                   "The upper trace; or a sweep (S.json) of gusset tune, or curves")
      ->type_name("");
  command->add_option("B.gus", arguments->path_b, "The lower trace")->type_name("");
  command->add_option("-o,--output", arguments->output, "The picture to write: PNG, SVG or PDF by its ending")
      ->type_name("FILE");
  command
      ->add_option(
          "--colour", arguments->colour,
          "What tasks are coloured by: type (if not given), node, level, duration (outliers), slack, waiting "
          "(its cause), or an attribute's name")
      ->type_name("KEY");
  command->add_option("--from", arguments->from, "Draw what lies behind this time only, such as 1.5ms")
      ->type_name("TIME");
  command->add_option("--to", arguments->to, "Draw what lies before this time only")->type_name("TIME");
  command
      ->add_option("--where", arguments->where,
                   "Draw tasks that meet these conditions in colour, others in grey: as of gusset stats")
      ->type_name("CONDITIONS");
  command
      ->add_option("--frames", arguments->frames,
                   "Write numbered pictures (frame-0001.png …) of the schedule at each begin and end of a "
                   "task to this folder, what is still to come in pale")
      ->type_name("FOLDER");
  command->add_option("--every", arguments->every, "With --frames: one picture for each such time, as 10us")
      ->type_name("TIME");
  add_size_option(command, arguments->size);
  add_strict_flag(command, arguments->strict);
  return {command, [command, arguments] {
            refuse_remaining(*command);
            return render(*arguments);
          }};
}

}  // namespace gusset::cli
