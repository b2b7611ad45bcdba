#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gusset/base/result.hpp"
#include "gusset/traces/analysis/causes/idle_history.hpp"
#include "gusset/traces/analysis/compare/alignment.hpp"
#include "gusset/traces/analysis/time/playback.hpp"
#include "gusset/traces/analysis/time/tracks.hpp"
#include "gusset/traces/answers/critical_path_answer.hpp"
#include "gusset/traces/model/trace.hpp"
#include "gusset/traces/picture/timeline/colouring.hpp"
#include "gusset/traces/picture/timeline/level_of_detail.hpp"
#include "gusset/traces/picture/timeline/task_arrows.hpp"

namespace gusset::paper {

/// A time that no schedule of a trace's tasks can beat.
struct Bound {
  std::string name;  ///< with the time, for example "bound 974 ms (work)"
  std::int64_t time_ns = 0;
};

/// One trace of a figure and the text above it.
struct Panel {
  std::shared_ptr<const traces::Trace> trace;
  std::string title;  ///< for example "measured: cholesky, 2 workers, 1.23 s, 97.1 % busy"
  std::shared_ptr<const traces::Colouring> colouring = nullptr;  ///< of the trace; null: by type
  /// The tasks to show; null: all. The work of hidden tasks appears behind them in grey, so that it never
  /// looks idle, and has an entry in the legend. Shares are of all busy time.
  std::shared_ptr<const traces::TaskSet> shown = nullptr;
  std::vector<std::size_t> lanes = {};  ///< lanes to draw, from the top, grouped by node; empty: all by node
  /// Tracks above the rows; null: none. Each pixel column shows the track's mean in it, on a scale up to the
  /// limit or the largest value.
  std::shared_ptr<const std::vector<traces::Track>> tracks = nullptr;
  std::vector<traces::TaskArrow> arrows = {};  ///< drawn over the rows; bundled if there are many
  bool messages = false;  ///< draws messages between nodes over the rows; traces::node_arrows chooses them
  /// At a moment, each worker's queue of ready tasks appears beside its row; null: none.
  std::shared_ptr<const traces::Playback> schedule = nullptr;
  /// Of the trace: hatches idle time by its cause, with a legend; null: idle time is blank.
  std::shared_ptr<const traces::IdleHistory> idle = nullptr;
  /// Of the trace, with a known path: outlines the chain, underlines the tasks that bound the makespan, and
  /// draws the lower bounds as lines, with a legend; null: none.
  std::shared_ptr<const traces::CriticalPathAnalysis> critical_path = nullptr;
  std::vector<Bound> bounds = {};             ///< dashed lines over the rows, with entries in the legend
  std::vector<traces::TaskId> selected = {};  ///< tasks with an outline and an entry in the legend
  /// Follows the title; below it in figures less than 1200 pixels wide, and if there is no room for both.
  std::string subtitle = {};
  std::string name = {};  ///< tells the panel from the others; frames show it before the title
};

struct FigureOptions {
  /// Places each panel on the common axis and sets the zero of its ruler. If empty, all panels keep their
  /// recorded times.
  std::optional<traces::SideBySide> side_by_side = std::nullopt;
  std::string ruler_text = {};  ///< instead of "time", for example "from the end"
  /// The part of the time to draw, in ns of the common axis; everything if not given. Shares in the legend
  /// are of this part.
  std::optional<std::int64_t> from_ns = std::nullopt;
  std::optional<std::int64_t> to_ns = std::nullopt;  ///< at or after from_ns
  /// A moment of the schedule, in ns of the common axis. A line marks it, and everything later is dimmed.
  std::optional<std::int64_t> moment_ns = std::nullopt;
  /// Colours of types or categories by name; they replace the palette's colours.
  std::map<std::string, traces::Colour> custom_colours = {};
  int width = 1600;     ///< pixels, or SVG user units; at least 200
  int row_height = 28;  ///< of one lane; shrinks if the figure would exceed `max_height`
  /// If tasks ran within others, rows are higher by half of `row_height` for each depth below the first. Rows
  /// at least 24 pixels high are split into sub-rows.
  bool sub_rows = true;
  bool boxes = false;  ///< draws tasks as boxes with a dark left edge instead of triangles
  /// Size of panel titles in pixels. All titles of a figure shrink if one does not fit, down to 11.
  double title_size = 15.0;
  int max_height = 4000;
  int min_height = 0;              ///< lower contents are centred vertically; at most `max_height`
  double png_scale = 1.0;          ///< pixels of a PNG per pixel of the figure; 1 to 8
  double points_per_pixel = 0.75;  ///< of a PDF or SVG: 1/72 inch per pixel of the figure, > 0
};

/// Options for a figure as wide as a column of a paper: 86 mm in a PDF, with 7 point text.
FigureOptions column_options();
/// Options for a 16:9 slide that is readable from the back of a room: 1920 by 1080 pixels in a PNG, titles of
/// 1/30 of the height, other text of at least 1/45, and rows that grow up to a bound.
FigureOptions slide_options();

/// Converts a time of a figure's common axis to a panel's own clock. For aligned traces it is exact to 1 ns.
std::int64_t own_time_ns(const FigureOptions& options, std::size_t panel, std::int64_t axis_ns);

/// Whether `draw` supports a file name: it ends in .png, .svg or .pdf, in any case.
bool is_picture(const std::filesystem::path& path);

/// Draws triangle traces one below the other to `path` as PNG, SVG or PDF, chosen by its extension. The
/// panels share a time axis, or are aligned otherwise. The figure has titles, rulers, worker names and a
/// legend with each type's share of busy time.
///
/// Idle time stays exact at any size. A task at least three columns (pixels) long is a triangle on a faint
/// tint of its colour, or a box. Between those, each column has a bar. Its height is the busy share of the
/// column, and its colour that of the type, or the colouring's category, with the most busy time there.
/// Nothing is left out: a task too short to be visible gets a third of a pixel in height. If rows would be
/// lower than three pixels, several workers of a node share a row, and a note says so. A type has one colour
/// in all panels.
///
/// A lane on which tasks ran within others (see traces::Nesting) is split into sub-rows if it is high enough,
/// with the outermost tasks on top. A task has an outline around the tasks within it. Light grey behind the
/// sub-rows shows when the lane was busy. Lower rows show the innermost task.
///
/// The traces must be valid. On failure the error has the path and the reason. May be called from several
/// threads.
Result<Done> draw(const std::vector<Panel>& panels, const std::filesystem::path& path,
                  const FigureOptions& options = {});

/// Draws the same figure as an `svg` element for an HTML document. `description` says in words what the
/// picture shows, for readers who cannot see it. Errors begin with "figure".
Result<std::string> svg_figure(const std::vector<Panel>& panels, const FigureOptions& options,
                               const std::string& description);

/// The usual title for `draw`: origin, program, workers, makespan, busy share.
std::string default_title(const traces::Trace& trace);

/// The usual subtitle for `draw`: what the user changed for the prediction, as in "tasks of type 'gemm' take
/// 0.5 times as long". Usually empty.
std::string default_subtitle(const traces::Trace& trace);

}  // namespace gusset::paper
