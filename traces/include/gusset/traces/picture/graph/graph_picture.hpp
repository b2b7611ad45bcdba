#pragma once
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "gusset/traces/picture/canvas/canvas.hpp"
#include "gusset/traces/picture/graph/graph_detail.hpp"
#include "gusset/traces/picture/graph/graph_palette.hpp"
#include "gusset/traces/picture/graph/graph_scene.hpp"
#include "gusset/traces/picture/graph/graph_times.hpp"

namespace gusset::picture {

// What lines and boxes mean, in legends, tooltips and formats that keep names.
inline constexpr const char* only_waits_meaning = "the next version waits for a reader";
inline constexpr const char* creates_meaning = "creates";
inline constexpr const char* commutes_meaning = "in any order, one at a time";
inline constexpr const char* junction_meaning = "tasks below wait for all tasks above";
inline constexpr const char* version_meaning = "data version";

/// The share of a box that has one colour.
struct ColourShare {
  Colour colour;
  double share = 0.0;  ///< 0…1, of busy time; of the number of tasks if none was busy
  friend bool operator==(const ColourShare&, const ColourShare&) = default;
};
/// For each box of a scene, its colours with the largest share first; empty for boxes without tasks.
using BoxColours = std::vector<std::vector<ColourShare>>;

/// Position and scale of a graph in a picture.
struct GraphPlace {
  double left = 0.0;  ///< pixels
  double top = 0.0;
  double scale = 1.0;  ///< pixels per unit of the scene

  Point at(double x, double y) const { return {left + x * scale, top + y * scale}; }
};

/// The states of a graph's boxes at one time.
struct GraphMoment {
  std::int64_t time_ns = 0;
  const GraphTimes* times = nullptr;
  const std::vector<GroupTimes>* groups = nullptr;  ///< of each box that is a closed group
  const GroupTimes* all = nullptr;
  std::string text;  ///< "at 12.3 ms", in the legend
};

/// A picture of a graph, for windows and figures. Refers to the scene, the colours and the times.
struct GraphPicture {
  const traces::GraphScene* scene = nullptr;
  const BoxColours* colours = nullptr;
  GraphPlace place = {};
  GraphMedium medium = {};
  GraphPalette palette = graph_palette_on_page();
  double pixel_ratio = 1.0;  ///< the medium's pixels per pixel of the picture
  /// The size of the visible part, in pixels from the top left; empty: everything is visible.
  std::optional<Point> visible_size = std::nullopt;
  /// Whether a click folds and unfolds groups. If so, group titles say so.
  bool has_pointer = false;
  std::optional<std::uint32_t> selected = std::nullopt;    ///< box of the selected task
  std::optional<std::uint32_t> waited_for = std::nullopt;  ///< box of the predecessor that ended last
  std::optional<GraphMoment> moment = std::nullopt;        ///< empty: all tasks are done
};

/// Whether all boxes show their names at a scale.
bool has_all_names(const traces::GraphScene& scene, double scale, const GraphMedium& medium);

/// Draws a graph, from back to front: open groups, lines, boxes, then numbers and marks.
void draw_graph(Canvas& canvas, const GraphPicture& picture);

/// Draws a legend along the bottom of a view of size `view_size`: the moment, how many tasks are done,
/// running, ready and waiting, and a box for each state. `font_size` is in pixels.
void draw_state_legend(Canvas& canvas, const GraphPalette& palette, const GraphMoment& moment,
                       Point view_size, double font_size);
/// The height of that legend in a view that is wide enough for it.
double state_legend_height(double font_size);

}  // namespace gusset::picture
