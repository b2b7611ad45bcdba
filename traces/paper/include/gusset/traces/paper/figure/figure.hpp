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
#include "gusset/traces/analysis/compare/alignment.hpp"
#include "gusset/traces/analysis/time/playback.hpp"
#include "gusset/traces/analysis/time/tracks.hpp"
#include "gusset/traces/model/trace.hpp"
#include "gusset/traces/picture/timeline/colouring.hpp"
#include "gusset/traces/picture/timeline/level_of_detail.hpp"
#include "gusset/traces/picture/timeline/task_arrows.hpp"

namespace gusset::paper {

/// One trace of a figure and the words above it.
struct Panel {
  std::shared_ptr<const traces::Trace> trace;
  std::string title;  ///< for example "measured: cholesky, 2 workers, 1.23 s, 97.1 % busy"
  std::shared_ptr<const traces::Colouring> colouring = nullptr;  ///< of the trace; null: by type
  /// Of the trace's tasks; null: all. What others did stands behind in grey, so that it never looks idle, and
  /// has an entry in the legend: shares are of all busy time.
  std::shared_ptr<const traces::TaskSet> shown = nullptr;
  std::vector<std::size_t> lanes = {};  ///< to draw, from the top, each node's together; empty: all by node
  /// Drawn above the rows: the mean in each column, up to the limit or the largest value; null: none.
  std::shared_ptr<const std::vector<traces::Track>> tracks = nullptr;
  std::vector<traces::TaskArrow> arrows = {};  ///< over the rows, bundled where they are many
  bool messages = false;  ///< between nodes, over the rows, as traces::node_arrows chooses them
  /// At a moment, each worker's queue of ready tasks is drawn beside its row; null: none.
  std::shared_ptr<const traces::Playback> schedule = nullptr;
  std::string subtitle = {};  ///< goes on behind the title; below it in figures that are less than 1200 wide
};

struct FigureOptions {
  /// Where each panel's times stand, and from where its ruler counts them; nothing: as recorded, on a common
  /// axis.
  std::optional<traces::SideBySide> side_by_side = std::nullopt;
  std::string ruler_words = {};  ///< beside "time", such as "from the end"
  /// What part of the time is drawn, in ns of the common axis; all of it where not given. Shares in the
  /// legend are of this part.
  std::optional<std::int64_t> from_ns = std::nullopt;
  std::optional<std::int64_t> to_ns = std::nullopt;  ///< at or after from_ns
  /// A moment of the schedule, in ns of the common axis: a line marks it, and what comes later is drawn pale.
  std::optional<std::int64_t> moment_ns = std::nullopt;
  std::map<std::string, traces::Colour> own_colours = {};  ///< of types, or categories, for the palette's
  int width = 1600;                                        ///< pixels, or SVG user units; at least 200
  int row_height = 28;  ///< of one lane; shrinks where the figure would get higher than `max_height`
  /// Where tasks ran within others, rows are higher by half of that for each depth below the first; those
  /// that are at least 24 pixels high are split into sub-rows.
  bool sub_rows = true;
  /// Of panels' titles, in pixels; all of a figure get smaller where one does not fit, down to 11.
  double title_size = 15.0;
  int max_height = 4000;
  int least_height = 0;            ///< what is lower stands in the middle of it; at most `max_height`
  int png_scale = 1;               ///< pixels of a PNG per pixel of the figure; 1 to 8
  double points_per_pixel = 0.75;  ///< of a PDF: 1/72 inch per pixel of the figure, above 0
};

/// As wide as a column of a paper, 86 mm in a PDF: 7 point letters.
FigureOptions column_options();
/// Fills a slide of 16:9, which may be read from the back of a room: 1920 by 1080 pixels in a PNG, titles of
/// 1/30 of its height, and rows that grow up to a bound.
FigureOptions slide_options();

/// The time of a panel's own clock that stands at a time of a figure's common axis: of aligned traces to 1
/// ns.
std::int64_t own_time_ns(const FigureOptions& options, std::size_t panel, std::int64_t axis_ns);

/// Whether a name ends in .png, .svg or .pdf, in any case: what `draw` draws.
bool is_picture(const std::filesystem::path& path);

/// Draws triangle traces one above the other on a common time axis, or aligned otherwise, with titles,
/// rulers, worker names and a legend with each type's share of busy time, to `path`: PNG, SVG or PDF by its
/// ending.
///
/// Idle time stays exact at any size. A task is a triangle on a faint tint of its colour where it is at least
/// three columns (pixels) long; between triangles, a bar in each column whose height is the busy share there,
/// in the colour of the type, or the colouring's category, that ran most. Nothing is left out: what ran too
/// shortly to be seen gets a third of a pixel in height. Where rows would get thinner than three pixels,
/// several workers of a node share one, which says so. A type has one colour in all panels.
///
/// A lane on which tasks ran within others (see traces::Nesting) is split into sub-rows, the outermost tasks
/// on top, where it is high enough. A task has an outline around those within it; light grey behind all of
/// them says when the lane was busy. In lower rows the innermost task is drawn.
///
/// The traces must be valid. Fails with the path and the reason. May be called from several threads.
Result<Done> draw(const std::vector<Panel>& panels, const std::filesystem::path& path,
                  const FigureOptions& options = {});

/// The title `draw` is usually given: origin, program, workers, makespan, busy share.
std::string default_title(const traces::Trace& trace);

}  // namespace gusset::paper
