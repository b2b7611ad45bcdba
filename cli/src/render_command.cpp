#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <vector>

#include "arguments.hpp"
#include "command.hpp"
#include "console.hpp"
#include "errors.hpp"
#include "figure_text.hpp"
#include "gusset/figure/figure.hpp"
#include "gusset/figure/sweep_figure.hpp"
#include "output_file.hpp"
#include "sweep_file.hpp"
#include "sweep_picture.hpp"
#include "sweep_ranking.hpp"
#include "trace_text.hpp"
#include "units.hpp"

namespace gusset::cli {
namespace {

struct RenderArguments {
  std::string path_a;
  std::string path_b;
  std::string output;
  std::string size;
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

int render(const RenderArguments& arguments) {
  if (arguments.path_a.empty())
    throw errors::missing_argument("render", "a trace (T.gus) or a sweep (S.json)");
  if (arguments.output.empty()) throw errors::missing_argument("render", "-o F.png, F.svg or F.pdf");
  if (!figure::is_picture(arguments.output)) throw errors::unknown_picture_format(arguments.output);
  const figure::FigureOptions options = figure_options_of("render", arguments.size);
  refuse_same_file(arguments.output, {arguments.path_a, arguments.path_b});
  // A sweep beside a trace is refused as what it is, by what reads traces.
  if (arguments.path_b.empty() && is_sweep_file(arguments.path_a)) return render_sweep(arguments, options);
  OutputFile output(arguments.output);

  std::vector<figure::Panel> panels;
  for (const std::string& path : {arguments.path_a, arguments.path_b}) {
    if (path.empty()) continue;
    auto trace = load_trace(path, arguments.strict);
    auto title = figure::default_title(*trace);
    panels.push_back({std::move(trace), std::move(title)});
  }
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
  CLI::App* command =
      add_command(gusset, {"render", "T.gus [B.gus] -o F.png|F.svg|F.pdf [--size column|slide] [--strict]",
                           "Draws one or two traces, one above the other on a common time axis, or a sweep.",
                           "gusset render measured.gus predicted.gus -o both.png"});
  command->add_option("T.gus", arguments->path_a, "The upper trace, or a sweep (S.json) of gusset tune")
      ->type_name("");
  command->add_option("B.gus", arguments->path_b, "The lower trace")->type_name("");
  command->add_option("-o,--output", arguments->output, "The picture to write: PNG, SVG or PDF by its ending")
      ->type_name("FILE");
  add_size_option(command, arguments->size);
  add_strict_flag(command, arguments->strict);
  return {command, [command, arguments] {
            refuse_remaining(*command);
            return render(*arguments);
          }};
}

}  // namespace gusset::cli
