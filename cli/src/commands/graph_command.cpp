#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "arguments.hpp"
#include "gusset/base/numbers.hpp"
#include "gusset/base/quoting.hpp"
#include "gusset/traces/analysis/graph/dependency_cycle.hpp"
#include "gusset/traces/analysis/graph/task_graph.hpp"
#include "gusset/traces/analysis/time/task_table.hpp"
#include "gusset/traces/paper/graph/graph_figure.hpp"
#include "gusset/traces/picture/graph/dot.hpp"
#include "gusset/traces/picture/graph/drawn_graph.hpp"
#include "gusset/traces/picture/graph/graph_fold.hpp"
#include "gusset/traces/picture/graph/graph_scene.hpp"
#include "output/console.hpp"
#include "output/errors.hpp"
#include "output/figure_text.hpp"
#include "output/output_file.hpp"
#include "output/trace_text.hpp"

namespace gusset::cli {
namespace {

struct GraphArguments {
  std::string path;
  std::string output;
  std::string by = "task";
  std::string fold;
  std::vector<std::string> unfold;
  std::string colour;
  std::string size;
  bool strict = false;

  bool is_by_data() const { return by == "data"; }
};

constexpr const char* by_expected = "task or data";

// Graphviz's dot needs seconds for a thousand tasks of a factorization, and its time grows much faster than
// the number of tasks.
constexpr std::size_t slow_to_draw = 1000;

// Names without an extension also count as DOT.
bool is_dot(const std::string& output) {
  const std::string extension = std::filesystem::path(output).extension().string();
  return extension.empty() || extension == ".dot" || extension == ".gv";
}

void refuse_misuse(const GraphArguments& arguments) {
  if (arguments.path.empty()) throw errors::missing_argument("graph", "a trace (T.gus)");
  if (arguments.output.empty()) throw errors::missing_argument("graph", "-o G.dot, G.svg, G.png or G.pdf");
  if (!arguments.is_by_data() && arguments.by != "task")
    throw errors::bad_value("graph", "--by", by_expected, arguments.by);
  refuse_same_file(arguments.output, {arguments.path});
  if (paper::is_picture(arguments.output)) return;
  if (!is_dot(arguments.output)) throw errors::other_extension(arguments.output, ".dot, .svg, .png or .pdf");
  const std::pair<const char*, bool> picture_options[] = {{"--fold", !arguments.fold.empty()},
                                                          {"--unfold", !arguments.unfold.empty()},
                                                          {"--colour", !arguments.colour.empty()},
                                                          {"--size", !arguments.size.empty()}};
  for (const auto& [option, is_given] : picture_options) {
    if (is_given)
      throw errors::other_extension(arguments.output, std::string(".png, .svg or .pdf for ") + option);
  }
}

std::string write_dot(const GraphArguments& arguments, const traces::Trace& trace,
                      const traces::TaskGraph& graph, OutputFile& output) {
  const bool by_data = arguments.is_by_data();
  output.write(by_data ? traces::to_version_dot(trace, graph) : traces::to_dot(trace, graph));
  std::string notes = by_data ? "; boxes are data versions, between the tasks that write and read them"
                              : "; dashed lines join tasks that may run in any order";
  if (trace.tasks.size() > slow_to_draw) notes += "; with this many tasks, sfdp draws faster than dot";
  return notes;
}

// Throws Failure if the graph has more boxes than a drawing can hold.
void check_boxes(const std::string& path, const traces::FoldTree& tree, const std::vector<bool>& open) {
  std::uint64_t boxes = 0;
  for (std::size_t group = 0; group < tree.groups.size(); ++group) {
    const bool is_open = group == 0 || open[group];
    if (is_open && tree.groups[group].groups.empty()) boxes += tree.groups[group].node_count;
  }
  if (boxes > traces::max_drawn_tasks) throw errors::graph_too_large(path, traces::max_drawn_tasks, boxes);
}

std::string draw_graph(const GraphArguments& arguments, const TracePointer& trace,
                       const traces::TaskGraph& graph, const paper::FigureOptions& options,
                       OutputFile& output) {
  if (trace->tasks.size() == 0) throw errors::no_tasks(arguments.path);
  const auto drawn =
      arguments.is_by_data() ? traces::draw_versions(*trace, graph) : traces::draw_tasks(*trace, graph);
  traces::FoldBy by = traces::usual_fold(drawn->nodes.size());
  if (!arguments.fold.empty()) {
    auto parsed = traces::parse_fold_by(*trace, arguments.fold);
    if (!parsed.ok()) throw errors::refused_by_trace(arguments.path, parsed.error());
    by = *std::move(parsed);
  }
  paper::GraphFigure picture;
  picture.trace = trace;
  picture.title = paper::default_graph_title(*trace, *drawn, by);
  picture.subtitle = paper::default_graph_subtitle(*trace, paper::default_subtitle(*trace));
  const traces::TaskTimes times = traces::task_times(*trace);
  picture.tree = std::make_shared<const traces::FoldTree>(traces::fold(*drawn, *trace, times, by));
  const auto open = traces::opened_groups(*picture.tree, arguments.unfold);
  if (!open.ok()) throw errors::refused_by_trace(arguments.path, open.error());
  check_boxes(arguments.path, *picture.tree, *open);
  picture.scene = std::make_shared<const traces::GraphScene>(
      *traces::compose_scene(*drawn, *picture.tree, *trace, *open, nullptr, &times));
  picture.colouring = colouring_of(*trace, arguments.path, arguments.colour);
  const auto done = required(paper::draw(picture, output.pending(), options));
  std::string notes = by.kind == traces::FoldBy::Kind::nothing ? "" : ", folded by " + traces::to_text(by);
  if (!done.has_names) {
    notes += "; without names, which would be too small to read: ";
    notes += arguments.size.empty() ? "--fold draws fewer boxes" : "leave out --size, or use --fold";
  }
  return notes;
}

int graph(const GraphArguments& arguments) {
  refuse_misuse(arguments);
  const paper::FigureOptions options =
      arguments.size.empty() ? paper::graph_options() : figure_options_of("graph", arguments.size);
  OutputFile output(arguments.output);
  const auto trace = load_trace(arguments.path, arguments.strict);
  const traces::TaskGraph task_graph(*trace);
  if (!task_graph.known()) throw errors::unknown_dependencies(arguments.path);
  if (arguments.is_by_data() && !trace->recorded.accesses) throw errors::unknown_accesses(arguments.path);
  const std::string notes = paper::is_picture(arguments.output)
                                ? draw_graph(arguments, trace, task_graph, options, output)
                                : write_dot(arguments, *trace, task_graph, output);
  output.commit();
  print(output.name() + ": " + count_text(trace->tasks.size(), "task") + notes + "\n");
  const std::vector<traces::TaskId> cycle = traces::dependency_cycle(task_graph);
  if (!cycle.empty())
    print("There is " + printable(traces::cycle_text(*trace, cycle)) +
          ": these tasks wait for each other and can never run.\n");
  return 0;
}

}  // namespace

Command add_graph(CLI::App& gusset) {
  return add_command<GraphArguments>(
      gusset,
      {"graph",
       "T.gus -o G.svg|G.png|G.pdf|G.dot [--by task|data] [--fold KEY] [--unfold NAME]…\n"
       "         [--colour KEY] [--size column|slide] [--strict]",
       "Draw a trace's task graph as the window does, or write it for Graphviz.",
       "gusset graph cholesky.gus -o cholesky.svg --fold type --unfold gemm"},
      [](CLI::App& command, GraphArguments& arguments) {
        add_trace_option(command, "T.gus", arguments.path, "The trace, with accesses or dependencies");
        add_option(command, "-o,--output FILE", arguments.output,
                   "Write the graph to FILE: a picture (.svg, .png, .pdf) or DOT (.dot, .gv, no extension)");
        add_option(command, "--by task|data", arguments.by,
                   "Connect tasks to each other, or through the versions of their data (default: task)");
        add_option(command, "--fold KEY", arguments.fold,
                   "In a picture: group tasks by type, level or an attribute's name (nothing: draw each\n"
                   "task); default: nothing up to 500 boxes, type beyond");
        command
            .add_option("--unfold", arguments.unfold,
                        "In a picture: show the tasks of the groups with this name; repeatable")
            ->type_name("NAME")
            ->allow_extra_args(false);
        add_option(command, "--colour KEY", arguments.colour, colour_help);
        add_size_option(command, arguments.size, "as large as the graph");
        add_strict_flag(command, arguments.strict);
      },
      graph);
}

}  // namespace gusset::cli
