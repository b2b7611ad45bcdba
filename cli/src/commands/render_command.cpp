#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "arguments.hpp"
#include "gusset/base/numbers.hpp"
#include "gusset/traces/analysis/causes/idle_history.hpp"
#include "gusset/traces/analysis/compare/alignment.hpp"
#include "gusset/traces/analysis/compare/compare.hpp"
#include "gusset/traces/analysis/time/statistics.hpp"
#include "gusset/traces/analysis/time/task_filter.hpp"
#include "gusset/traces/analysis/time/task_table.hpp"
#include "gusset/traces/analysis/time/tracks.hpp"
#include "gusset/traces/model/task_name.hpp"
#include "gusset/traces/paper/charts/chart_file.hpp"
#include "gusset/traces/paper/figure/figure.hpp"
#include "gusset/traces/paper/figure/frames.hpp"
#include "gusset/traces/paper/graph/frame_graph.hpp"
#include "gusset/traces/picture/timeline/colouring.hpp"
#include "gusset/traces/picture/timeline/task_arrows.hpp"
#include "gusset/traces/sweep/sweep_file.hpp"
#include "gusset/traces/sweep/sweep_picture.hpp"
#include "output/console.hpp"
#include "output/curves_file.hpp"
#include "output/errors.hpp"
#include "output/figure_text.hpp"
#include "output/output_file.hpp"
#include "output/trace_text.hpp"

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
  std::string align;
  std::string axes;
  bool boxes = false;
  bool tracks = false;
  bool messages = false;
  bool idle = false;
  bool critical_path = false;
  std::string task;
  std::string frames;  ///< a folder
  bool graph = false;  ///< draw the task graph below the rows of frames
  bool pdf = false;    ///< write the frames as pages of one file
  std::string every;
  bool queues = false;
  bool strict = false;
};

template <class Picture>
int render_document(const RenderArguments& arguments, const Picture& picture, const std::string& summary,
                    const paper::FigureOptions& options) {
  OutputFile output(arguments.output);
  required(paper::draw(picture, output.pending(), options));
  output.commit();
  print(output.name() + ": " + summary + "\n");
  return 0;
}

int render_sweep(const RenderArguments& arguments, const paper::FigureOptions& options) {
  const sweep::Sweep sweep = sweep::read_sweep(arguments.path_a);
  return render_document(arguments, sweep_picture(sweep, rank(sweep)),
                         "a sweep of " + count_text(sweep.rows.size(), "configuration"), options);
}

int render_curves(const RenderArguments& arguments, const paper::FigureOptions& options) {
  const picture::CurvesFigure curves = read_curves(arguments.path_a);
  return render_document(arguments, curves, "curves in " + count_text(curves.panels.size(), "panel"),
                         options);
}

constexpr const char* align_expected = "start, end or task:TASK (its number or name)";
constexpr const char* axes_expected = "common or own";
const std::string task_prefix = "task:";

// Throws Failure if the options are invalid. Tasks are looked up later.
traces::Alignment alignment_of(const RenderArguments& arguments) {
  traces::Alignment alignment;
  const std::string& at = arguments.align;
  if (at == "start") {
    alignment.at = traces::AlignAt::first_task;
  } else if (at == "end") {
    alignment.at = traces::AlignAt::end;
  } else if (at.starts_with(task_prefix) && at.size() > task_prefix.size()) {
    alignment.at = traces::AlignAt::task;
  } else if (!at.empty()) {
    throw errors::bad_value("render", "--align", align_expected, at);
  }
  if (!arguments.axes.empty() && arguments.axes != "common" && arguments.axes != "own")
    throw errors::bad_value("render", "--axes", axes_expected, arguments.axes);
  alignment.own_scales = arguments.axes == "own";
  const std::string option = !at.empty() ? "--align" : alignment.own_scales ? "--axes" : "";
  if (!option.empty() && arguments.path_b.empty())
    throw errors::missing_argument("render", "a second trace for " + option);
  return alignment;
}

// Finds the task that --align names in the upper trace, and its counterpart in the other trace. Throws
// Failure unless both ran.
void find_aligned_tasks(const RenderArguments& arguments, const std::vector<paper::Panel>& panels,
                        traces::Alignment& alignment, std::vector<traces::PlacedTrace>& placed) {
  const traces::Trace& upper = *panels[0].trace;
  const auto found =
      required(traces::find_tasks(upper, arguments.align.substr(task_prefix.size()), arguments.path_a));
  alignment.tasks.push_back(found.first);
  alignment.tasks.push_back(traces::compare(upper, *panels[1].trace).match[found.first.value()]);
  for (std::size_t i = 0; i < panels.size(); ++i) {
    const std::string& path = i == 0 ? arguments.path_a : arguments.path_b;
    const std::string name = task_text(upper, found.first);
    if (alignment.tasks[i].is_none()) throw errors::no_counterpart(path, name);
    const std::int64_t begin_ns = traces::task_times(*panels[i].trace).begin_ns[alignment.tasks[i].value()];
    if (begin_ns == traces::unknown_time) throw errors::task_never_ran(path, name);
    placed[i].task_begin_ns = begin_ns;
  }
}

// A range that begins after the end of all traces would look like idle time. With separate axes, the earliest
// end counts.
void refuse_empty_range(const RenderArguments& arguments, const std::vector<paper::Panel>& panels,
                        const paper::FigureOptions& options) {
  if (!options.from_ns || !arguments.align.empty()) return;
  std::int64_t last_ns = arguments.axes == "own" ? std::numeric_limits<std::int64_t>::max() : 0;
  for (const paper::Panel& panel : panels) {
    const std::int64_t end_ns = traces::compute_statistics(*panel.trace).makespan_ns;
    last_ns = arguments.axes == "own" ? std::min(last_ns, end_ns) : std::max(last_ns, end_ns);
  }
  if (*options.from_ns >= last_ns)
    throw errors::bad_value("render", "--from", "a time before the end, " + duration_text_ns(last_ns),
                            arguments.from);
}

// With an alignment, --from and --to are times on the upper trace's ruler. With separate axes, they are
// times on each trace's own scale.
void align_panels(const RenderArguments& arguments, const std::vector<paper::Panel>& panels,
                  traces::Alignment alignment, paper::FigureOptions& options) {
  if (alignment == traces::Alignment()) return;
  std::vector<traces::PlacedTrace> placed;
  for (const paper::Panel& panel : panels) {
    placed.push_back({traces::first_task_begin_ns(*panel.trace),
                      traces::compute_statistics(*panel.trace).makespan_ns,
                      {}});
  }
  if (alignment.at == traces::AlignAt::task) find_aligned_tasks(arguments, panels, alignment, placed);
  const std::string from = traces::counted_from_text(alignment.at);
  options.ruler_text = !alignment.own_scales ? from : from.empty() ? "own scale" : "own scale, " + from;
  if (alignment.own_scales && (options.from_ns || options.to_ns)) {
    options.side_by_side = traces::side_by_side_of_range(alignment, placed, {options.from_ns, options.to_ns});
    options.from_ns = 0;
    options.to_ns = options.side_by_side->extent_ns;
    return;
  }
  options.side_by_side = traces::side_by_side(alignment, placed);
  const auto zero_ns = static_cast<double>(options.side_by_side->zeros_ns[0]);
  const traces::Placement ruler = options.side_by_side->placements[0].counted_from(zero_ns);
  for (std::optional<std::int64_t>* time_ns : {&options.from_ns, &options.to_ns}) {
    if (*time_ns) *time_ns = std::llround(ruler.axis_from_own(static_cast<double>(**time_ns)));
  }
}

// Aligned traces have times before zero.
std::int64_t parse_ruler_time(const RenderArguments& arguments, const std::string& option,
                              const std::string& text) {
  if (arguments.align.empty() || !text.starts_with('-')) return parse_time("render", option, text);
  return -parse_time("render", option, text.substr(1));
}

void set_range(const RenderArguments& arguments, paper::FigureOptions& options) {
  if (!arguments.from.empty()) options.from_ns = parse_ruler_time(arguments, "--from", arguments.from);
  if (!arguments.to.empty()) options.to_ns = parse_ruler_time(arguments, "--to", arguments.to);
  const std::int64_t min_ns = arguments.align.empty() ? 0 : std::numeric_limits<std::int64_t>::min();
  if (options.to_ns && *options.to_ns <= options.from_ns.value_or(min_ns)) {
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

std::vector<traces::TaskArrow> arrows_of_task(const traces::Trace& trace, const std::string& path,
                                              const std::string& name) {
  if (name.empty()) return {};
  const auto found = required(traces::find_tasks(trace, name, path));
  const traces::TaskTimes times = traces::task_times(trace);
  if (times.lane[found.first.value()].is_none())
    throw errors::task_never_ran(path, task_text(trace, found.first));
  const auto links = traces::TaskLinks(trace).of(trace, traces::TaskGraph(trace), times,
                                                 std::vector{found.first}, ~std::size_t{0});
  return traces::task_arrows(trace, times, links.links);
}

std::shared_ptr<const traces::IdleHistory> idle_history_of(const traces::Trace& trace) {
  auto history = std::make_shared<traces::IdleHistory>();
  traces::idle_time(trace, traces::TaskGraph(trace), *history);
  return history;
}

std::shared_ptr<const traces::CriticalPathAnalysis> critical_path_of(const traces::Trace& trace,
                                                                     const std::string& path) {
  return std::make_shared<const traces::CriticalPathAnalysis>(known_critical_path(trace, path));
}

std::vector<paper::Panel> panels_of(const RenderArguments& arguments) {
  std::vector<paper::Panel> panels;
  for (const std::string& path : {arguments.path_a, arguments.path_b}) {
    if (path.empty()) continue;
    auto trace = load_trace(path, arguments.strict);
    require_rows(*trace, path);
    auto title = paper::default_title(*trace);
    auto subtitle = paper::default_subtitle(*trace);
    auto colouring = colouring_of(*trace, path, arguments.colour);
    auto shown = shown_tasks(*trace, arguments.where);
    auto arrows = arrows_of_task(*trace, path, arguments.task);
    panels.push_back({std::move(trace), std::move(title), std::move(colouring), std::move(shown), {}});
    if (!arguments.where.empty()) subtitle += (subtitle.empty() ? "only " : " · only ") + arguments.where;
    panels.back().subtitle = std::move(subtitle);
    if (!arguments.path_b.empty()) panels.back().name = std::filesystem::path(path).stem().string();
    panels.back().arrows = std::move(arrows);
    panels.back().messages = arguments.messages;
    if (arguments.idle) panels.back().idle = idle_history_of(*panels.back().trace);
    if (arguments.critical_path) panels.back().critical_path = critical_path_of(*panels.back().trace, path);
    if (arguments.tracks) {
      panels.back().tracks =
          std::make_shared<const std::vector<traces::Track>>(traces::tracks(*panels.back().trace));
    }
  }
  return panels;
}

// Draws a schedule as a series of pictures, one for each moment, for slides.
int render_frames(const RenderArguments& arguments) {
  if (!arguments.output.empty())
    throw errors::bad_value("render", "--frames", "no -o with it", arguments.output);
  paper::FigureOptions options = figure_options_of("render", arguments.size);
  options.boxes = arguments.boxes;
  set_range(arguments, options);
  const traces::Alignment alignment = alignment_of(arguments);
  std::optional<std::int64_t> every_ns;
  if (!arguments.every.empty()) {
    every_ns = parse_time("render", "--every", arguments.every);
    if (*every_ns == 0) throw errors::bad_value("render", "--every", "a time above 0", arguments.every);
  }
  std::vector<paper::Panel> panels = panels_of(arguments);
  refuse_empty_range(arguments, panels, options);
  align_panels(arguments, panels, alignment, options);
  std::vector<std::shared_ptr<const traces::Playback>> schedules;
  for (paper::Panel& panel : panels) {
    schedules.push_back(paper::playback_of(panel.trace));
    if (arguments.queues) panel.schedule = schedules.back();
  }
  // All frames share one axis, whatever time they show.
  const paper::FrameRange range = paper::frame_range(schedules, options);
  const auto moments = required(paper::frame_moments(schedules, options, range, every_ns));
  paper::FrameForm form{arguments.pdf};
  if (arguments.graph) form.part = required(paper::frame_graph(panels, options));
  const auto drawn = required(
      paper::draw_frames(std::move(panels), schedules, moments, arguments.frames, options, {}, form));
  print(arguments.frames + ": " + count_text(drawn, "frame") +
        (arguments.pdf ? " in frames.pdf\n" : "; the first is frame-0001.png\n"));
  return 0;
}

int render(const RenderArguments& arguments) {
  if (arguments.path_a.empty())
    throw errors::missing_argument("render", "a trace (T.gus) or a sweep (S.json)");
  if (!arguments.frames.empty()) return render_frames(arguments);
  if (!arguments.every.empty()) throw errors::missing_argument("render", "--frames with --every");
  if (arguments.queues) throw errors::missing_argument("render", "--frames with --queues");
  if (arguments.graph) throw errors::missing_argument("render", "--frames with --graph");
  if (arguments.pdf) throw errors::missing_argument("render", "--frames with --pdf");
  if (arguments.output.empty()) throw errors::missing_argument("render", "-o F.png, F.svg or F.pdf");
  if (!paper::is_picture(arguments.output))
    throw errors::other_extension(arguments.output, ".png, .svg or .pdf");
  paper::FigureOptions options = figure_options_of("render", arguments.size);
  options.boxes = arguments.boxes;
  set_range(arguments, options);
  const traces::Alignment alignment = alignment_of(arguments);
  refuse_same_file(arguments.output, {arguments.path_a, arguments.path_b});
  // A sweep that is given together with a trace is left to the trace reader, which refuses it and says that
  // it is a sweep.
  const bool is_sweep = arguments.path_b.empty() && sweep::is_sweep_file(arguments.path_a);
  const bool is_curves = arguments.path_b.empty() && is_curves_file(arguments.path_a);
  const std::pair<const char*, bool> trace_options[] = {{"colour", !arguments.colour.empty()},
                                                        {"from", !arguments.from.empty()},
                                                        {"to", !arguments.to.empty()},
                                                        {"where", !arguments.where.empty()},
                                                        {"align", !arguments.align.empty()},
                                                        {"axes", !arguments.axes.empty()},
                                                        {"task", !arguments.task.empty()},
                                                        {"boxes", arguments.boxes},
                                                        {"tracks", arguments.tracks},
                                                        {"messages", arguments.messages},
                                                        {"idle", arguments.idle},
                                                        {"critical-path", arguments.critical_path}};
  for (const auto& [option, is_given] : trace_options) {
    if ((is_sweep || is_curves) && is_given)
      throw errors::option_of_traces(arguments.path_a, option, is_sweep ? "a sweep" : "curves");
  }
  if (is_sweep) return render_sweep(arguments, options);
  if (is_curves) return render_curves(arguments, options);
  OutputFile output(arguments.output);

  const std::vector<paper::Panel> panels = panels_of(arguments);
  refuse_empty_range(arguments, panels, options);
  align_panels(arguments, panels, alignment, options);
  required(paper::draw(panels, output.pending(), options));
  output.commit();
  print(output.name() + ": " + count_text(panels.size(), "trace") +
        (panels.size() < 2      ? "\n"
         : alignment.own_scales ? " on separate time axes\n"
                                : " on a common time axis\n"));
  return 0;
}

}  // namespace

Command add_render(CLI::App& gusset) {
  return add_command<RenderArguments>(
      gusset,
      {"render",
       "T.gus [B.gus] -o F.png|F.svg|F.pdf [--colour KEY] [--from TIME] [--to TIME]\n"
       "         [--where CONDITIONS] [--align start|end|task:TASK] [--axes common|own] [--boxes]\n"
       "         [--tracks] [--task TASK] [--messages] [--idle] [--critical-path]\n"
       "         [--size column|slide] [--strict]\n"
       "       gusset render T.gus [B.gus] --frames FOLDER [--every TIME] [--queues] [--graph] [--pdf] …",
       "Draw one or two traces on a common time axis, a sweep, or curves.",
       "gusset render measured.gus predicted.gus -o both.png"},
      [](CLI::App& command, RenderArguments& arguments) {
        add_trace_option(command, "T.gus", arguments.path_a,
                         "The upper trace, a sweep of gusset tune (S.json), or curves (docs/commands.md)");
        add_trace_option(command, "B.gus", arguments.path_b, "The lower trace");
        add_option(command, "-o,--output FILE", arguments.output, "Draw to FILE: .png, .svg or .pdf");
        add_option(command, "--colour KEY", arguments.colour, colour_help);
        add_option(command, "--from TIME", arguments.from,
                   "Draw only what happened after this time, such as 1.5ms");
        add_option(command, "--to TIME", arguments.to, "Draw only what happened before this time");
        add_option(command, "--where CONDITIONS", arguments.where,
                   "Colour only tasks that meet these conditions (as in gusset stats), and grey the others");
        add_option(command, "--align start|end|task:TASK", arguments.align,
                   "Align two traces at their first tasks (start), their ends, or where a task of the\n"
                   "upper trace and its counterpart begin (default: at time 0); rulers, --from and --to\n"
                   "count from there");
        add_option(command, "--axes common|own", arguments.axes,
                   "Draw both traces on one time axis (common, the default), or each as wide as the picture\n"
                   "(own), with --from and --to in each trace's own time");
        command.add_flag("--boxes", arguments.boxes,
                         "Draw tasks as boxes with a dark left edge instead of triangles");
        command.add_flag("--tracks", arguments.tracks,
                         "Draw running tasks, ready tasks, bytes in flight and counters above the rows");
        add_option(command, "--task TASK", arguments.task,
                   "Draw arrows for what this task (as in gusset why) waited for and released, and for its\n"
                   "messages");
        command.add_flag("--messages", arguments.messages,
                         "Draw the messages between nodes: one arrow for each message or, if there are\n"
                         "many, for each pair of nodes, with the number and bytes of its messages");
        command.add_flag("--idle", arguments.idle, "Hatch idle time by its cause (as in gusset idle)");
        command.add_flag("--critical-path", arguments.critical_path,
                         "Draw the critical chain, the critical path and the lower bounds (as in\n"
                         "gusset critical-path)");
        add_option(command, "--frames FOLDER", arguments.frames,
                   "Write numbered pictures (frame-0001.png, …) of the schedule's progress to FOLDER,\n"
                   "one at each event (a task begins, ends, is suspended or resumes), with the future\n"
                   "dimmed");
        add_option(command, "--every TIME", arguments.every,
                   "With --frames: write one picture per TIME instead, such as 10us");
        command.add_flag("--queues", arguments.queues,
                         "With --frames: draw each worker's ready tasks beside its row");
        command.add_flag("--graph", arguments.graph,
                         "With --frames: draw the first trace's task graph below the rows (on a slide:\n"
                         "below or beside them), with the tasks' states at each moment");
        command.add_flag("--pdf", arguments.pdf,
                         "With --frames: write frames.pdf with a page for each frame");
        add_size_option(command, arguments.size);
        add_strict_flag(command, arguments.strict);
      },
      render);
}

}  // namespace gusset::cli
